import type { TargetFormFieldWire } from '#contract/target';
import type { MailboxConsent } from '../mail/consent.ts';
import type { FollowUp } from '../model/matter.ts';
import type {
  Delivery,
  FollowedMessage,
  Lost,
  Message,
  MessageLimit,
  OutboundMail,
  ProviderCredentials,
} from '../model/message.ts';
import type { Reason } from '../platform/outbound/outcome.ts';
import type { RichMessage } from '../templates/rich/tree.ts';
import type { CallbackHandler, MailEventHandler } from './callback.ts';
import type { DigestEntry } from './digest.ts';
import type { OperatorSetup } from './operator-setup.ts';
import type { OpenTarget, SendContext } from './send-context.ts';

export interface DeliverContext extends SendContext {
  /**
   * Identity of the process’s HTTP client, as a key for cached facts about a provider that all accounts share. It
   * cannot send requests.
   */
  client: WeakKey;
}

/** The result of a target's onboarding: the data to store and to show to its owner. */
export interface OnboardingResult {
  status: 'active' | 'pending';
  statusReason?: Reason;
  options: Record<string, unknown>;
  secrets?: Record<string, string>;
  /** Options that are shown only once, such as a signing secret. */
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
   * Issues a random single-use code. The callback uses it to find the target until it expires. A `typed` code has 16
   * capital letters and digits (80 bits) that are hard to confuse. A `url` code has 128 bits and is URL-safe.
   */
  issueCode(purpose: string, lifetimeSeconds: number, form?: 'typed' | 'url'): Promise<string>;
  /** Returns the hash that identifies a code without revealing it; `Claim.hash` is the same. */
  hashOf(code: string): string;
  /** Invalidates a code before its expiry. Ignores unknown codes. */
  revokeCode(purpose: string, code: string): Promise<void>;
  /** Counts an attempt. Resolves to false if the limit of this window is reached. */
  attempt(scope: string, limit: number, windowSeconds: number): Promise<boolean>;
  /** URLs of provider pages to which the owner's browser is redirected, by name (setting `providerLinks`). */
  links: Readonly<Record<string, string>>;
}

/**
 * The static facts of a target kind, which has a folder under `integrations/targets/`. Code that sets up targets or
 * calls the provider belongs in the driver, which is loaded only for messages of its kind.
 */
