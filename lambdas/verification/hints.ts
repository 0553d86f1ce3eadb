import type { Scheme, SignedCall } from './scheme.ts';
import { otherSignerOf } from './senders/index.ts';
import { verify } from './verify.ts';

/** A common mistake whose correction would make a call pass verification. */
export type Hint =
  | { slip: 'blank-in-secret' | 'secret-is-base64' | 'secret-is-hex' | 'secret-without-prefix' | 'secret-with-prefix' }
  | { slip: 'other-hash'; hash: string }
  | { slip: 'newline-lost' | 'newline-added' }
  | { slip: 'other-sender'; name: string };

const SECRET_SLIPS: [
  Exclude<Hint['slip'], 'other-hash' | 'other-sender' | `newline-${string}`>,
  (secret: string) => string[],
][] = [
  ['blank-in-secret', (secret) => [secret.trim(), `${secret}\n`, `${secret} `]],
  ['secret-without-prefix', (secret) => [`whsec_${secret}`]],
  ['secret-with-prefix', (secret) => [secret.replace(/^whsec_/, '')]],
];

/**
 * Explains why a secret does not verify a call, by trying corrections of the most common mistakes. Use it only on the
 * owner's request, because it computes a dozen signatures.
 */
export const hintFor = (scheme: Scheme, call: SignedCall, secret: string, at: Date): Hint | undefined => {
  const passes = (changed: Scheme, secrets: string[], body = call.body) =>
    verify(changed, { ...call, body }, secrets, at).verified;
  for (const [slip, variants] of SECRET_SLIPS) {
    const others = variants(secret).filter((variant) => variant !== secret && variant !== '');
    if (others.length > 0 && passes(scheme, others)) return { slip };
  }
  if (scheme.proof.by === 'hmac') {
    for (const key of ['base64', 'hex'] as const)
      if (key !== scheme.proof.key && passes({ ...scheme, proof: { ...scheme.proof, key } }, [secret]))
        return { slip: key === 'hex' ? 'secret-is-hex' : 'secret-is-base64' };
    for (const hash of ['sha1', 'sha256', 'sha512'] as const)
      if (hash !== scheme.proof.hash && passes({ ...scheme, proof: { ...scheme.proof, hash } }, [secret]))
        return { slip: 'other-hash', hash };
    const text = Buffer.from(call.body.buffer, call.body.byteOffset, call.body.byteLength);
    if (text.at(-1) === 10 && passes(scheme, [secret], text.subarray(0, text.at(-2) === 13 ? -2 : -1)))
      return { slip: 'newline-added' };
    for (const end of ['\n', '\r\n'])
      if (passes(scheme, [secret], Buffer.concat([text, Buffer.from(end)]))) return { slip: 'newline-lost' };
  }
  const other = otherSignerOf(call.headers, scheme);
  return other && { slip: 'other-sender', name: other.name };
};
