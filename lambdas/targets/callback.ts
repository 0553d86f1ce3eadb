import type { MailboxConsent } from '../mail/consent.ts';
import type { MailEvent } from '../mail/mail-event.ts';
import type { AccountResources, OwnerAccounts } from '../mail/own-address.ts';
import type { CallbackAnswer, CallbackRequest } from '../outbound/callback.ts';
import type { Reason } from '../outbound/outcome.ts';
import type { OpenTarget, SendContext } from './send-context.ts';

/** The owner of a code; `hash` identifies it without revealing it. */
interface Claim {
  userId: number;
  targetId: number;
  hash: string;
}

/** A callback's changes to a target. Omitted fields stay. `secrets` replaces all secrets. */
export interface TargetPatch {
  status?: 'active' | 'inactive';
  statusReason?: Reason | undefined;
  options?: Record<string, unknown>;
  secrets?: Record<string, string>;
}

/** The permissions of one kind's callbacks: only on targets of that kind. */
export interface CallbackContext extends Omit<SendContext, 'mail'> {
  links: Readonly<Record<string, string>>;
  /** Redeems a code. Resolves to undefined if it is unknown, used or expired. */
  redeem(purpose: string, code: string): Promise<Claim | undefined>;
  /** Looks up a code without redeeming it. */
  peek(purpose: string, code: string): Promise<Claim | undefined>;
  /** The `hash` of this code's claim. */
  hashOf(code: string): string;
  /** Counts an attempt. Resolves to false if the limit of this window is reached. */
  attempt(scope: string, limit: number, windowSeconds: number): Promise<boolean>;
  /** Runs `work` unless it already ran for this `id`; a failed run may be repeated. @returns true if it ran. */
  once(id: string, lifetimeSeconds: number, work: () => Promise<void>): Promise<boolean>;
  target(userId: number, targetId: number): Promise<OpenTarget | undefined>;
  /** All targets of this kind with this reference, of any owner. */
  targetsAt(reference: string): Promise<OpenTarget[]>;
  /** @returns the changed target, or undefined when it is gone. */
  change(target: OpenTarget, patch: TargetPatch): Promise<OpenTarget | undefined>;
  consent: Pick<MailboxConsent, 'agreed' | 'declined'>;
  /** The accounts that targets belong to. */
  owners: OwnerAccounts;
  /** The names of an account's items, for its owner's review. */
  belongings(userId: number): Promise<AccountResources>;
  /** Reports that an accepted message failed later. `messageId` is `Message.id` of `target-kind.ts`. */
  reportFailure(target: { userId: number; targetId: number }, messageId: string, reason: Reason): Promise<void>;
}

export type CallbackHandler = (request: CallbackRequest, context: CallbackContext) => Promise<CallbackAnswer>;

export type MailEventHandler = (event: MailEvent, context: CallbackContext) => Promise<void>;
