import type { TargetFormFieldWire } from '#contract/target';
import type { MailboxConsent } from '../mail/consent.ts';
import type { Delivery, Message, MessageLimit, OutboundMail, ProviderCredentials } from '../model/message.ts';
import type { Reason } from '../outbound/outcome.ts';
import type { RichMessage } from '../templates/rich/tree.ts';
import type { CallbackHandler, MailEventHandler } from './callback.ts';
import type { BatchedMessage } from './digest.ts';
import type { OperatorSetup } from './operator-setup.ts';
import type { OpenTarget, SendContext } from './send-context.ts';

export interface DeliverContext extends SendContext {
  /**
   * Identity of the process’s HTTP client, for facts about a provider that all accounts share. It cannot send, so
   * drivers always send for an account.
   */
  client: WeakKey;
}

/** The result of onboarding a target: the stored data, and the next screen of its owner. */
export interface OnboardingResult {
  status: 'active' | 'pending';
  statusReason?: Reason;
  options: Record<string, unknown>;
  secrets?: Record<string, string>;
  /** Options that only this response contains (a signing secret). */
  shownOnce?: Record<string, unknown>;
}

export interface BeginContext extends SendContext {
  /** Host names of this service, which no target can use. */
  ownHosts: readonly string[];
  mail: OutboundMail & {
    /** Allows emails again to an address that bounced recently. */
    clearSuppression(address: string): Promise<void>;
  };
  /** The mailboxes' decisions about confirmation emails. */
  consent: Pick<MailboxConsent, 'ask' | 'uncount'>;
  userId: number;
  targetId: number;
  targetName: string;
  ownerEmail: string;
  /** True if the owner has proved access to the mailbox of `ownerEmail`. */
  ownerEmailVerified: boolean;
  /**
   * Issues a random code for a single use, by which the callback finds the target until the code expires. A `typed`
   * code has 16 capital letters and digits (80 bits) that are hard to confuse. A `url` code has 128 bits and is
   * URL-safe.
   */
  issueCode(purpose: string, lifetimeSeconds: number, form?: 'typed' | 'url'): Promise<string>;
  /** Returns a name of a code that does not reveal it, the same as `Claim.hash` of its redemption. */
  hashOf(code: string): string;
  /** Invalidates a code before its expiry. Ignores unknown codes. */
  revokeCode(purpose: string, code: string): Promise<void>;
  /** Counts an attempt. Resolves to false if the limit of this window is reached. */
  attempt(scope: string, limit: number, windowSeconds: number): Promise<boolean>;
  /** Pages at providers that the owner's browser is sent to, by name (setting `providerLinks`). */
  links: Readonly<Record<string, string>>;
}

/**
 * The static facts of a kind. One folder per kind under `integrations/targets/`. The code that sets targets up or calls
 * the provider belongs to the driver. So a function that delivers a message of one kind loads only that kind's driver.
 */
export interface TargetKind {
  slug: string;
  /** The position of the kind in lists. */
  place: number;
  name: string;
  description: string;
  setup: 'none' | 'form' | 'code' | 'redirect';
  /** Set if the form opens in a separate dialog, because finding its values takes a few steps elsewhere. */
  guided?: true;
  /** The set-up of such a target, step by step, for the documentation. */
  guide: readonly string[];
  /** Search words of the documentation for this kind, besides those of its guide. */
  keywords: string;
  /** The receivers of the messages, for the privacy policy; omitted if the policy names them elsewhere. */
  company?: string;
  fields: TargetFormFieldWire[];
  icon: { paths: string[]; colour: string };
  /**
   * Set if an active target can move to another chat with a new code (`{renew: true}`). It keeps the current chat until
   * then.
   */
  movable?: true;
  /**
   * The message settings that an owner can choose; omitted if there are none. `id` matches the provider's id of a
   * person, `hint` explains where to find it.
   */
  settings?: { link?: true; silent_below?: true; mention?: { id: RegExp; hint: string } };
  /** Undefined for any length. */
  limit: MessageLimit | undefined;
  /** The limit, as the documentation describes it. */
  longest?: string;
  /** The provider's documented rate for one target. */
  pace: { messagesPerSecond: number };
  /**
   * The receiver's name in a sentence and, for URLs that owners enter, its host. If omitted, all targets of this kind
   * have one provider with the kind's name.
   */
  provider?: { name: string; hostOf?(options: Record<string, unknown>): string | undefined };
  /** Patterns of this kind's secrets in provider answers and errors; every match is masked. */
  secretPattern?: RegExp;
  /** A provider’s URL with which anyone can post, and its replacement in any text; flag g, linear time. */
  secretAddress?: readonly [pattern: RegExp, shown: string];
  /** The error for an owner who already has a target of this kind and name; undefined if names can repeat. */
  duplicateName?: string;
  /** The reason that this deployment cannot offer the kind; undefined when it can. */
  unavailable(credentials: ProviderCredentials): string | undefined;
  /** The operator's public credentials: names, ids, numbers. */
  publicCredentials?: readonly string[];
  /** The options for the owner, with masked secrets. */
  publicOptions(options: Record<string, unknown>): Record<string, unknown>;
  /** The provider's id of this target in callbacks (a chat, a number), or undefined. */
  reference?(options: Record<string, unknown>): string | undefined;
  /** Loads the kind's code. */
  driver(): Promise<Driver>;
}

/** The operations of a kind: `integrations/targets/<kind>/driver.ts`. */
export interface Driver {
  /** Sets up the operator's side at the provider; omitted if the provider needs no set-up. */
  operatorSetup?: OperatorSetup;
  /** Checks the options a client sent and starts the onboarding. Throws AppError('invalid-input') naming the field. */
  begin(options: Record<string, unknown>, context: BeginContext): Promise<OnboardingResult>;
  /**
   * Applies options of a later change (`renew: true` starts the onboarding again). Resolves to undefined if nothing
   * changes. Omitted for kinds without changeable options.
   */
  change?(
    options: Record<string, unknown>,
    target: OpenTarget,
    context: BeginContext,
  ): Promise<OnboardingResult | undefined>;
  /** Reactivates an inactive target; omitted if its owner's request is enough. */
  reactivate?(target: OpenTarget, context: BeginContext): Promise<OnboardingResult>;
  /** Sends one part and classifies the answer. */
  deliver(message: Message, target: OpenTarget, context: DeliverContext): Promise<Delivery>;
  /** True if one formatted part is within the provider's limits; omitted if there is no limit. */
  fitsRich?(part: RichMessage): boolean;
  /** Sends a batch of messages as one; needed if `deliver` batches. `id` is the same for each attempt. */
  deliverBatch?(messages: BatchedMessage[], id: string, target: OpenTarget, context: DeliverContext): Promise<Delivery>;
  /** Answers requests of the provider, and of browsers that it redirects, at `/api/callbacks/<slug>[/…]`. */
  callback?: CallbackHandler;
  /** Acts on a report about an earlier email. */
  mailEvent?: MailEventHandler;
}
