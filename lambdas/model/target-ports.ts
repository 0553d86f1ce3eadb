import type { Reason } from '../outbound/outcome.ts';
import type { RichMessage } from '../templates/rich/tree.ts';
import type { Delivery, Message, MessageLimit } from './message.ts';
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
   * Changes an existing target that is not being deleted. With `expected`, only if its status is one of these.
   * @returns the changed target, or undefined if nothing was changed
   */
  update(
    userId: number,
    targetId: number,
    changes: TargetChanges,
    at: Date,
    expected?: Target['status'][],
  ): Promise<Target | undefined>;
  /**
   * Marks a target as deleted, so no webhook can choose it and nothing changes it.
   * @returns false if it did not exist
   */
  markDeleted(userId: number, targetId: number, at: Date): Promise<boolean>;
  /**
   * Removes the target and reduces the owner's count.
   * @returns false if it did not exist
   */
  remove(userId: number, targetId: number): Promise<boolean>;
  /**
   * Marks an active target as rejected permanently by its provider.
   * @returns false if it is not active
   */
  markInactive(userId: number, targetId: number, reason: Reason, at: Date): Promise<boolean>;
}

export interface StoredCode {
  userId: number;
  targetId: number;
  /** Epoch seconds. */
  expiresAt: number;
}

/** Codes and OAuth states by their hash, attempts per window, and processed events. */
export interface CodeStore {
  put(purpose: string, hash: string, code: StoredCode): Promise<void>;
  /** Returns undefined if the code is unknown or expired. */
  read(purpose: string, hash: string, now: Date): Promise<StoredCode | undefined>;
  /**
   * Removes the code and returns it. Of two concurrent calls, only one gets it. Returns undefined if the code is
   * unknown or expired.
   */
  take(purpose: string, hash: string, now: Date): Promise<StoredCode | undefined>;
  remove(purpose: string, hash: string): Promise<void>;
  /**
   * Records that an event is being processed.
   * @returns false if it was already recorded. `expiresAt` is in epoch seconds.
   */
  claim(purpose: string, hash: string, expiresAt: number): Promise<boolean>;
  /**
   * Counts an attempt.
   * @returns the number of attempts in the current window, including this one
   */
  countAttempt(scope: string, windowSeconds: number, now: Date): Promise<number>;
}

/** Finds the targets of a provider's callback by its chat, number or address. */
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

/** Number and last time (RFC 3339) of dispatches, by target id. Targets without dispatches are missing. */
export interface DispatchCounts {
  read(userId: number): Promise<{ [targetId: string]: { total: number; lastAt: string } | undefined }>;
}

/** Encrypts a target’s secrets for storage. `boundTo` (the target) must be the same when they are opened. */
export interface Sealer {
  seal(secrets: Record<string, string>, boundTo: string): string;
  /** @throws Error if the text was changed, belongs to another target, or its key is no longer known */
  open(sealed: string, boundTo: string): Record<string, string>;
}

/** Marks a delivery as failed after the provider reported a failure later. */
export interface LateFailures {
  report(failure: { userId: number; targetId: number; dispatchId: string; reason: Reason }): Promise<void>;
}

/** Sends to a target of any kind. It never throws for a provider's error. */
export interface Sender {
  send(message: Message, target: Target): Promise<Delivery>;
  /** Returns undefined if there is no limit. */
  limitOf(kind: string): MessageLimit | undefined;
  /** Returns a check that a formatted part is within the kind's limits; undefined if there are none. */
  richFitOf(kind: string): Promise<((part: RichMessage) => boolean) | undefined>;
  /** A target’s provider. */
  providerOf(target: Target): Provider;
}

export interface TargetEffects {
  /** Stores a delivery's result for the target: rejected permanently, or moved. */
  apply(target: Target, delivery: Delivery): Promise<void>;
}

export interface NoticeStore {
  /** @returns true if a notice can be sent now, which is once per webhook and target in `seconds` */
  claim(webhookId: number, targetId: number, seconds: number, now: Date): Promise<boolean>;
}

/** When a request was last sent to a target, for its rate limit. */
export interface RequestTimes {
  /** Stores the time of the latest request to the target. */
  saveSentAt(userId: number, targetId: number, at: Date): Promise<void>;
}
