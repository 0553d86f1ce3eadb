import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

import { calculateJwkThumbprint, exportJWK, type JWK, SignJWT } from 'jose';
import type { AccessTokens } from '../model/account-ports.ts';
import { type Clock, epochSeconds } from '../platform/clock.ts';
import { key } from './dynamodb/keys.ts';
import { type Table, updateItem } from './dynamodb/table.ts';
import type { Secret } from './secrets.ts';
import { ACCESS_TOKEN_TYPE, audienceOf } from './token-verifier.ts';

const LIFETIME_SECONDS = 15 * 60;

/** Maximum clock difference between two functions. A token is valid this long before it is issued too. */
const SKEW_SECONDS = 5;

/** Seconds for which a published key is trusted. After a replacement, the old key expires automatically. */
const PUBLISHED_SECONDS = 2 * 86_400;
const REPUBLISH_SECONDS = 12 * 3600;

/** The fixed prefix of an Ed25519 private key in PKCS #8 (RFC 8410, section 7), before the 32-byte seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'tellhook', purpose, 32));

interface SigningKey {
  secret: string;
  kid: string;
  privateKey: KeyObject;
  publicJwk: JWK;
}

/** Derives the Ed25519 key from a signing secret. All processes with the secret derive the same key. */
const signingKey = async (secret: string): Promise<SigningKey> => {
  const seed = derive(secret, 'access tokens');
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicJwk = await exportJWK(createPublicKey(privateKey));
  return { secret, kid: await calculateJwkThumbprint(publicJwk), privateKey, publicJwk };
};

/** Derives the key for successors of refresh tokens from the signing secret. It differs from the signing key. */
export const refreshKey =
  (secret: Secret): Secret =>
  async () =>
    derive(await secret(), 'refresh tokens').toString('base64url');

/**
 * Signs access tokens (EdDSA, RFC 9068 type `at+jwt`) for the application at `appUrl`. The public key is published in
 * the table, where other functions find it by its `kid`. Only processes with the secret can sign.
 */
export const tokenSigner = (table: Table, secret: Secret, appUrl: string, clock: Clock): AccessTokens => {
  let current: SigningKey | undefined;
  let published: { kid: string; at: number } | undefined;

  const keyOfSecret = async (): Promise<SigningKey> => {
    const value = await secret();
    if (current?.secret !== value) current = await signingKey(value);
    return current;
  };

  const publish = async ({ kid, publicJwk }: SigningKey, now: number): Promise<void> => {
    if (published?.kid === kid && now - published.at < REPUBLISH_SECONDS) return;
    await updateItem(table, {
      Key: key.signingKey(kid),
      UpdateExpression: 'SET jwk = :jwk, expires_at = :expires',
      ExpressionAttributeValues: { ':jwk': publicJwk, ':expires': now + PUBLISHED_SECONDS },
    });
    published = { kid, at: now };
  };

  return {
    issue: async (userId, { trial } = { trial: false }) => {
      const now = epochSeconds(clock());
      const signing = await keyOfSecret();
      await publish(signing, now);
      return new SignJWT(trial ? { trial } : {})
        .setProtectedHeader({ alg: 'EdDSA', typ: ACCESS_TOKEN_TYPE, kid: signing.kid })
        .setSubject(String(userId))
        .setIssuer(appUrl)
        .setAudience(audienceOf(appUrl))
        .setIssuedAt(now)
        .setNotBefore(now - SKEW_SECONDS)
        .setExpirationTime(now + LIFETIME_SECONDS)
        .sign(signing.privateKey);
    },
  };
};
