import type { ChallengeAction } from '#contract/challenge';
import type { Account } from './account.ts';
import type { ApiKey } from './api-key.ts';
import type { Session } from './session.ts';
import type { Target } from './target.ts';
import type { Webhook } from './webhook.ts';

interface NewAccount {
  userId: number;
  email: string;
  passwordHash: string;
  createdAt: Date;
  /** True if a sign-in provider has confirmed the address. */
  emailVerified?: boolean;
}

export interface AccountStore {
  /**
   * Claims the address and stores the account in one transaction.
   * @returns false if the address is taken
   */
  insert(account: NewAccount): Promise<boolean>;
  /**
   * Adds an address and a password to a trial, which becomes a Free account, in one transaction with its routes. Its
   * sessions end.
   * @returns the new epoch; 'address-taken'; or 'gone' if it is no longer a trial
   */
  claim(
    trial: { userId: number; routes: string[] },
    given: { email: string; passwordHash: string; now: Date },
  ): Promise<number | 'address-taken' | 'gone'>;
  /** Finds an account. Makes the same reads for an unknown address, so response times do not reveal accounts. */
  byEmail(email: string): Promise<Account | undefined>;
  get(userId: number): Promise<Account | undefined>;
  /**
   * Replaces the password if it is still `from`, and starts a new epoch.
   * @returns the new epoch, or undefined if nothing was changed
   */
  changePassword(userId: number, from: string, to: string): Promise<number | undefined>;
  /** Closes the review that was requested at `since`. */
  endReview(userId: number, since: string): Promise<void>;
  /** Stores a newer hash of the same password; the epoch does not change. */
  rehash(userId: number, from: string, to: string): Promise<void>;
}

/** A trial account with all its items. */
interface NewTrial {
  userId: number;
  createdAt: Date;
  /** RFC 3339: when it stops accepting calls. */
  endsAt: string;
  webhook: Webhook;
  target: Target;
}

export interface TrialStore {
  /** Stores the account, its target, its webhook and the webhook's route in one transaction. */
  insert(trial: NewTrial): Promise<void>;
  /** The number of trials that are not yet claimed or deleted. It can lag by some seconds. */
  count(): Promise<number>;
  /** The accounts of trials that can no longer be claimed, at most `limit`. Some may have been claimed just before. */
  due(now: Date, limit: number): Promise<number[]>;
}

interface ResetToken {
  userId: number;
  epoch: number;
  expiresAt: Date;
}

export interface ResetTokenStore {
  /** Stores a token, which invalidates the account's previous one. Does nothing if the account does not exist. */
  put(hash: string, token: ResetToken): Promise<void>;
  /**
   * Reads a token, which stays valid.
   * @returns its account; undefined if the token is unknown, used, expired or replaced by a newer one
   */
  ownerOf(hash: string, now: Date): Promise<number | undefined>;
  /**
   * Uses up the token and sets the password in one transaction. The new epoch ends all sessions and invalidates other
   * reset links. With `review`, the account's webhooks and targets await the owner's review.
   * @returns the account's user id, or undefined as for `ownerOf`
   */
  redeem(hash: string, passwordHash: string, now: Date, options: { review: boolean }): Promise<number | undefined>;
}

export interface SessionStore {
  insert(session: Session): Promise<void>;
  get(userId: number, family: string): Promise<Session | undefined>;
  /**
   * Replaces the current token only if it is still `from`.
   * @returns false if a concurrent call has already replaced it
   */
  rotate(session: Session, from: string): Promise<boolean>;
  remove(userId: number, family: string): Promise<void>;
  /** Ends all sessions of a user, except the one of the family `kept`. */
  removeAll(userId: number, kept?: string): Promise<void>;
}

export interface ApiKeyStore {
  /** All keys of a user, including expired ones. `version` changes with each {@link replace}. */
  read(userId: number): Promise<{ keys: ApiKey[]; version: number }>;
  /**
   * Replaces all keys with `keys`.
   * @returns false if the keys have changed since `version`
   */
  replace(userId: number, keys: ApiKey[], version: number): Promise<boolean>;
  /** Reads a key and its account's epoch in one request; undefined if either does not exist. */
  find(userId: number, id: string): Promise<{ key: ApiKey; epoch: number } | undefined>;
  /** Records a key's last use. Does nothing if the key has been revoked in the meantime. */
  noteUse(userId: number, id: string, at: Date): Promise<void>;
}

/** Ensures that each value is used only once. */
export interface NonceStore {
  /**
   * Marks a value as used.
   * @returns false if it was used before
   */
  spend(hash: string, expiresAt: Date): Promise<boolean>;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  /** Takes as long as `verify`, so a sign-in does not reveal that an account does not exist. */
  pretend(password: string): Promise<void>;
  /** True if `hash` has outdated parameters. */
  outdated(hash: string): boolean;
}

export interface AccessTokens {
  /** Creates a signed access token for `userId`, valid for fifteen minutes. A trial's token says so. */
  issue(userId: number, options?: { trial: boolean }): Promise<string>;
}

export interface ChallengeVerifier {
  /** Uses up `token`. Throws AppError('challenge-failed') unless it is an unused solution for `action`. */
  verify(token: string, action: ChallengeAction, ip: string): Promise<void>;
}
