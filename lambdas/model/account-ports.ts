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
  /** Claims the address and stores the account, all or nothing. @returns false when the address is taken. */
  insert(account: NewAccount): Promise<boolean>;
  /** Reads as much for an unknown address as for a known one, so neither answers sooner. */
  byEmail(email: string): Promise<Account | undefined>;
  get(userId: number): Promise<Account | undefined>;
  /** Replaces the password while it still is `from`, and begins a new epoch. @returns the new epoch, or undefined. */
  changePassword(userId: number, from: string, to: string): Promise<number | undefined>;
  /** Closes the question that began at `since`. */
  endReview(userId: number, since: string): Promise<void>;
  /** Stores the same password under newer parameters of the hash; the epoch stays. */
  rehash(userId: number, from: string, to: string): Promise<void>;
}

interface ResetToken {
  userId: number;
  epoch: number;
  expiresAt: Date;
}

export interface ResetTokenStore {
  /** Stores a token, which ends the one before of the same account. Does nothing when the account is gone. */
  put(hash: string, token: ResetToken): Promise<void>;
  /**
   * @returns the account that a token is for, which stays unspent; undefined when it is unknown, spent, expired or
   * followed by a newer one.
   */
  ownerOf(hash: string, now: Date): Promise<number | undefined>;
  /**
   * Spends the token and sets the password, all or nothing; the epoch grows, so all sessions and all other reset links
   * end with it. `review`: the owner is asked which of the account's targets are theirs. @returns the account's user
   * id, or undefined as for `ownerOf`.
   */
  redeem(hash: string, passwordHash: string, now: Date, options: { review: boolean }): Promise<number | undefined>;
}

export interface SessionStore {
  insert(session: Session): Promise<void>;
  get(userId: number, family: string): Promise<Session | undefined>;
  /** Replaces the current token while it still is `from`. @returns false when another call was first. */
  rotate(session: Session, from: string): Promise<boolean>;
  remove(userId: number, family: string): Promise<void>;
  removeAll(userId: number): Promise<void>;
}

export interface ApiKeyStore {
  /** All keys of a user, dead ones too. `version` changes with each {@link replace}. */
  read(userId: number): Promise<{ keys: ApiKey[]; version: number }>;
  /** Stores `keys` in the place of all others. @returns false when another change was first. */
  replace(userId: number, keys: ApiKey[], version: number): Promise<boolean>;
  /** One key, with its account's epoch, in one request; undefined if either is gone. */
  find(userId: number, id: string): Promise<{ key: ApiKey; epoch: number } | undefined>;
  /** Changes nothing for a key that was revoked meanwhile. */
  noteUse(userId: number, id: string, at: Date): Promise<void>;
}

/** Remembers single-use values. */
export interface NonceStore {
  /** @returns false when it was used before. */
  spend(hash: string, expiresAt: Date): Promise<boolean>;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  /** As much work as `verify`, for accounts that do not exist. */
  pretend(password: string): Promise<void>;
  /** True if `hash` was made with outdated parameters. */
  outdated(hash: string): boolean;
}

export interface AccessTokens {
  /** A signed access token for `userId`, valid for fifteen minutes. */
  issue(userId: number): Promise<string>;
}

export interface ChallengeVerifier {
  /** Throws AppError('challenge-failed') unless `token` is a fresh solution for `action`; spends it. */
  verify(token: string, action: ChallengeAction, ip: string): Promise<void>;
}
