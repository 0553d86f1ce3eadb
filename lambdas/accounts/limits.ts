import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Clock, secondsUntil, windowAt } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { LimitStore } from '../platform/limit-store.ts';
import { addressOf, rangeOf } from './client-range.ts';

/** A limit of attempts in a fixed time window. */
export const throttle = z.object({ limit: z.int().min(1), windowSeconds: z.int().min(1) });
export type Throttle = z.infer<typeof throttle>;

/** The limits in the variable THROTTLES that concern accounts. */
export const throttlesSchema = z.object({
  loginPerAccount: throttle,
  loginPerAddress: throttle,
  registerPerAddress: throttle,
  trialPerAddress: throttle,
  refreshPerAddress: throttle,
  resetMailPerAccount: throttle,
  resetPerAddress: throttle,
  contactPerAddress: throttle,
  challengePerAddress: throttle,
  subscriptionPerUser: throttle,
  keyRequestPerAddress: throttle,
  keyCodePerUser: throttle,
  invitationPerUser: throttle,
});
export type Throttles = z.infer<typeof throttlesSchema>;

/** The limit of a whole address range (a /24 or /48), as a multiple of one address's limit. */
const RANGE_FACTOR = 5;

/**
 * The limit of guesses at one account from all addresses, as a multiple of one range's limit. An attacker in one range
 * cannot lock out the owner elsewhere, and an attacker with many ranges still gets few guesses.
 */
const EVERYWHERE_FACTOR = 10;

/** A limit, and the name of the counter to which it applies. */
interface Check extends Throttle {
  scope: string;
}

/** A pseudonym for an account, so the table's readers cannot see whose attempts are counted. */
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
 * The limits of the accounts domain. Each method counts an attempt. It throws AppError('throttled') with the seconds
 * left in the window, except `mayMailReset`.
 */
export interface Limits {
  /** Counts a sign-in before the password is checked, so parallel guesses count too. `succeeded` undoes the count. */
  login(account: string, ip: string): Promise<{ succeeded: () => Promise<void> }>;
  /** Counts a guess of the current password. Someone with a stolen access token could make such guesses. */
  passwordChange(userId: number, ip: string): Promise<{ succeeded: () => Promise<void> }>;
  /** Counts a sign-in with a passkey, and a request for its challenge. */
  passkey(ip: string): Promise<void>;
  register(ip: string): Promise<void>;
  trial(ip: string): Promise<void>;
  refresh(ip: string): Promise<void>;
  /** Counts a request for a reset email, for any account, by the caller's IP address. */
  requestReset(ip: string): Promise<void>;
  /**
   * Counts an email to one account from all callers. Returns false instead of throwing: a different response would
   * reveal that someone entered this address.
   */
  mayMailReset(account: string): Promise<boolean>;
  resetPassword(ip: string): Promise<void>;
  /** Counts a reading of an invitation. */
  readInvitation(ip: string): Promise<void>;
  contact(ip: string): Promise<void>;
  challenge(ip: string): Promise<void>;
  /** Counts a change of a user's subscription, because each change sends a request to the payment provider. */
  subscription(userId: number): Promise<void>;
  /** Counts a program's request for a key. */
  keyRequest(ip: string): Promise<void>;
  /** Counts a code that a user looks up or answers, because each code can be a guess. */
  keyCode(userId: number): Promise<void>;
  /** Counts an owner's email with an invitation. */
  invitation(userId: number): Promise<void>;
}

/** Applies the limits of `throttles`, with counters in `store`. */
export const limits = (store: LimitStore, throttles: Throttles, clock: Clock): Limits => {
  /** Counts an attempt in all windows. `retryAfterSeconds` is 0 if no limit is exceeded. */
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
      // The IP address's count remains after a success. Otherwise, an attacker could reset it with their own sign-ins.
      await only(perAddress('login', ip, throttles.loginPerAddress));
      return pass(perAccount('login', account, ip, throttles.loginPerAccount));
    },
    passwordChange: (userId, ip) => pass(perAccount('password', String(userId), ip, throttles.loginPerAccount)),
    passkey: (ip) => only(perAddress('passkey', ip, throttles.loginPerAddress)),
    register: (ip) => only(perAddress('register', ip, throttles.registerPerAddress)),
    trial: (ip) => only(perAddress('trial', ip, throttles.trialPerAddress)),
    refresh: (ip) => only(perAddress('refresh', ip, throttles.refreshPerAddress)),
    requestReset: (ip) => only(perAddress('reset-mail', ip, throttles.resetPerAddress)),
    mayMailReset: async (account) => {
      const perMailbox = { scope: `reset-mail|${nameOf(account)}`, ...throttles.resetMailPerAccount };
      return (await take([perMailbox])).retryAfterSeconds === 0;
    },
    resetPassword: (ip) => only(perAddress('reset', ip, throttles.resetPerAddress)),
    readInvitation: (ip) => only(perAddress('read-invitation', ip, throttles.loginPerAddress)),
    contact: (ip) => only(perAddress('contact', ip, throttles.contactPerAddress)),
    subscription: (userId) => only([{ scope: `subscription|${userId}`, ...throttles.subscriptionPerUser }]),
    keyRequest: (ip) => only(perAddress('key-request', ip, throttles.keyRequestPerAddress)),
    keyCode: (userId) => only([{ scope: `key-code|${userId}`, ...throttles.keyCodePerUser }]),
    invitation: (userId) => only([{ scope: `invitation|${userId}`, ...throttles.invitationPerUser }]),
    challenge: (ip) => only(perAddress('challenge', ip, throttles.challengePerAddress)),
  };
};
