import type { ApiKeyWire, NewKey } from '#contract/api-key';
import { NEVER } from '#contract/never';
import type { AccountStore, ApiKeyStore } from '../model/account-ports.ts';
import { type ApiKey, hashOfKey, idOfHash, isAlive, newApiKey } from '../model/api-key.ts';
import { type Plans, planOf } from '../model/plans.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { AppError, invalidField, notFound, tokenInvalid } from '../platform/errors.ts';
import { log } from '../platform/log.ts';

type ApiKeyPorts = { accounts: AccountStore; apiKeys: ApiKeyStore; plans: Plans; clock: Clock };
export type CreateKeyPorts = ApiKeyPorts & { webhooks: Pick<WebhookStore, 'get'> };

/** Maximum number of attempts to store a change. Conflicts are rare, so after this number the request fails. */
const TRIES = 10;

const dateOr = (at: Date | undefined) => at?.toISOString() ?? NEVER;

const toWire = ({ id, name, hint, scopes, webhookIds, createdAt, lastUsedAt, expiresAt }: ApiKey): ApiKeyWire => ({
  id,
  name,
  hint,
  scopes,
  created_at: createdAt.toISOString(),
  last_used_at: dateOr(lastUsedAt),
  expires_at: dateOr(expiresAt),
  ...(webhookIds && { webhook_ids: webhookIds }),
});

/**
 * Reads the account, its maximum number of keys, and its keys since the last password change.
 * @throws AppError('unauthenticated')
 */
const read = async (userId: number, { accounts, apiKeys, plans, clock }: ApiKeyPorts) => {
  const [account, stored] = await Promise.all([accounts.get(userId), apiKeys.read(userId)]);
  if (!account) throw tokenInvalid();
  const own = stored.keys.filter(({ epoch }) => epoch === account.epoch);
  const plan = planOf(account.status, account.premiumUntil, clock());
  return { account, plan, max: plans[plan].maxApiKeys, own, version: stored.version };
};

/** Reads, changes and stores a user’s keys. Repeats this after a conflict. */
const change = async <Result>(
  userId: number,
  ports: ApiKeyPorts,
  decide: (now: Awaited<ReturnType<typeof read>>) => { keys: ApiKey[]; result: Result },
): Promise<Result> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const now = await read(userId, ports);
    const { keys, result } = decide(now);
    if (await ports.apiKeys.replace(userId, keys, now.version)) return result;
  }
  throw new AppError('unavailable', 'Your API keys were changed at the same time. Try again.');
};

/** Checks that a key's webhooks exist. Another user's webhook counts as missing. */
const checkBound = async (userId: number, webhookIds: number[], { webhooks }: CreateKeyPorts): Promise<void> => {
  const found = await Promise.all(webhookIds.map((id) => webhooks.get(userId, id)));
  const missing = webhookIds.find((_, index) => !found[index]);
  if (missing !== undefined)
    throw invalidField(
      'webhook_ids',
      'invalid-input',
      `Webhook ${missing} does not exist. Choose another webhook.`,
      `contains ${missing}, which does not exist`,
    );
};

const demandRoom = (alive: ApiKey[], { plan, max }: Pick<Awaited<ReturnType<typeof read>>, 'plan' | 'max'>): void => {
  if (alive.length < max) return;
  throw new AppError(
    'key-limit-reached',
    `Your plan allows up to ${max} API keys. Revoke one${plan === 'free' ? ', or upgrade to Premium in Settings' : ''}.`,
  );
};

/**
 * Checks whether a key can be created now.
 * @returns the account's epoch
 * @throws as {@link createKey}
 */
export const checkNewKey = async (
  userId: number,
  { webhook_ids }: Pick<NewKey, 'webhook_ids'>,
  ports: CreateKeyPorts,
): Promise<number> => {
  await checkBound(userId, webhook_ids ?? [], ports);
  const { account, own, plan, max } = await read(userId, ports);
  const now = ports.clock();
  demandRoom(
    own.filter((each) => isAlive(each, account.epoch, now)),
    { plan, max },
  );
  return account.epoch;
};

/**
 * Creates a key, which only this response contains in full. Expired keys do not count towards the limit.
 * @throws AppError('unauthenticated' | 'invalid-input' | 'key-limit-reached' | 'unavailable')
 */
export const createKey = async (
  userId: number,
  { name, scopes, expires_in_days, webhook_ids }: NewKey,
  ports: CreateKeyPorts,
) => {
  await checkBound(userId, webhook_ids ?? [], ports);
  const now = ports.clock();
  const key = newApiKey(userId);
  const hash = hashOfKey(key);
  const made = await change(userId, ports, ({ account, own, plan, max }) => {
    const alive = own.filter((each) => isAlive(each, account.epoch, now));
    demandRoom(alive, { plan, max });
    const fresh: ApiKey = {
      id: idOfHash(hash),
      hash,
      name,
      hint: `…${key.slice(-4)}`,
      scopes,
      webhookIds: webhook_ids,
      epoch: account.epoch,
      createdAt: now,
      expiresAt: expires_in_days === undefined ? undefined : secondsAfter(now, expires_in_days * 86_400),
      lastUsedAt: undefined,
    };
    return { keys: [...alive, fresh], result: fresh };
  });
  log.info('api key created', { userId, keyId: made.id, scopes: scopes.join(' ') });
  return { ...toWire(made), key };
};

/** Lists a user’s keys, including expired ones. */
export const listKeys = async (userId: number, ports: ApiKeyPorts) => {
  const { own, max } = await read(userId, ports);
  const byAge = own.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  return { keys: byAge.map(toWire), max_keys: max };
};

/**
 * Reads the key that the caller uses.
 * @throws AppError('not-found') if the caller does not use a key
 */
export const readKey = async (
  userId: number,
  id: string | undefined,
  { apiKeys }: { apiKeys: Pick<ApiKeyStore, 'find'> },
): Promise<ApiKeyWire> => {
  const found = id === undefined ? undefined : await apiKeys.find(userId, id);
  if (!found) throw notFound('Key');
  return toWire(found.key);
};

/** Revokes a key, effective immediately. */
export const deleteKey = async (userId: number, id: string, ports: ApiKeyPorts): Promise<void> => {
  await change(userId, ports, ({ own }) => {
    const keys = own.filter((key) => key.id !== id);
    if (keys.length === own.length) throw notFound('Key');
    return { keys, result: undefined };
  });
  log.info('api key revoked', { userId, keyId: id });
};
