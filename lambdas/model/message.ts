import type { FollowHow } from '#contract/states';
import type { TargetKindWire, TargetSettings } from '#contract/target';
import type { Outcome } from '../platform/outbound/outcome.ts';
import type { RichMessage } from '../templates/rich/tree.ts';
import type { Subject } from '../templates/subject/subject.ts';
import type { FollowUp } from './matter.ts';
import type { PlanName } from './plans.ts';

/** A message, or one part of it, as passed to the code that sends it. */
export interface Message {
  /** Plain text, already cut to the target kind's limit. The kind's code escapes it. */
  text: string;
  /** The id `<dispatch id>.<part>`, which is the same for all attempts of the part. */
  id: string;
  /** The number of this part, counted from 1, and the number of all parts. */
  part: number;
  parts: number;
  /** The webhook's name, for titles and subjects. */
  webhookName: string;
  /** A link to the invocation, for kinds that show one; empty if there is none. */
  link: string;
  /** The owner's plan when the call arrived; the smallest plan if omitted. */
  plan?: PlanName;
  /** The number of this service's deliveries that led to the call; none if omitted. */
  hops?: number;
  /** Severity, title and link; only for rich messages. */
  subject?: Subject;
  /** The same for plain messages too, for body templates. Unknown when a plain message continues with a later part. */
  facts?: Subject;
  /**
   * Set if later messages about the same matter can follow up on this one. `key` is shared by all calls about it, and
   * `ref` names the earlier message, if any.
   */
  follows?: { ref: string | undefined; key: string };
  /** The limit after which the message goes into a digest; unset if it is always sent alone. */
  digest?: {
    webhookId: number;
    after: number;
    withinSeconds: number;
    invokedAt: string;
    previousAt: string | undefined;
  };
  /** The first line of a fallback or of an escalation, which `text` contains too; it is not part of the owner's message. */
  lead?: string;
  /** The link with which a person acknowledges the call, if this part shows it. */
  acknowledge?: string;
  /** The people to mention in this part, if any. Names in the text itself never notify anyone. */
  mention?: NonNullable<TargetSettings['mention']>['who'];
  /** True if it is sent without a notification sound. */
  silent?: boolean;
  /** True for the test message that an owner sends to a target. */
  isTest?: true;
  /** The same part with formatting. Then `text` is its content without formatting. Omitted for plain messages. */
  rich?: RichMessage;
}

/** The maximum length of a message, in the provider's unit. */
export type MessageLimit = NonNullable<TargetKindWire['limit']>;

/**
 * An outcome, with new options if they have changed, as after a chat became a supergroup. For follow-ups, `ref` is the
 * provider's id of the message: at most 300 characters, in a form that only the kind reads.
 */
export type Delivery = Outcome & {
  options?: Record<string, unknown>;
  ref?: string;
  /** The message's effect; unset for a new message that cannot be followed up. */
  how?: FollowHow;
};

/** The rate limit or the function's time ended the attempt before everything was sent. The rest is due after a wait. */
export interface Paced {
  kind: 'paced';
  seconds: number;
}

/** An earlier message that cannot be followed up: it was deleted, or the provider refuses to change it. */
export interface Lost {
  kind: 'lost';
  why: 'gone' | 'refused';
}

/** A follow-up of an earlier message, by the `ref` of its delivery. */
export interface FollowedMessage {
  ref: string;
  how: FollowUp;
}

/** Sends email with raw headers, which list-unsubscribe needs. Resolves to the provider's result as an outcome. */
export interface OutboundMail {
  send(mail: {
    to: string;
    /** The address for replies, if it is not the product's. */
    replyTo?: string;
    subject: string;
    text: string;
    html: string;
    headers?: Record<string, string>;
    /** Becomes the Message-ID, so it must be the same for each attempt of an email. */
    id: string;
    /**
     * Tags that later events about this email (bounces, complaints) repeat. Only letters, digits and `_ - .` are
     * allowed.
     */
    tags?: Record<string, string>;
  }): Promise<Outcome>;
}

/**
 * The operator's credentials by the slug of their target kind, read from the secrets store at run time. Each kind
 * parses its own part, and a missing part disables the kind.
 */
export interface ProviderCredentials {
  [slug: string]: Readonly<Record<string, string>> | undefined;
}
