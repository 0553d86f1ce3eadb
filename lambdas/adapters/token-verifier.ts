import { type CryptoKey, errors, importJWK, jwtVerify } from 'jose';
import * as z from 'zod';
import { type Clock, epochSeconds } from '../platform/clock.ts';
import { key } from './dynamodb/keys.ts';
import { getItem, type Table } from './dynamodb/table.ts';

/** The token type of RFC 9068. Our other tokens (reset, unsubscribe, confirmation) do not have it. */
export const ACCESS_TOKEN_TYPE = 'at+jwt';

/** The audience of access tokens, which is the application's API. */
export const audienceOf = (appUrl: string): string => `${appUrl}/api`;

const storedKey = z.object({
  jwk: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  expires_at: z.number(),
});

/** The claims of our tokens. A token with other claims is rejected, even with a valid signature. */
const claims = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number)
    .refine(Number.isSafeInteger),
  iss: z.string(),
  aud: z.string(),
  iat: z.int(),
  nbf: z.int(),
  exp: z.int(),
  trial: z.literal(true).optional(),
});

/** Cache lifetime of a key in seconds. */
const CACHED_SECONDS = 600;

/** Cache lifetime of an unknown `kid` in seconds, and the maximum number of cached keys. */
const UNKNOWN_SECONDS = 30;
const MAX_REMEMBERED = 1000;

interface Remembered {
  key: CryptoKey | undefined;
  until: number;
}

const isRefusal = (error: unknown) => error instanceof errors.JOSEError;

/**
 * Creates a function that verifies access tokens with the public keys in the table. The key is looked up by `kid` only;
 * a key or key URL inside the token is never used. The function resolves to undefined for an invalid token, and rejects
 * only if the table cannot be read.
 */
export const tokenVerifier = (table: Table, appUrl: string, clock: Clock) => {
  const remembered = new Map<string, Remembered>();

  const load = async (kid: string, now: number): Promise<Remembered> => {
    const { Item } = await getItem(table, { Key: key.signingKey(kid) });
    const stored = storedKey.safeParse(Item);
    if (!stored.success) return { key: undefined, until: now + UNKNOWN_SECONDS };
    // An expired key is not cached, because the next sign-in can publish it again, and the new token must be valid
    // immediately.
    if (stored.data.expires_at <= now) return { key: undefined, until: now };
    const imported = (await importJWK(stored.data.jwk, 'EdDSA')) as CryptoKey;
    return { key: imported, until: Math.min(now + CACHED_SECONDS, stored.data.expires_at) };
  };

  const publicKey = async (kid: string | undefined): Promise<CryptoKey> => {
    const now = epochSeconds(clock());
    // A `kid` is a thumbprint (RFC 7638) in base64url. Anything else could be a path or a URL, and is rejected.
    if (!kid || !/^[\w-]{43}$/.test(kid)) throw new errors.JWKSNoMatchingKey();
    let known = remembered.get(kid);
    if (!known || known.until <= now) {
      known = await load(kid, now);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(kid, known);
    }
    if (!known.key) throw new errors.JWKSNoMatchingKey();
    return known.key;
  };

  return async (token: string): Promise<{ userId: number; trial?: true } | undefined> => {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => publicKey(kid), {
        algorithms: ['EdDSA'],
        typ: ACCESS_TOKEN_TYPE,
        issuer: appUrl,
        audience: audienceOf(appUrl),
        requiredClaims: ['sub', 'iat', 'nbf', 'exp'],
        currentDate: clock(),
        clockTolerance: 0,
      });
      const { data } = claims.safeParse(payload);
      return data && { userId: data.sub, ...(data.trial && { trial: true as const }) };
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  };
};
