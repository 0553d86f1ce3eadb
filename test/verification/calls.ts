import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { SenderSlug } from '../../lambdas/contract/senders.ts';
import type { Scheme, SignedCall } from '../../lambdas/verification/scheme.ts';
import { schemeOf } from '../../lambdas/verification/senders/index.ts';
import { signedTexts } from '../../lambdas/verification/signed-text.ts';
import { keyBytes } from '../../lambdas/verification/verify.ts';

export const NOW = new Date('2026-11-24T16:00:00.000Z');

/** A call without a proof. */
export const aCall = (over: Partial<Omit<SignedCall, 'body'>> & { body?: string | Uint8Array } = {}): SignedCall => ({
  method: 'POST',
  path: '/a-route',
  query: '',
  ...over,
  headers: { host: 'invoke.example.test', 'content-type': 'application/json', ...over.headers },
  body: typeof over.body === 'object' ? over.body : Buffer.from(over.body ?? ''),
});

const ed25519 = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A secret in the scheme's format; for public keys, the public part. */
export const secretFor = ({ proof }: Scheme): string => {
  if (proof.by === 'ed25519')
    return ed25519.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  if (proof.by === 'ecdsa-p256') return p256.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const bytes = Buffer.from('32 bytes that nobody else has ..');
  if (proof.by === 'hmac' && proof.key !== 'text')
    return proof.key === 'whsec' ? `whsec_${bytes.toString('base64')}` : bytes.toString(proof.key);
  return 'someone:a secret, 32 letters long';
};

const timeText = ({ time }: Scheme, at: Date): string => {
  if (time?.unit === 'iso') return at.toISOString();
  return String(time?.unit === 'ms' ? at.getTime() : Math.floor(at.getTime() / 1000));
};

/** The body of a sender that signs some of its fields, without the signature. */
const bodyOf = (slug: SenderSlug, scheme: Scheme, at: Date): Record<string, unknown> => {
  if (slug === 'mailgun')
    return { signature: { token: 'abc', timestamp: timeText(scheme, at) }, 'event-data': { n: 1 } };
  if (slug === 'adyen')
    return {
      NotificationRequestItem: {
        pspReference: '7914073381342284',
        merchantAccountCode: 'Shop',
        amount: { value: 1130, currency: 'EUR' },
        eventCode: 'AUTHORISATION',
        success: 'true',
        additionalData: {},
      },
    };
  return {
    n: 12,
    text: 'déployé',
    ...(scheme.time?.body !== undefined && { [scheme.time.body]: Number(timeText(scheme, at)) }),
  };
};

/** A call as its sender would make it, signed by the scheme's rules. Vectors and SDKs verify the rules. */
export const signedCall = (slug: SenderSlug, secret?: string, at = NOW, scheme = schemeOf(slug)): SignedCall => {
  const key = secret ?? secretFor(scheme);
  const { proof, signature, time } = scheme;
  const text = timeText(scheme, at);
  const json = bodyOf(slug, scheme, at);
  const timed = time && !time.optional;
  const headers: Record<string, string> = {
    ...(timed && time.header !== undefined && { [time.header]: text }),
    ...(scheme.idHeader !== undefined && { [scheme.idHeader]: 'msg_1' }),
  };
  const isForm = scheme.signed.includes('form');
  const call = aCall({
    headers: { ...headers, ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }) },
    body: isForm ? 'To=%2B49&From=%2B41&Text=hello' : JSON.stringify(json),
    query: 'x=1',
  });
  const said = scheme.time?.optional ? { ...scheme, signed: ['body'] as const } : scheme;
  const [covered] = scheme.signed.length === 0 ? [Buffer.alloc(0)] : (signedTexts(said, call, text) as Buffer[]);
  const bytes = (): Buffer => {
    if (proof.by === 'secret') return Buffer.from(key);
    if (proof.by === 'ed25519') return sign(null, covered as Buffer, ed25519.privateKey);
    if (proof.by === 'ecdsa-p256') return sign('sha256', covered as Buffer, p256.privateKey);
    return createHmac(proof.hash, keyBytes(key, proof.key) ?? '')
      .update(covered as Buffer)
      .digest();
  };
  const shown =
    (signature.prefix ?? '') + bytes().toString(signature.encoding === 'text' ? 'utf8' : signature.encoding);
  if (signature.body !== undefined) {
    const text = withText(json, signature.body, shown);
    // Each entry is signed separately, and a call contains a list of entries.
    return { ...call, body: Buffer.from(scheme.each === undefined ? text : `{"${scheme.each}":[${text}]}`) };
  }
  const { list } = signature;
  const entries = [
    ...(time?.listed !== undefined ? [`${time.listed}${list?.join}${text}`] : []),
    `${list?.name}${list?.join}${shown}`,
  ];
  const header = signature.header ?? `${signature.headersFrom}1`;
  return { ...call, headers: { ...call.headers, [header]: list ? entries.join(list.separator) : shown } };
};

const withText = (value: Record<string, unknown>, path: string, text: string): string => {
  const names = path.split('.');
  let at = value;
  for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>;
  at[names.at(-1) as string] = text;
  return JSON.stringify(value);
};
