import type { MailboxConsent } from '../mail/consent.ts';
import type { MailEvent } from '../mail/mail-event.ts';
import type { AccountResources, OwnerAccounts } from '../mail/own-address.ts';
import type { CallbackAnswer, CallbackRequest } from '../platform/outbound/callback.ts';
import type { Reason } from '../platform/outbound/outcome.ts';
import type { OpenTarget, SendContext } from './send-context.ts';

/** The target that a code belongs to. `hash` identifies the code without revealing it. */
interface Claim {
  userId: number;
  targetId: number;
  hash: string;
}

/** A callback's changes to a target. Omitted fields stay unchanged. `secrets` replaces all secrets. */
export interface TargetPatch {
  status?: 'active' | 'inactive';
  statusReason?: Reason | undefined;
  options?: Record<string, unknown>;
  secrets?: Record<string, string>;
}

/** The operations available to a kind's callbacks, restricted to targets of that kind. */
export interface CallbackContext extends Omit<SendContext, 'mail'> {
  links: Readonly<Record<string, string>>;
  /** Redeems a code. Resolves to undefined if it is unknown, used or expired. */
  redeem(purpose: string, code: string): Promise<Claim | undefined>;
  /** Looks up a code without redeeming it. Resolves to undefined like `redeem`. */
  peek(purpose: string, code: string): Promise<Claim | undefined>;
  /** Returns the `hash` that identifies a code. */
  hashOf(code: string): string;
  /** Counts an attempt. Resolves to false if the limit of this window is reached. */
  attempt(scope: string, limit: number, windowSeconds: number): Promise<boolean>;
  /** Runs `work` unless it already ran for this `id`. A failed run can be repeated. Resolves to true if it ran. */
  once(id: string, lifetimeSeconds: number, work: () => Promise<void>): Promise<boolean>;
  target(userId: number, targetId: number): Promise<OpenTarget | undefined>;
  /** Returns all targets of this kind with this provider id, of any owner. */
  targetsAt(reference: string): Promise<OpenTarget[]>;
  /** Resolves to the changed target, or undefined if it no longer exists. */
  change(target: OpenTarget, patch: TargetPatch): Promise<OpenTarget | undefined>;
  consent: Pick<MailboxConsent, 'agreed' | 'declined'>;
  /** The accounts of the targets' owners. */
  owners: OwnerAccounts;
  /** Returns the names of an account's webhooks and targets, for its owner's review. */
  belongings(userId: number): Promise<AccountResources>;
  /** Acknowledges the call of a target's message by its button. Resolves to the result for the person `by`. */
  acknowledge(target: OpenTarget, dispatchId: string, by: string): Promise<string>;
  /** Reports that an accepted message failed later. `messageId` is `Message.id` of `target-kind.ts`. */
  reportFailure(target: { userId: number; targetId: number }, messageId: string, reason: Reason): Promise<void>;
}

export type CallbackHandler = (request: CallbackRequest, context: CallbackContext) => Promise<CallbackAnswer>;

export type MailEventHandler = (event: MailEvent, context: CallbackContext) => Promise<void>;
