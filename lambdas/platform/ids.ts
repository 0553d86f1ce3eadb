import { randomBytes, randomInt } from 'node:crypto';

/**
 * Creates an id for a user, webhook or target. Ids may be guessable, and a conditional write ensures that each is
 * unique.
 */
export const newNumericId = (): number => randomInt(2 ** 47, 2 ** 48 - 1) * 16 + randomInt(0, 16);

/** Creates an unguessable URL-safe token of `bytes` random bytes (16 = 128 bits). */
export const newToken = (bytes = 16): string => randomBytes(bytes).toString('base64url');

/** The letter of this stage in new invoke URLs. Older routes have 24 characters and belong to the first cell. */
const CELL = process.env.CELL ?? 'a';

/** Creates the last part of an invoke URL. Its first letter names the cell. */
export const newRoute = (): string => CELL + newToken(18);

const base36 = (value: number, length: number) => value.toString(36).padStart(length, '0');

/**
 * Creates an invocation id, which is all base 36: 9 characters of milliseconds since the epoch, 11 of the webhook id,
 * and 8 random ones. Ids sort by time until the year 5188.
 */
export const newInvocationId = (webhookId: number, at: Date): string =>
  base36(at.getTime(), 9) + base36(webhookId, 11) + base36(randomInt(36 ** 4), 4) + base36(randomInt(36 ** 4), 4);

/** Creates an id for a change in the audit log: the time as above, then 16 random characters. */
export const newChangeId = (at: Date): string =>
  base36(at.getTime(), 9) + Array.from({ length: 4 }, () => base36(randomInt(36 ** 4), 4)).join('');

/** Splits an invocation id into its parts; undefined if it is invalid. */
export const parseInvocationId = (id: string): { at: Date; webhookId: number } | undefined => {
  if (!/^[0-9a-z]{28}$/.test(id)) return undefined;
  const webhookId = Number.parseInt(id.slice(9, 20), 36);
  return Number.isSafeInteger(webhookId) && webhookId > 0
    ? { at: new Date(Number.parseInt(id.slice(0, 9), 36)), webhookId }
    : undefined;
};

/** The time in an invocation id; the epoch if the id is invalid. */
export const calledAt = (invocationId: string): Date => parseInvocationId(invocationId)?.at ?? new Date(0);

/** The common prefix of all invocation ids of a time, as a bound of range queries. */
export const firstInvocationIdAt = (at: Date): string => base36(at.getTime(), 9);

/** Splits a dispatch id into its parts; undefined if it is invalid. */
export const parseDispatchId = (id: string): { invocationId: string; targetId: number } | undefined => {
  const [invocationId = '', target = '', ...rest] = id.split('-');
  if (rest.length > 0 || !parseInvocationId(invocationId) || !/^[0-9a-z]{1,11}$/.test(target)) return undefined;
  const targetId = Number.parseInt(target, 36);
  return Number.isSafeInteger(targetId) && targetId > 0 ? { invocationId, targetId } : undefined;
};

/** The id of a dispatch. It contains the ids of its invocation and its target. */
export const dispatchId = (invocationId: string, targetId: number): string =>
  `${invocationId}-${targetId.toString(36)}`;

/** The id of one part of a dispatch's message, as sent to providers. Parts are counted from 1. */
export const messageId = (dispatchId: string, part: number): string => `${dispatchId}.${part}`;

/** The beginning of a digest's id, which stands where single messages have the id of an invocation. */
export const DIGEST_PREFIX = 'digest-';

/** True for the id of a digest, or of one of its emails. */
export const isDigestId = (id: string): boolean => id.startsWith(DIGEST_PREFIX);

/** The id of the dispatch to which a part belongs. */
export const dispatchOfMessage = (id: string): string => id.replace(/\.\d+$/, '');
