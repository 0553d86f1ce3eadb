import * as z from 'zod';

/*
 * The data that the stand-ins and their page exchange, over `/__fakes/api/*` and inside its documents. Both sides
 * import this file, so it imports only zod.
 */

/**
 * A provider's behaviour for its next deliveries. `times`: the number of affected requests (default: all). `every: 3`:
 * only every third. `retryAfter`: seconds, for 429. `answer`: a code of the provider's rejections.
 */
export const behaviour = z.object({
  mode: z.enum(['ok', '429', '500', 'timeout', 'reset', 'gone', 'answer']),
  times: z.int().min(1).optional(),
  every: z.int().min(1).optional(),
  retryAfter: z.number().min(0).max(86_400).optional(),
  answer: z.string().optional(),
});
export type Behaviour = z.infer<typeof behaviour>;

/** A message in the provider's app. */
const bubble = z.object({
  side: z.enum(['product', 'user', 'system']),
  author: z.string(),
  /** The markup of the text: `plain`, `json`, or the provider's own format, which its page knows. */
  format: z.string(),
  text: z.string(),
  /** The provider's own structure of a formatted message, unchanged. */
  message: z.unknown().optional(),
});
export type Bubble = z.infer<typeof bubble>;

/** The provider's id of a message. A request can change an earlier message (`isEdit`), or reply to one. */
const providerMessage = z.object({
  id: z.string(),
  isEdit: z.literal(true).optional(),
  repliesTo: z.string().optional(),
});
export type ProviderMessage = z.infer<typeof providerMessage>;

/** A conversation at a provider: a chat, a channel or a mailbox. */
const thread = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(['person', 'group', 'channel', 'mailbox', 'endpoint']),
  /** A short state worth showing next to the title, such as "blocked" or "archived". */
  state: z.string().optional(),
  /** The topics of a group, except the general one. */
  topics: z.array(z.object({ id: z.int(), name: z.string(), closed: z.literal(true).optional() })).optional(),
  /** The buttons below its newest message that has some. A click is a request of the provider. */
  buttons: z.array(z.object({ message: z.int(), text: z.string() })).optional(),
});
export type Thread = z.infer<typeof thread>;

/** A rejection from the provider's table, selected by its code. */
const namedAnswer = z.object({ code: z.string(), label: z.string() });
export type NamedAnswer = z.infer<typeof namedAnswer>;

const provider = z.object({
  slug: z.string(),
  name: z.string(),
  /** The icon of this provider's kind of target; Stripe has none. */
  icon: z.object({ paths: z.array(z.string()), colour: z.string() }).optional(),
  behaviour,
  answers: z.array(namedAnswer),
  threads: z.array(thread),
  /** Facts about the provider for the page, such as the bot's name. */
  facts: z.record(z.string(), z.string()),
});
export type Provider = z.infer<typeof provider>;

const headers = z.record(z.string(), z.string());

/**
 * One line of a provider's history. `received` is a request from the product, and `sent` one from the provider. `user`
 * is an action of the user in the provider's app.
 */
const entryBase = z.object({
  id: z.int(),
  provider: z.string(),
  kind: z.enum(['received', 'sent', 'user']),
  /** The product's time in RFC 3339 format. */
  at: z.string(),
  method: z.string(),
  url: z.string(),
  /** HTTP status of the response; 0 if there was none (timeout, reset, no server). */
  status: z.int(),
  note: z.string().optional(),
  thread: z.string().optional(),
  bubble: bubble.optional(),
  message: providerMessage.optional(),
  /** True for a rejection with a successful status. */
  isRefusal: z.literal(true).optional(),
});

const mailHead = z.object({
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  tags: z.record(z.string(), z.string()),
});

/** A stored entry, as shown in the inspector. */
export const entry = entryBase.extend({
  headers,
  body: z.string(),
  answer: z.object({ headers, body: z.string() }).optional(),
  mail: mailHead.extend({ html: z.string() }).optional(),
});
export type Entry = z.infer<typeof entry>;

/** An entry without the fields for the inspector. */
const entrySummary = entryBase.extend({
  /** The beginning of a rejection, in the provider's words. */
  refusal: z.string().optional(),
  mail: mailHead.extend({ hasHtml: z.boolean() }).optional(),
});
export type EntrySummary = z.infer<typeof entrySummary>;

/** `GET changes` returns all changes since the page's last request, or everything if the epoch is unknown. */
export const changes = z.object({
  epoch: z.string(),
  providers: z.array(provider),
  entries: z.array(entrySummary),
});
export type Changes = z.infer<typeof changes>;

/** `GET mails` returns every email of the product with example data, without its HTML. */
export const mailExamples = z.object({
  mails: z.array(
    z.object({ id: z.string(), name: z.string(), when: z.string(), subject: z.string(), text: z.string() }),
  ),
});
export type MailExample = z.infer<typeof mailExamples>['mails'][number];

/** The result of an action of a provider's user, with the data that the page needs to continue. */
export const made = z.object({
  url: z.string().optional(),
  /** Several values to copy, one per line. If unset, only the URL is shown. */
  shown: z.string().optional(),
  chatId: z.number().optional(),
  from: z.string().optional(),
});
export type Made = z.infer<typeof made>;

/** A rejected API request. */
export const refusedCall = z.object({ error: z.string() });

/** A page on which a provider asks a question; its data is in its document. */
export const askingPage = z.discriminatedUnion('page', [
  z.object({
    page: z.literal('choose-channel'),
    /** The form's action URL. */
    action: z.string(),
    team: z.string(),
    channels: z.array(z.object({ id: z.string(), name: z.string(), private: z.boolean(), archived: z.boolean() })),
  }),
  z.object({ page: z.literal('not-authorized'), reason: z.string() }),
  z.object({ page: z.literal('pay'), action: z.string(), email: z.string(), declined: z.boolean() }),
  z.object({ page: z.literal('repair'), action: z.string(), email: z.string() }),
  z.object({
    page: z.literal('portal'),
    action: z.string(),
    email: z.string(),
    method: z.enum(['card', 'paypal']).nullable(),
    /** Newest first, with the time in seconds since the epoch; null if the portal does not show them. */
    invoices: z.array(z.object({ at: z.number(), paid: z.boolean() })).nullable(),
  }),
  z.object({ page: z.literal('expired') }),
  z.object({ page: z.literal('sign-in'), action: z.string() }),
]);
export type AskingPage = z.infer<typeof askingPage>;

/** The id of the element that holds the facts of an asking page. */
export const ASKING_ELEMENT = 'asking';
