import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Clock, secondsUntil, windowAt } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { LimitStore } from '../platform/limit-store.ts';
import { addressOf, rangeOf } from './client-range.ts';

/** At most `limit` attempts in a fixed window. */
export const throttle = z.object({ limit: z.int().min(1), windowSeconds: z.int().min(1) });
export type Throttle = z.infer<typeof throttle>;

/** The part of the variable THROTTLES that the accounts room reads. */
export const throttlesSchema = z.object({
  loginPerAccount: throttle,
  loginPerAddress: throttle,
  registerPerAddress: throttle,
  refreshPerAddress: throttle,
  resetMailPerAccount: throttle,
  resetPerAddress: throttle,
  contactPerAddress: throttle,
  challengePerAddress: throttle,
  subscriptionPerUser: throttle,
  keyRequestPerAddress: throttle,
  keyCodePerUser: throttle,
});
export type Throttles = z.infer<typeof throttlesSchema>;

/** The limit of a whole address range (a /24 or /48), as a multiple of one address's limit. */
const RANGE_FACTOR = 5;

/**
 * The limit of guesses at one account from all addresses, as a multiple of one range's limit. An attacker in one range
 * cannot lock out the owner elsewhere, and an attacker with many ranges still gets few guesses.
 */
const EVERYWHERE_FACTOR = 10;

/** One limit on a call. */
interface Check extends Throttle {
  scope: string;
}

/** A name that reveals no account to readers of the table. */
const nameOf = (account: string) => createHash('sha256').update(account).digest('base64url').slice(0, 22);

const times = ({ limit, windowSeconds }: Throttle, factor: number): Throttle => ({
  limit: limit * factor,
  windowSeconds,
});

const perAddress = (purpose: string, ip: string, throttle: Throttle): Check[] => [
  { scope: `${purpose}|${addressOf(ip)}`, ...throttle },
  { scope: `${purpose}|${rangeOf(ip)}`, ...times(throttle, RANGE_FACTOR) },
];

const perAccount = (purpose: string, account: string, ip: string, throttle: Throttle): Check[] => [
  { scope: `${purpose}|${nameOf(account)}|${rangeOf(ip)}`, ...throttle },
  { scope: `${purpose}|${nameOf(account)}`, ...times(throttle, EVERYWHERE_FACTOR) },
];

/**
 * The limits of the accounts domain. Each method throws AppError('throttled') with the seconds left in the window,
 * except for `mayMailReset`.
 */
export interface Limits {
  /** Counts a sign-in before the password is checked, so parallel guesses count, too. `succeeded` reverts the count. */
  login(account: string, ip: string): Promise<{ succeeded: () => Promise<void> }>;
  /** Guesses of the current password with a stolen access token. */
  passwordChange(userId: number, ip: string): Promise<{ succeeded: () => Promise<void> }>;
  register(ip: string): Promise<void>;
  refresh(ip: string): Promise<void>;
  /** Requests for a reset email from one address, for any account. */
  requestReset(ip: string): Promise<void>;
  /**
   * Counts an email to one account from all callers. Returns false instead of throwing: a different response would
   * reveal that someone entered this address.
   */
  mayMailReset(account: string): Promise<boolean>;
  resetPassword(ip: string): Promise<void>;
  contact(ip: string): Promise<void>;
  challenge(ip: string): Promise<void>;
  /** Changes of one user's subscription, each of which sends a request to the payment provider. */
  subscription(userId: number): Promise<void>;
  /** Programs that request a key. */
  keyRequest(ip: string): Promise<void>;
  /** Codes that one user looks up or answers; all of them count as guesses. */
  keyCode(userId: number): Promise<void>;
}

/** The limits of `throttles`, counted in `store`. */
export const limits = (store: LimitStore, throttles: Throttles, clock: Clock): Limits => {
  /** Counts an attempt in all windows. `retryAfterSeconds` is 0 if the caller can continue. */
  const take = async (checks: Check[]) => {
    const now = clock();
    const taken = checks.map((check) => ({ ...check, ...windowAt(now, check.windowSeconds) }));
    const waits = await Promise.all(
      taken.map(async ({ scope, start, limit, end, forgetAt }) =>
        (await store.take(scope, start, limit, forgetAt)) ? 0 : secondsUntil(end, now),
      ),
    );
    return { taken, retryAfterSeconds: Math.max(...waits) };
  };
  const pass = async (checks: Check[]): Promise<{ succeeded: () => Promise<void> }> => {
    const { taken, retryAfterSeconds } = await take(checks);
    if (retryAfterSeconds > 0)
      throw new AppError('too-many-tries', 'Too many attempts. Wait a while and try again.', { retryAfterSeconds });
    return {
      succeeded: async () => {
        await Promise.all(taken.map(({ scope, start }) => store.giveBack(scope, start)));
      },
    };
  };
  const only = async (checks: Check[]): Promise<void> => {
    await pass(checks);
  };

  return {
    login: async (account, ip) => {
      // Addresses are counted after a success, too: an attacker's own sign-ins must not reset the count.
      await only(perAddress('login', ip, throttles.loginPerAddress));
      return pass(perAccount('login', account, ip, throttles.loginPerAccount));
    },
    passwordChange: (userId, ip) => pass(perAccount('password', String(userId), ip, throttles.loginPerAccount)),
    register: (ip) => only(perAddress('register', ip, throttles.registerPerAddress)),
    refresh: (ip) => only(perAddress('refresh', ip, throttles.refreshPerAddress)),
    requestReset: (ip) => only(perAddress('reset-mail', ip, throttles.resetPerAddress)),
    mayMailReset: async (account) => {
      const perMailbox = { scope: `reset-mail|${nameOf(account)}`, ...throttles.resetMailPerAccount };
      return (await take([perMailbox])).retryAfterSeconds === 0;
    },
    resetPassword: (ip) => only(perAddress('reset', ip, throttles.resetPerAddress)),
    contact: (ip) => only(perAddress('contact', ip, throttles.contactPerAddress)),
    subscription: (userId) => only([{ scope: `subscription|${userId}`, ...throttles.subscriptionPerUser }]),
    keyRequest: (ip) => only(perAddress('key-request', ip, throttles.keyRequestPerAddress)),
    keyCode: (userId) => only([{ scope: `key-code|${userId}`, ...throttles.keyCodePerUser }]),
    challenge: (ip) => only(perAddress('challenge', ip, throttles.challengePerAddress)),
  };
};
