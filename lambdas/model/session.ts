import { createHash, createHmac } from 'node:crypto';
import { secondsAfter } from '../platform/clock.ts';
import { newToken } from '../platform/ids.ts';

/** Seconds without use after which a refresh token expires. */
export const IDLE_SECONDS = 30 * 86_400;

/** Maximum duration of a session in seconds, even if it is used. */
const ABSOLUTE_SECONDS = 90 * 86_400;

/** Seconds for which the previous refresh token stays valid, in case two tabs use it or a response is lost. */
const GRACE_SECONDS = 10;

/** A sign-in on one device. Its refresh token changes with each use, and only hashes are stored. */
export interface Session {
  userId: number;
  family: string;
  /** SHA-256 of the current token's secret. */
  hash: string;
  previousHash: string | undefined;
  rotatedAt: Date;
  createdAt: Date;
  expiresAt: Date;
  /** The account's epoch at sign-in, see `account.ts`. */
  epoch: number;
}

/** The parts of the refresh token `<user id>.<family>.<secret>`. */
export interface RefreshToken {
  userId: number;
  family: string;
  secret: string;
}

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export const formatRefreshToken = ({ userId, family, secret }: RefreshToken): string => `${userId}.${family}.${secret}`;

/** Parses a refresh token; undefined for input that {@link formatRefreshToken} did not create. */
export const parseRefreshToken = (token: string | undefined): RefreshToken | undefined => {
  const [, user, family, secret] = /^([1-9]\d{0,15})\.([\w-]{22})\.([\w-]{43})$/.exec(token ?? '') ?? [];
  const userId = Number(user);
  return family && secret && Number.isSafeInteger(userId) ? { userId, family, secret } : undefined;
};

/**
 * Derives the token that follows `secret`. A repeated refresh within the grace period gets the same successor, although
 * only hashes are stored. It cannot be derived without `key`.
 */
export const successorOf = (secret: string, key: string): string =>
  createHmac('sha256', key).update(`refresh:${secret}`).digest('base64url');

const expiry = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(secondsAfter(now, IDLE_SECONDS).getTime(), secondsAfter(createdAt, ABSOLUTE_SECONDS).getTime()));

/** A new session and its first refresh token. */
export const beginSession = (userId: number, epoch: number, now: Date): { session: Session; token: RefreshToken } => {
  const token = { userId, family: newToken(16), secret: newToken(32) };
  const session: Session = {
    userId,
    family: token.family,
    hash: hashOf(token.secret),
    previousHash: undefined,
    rotatedAt: now,
    createdAt: now,
    expiresAt: expiry(now, now),
    epoch,
  };
  return { session, token };
};

/** The session after its current token has been used. */
export const rotated = (session: Session, nextSecret: string, now: Date): Session => ({
  ...session,
  hash: hashOf(nextSecret),
  previousHash: session.hash,
  rotatedAt: now,
  expiresAt: expiry(session.createdAt, now),
});

/** Checks a presented secret. `reused` means that its token had already been replaced, so a thief may have used it. */
export const judge = (
  session: Session | undefined,
  secret: string,
  epoch: number | undefined,
  now: Date,
): 'current' | 'just-replaced' | 'reused' | 'ended' => {
  if (!session || session.epoch !== epoch || session.expiresAt <= now) return 'ended';
  const hash = hashOf(secret);
  if (hash === session.hash) return 'current';
  const inGrace = now <= secondsAfter(session.rotatedAt, GRACE_SECONDS);
  return hash === session.previousHash && inGrace ? 'just-replaced' : 'reused';
};
