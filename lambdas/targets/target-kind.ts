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
  /** Added to the options of this one answer and never shown again (a signing secret). */
  shownOnce?: Record<string, unknown>;
}

export interface BeginContext extends SendContext {
  /** Host names of this service, which no target can use. */
  ownHosts: readonly string[];
  mail: OutboundMail & {
    /** Allows emails to an address again although it bounced recently. */
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
   * Random, single use, remembered with its target until it expires; the callback finds the target by it.
   * `typed`: 16 capital letters and digits (80 bits) that are hard to mistake for each other. `url`: 128 bits, URL-safe.
   */
  issueCode(purpose: string, lifetimeSeconds: number, form?: 'typed' | 'url'): Promise<string>;
  /** Names a code without revealing it; equals `Claim.hash` when the code comes back. */
  hashOf(code: string): string;
  /** Makes a code worthless before its expiry; unknown codes are ignored. */
  revokeCode(purpose: string, code: string): Promise<void>;
  /** Counts a try; false = the limit of this window is used up. */
  attempt(scope: string, limit: number, windowSeconds: number): Promise<boolean>;
  /** Pages at providers that the owner's browser is sent to, by name (setting `providerLinks`). */
  links: Readonly<Record<string, string>>;
}

/**
 * The static facts of a kind. One folder per kind under `integrations/targets/`. The code that sets targets up or calls
 * the provider belongs to the driver. So a function that starts for a message to one kind loads one driver, not all
 * drivers.
 */
export interface TargetKind {
  slug: string;
  /** Kinds are offered in the order of these numbers. */
  place: number;
  name: string;
  description: string;
  setup: 'none' | 'form' | 'code' | 'redirect';
  /** The form opens in a separate dialog, because finding its values takes a few steps elsewhere. */
  guided?: true;
  /** The set-up of such a target, step by step, for the documentation. */
  guide: readonly string[];
  /** Search words of the documentation for this kind, besides those of its guide. */
  keywords: string;
  /** The receivers of the messages, for the privacy policy; omitted = named elsewhere there. */
  company?: string;
  fields: TargetFormFieldWire[];
  icon: { paths: string[]; colour: string };
  /** Completed targets can get another chat by a new code (`{renew: true}`), and keep the current one until then. */
  movable?: true;
  /**
   * An owner's options for the messages; omitted = nothing. `id` is the provider's name for a person's id, `hint` says
   * where to find it.
   */
  settings?: { link?: true; silent_below?: true; mention?: { id: RegExp; hint: string } };
  /** undefined = any length. */
  limit: MessageLimit | undefined;
  /** The limit in the words of the documentation. */
  longest?: string;
  /** The provider's documented rate for one target. */
  pace: { messagesPerSecond: number };
  /**
   * The receiver's name in a sentence; for URLs that owners enter, the host. Omitted = one provider for all targets of
   * this kind, with its own name.
   */
  provider?: { name: string; hostOf?(options: Record<string, unknown>): string | undefined };
  /** Patterns of this kind's secrets in provider answers and errors; every match is masked. */
  secretPattern?: RegExp;
  /** A provider’s URL with which anyone can post, and its replacement in any text; flag g, linear time. */
  secretAddress?: readonly [pattern: RegExp, shown: string];
  /** The error for an owner who already has a target of this kind and name; undefined = names may repeat. */
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
  /** Sets up the operator's side at the provider; without it the provider needs no set-up. */
  operatorSetup?: OperatorSetup;
  /** Checks the options a client sent and starts the onboarding. Throws AppError('invalid-input') naming the field. */
  begin(options: Record<string, unknown>, context: BeginContext): Promise<OnboardingResult>;
  /**
   * Applies options of a later change (`renew: true` starts the onboarding again); undefined = nothing changes. Kinds
   * without it have no options to change.
   */
  change?(
    options: Record<string, unknown>,
    target: OpenTarget,
    context: BeginContext,
  ): Promise<OnboardingResult | undefined>;
  /** The condition for making an inactive target active again; omitted = its owner's request is enough. */
  reactivate?(target: OpenTarget, context: BeginContext): Promise<OnboardingResult>;
  /** Sends one part and classifies the answer. */
  deliver(message: Message, target: OpenTarget, context: DeliverContext): Promise<Delivery>;
  /** True if one formatted part is within the provider's limits; omitted = no limit. */
  fitsRich?(part: RichMessage): boolean;
  /** Sends a batch of messages as one; needed where `deliver` batches. `id` is the same for each attempt. */
  deliverBatch?(messages: BatchedMessage[], id: string, target: OpenTarget, context: DeliverContext): Promise<Delivery>;
  /** Answers requests of the provider, and of browsers that it redirects, at `/api/callbacks/<slug>[/…]`. */
  callback?: CallbackHandler;
  /** Acts on a report about an earlier email. */
  mailEvent?: MailEventHandler;
}
