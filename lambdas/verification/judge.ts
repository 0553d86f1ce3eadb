import type { KnownSecrets } from '../invocations/mask-call.ts';
import { inForce, type Verification } from '../model/verification.ts';
import { refused, type VerificationResult } from '../model/verification-result.ts';
import { isListed } from './address-list.ts';
import type { SignedCall } from './scheme.ts';
import { afterHandshake, asanaHandshake } from './senders/handshakes.ts';
import { schemeOf } from './senders/index.ts';
import { verify } from './verify.ts';

/** The input of verification. */
interface JudgedCall {
  route: string;
  method: string;
  query: string;
  headers: Record<string, string>;
  ip: string;
  body: Uint8Array;
}

/**
 * Decides whether a call comes from its webhook's expected sender: it needs an allowed IP and a valid signature.
 * @param open reads secrets by their ids; called only if a sender is chosen
 * @param adopt stores a secret that the sender itself sent; false if another one was stored meanwhile
 */
export const judge = async (
  { sender, own, allowIps, secrets }: Verification,
  call: JudgedCall,
  open: () => Promise<Record<string, string>>,
  now: Date,
  adopt?: (secret: string) => Promise<boolean>,
): Promise<VerificationResult> => {
  if (allowIps.length > 0 && !isListed(call.ip, allowIps))
    return refused('address-not-listed', `The IP address ${call.ip} is not in Allowed IPs.`);
  if (sender === undefined) return { verified: true, secret: -1 };
  const opened = await open();
  const valid = inForce(secrets, now).flatMap(({ id }) => opened[id] ?? []);
  const signed = signedCallOf(call);
  const handshake = sender === 'asana' ? await asanaHandshake(signed, valid, adopt) : undefined;
  return handshake ?? afterHandshake(sender, signed, verify(schemeOf(sender, own), signed, valid, now), valid);
};

/** All secrets of a webhook, and where its sender puts them if it sends the secret itself. */
export const knownSecrets = async (
  { sender, own }: Verification,
  open: () => Promise<Record<string, string>>,
): Promise<KnownSecrets> => {
  const scheme = sender && schemeOf(sender, own);
  const values = Object.values(await open());
  return scheme?.proof.by === 'secret' ? { place: scheme.signature, values } : { values };
};

const signedCallOf = ({ route, method, query, headers, body }: JudgedCall): SignedCall => ({
  method,
  path: `/${route}`,
  query,
  headers,
  body,
});
