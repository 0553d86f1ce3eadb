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
 * Issues an API key to a program that cannot show a page (RFC 8628). The program displays a code and polls. The user
 * enters the code in the application, sees the program's name, and selects the key's permissions.
 */

const LIFETIME_SECONDS = 600;
const INTERVAL_SECONDS = 3;

/** The letters of codes (RFC 8628, 6.1). Without vowels, no code is a word, and no digit is mistaken for a letter. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/**
 * Maximum number of attempts to find an unused code. A code collides with a pending one once in a hundred million
 * times.
 */
const TRIES = 3;

/** The user's decision: an approved key with the account's epoch, or a denial. */
type KeyAnswer = { key: NewKey; userId: number; epoch: number } | { key: null };

export interface KeyRequest {
  name: string;
  ip: string;
  createdAt: Date;
  expiresAt: Date;
  secretHash: string;
  answer: KeyAnswer | undefined;
}

/** Stores key requests by the hash of their code. */
export interface KeyRequestStore {
  /**
   * Stores a request.
   * @returns false if the code is already in use
   */
  insert(codeHash: string, request: KeyRequest): Promise<boolean>;
  /** Reads a request; undefined if the code is unknown or expired. */
  get(codeHash: string, now: Date): Promise<KeyRequest | undefined>;
  /**
   * Stores the user's answer.
   * @returns true if this is the first answer and the request has not expired
   */
  answer(codeHash: string, answer: KeyAnswer, now: Date): Promise<boolean>;
  /**
   * Removes the request with this code and secret.
   * @returns true for only one of several calls
   */
  remove(codeHash: string, secretHash: string): Promise<boolean>;
}

export type KeyRequestPorts = CreateKeyPorts & { keyRequests: KeyRequestStore; limits: Limits };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const newCode = () => Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

/** Hashes a code as a user typed it. Case, spaces and hyphens do not matter. */
const codeHashOf = (typed: string): string => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  if (code.length !== LENGTH || [...code].some((letter) => !LETTERS.includes(letter))) throw unknown();
  return hashOf(code);
};

/** The error for a code that is unknown, expired, answered or used. The response does not reveal which. */
const unknown = () => notFound('Code');

/**
 * Starts a request and returns its code and secret.
 * @throws AppError('throttled' | 'unavailable')
 */
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
 * Approves or denies a request, once. The key is only created when the program fetches it, so it is never stored in
 * plain text.
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
 * Returns a request's state to the program that made it. If the request was approved, creates the key and returns it,
 * once. There is no key if the account was deleted, or its password changed, after the approval.
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
