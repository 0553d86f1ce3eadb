import type { Reason } from '../platform/outbound/outcome.ts';
import type { RichMessage } from '../templates/rich/tree.ts';
import type { FollowUp } from './matter.ts';
import type { Delivery, FollowedMessage, Lost, Message, MessageLimit } from './message.ts';
import type { Provider, Target } from './target.ts';

/** The editable fields of a stored target; omitted fields stay unchanged. */
export type TargetChanges = Partial<Pick<Target, 'name' | 'status' | 'statusReason' | 'options' | 'sealedSecrets'>>;

export interface TargetStore {
  /** Lists targets, oldest first. `mayLag` is far cheaper, but omits secrets and can miss the latest writes. */
  list(userId: number, options?: { mayLag: boolean }): Promise<Target[]>;
  get(userId: number, targetId: number): Promise<Target | undefined>;
  /**
   * Stores the target and counts it for its owner in one transaction.
   * @param maxTargets `null` means unlimited
   * @returns false if the owner already has `maxTargets`, or does not exist
   */
  insert(target: Target, maxTargets: number | null): Promise<boolean>;
  /**
   * Changes a target that exists and is not being deleted. With `expected`, its status must be one of these, or it must
   * be unchanged since it was read.
   * @returns the changed target, or undefined if nothing was changed
   */
  update(
    userId: number,
    targetId: number,
    changes: TargetChanges,
    at: Date,
    expected?: Target['status'][] | Pick<Target, 'updatedAt'>,
  ): Promise<Target | undefined>;
  /**
   * Marks a target as deleted, so webhooks can no longer select it and it cannot change.
   * @returns false if it did not exist
   */
  markDeleted(userId: number, targetId: number, at: Date): Promise<boolean>;
  /**
   * Removes the target and reduces the owner's count.
   * @returns false if it did not exist
   */
  remove(userId: number, targetId: number): Promise<boolean>;
  /**
   * Makes an active target inactive, because its provider rejected it permanently.
   * @returns false if it was not active
   */
  markInactive(userId: number, targetId: number, reason: Reason, at: Date): Promise<boolean>;
}

export interface StoredCode {
  userId: number;
  targetId: number;
  /** Epoch seconds. */
  expiresAt: number;
}

/** Stores codes and OAuth states by their hash, counts attempts, and remembers processed events. */
export interface CodeStore {
  put(purpose: string, hash: string, code: StoredCode): Promise<void>;
  /** Reads a code; undefined if it is unknown or expired. */
  read(purpose: string, hash: string, now: Date): Promise<StoredCode | undefined>;
  /**
   * Removes a code and returns it. Only one of several concurrent calls gets it. Returns undefined if the code is
   * unknown or expired.
   */
  take(purpose: string, hash: string, now: Date): Promise<StoredCode | undefined>;
  remove(purpose: string, hash: string): Promise<void>;
  /**
   * Records that an event is being processed.
   * @param expiresAt in epoch seconds
   * @returns false if the event was already recorded
   */
  claim(purpose: string, hash: string, expiresAt: number): Promise<boolean>;
  /**
   * Counts an attempt.
   * @returns the number of attempts in the current window, including this one
   */
  countAttempt(scope: string, windowSeconds: number, now: Date): Promise<number>;
}

/** Finds targets by the chat, number or address in a provider's callback. */
export interface ProviderReferenceStore {
  add(kind: string, reference: string, target: { userId: number; targetId: number }): Promise<void>;
  remove(kind: string, reference: string, target: { userId: number; targetId: number }): Promise<void>;
  list(kind: string, reference: string): Promise<{ userId: number; targetId: number }[]>;
}

/** The owner's webhooks, with the data that targets need. */
export interface WebhookDirectory {
  list(
    userId: number,
    options?: { mayLag: boolean },
  ): Promise<{ id: number; name: string; enabled: boolean; targetIds: number[] }[]>;
}

/**
 * The number of dispatches and the time of the latest one (RFC 3339), by target id. Targets without dispatches are
 * missing.
 */
export interface DispatchCounts {
  read(userId: number): Promise<{ [targetId: string]: { total: number; lastAt: string } | undefined }>;
}

/** Encrypts a target’s secrets for storage. `boundTo` (the target) must be the same when they are opened. */
export interface Sealer {
  seal(secrets: Record<string, string>, boundTo: string): string;
  /** @throws Error if the text was changed, belongs to another target, or its key is no longer known */
  open(sealed: string, boundTo: string): Record<string, string>;
}

/** Marks a delivered message as failed when the provider reports later that it did not arrive. */
export interface LateFailures {
  report(failure: { userId: number; targetId: number; dispatchId: string; reason: Reason }): Promise<void>;
}

/** Sends to targets of all kinds. It never throws because of a provider's error. */
export interface Sender {
  send(message: Message, target: Target): Promise<Delivery>;
  /** Keeps a message for a digest, if its target has had enough single messages; otherwise resolves to undefined. */
  intoDigest(
    message: Message,
    target: Pick<Target, 'userId' | 'id' | 'kind'>,
  ): Promise<(Delivery & { kind: 'ok' }) | undefined>;
  /** Changes an earlier message, or replies to it. Only for the ways that `followsOf` returns. */
  follow(message: Message, followed: FollowedMessage, target: Target): Promise<Delivery | Lost>;
  /**
   * The ways in which a kind's messages can follow up on earlier ones. `data` means that each message names the earlier
   * one for a program.
   */
  followsOf(kind: string): readonly (FollowUp | 'data')[];
  /** A fingerprint of a target's chat, which differs once its owner moves the target to another one. */
  chatOf(target: Target): string;
  /** Returns undefined if there is no limit. */
  limitOf(kind: string, options?: Record<string, unknown>): MessageLimit | undefined;
  /** Returns a check that a formatted part is within the target's limits; undefined if there are none. */
  richFitOf(kind: string, options?: Record<string, unknown>): Promise<((part: RichMessage) => boolean) | undefined>;
  /** A target’s provider. */
  providerOf(target: Target): Provider;
}

export interface TargetEffects {
  /** Updates the target after a delivery: deactivates a permanently rejected target, or stores a moved destination. */
  apply(target: Target, delivery: Delivery): Promise<void>;
}

export interface NoticeStore {
  /**
   * Reserves a notice.
   * @returns true at most once per webhook and target in `seconds`
   */
  claim(webhookId: number, targetId: number, seconds: number, now: Date): Promise<boolean>;
}
