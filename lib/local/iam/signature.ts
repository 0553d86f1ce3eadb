import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** The signed part of a request; header names in lower case. */
export interface SignedRequest {
  method: string;
  /** Path with its query, as sent. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** Matches `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…` and captures its parts. */
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8}\/[^/,]+\/[^/,]+\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** The encoded query parameters, sorted by name. There are usually none, because even SES's form is in the body. */
const canonicalQuery = (query: string): string => query.split('&').filter(Boolean).sort().join('&');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Verifies requests as AWS does ("Create a signed AWS API request", Signature version 4). The signer must know the
 * access key's secret, and the signed parts must be unchanged. So pages of other sites cannot send requests. The age of
 * a signature isn't checked, because the product's clock can be moved.
 * @param secretOf returns the secret of an access key; undefined if the key doesn't exist
 */
export const createVerifier = (secretOf: (accessKeyId: string) => string | undefined) => {
  /** Caches the last signing key per access key and service. A signing key is valid for a day, region and service. */
  const known = new Map<string, { scope: string; key: Buffer }>();
  const keyOf = (accessKeyId: string, secret: string, scope: string): Buffer => {
    const last = known.get(accessKeyId + scope.split('/')[2]);
    if (last?.scope === scope) return last.key;
    const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`) as Buffer;
    known.set(accessKeyId + scope.split('/')[2], { scope, key });
    return key;
  };

  /** Returns the access key, or the reason why the signature is invalid. */
  return ({ method, url, headers, body }: SignedRequest): { accessKeyId: string } | { wrong: 'key' | 'signature' } => {
    const [, accessKeyId = '', scope = '', names = '', signature = ''] =
      AUTHORIZATION.exec(String(headers.authorization ?? '')) ?? [];
    const secret = secretOf(accessKeyId);
    if (secret === undefined) return { wrong: 'key' };
    const signed = names.split(';');
    const moment = String(headers['x-amz-date'] ?? '');
    if (!signed.includes('host') || !moment.startsWith(scope.slice(0, 8))) return { wrong: 'signature' };
    const [path = '/', query = ''] = url.split('?');
    const lines = signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('');
    const canonical = `${method}\n${path}\n${canonicalQuery(query)}\n${lines}\n${names}\n${hash('sha256', body)}`;
    const text = `AWS4-HMAC-SHA256\n${moment}\n${scope}\n${hash('sha256', canonical)}`;
    const expected = createHmac('sha256', keyOf(accessKeyId, secret, scope))
      .update(text)
      .digest();
    return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? { accessKeyId } : { wrong: 'signature' };
  };
};
