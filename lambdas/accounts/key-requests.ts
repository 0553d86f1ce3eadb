import { createHash, randomInt } from 'node:crypto';
import type * as z from 'zod';
import type { NewKey } from '#contract/api-key';
import type { KeyRequestWire, keyTaken } from '#contract/key-request';
import { secondsAfter } from '../platform/clock.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { newToken } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { sameSecret } from '../platform/same-secret.ts';
import { type CreateKeyPorts, checkNewKey, createKey } from './api-keys.ts';
import type { Limits } from './limits.ts';

/*
 * Issues a key to a program that cannot show a page (RFC 8628). The program displays a code and polls. The user enters
 * the code in the application, sees the program's name, and chooses the key's permissions.
 */

const LIFETIME_SECONDS = 600;
const INTERVAL_SECONDS = 3;

/** RFC 8628, 6.1: no vowels, so no code is a word, and no digits that look like letters. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/** Attempts to find an unused code. The chance that one collides with a pending code is one in a hundred million. */
const TRIES = 3;

/** The decision: the approved key and the account's epoch, or a denial. */
type KeyAnswer = { key: NewKey; userId: number; epoch: number } | { key: null };

export interface KeyRequest {
  name: string;
  ip: string;
  createdAt: Date;
  expiresAt: Date;
  secretHash: string;
  answer: KeyAnswer | undefined;
}

/** Key requests by the hash of their code. */
export interface KeyRequestStore {
  /** @returns false if the code is already in use */
  insert(codeHash: string, request: KeyRequest): Promise<boolean>;
  /** Undefined if the code is unknown or expired. */
  get(codeHash: string, now: Date): Promise<KeyRequest | undefined>;
  /** @returns true for the first answer before the request expires */
  answer(codeHash: string, answer: KeyAnswer, now: Date): Promise<boolean>;
  /**
   * Ends the request with this secret.
   * @returns true for the first call
   */
  remove(codeHash: string, secretHash: string): Promise<boolean>;
}

export type KeyRequestPorts = CreateKeyPorts & { keyRequests: KeyRequestStore; limits: Limits };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const newCode = () => Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

/** The hash of a code as a person typed it. */
const codeHashOf = (typed: string): string => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  if (code.length !== LENGTH || [...code].some((letter) => !LETTERS.includes(letter))) throw unknown();
  return hashOf(code);
};

/** The error for an expired, answered, used or unknown code. The response does not distinguish these. */
const unknown = () => notFound('Code');

/** Starts a request and returns its code and secret. @throws AppError('throttled' | 'unavailable') */
export const startKeyRequest = async (
  { name }: { name: string },
  ip: string,
  { keyRequests, limits, clock }: KeyRequestPorts,
) => {
  await limits.keyRequest(ip);
  const now = clock();
  const secret = newToken(32);
  const request = {
    name,
    ip,
    createdAt: now,
    expiresAt: secondsAfter(now, LIFETIME_SECONDS),
    secretHash: hashOf(secret),
    answer: undefined,
  };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const code = newCode();
    if (await keyRequests.insert(hashOf(code), request))
      return {
        code: `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`,
        secret,
        expires_in_seconds: LIFETIME_SECONDS,
        interval_seconds: INTERVAL_SECONDS,
      };
  }
  throw new AppError('unavailable', 'The code could not be created. Try again.');
};

/**
 * Returns a pending request to a signed-in user who knows its code.
 * @throws AppError('not-found' | 'throttled')
 */
export const getKeyRequest = async (
  userId: number,
  code: string,
  { keyRequests, limits, clock }: KeyRequestPorts,
): Promise<KeyRequestWire> => {
  await limits.keyCode(userId);
  const request = await keyRequests.get(codeHashOf(code), clock());
  if (!request || request.answer) throw unknown();
  const { name, ip, createdAt, expiresAt } = request;
  return { name, ip, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() };
};

/**
 * Approves or denies a request, once. The key is created when the program fetches it, so it is never stored in between.
 * @throws AppError('not-found' | 'throttled' | 'invalid-input' | 'key-limit-reached' | 'unauthenticated')
 */
export const answerKeyRequest = async (
  userId: number,
  code: string,
  { key }: { key: NewKey | null },
  ports: KeyRequestPorts,
): Promise<void> => {
  await ports.limits.keyCode(userId);
  const codeHash = codeHashOf(code);
  const epoch = key ? await checkNewKey(userId, key, ports) : 0;
  const answer: KeyAnswer = key ? { key, userId, epoch } : { key };
  if (!(await ports.keyRequests.answer(codeHash, answer, ports.clock()))) throw unknown();
  log.info(key ? 'request for a key allowed' : 'request for a key refused', { userId });
};

/**
 * Returns a request's state to the program that made it, and the key once. There is no key if the account was deleted,
 * or its password changed after the approval.
 * @throws AppError('not-found' | 'key-limit-reached' | 'unavailable')
 */
export const takeKey = async (
  { code, secret }: { code: string; secret: string },
  ports: KeyRequestPorts,
): Promise<z.infer<typeof keyTaken> & { userId?: number }> => {
  const codeHash = codeHashOf(code);
  const request = await ports.keyRequests.get(codeHash, ports.clock());
  if (!request || !sameSecret(request.secretHash, hashOf(secret))) throw unknown();
  const { answer } = request;
  if (!answer) return { state: 'waiting' };
  if (!(await ports.keyRequests.remove(codeHash, request.secretHash))) throw unknown();
  if (answer.key === null) return { state: 'refused' };
  const account = await ports.accounts.get(answer.userId);
  if (account?.epoch !== answer.epoch) throw unknown();
  return { state: 'ready', key: await createKey(answer.userId, answer.key, ports), userId: answer.userId };
};
