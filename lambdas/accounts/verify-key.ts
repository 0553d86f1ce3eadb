import type { Scope } from '#contract/scopes';
import { type Clock, secondsAfter, windowAt } from '../platform/clock.ts';
import { tooManyCalls } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import type { Reach } from '../platform/reach.ts';
import { remember } from '../platform/remember.ts';
import { sameSecret } from '../platform/same-secret.ts';
import { tokenBuckets } from '../platform/token-buckets.ts';
import { type ApiKey, hashOfKey, idOfHash, isAlive, userOfKey } from './api-key.ts';
import type { ApiKeyStore } from './ports.ts';

/** So long a process takes a key without asking again; so long a revoked one may still open something. */
const REMEMBERED_SECONDS = 60;
const MAX_REMEMBERED = 10_000;

/** Keys of one address that had to be looked up: each costs a read, whether it is good or made up. */
const LOOKUPS = { perSecond: 5, burst: 100 };

/** How exactly the last use is told, so that a busy key is written once in so long and not with each call. */
const USE_SECONDS = 3600;

/** Who calls with a key, and what it may. */
interface KeyOwner {
  userId: number;
  keyId: string;
  scopes: readonly Scope[];
  reach: Reach;
}

interface Remembered {
  owner: KeyOwner;
  until: Date;
}

/**
 * Checks keys: one read for a key that was not seen in the last minute, none for others. Resolves to undefined for every
 * key that opens nothing now; throws AppError('throttled') to an address with too many keys, and rejects when the table
 * cannot be read.
 */
export const keyVerifier = (store: Pick<ApiKeyStore, 'find' | 'noteUse'>, clock: Clock) => {
  const remembered = new Map<string, Remembered>();
  const lookups = tokenBuckets(LOOKUPS);

  /** A use that cannot be noted refuses nobody. */
  const noteUse = async (userId: number, { id, lastUsedAt }: ApiKey, now: Date): Promise<void> => {
    const { start } = windowAt(now, USE_SECONDS);
    if (lastUsedAt !== undefined && lastUsedAt >= start) return;
    await store.noteUse(userId, id, start).catch((error) => log.warn('use of a key not noted', { userId }, error));
  };

  return async (key: string, ip: string): Promise<KeyOwner | undefined> => {
    const userId = userOfKey(key);
    if (userId === undefined) return undefined;
    const now = clock();
    const hash = hashOfKey(key);
    const known = remembered.get(hash);
    if (known && now < known.until) return known.owner;
    remembered.delete(hash);

    const wait = lookups.take(ip);
    if (wait > 0) throw tooManyCalls(wait);
    const found = await store.find(userId, idOfHash(hash));
    if (!found || !sameSecret(found.key.hash, hash) || !isAlive(found.key, found.epoch, now)) return undefined;
    const { id: keyId, scopes, webhookIds } = found.key;
    const owner = { userId, keyId, scopes, reach: webhookIds && new Set(webhookIds) };
    const minute = secondsAfter(now, REMEMBERED_SECONDS);
    const { expiresAt } = found.key;
    const until = expiresAt !== undefined && expiresAt < minute ? expiresAt : minute;
    remember(remembered, hash, { owner, until }, MAX_REMEMBERED);
    await noteUse(userId, found.key, now);
    return owner;
  };
};

export type VerifyKey = ReturnType<typeof keyVerifier>;