export interface TargetKind {
  slug: string;
  /** The kind's position in lists. */
  place: number;
  name: string;
  description: string;
  setup: 'none' | 'form' | 'code' | 'redirect';
  /** Set for the one kind that a trial's target has. It must send nothing anywhere. */
  trial?: true;
  /** Set if the form opens in a separate dialog, because finding its values takes a few steps elsewhere. */
  guided?: true;
  /** A target’s setup, step by step, for the documentation. */
  guide: readonly string[];
  /** Search keywords for this kind's documentation, in addition to the words of its guide. */
  keywords: string;
  /** The recipient of the messages, for the privacy policy; omitted if the policy names it elsewhere. */
  company?: string;
  fields: TargetFormFieldWire[];
  icon: { paths: string[]; colour: string };
  /**
   * Set if an active target can move to another chat with a new code (`{renew: true}`). It keeps the current chat until
   * then.
   */
  movable?: true;
  /**
   * The message settings that an owner can choose; omitted if there are none. `mention.id` matches the provider's id of
   * a person, and `mention.hint` explains where to find it.
   */
  settings?: { link?: true; silent_below?: true; mention?: { id: RegExp; hint: string } };
  /** The longest message; undefined if there is no limit. */
  limit: MessageLimit | undefined;
  /** The limit of one target, if its owner can set one. */
  limitOf?(options: Record<string, unknown>): MessageLimit | undefined;
  /** The limit in words, for the documentation. */
  longest?: string;
  /**
   * The supported follow-ups on an earlier message about the same matter: the driver's `follow` changes it or replies to
   * it. `data`: each message names the earlier one for a program. If omitted, follow-ups are new messages with titles
   * that begin with "Update:".
   */
  follows?: readonly (FollowUp | 'data')[];
  /**
   * The options that identify the target's chat, which contains its earlier messages. If omitted, every change of the
   * options counts as another chat, so the next message is new.
   */
  chatOf?(options: Record<string, unknown>): unknown;
  /** Set if the driver shows `Message.acknowledge` as a button of the chat. Otherwise, it is a link. */
  acknowledgeButton?: true;
  /** Set if messages cost the operator money, so each plan limits the number of single ones a day. */
  metered?: true;
  /** The provider's documented rate limit for one target. */
  pace: { messagesPerSecond: number };
  /**
   * The provider's name for use in sentences and, for URLs that owners enter, its host. If omitted, all targets of this
   * kind share one provider with the kind's name.
   */
  provider?: { name: string; hostOf?(options: Record<string, unknown>): string | undefined };
  /** Pattern of this kind's secrets in responses and errors of the provider. Every match is masked. */
  secretPattern?: RegExp;
  /**
   * Pattern of a URL with which anyone can post to a chat, and its replacement. The pattern needs the flag g and must
   * take linear time.
   */
  secretAddress?: readonly [pattern: RegExp, shown: string];
  /** The error if the owner already has a target of this kind with the same name; undefined if names can repeat. */
  duplicateName?: string;
  /** Returns the reason why this deployment cannot offer the kind; undefined if it can. */
  unavailable(credentials: ProviderCredentials): string | undefined;
  /** Names of the operator's credentials that are not secret, such as ids and phone numbers. */
  publicCredentials?: readonly string[];
  /** Returns the options as shown to the owner, with secrets masked. */
  publicOptions(options: Record<string, unknown>): Record<string, unknown>;
  /** Returns the id by which the provider's callbacks identify this target, such as a chat id or a phone number. */
  reference?(options: Record<string, unknown>): string | undefined;
  driver(): Promise<Driver>;
}

/** The operations of a kind: `integrations/targets/<kind>/driver.ts`. */
export interface Driver {
  /** Sets up the operator's side at the provider; omitted if the provider needs no setup. */
  operatorSetup?: OperatorSetup;
  /** Checks the options a client sent and starts the onboarding. Throws AppError('invalid-input') naming the field. */
  begin(options: Record<string, unknown>, context: BeginContext): Promise<OnboardingResult>;
  /**
   * Applies changed options (`renew: true` starts the onboarding again). Resolves to undefined if nothing changes.
   * Omitted for kinds without changeable options.
   */
  change?(
    options: Record<string, unknown>,
    target: OpenTarget,
    context: BeginContext,
  ): Promise<OnboardingResult | undefined>;
  /** Reactivates an inactive target; omitted if its owner's request is enough. */
  reactivate?(target: OpenTarget, context: BeginContext): Promise<OnboardingResult>;
  deliver(message: Message, target: OpenTarget, context: DeliverContext): Promise<Delivery>;
  /**
   * Changes the message that an earlier delivery named by its `ref`, or replies to it. A provider's answer that nothing
   * changed is `ok`. Required if the kind's `follows` contains `update` or `reply`.
   */
  follow?(
    message: Message,
    followed: FollowedMessage,
    target: OpenTarget,
    context: DeliverContext,
  ): Promise<Delivery | Lost>;
  /** True if one formatted part is within the provider's limits; omitted if there is no limit. */
  fitsRich?(part: RichMessage): boolean;
  /** Sends several messages as one; required if the kind is metered. `id` is the same for each attempt. */
  deliverDigest?(messages: DigestEntry[], id: string, target: OpenTarget, context: DeliverContext): Promise<Delivery>;
  /** Answers requests of the provider, and of browsers that it redirects, at `/api/callbacks/<slug>[/…]`. */
  callback?: CallbackHandler;
  /** Acts on a report about an earlier email. */
  mailEvent?: MailEventHandler;
}
