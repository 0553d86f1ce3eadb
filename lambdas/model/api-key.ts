import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_PREFIX, type Scope } from '#contract/scopes';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Lengths in base-62 digits: a user id below 2^53, a secret of 190 bits, and a CRC-32. */
const USER_LENGTH = 9;
const SECRET_LENGTH = 32;
const CHECK_LENGTH = 6;

const FORM = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${USER_LENGTH + SECRET_LENGTH + CHECK_LENGTH}}$`);

const toBase62 = (value: number, length: number): string => {
  let rest = value;
  let digits = '';
  for (let place = 0; place < length; place += 1) {
    digits = DIGITS.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};

const fromBase62 = (digits: string): number =>
  [...digits].reduce((value, digit) => value * 62 + DIGITS.indexOf(digit), 0);

/** A stored key: its hash, and the metadata that its owner can see. */
export interface ApiKey {
  id: string;
  /** SHA-256 of the whole key, in hex. */
  hash: string;
  name: string;
  hint: string;
  scopes: Scope[];
  /** Ids of the webhooks that it can access; undefined if it can access all. */
  webhookIds: number[] | undefined;
  /**
   * The account's epoch when the key was created (see `account.ts`). A password change starts a new epoch, which
   * invalidates the key.
   */
  epoch: number;
  createdAt: Date;
  expiresAt: Date | undefined;
  /** Time of the last use, rounded to the hour. */
  lastUsedAt: Date | undefined;
}

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The public id of a key, which does not reveal the key. */
export const idOfHash = (hash: string): string => hash.slice(0, 20);

/**
 * Creates a key for `userId`: `thk_`, the user id, the secret, and a CRC-32 of these. Thanks to the user id, one read
 * finds the key. Mistyped and invented keys fail the checksum and cost no read.
 */
export const newApiKey = (userId: number): string => {
  const secret = Array.from({ length: SECRET_LENGTH }, () => DIGITS.charAt(randomInt(62))).join('');
  const text = `${KEY_PREFIX}${toBase62(userId, USER_LENGTH)}${secret}`;
  return text + toBase62(crc32(text), CHECK_LENGTH);
};

/** Reads the user id from an unverified key; undefined for text that {@link newApiKey} never creates. */
export const userOfKey = (key: string): number | undefined => {
  if (!FORM.test(key)) return undefined;
  const text = key.slice(0, -CHECK_LENGTH);
  if (toBase62(crc32(text), CHECK_LENGTH) !== key.slice(-CHECK_LENGTH)) return undefined;
  const userId = fromBase62(key.slice(KEY_PREFIX.length, KEY_PREFIX.length + USER_LENGTH));
  return Number.isSafeInteger(userId) && userId > 0 ? userId : undefined;
};

/** True if a key is valid at `now` and belongs to the account's current epoch. */
export const isAlive = ({ epoch, expiresAt }: ApiKey, accountEpoch: number, now: Date): boolean =>
  epoch === accountEpoch && (expiresAt === undefined || now < expiresAt);
