import type { TargetFormFieldWire } from '#contract/target';
import type { Outcome } from './outcome.ts';

/** What one send needs. `parts` of a long message are sent one by one, in order. */
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
  /** A link to the invocation in the product, for kinds that show one. */
  link: string;
}

/** One answer of a provider, body capped and decoded. `headers` have lower-case names. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** How a request that got no answer ended; `sent` = the body had gone out, so the provider may have acted. */
export interface HttpFailure {
  failure: 'timeout' | 'reset' | 'dns' | 'refused' | 'blocked' | 'tls';
  sent: boolean;
  detail: string;
}

export interface HttpRequest {
  method: 'POST' | 'GET';
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The only way out. Never throws for what the network does; refuses what the SSRF rules forbid. */
export interface OutboundHttp {
  send(request: HttpRequest): Promise<HttpAnswer | HttpFailure>;
}

/** Outgoing mail with raw headers (list-unsubscribe needs them). Resolves to the provider's answer as an outcome. */
export interface OutboundMail {
  send(mail: {
    to: string;
    subject: string;
    text: string;
    html: string;
    headers?: Record<string, string>;
    id: string;
  }): Promise<Outcome>;
}

/** Credentials and addresses of the operator, read from the secrets store at run time. A missing part disables its kind. */
export interface ProviderCredentials {
  telegram?: { botToken: string; botName: string; webhookSecret: string };
  slack?: { clientId: string; clientSecret: string };
  whatsapp?: { phoneNumberId: string; accessToken: string; appSecret: string; verifyToken: string; number: string };
}

/** How long a message may be: `cost` is what one grapheme or run takes after the kind's escaping, in the provider's unit. */
export interface MessageLimit {
  max: number;
  unit: string;
  cost: (text: string) => number;
}

export interface SendContext {
  http: OutboundHttp;
  mail: OutboundMail;
  credentials: ProviderCredentials;
  now: () => Date;
  appUrl: string;
}

/** How a target of this kind begins: what is stored, and what its owner sees next. */
export interface Beginning {
  status: 'active' | 'pending';
  statusReason?: string;
  options: Record<string, unknown>;
  secrets?: Record<string, string>;
}

export interface BeginContext extends SendContext {
  userId: number;
  targetId: number;
  targetName: string;
  ownerEmail: string;
  /** Random, single use, remembered with its target until it expires; the callback finds the target by it. */
  issueCode(purpose: string, lifetimeSeconds: number): Promise<string>;
  links: { slackAuthorize: string; telegramLink: string };
}

/** Everything the product needs to know of a kind. One folder per kind under `kinds/`, one registration in `kinds/index.ts`. */
export interface TargetKind {
  slug: string;
  name: string;
  description: string;
  setup: 'none' | 'form' | 'code' | 'redirect';
  fields: TargetFormFieldWire[];
  icon: { paths: string[]; colour: string };
  /** undefined = any length. */
  limit: MessageLimit | undefined;
  /** The provider's documented rate for one target. */
  pace: { messagesPerSecond: number };
  /** Words why this deployment cannot offer the kind, or undefined when it can. */
  unavailable(credentials: ProviderCredentials): string | undefined;
  /** Checks the options a client sent and starts the onboarding. Throws AppError('invalid-input') naming the field. */
  begin(options: Record<string, unknown>, context: BeginContext): Promise<Beginning>;
  /** What the owner may see of the options: secrets masked. */
  publicOptions(options: Record<string, unknown>): Record<string, unknown>;
  /** Sends one part and classifies the answer. */
  deliver(
    message: Message,
    target: { id: number; options: Record<string, unknown>; secrets: Record<string, string> },
    context: SendContext,
  ): Promise<Delivery>;
}

/** An outcome, and new options when the provider moved the destination (a chat that became a supergroup). */
export type Delivery = Outcome & { options?: Record<string, unknown> };
