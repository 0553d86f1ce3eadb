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

/** A callback's changes of a target; omitted fields stay. `secrets` replaces all of them. */
export interface TargetPatch {
  status?: 'active' | 'inactive';
  statusReason?: Reason | undefined;
  options?: Record<string, unknown>;
  secrets?: Record<string, string>;
}

/** The permissions of one kind's callbacks: only on targets of that kind. */
export interface CallbackContext extends Omit<SendContext, 'mail'> {
  links: Readonly<Record<string, string>>;
  /** Uses up a code; undefined when it is unknown, used or expired. */
  redeem(purpose: string, code: string): Promise<Claim | undefined>;
  /** Reads a code without using it up. */
  peek(purpose: string, code: string): Promise<Claim | undefined>;
  /** The `hash` of this code's claim. */
  hashOf(code: string): string;
  /** Counts a try; false = the limit of this window is used up. */
  attempt(scope: string, limit: number, windowSeconds: number): Promise<boolean>;
  /** Runs `work` unless it already ran for this `id`; a failed run may be repeated. @returns true if it ran. */
  once(id: string, lifetimeSeconds: number, work: () => Promise<void>): Promise<boolean>;
  target(userId: number, targetId: number): Promise<OpenTarget | undefined>;
  /** All targets, of any owner, whose kind's `reference` is this. */
  targetsAt(reference: string): Promise<OpenTarget[]>;
  /** @returns the changed target, or undefined when it is gone. */
  change(target: OpenTarget, patch: TargetPatch): Promise<OpenTarget | undefined>;
  consent: Pick<MailboxConsent, 'agreed' | 'declined'>;
  /** The accounts that targets belong to. */
  owners: OwnerAccounts;
  /** The names of an account's items, for its owner's review. */
  belongings(userId: number): Promise<AccountResources>;
  /** An accepted message has failed later. `messageId` is `Message.id` of `target-kind.ts`. */
  reportFailure(target: { userId: number; targetId: number }, messageId: string, reason: Reason): Promise<void>;
}

export type CallbackHandler = (request: CallbackRequest, context: CallbackContext) => Promise<CallbackAnswer>;

export type MailEventHandler = (event: MailEvent, context: CallbackContext) => Promise<void>;
