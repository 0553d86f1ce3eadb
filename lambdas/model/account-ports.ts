import type { ChallengeAction } from '#contract/challenge';
import type { Account } from './account.ts';
import type { ApiKey } from './api-key.ts';
import type { Session } from './session.ts';

interface NewAccount {
  userId: number;
  email: string;
  passwordHash: string;
  createdAt: Date;
}

export interface AccountStore {
  /**
   * Claims the address and stores the account, all or nothing.
   * @returns false if the address is taken
   */
  insert(account: NewAccount): Promise<boolean>;
  /** Reads as much for an unknown address as for a known one, so neither response is faster. */
  byEmail(email: string): Promise<Account | undefined>;
  get(userId: number): Promise<Account | undefined>;
  /**
   * Replaces the password if it still is `from`, and starts a new epoch.
   * @returns the new epoch, or undefined
   */
  changePassword(userId: number, from: string, to: string): Promise<number | undefined>;
  /** Closes the review that was requested at `since`. */
  endReview(userId: number, since: string): Promise<void>;
  /** Stores the same password hashed with newer parameters; the epoch stays. */
  rehash(userId: number, from: string, to: string): Promise<void>;
}

interface ResetToken {
  userId: number;
  epoch: number;
  expiresAt: Date;
}

export interface ResetTokenStore {
  /** Stores a token, which replaces the account's previous one. Does nothing if the account does not exist. */
  put(hash: string, token: ResetToken): Promise<void>;
  /**
   * Reads a token without spending it. @returns its account; undefined if the token is unknown, spent, expired or
   * replaced by a newer one
   */
  ownerOf(hash: string, now: Date): Promise<number | undefined>;
  /**
   * Spends the token and sets the password, all or nothing. A new epoch ends all sessions and other reset links.
   * `review`: the owner is asked which of the account's targets are theirs. @returns the account's user id, or
   * undefined as for `ownerOf`
   */
  redeem(hash: string, passwordHash: string, now: Date, options: { review: boolean }): Promise<number | undefined>;
}

export interface SessionStore {
  insert(session: Session): Promise<void>;
  get(userId: number, family: string): Promise<Session | undefined>;
  /**
   * Replaces the current token only if it is still `from`.
   * @returns false if another call was faster
   */
  rotate(session: Session, from: string): Promise<boolean>;
  remove(userId: number, family: string): Promise<void>;
  removeAll(userId: number): Promise<void>;
}

export interface ApiKeyStore {
  /** All keys of a user, including invalid ones. `version` changes with each {@link replace}. */
  read(userId: number): Promise<{ keys: ApiKey[]; version: number }>;
  /**
   * Replaces all keys by `keys`.
   * @returns false if another change was faster
   */
  replace(userId: number, keys: ApiKey[], version: number): Promise<boolean>;
  /** One key, with its account's epoch, in one request; undefined if either does not exist. */
  find(userId: number, id: string): Promise<{ key: ApiKey; epoch: number } | undefined>;
  /** Changes nothing if the key was revoked meanwhile. */
  noteUse(userId: number, id: string, at: Date): Promise<void>;
}

/** Remembers single-use values. */
export interface NonceStore {
  /** @returns false if it was used before */
  spend(hash: string, expiresAt: Date): Promise<boolean>;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  /** Takes as long as `verify`, for accounts that do not exist. */
  pretend(password: string): Promise<void>;
  /** True if `hash` has outdated parameters. */
  outdated(hash: string): boolean;
}

export interface AccessTokens {
  /** A signed access token for `userId`, valid for fifteen minutes. */
  issue(userId: number): Promise<string>;
}

export interface ChallengeVerifier {
  /** Throws AppError('challenge-failed') unless `token` is a new solution for `action`; spends it. */
  verify(token: string, action: ChallengeAction, ip: string): Promise<void>;
}
