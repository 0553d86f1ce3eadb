import type { Scope } from '#contract/scopes';
import type { ApiKeyStore } from '../model/account-ports.ts';
import { type ApiKey, hashOfKey, idOfHash, isAlive, userOfKey } from '../model/api-key.ts';
import { setBounded } from '../platform/bounded-map.ts';
import { type Clock, windowAt } from '../platform/clock.ts';
import { tooManyCalls } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import type { Reach } from '../platform/reach.ts';
import { sameSecret } from '../platform/same-secret.ts';
import { tokenBuckets } from '../platform/token-buckets.ts';

/** Maximum number of keys in a process's cache. */
const MAX_KNOWN = 10_000;

/** Limit of key guesses per IP address. */
const GUESSES = { perSecond: 5, burst: 100 };

/** Minimum seconds between writes of a key's last use, so a busy key is not written with each request. */
const USE_SECONDS = 3600;

/** A verified key, with its account and scopes. */
interface KeyOwner {
  userId: number;
  keyId: string;
  keyName: string;
  scopes: readonly Scope[];
  reach: Reach;
}

/**
 * Checks a key with one read per request, so a revoked key stops working immediately. Resolves to undefined for an
 * invalid key. Rejects with AppError('throttled') after too many unknown keys from an IP address, or with the table's
 * error.
 */
export const keyVerifier = (store: Pick<ApiKeyStore, 'find' | 'noteUse'>, clock: Clock) => {
  /** Hashes of keys that were valid at their last use. They are exempt from the limit of guesses. */
  const known = new Map<string, true>();
  const guesses = tokenBuckets(GUESSES);

  /** Stores the last use of a key. If that fails, the key still works. */
  const noteUse = async (userId: number, { id, lastUsedAt }: ApiKey, now: Date): Promise<void> => {
    const { start } = windowAt(now, USE_SECONDS);
    if (lastUsedAt !== undefined && lastUsedAt >= start) return;
    await store.noteUse(userId, id, start).catch((error) => log.warn('key use not recorded', { userId }, error));
  };

  return async (key: string, ip: string): Promise<KeyOwner | undefined> => {
    const userId = userOfKey(key);
    if (userId === undefined) return undefined;
    const now = clock();
    const hash = hashOfKey(key);
    const wait = known.has(hash) ? 0 : guesses.take(ip);
    if (wait > 0) throw tooManyCalls(wait);
    const found = await store.find(userId, idOfHash(hash));
    if (!found || !sameSecret(found.key.hash, hash) || !isAlive(found.key, found.epoch, now)) {
      known.delete(hash);
      return undefined;
    }
    setBounded(known, hash, true, MAX_KNOWN);
    await noteUse(userId, found.key, now);
    const { id: keyId, name, hint, scopes, webhookIds } = found.key;
    return { userId, keyId, keyName: `${name} (${hint})`, scopes, reach: webhookIds && new Set(webhookIds) };
  };
};

export type VerifyKey = ReturnType<typeof keyVerifier>;
