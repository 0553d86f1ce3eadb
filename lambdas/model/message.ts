import type { TargetKindWire, TargetSettings } from '#contract/target';
import type { Outcome } from '../outbound/outcome.ts';
import type { RichMessage } from '../templates/rich/tree.ts';
import type { Subject } from '../templates/subject/subject.ts';
import type { PlanName } from './plans.ts';

/** The input of one send. */
export interface Message {
  /** Plain text, already cut to the kind's limit; the kind escapes it. */
  text: string;
  /** Stable over all attempts and unique per part: `<dispatch id>.<part>`. */
  id: string;
  /** 1-based number of this part, and how many there are. */
  part: number;
  parts: number;
  /** The webhook's name, for titles and subjects. */
  webhookName: string;
  /** A link to the invocation in the product, for kinds that show one; empty = none is shown. */
  link: string;
  /** The owner's plan at the call; omitted = the smallest. */
  plan?: PlanName;
  /** Deliveries of this service that led to the call; omitted = none. */
  hops?: number;
  /** Severity, title and link; only of webhooks whose messages are rich. */
  subject?: Subject;
  /** The people to mention in this part; omitted: no one. No text of a message ever mentions anyone. */
  mention?: NonNullable<TargetSettings['mention']>['who'];
  /** Arrives without a sound. */
  silent?: boolean;
  /** The same part with formatting; `text` is its content without. Omitted for plain webhooks. */
  rich?: RichMessage;
}

/** The longest message, in the provider's unit. */
export type MessageLimit = NonNullable<TargetKindWire['limit']>;

/** An outcome, and new options when the provider moved the destination (a chat that became a supergroup). */
export type Delivery = Outcome & { options?: Record<string, unknown> };

/** Outgoing email with raw headers (list-unsubscribe needs them). Resolves to the provider's answer as an outcome. */
export interface OutboundMail {
  send(mail: {
    to: string;
    /** The address for replies, if not the product's. */
    replyTo?: string;
    subject: string;
    text: string;
    html: string;
    headers?: Record<string, string>;
    /** Becomes the Message-ID, so it must be the same for each attempt of one message. */
    id: string;
    /** Come back with later events about this email (bounces, complaints). Letters, digits, `_ - .` only. */
    tags?: Record<string, string>;
  }): Promise<Outcome>;
}

/**
 * Credentials of the operator by the slug of the kind they belong to, read from the secrets store at run time.
 * Each kind parses its own part; a missing part disables the kind.
 */
export interface ProviderCredentials {
  [slug: string]: Readonly<Record<string, string>> | undefined;
}
