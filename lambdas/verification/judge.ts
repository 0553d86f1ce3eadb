import type { KnownSecrets } from '../invocations/mask-call.ts';
import { inForce, type Verification } from '../model/verification.ts';
import { refused, type VerificationResult } from '../model/verification-result.ts';
import { isListed } from './address-list.ts';
import type { SignedCall } from './scheme.ts';
import { afterHandshake, asanaHandshake } from './senders/handshakes.ts';
import { schemeOf } from './senders/index.ts';
import { verify } from './verify.ts';

/** The call data needed for verification. */
interface JudgedCall {
  route: string;
  method: string;
  query: string;
  headers: Record<string, string>;
  ip: string;
  body: Uint8Array;
}

/**
 * Decides whether a call comes from its webhook's expected service. It checks the allowed IPs and the signature, if
 * they are configured.
 * @param open decrypts the secrets and returns them by their ids; called only if a service is chosen
 * @param adopt stores a secret that the service itself sent; resolves to false if the settings were changed meanwhile
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

/** Returns all secrets of a webhook and, if its service sends the secret itself, its place in a call. */
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
