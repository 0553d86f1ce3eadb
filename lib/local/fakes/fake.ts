import type { ProviderCredentials } from '../../../lambdas/model/message.ts';
import type { ReportMail } from '../events/mail-events.ts';
import type { Mail, MailVerdict } from '../stand-ins/ses.ts';
import type { Behaviours } from './behaviour.ts';
import type { Product } from './product.ts';
import type { Recorder } from './recorder.ts';
import type { StateFile } from './state.ts';
import type { AskingPage, Bubble, NamedAnswer, ProviderMessage, Thread } from './wire.ts';

/** The shared terms of all stand-ins for outside providers. */

/** A request from the product to a provider. `host` is the provider's real host name, without a port. */
export interface FakeRequest {
  method: string;
  host: string;
  path: string;
  query: URLSearchParams;
  /** Headers by lower-case name, with repeated ones joined, as node:http provides them. */
  headers: Record<string, string>;
  body: string;
  /** Size of the received body in bytes. */
  bytes: number;
}

export interface FakeAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** A note about this call for the provider's user. */
  note?: string;
  /** The message that the request posted or changed. */
  message?: ProviderMessage;
  /** True for a rejection with a successful status. */
  isRefusal?: true;
}

/** Prefix of a note that the provider cannot show an accepted message unchanged. Every test with such a note fails. */
export const LOST = 'Lost: ';

/** The conversation that shows a request in the provider's app, and its appearance there if accepted. */
export interface Placement {
  thread?: string;
  bubble?: Bubble;
}

/** True if a table contains this code, which may come from user input. */
export const isCodeOf = <Table extends object>(table: Table, code: string): code is Extract<keyof Table, string> =>
  Object.hasOwn(table, code);

/** The dependencies of all stand-ins. */
export interface FakePorts {
  product: Product;
  recorder: Recorder;
  now: () => Date;
  /** Waits before an update that the product rejected is posted again. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The parameters from which a stand-in is created. */
export interface FakeParts extends FakePorts {
  /** The operator's credentials at every provider; the stand-in accepts only these. */
  credentials: ProviderCredentials;
  /** The provider's state, stored between runs. Initially, it is `initial`. */
  state<State>(initial: State): StateFile<State>;
  behaviours: Behaviours;
  /** Reports to the product that an accepted email bounced or was marked as spam. If undefined, nothing is reported. */
  onMailFate: ReportMail | undefined;
}

/** The stand-in of one provider: `integrations/targets/<slug>/fake.ts`. */
export interface Fake {
  /** Exact host names, or `*.suffix`. */
  hosts: readonly string[];
  create(parts: FakeParts): Omit<FakeProvider, 'slug' | 'hosts'>;
}

/** A provider's rejections by code: their list, and the response for a code, which may come from user input. */
export const rejections = <Code extends string, Row>(
  table: Readonly<Record<Code, Row>>,
  refusal: (code: Code) => FakeAnswer,
  labelOf: (row: Row, code: string) => string,
): { answers: NamedAnswer[]; answer(code: string): FakeAnswer | undefined } => ({
  answers: Object.entries<Row>(table).map(([code, row]) => ({ code, label: labelOf(row, code) })),
  answer: (code) => (isCodeOf(table, code) ? refusal(code) : undefined),
});

/** Returns a value that every run has, such as a stand-in's credentials. @throws Error if it is missing */
export const given = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('the stand-in has no credentials');
  return value;
};

/** The browser's part of an "act as the user" call. */
interface ActionContext {
  cookie: string | undefined;
}

type FakeAction = (input: unknown, context: ActionContext) => Promise<unknown>;

/**
 * A provider's stand-in. `handle` responds to the product's requests as the provider would. `actions` are the actions
 * of the provider's user, each served as `POST /__fakes/api/<slug>/<action>`.
 */
export interface FakeProvider {
  slug: string;
  name: string;
  /** Exact host names, or `*.suffix`. */
  hosts: readonly string[];
  /** True if the request delivers a message. The behaviour switch affects only such requests. */
  isDelivery(request: FakeRequest): boolean;
  placement(request: FakeRequest): Placement;
  handle(request: FakeRequest): FakeAnswer;
  /** The provider's response for "too many requests", "server error" and "permanently gone". */
  refuse(mode: '429' | '500' | 'gone', retryAfter: number, request: FakeRequest): FakeAnswer;
  /** The provider's other rejections, for the page and for the behaviour `answer`. */
  answers: NamedAnswer[];
  answer(code: string, request: FakeRequest): FakeAnswer | undefined;
  /** Masks this provider's known secrets in a header value or body. Similar text stays unchanged. */
  mask(text: string): string;
  /** Masks the secret part of a URL, including URLs of other providers. */
  maskUrl(url: string): string;
  threads(): Thread[];
  actions: Record<string, FakeAction>;
  /** Facts about the provider for the page, such as the bot's name. */
  facts?(): Record<string, string>;
  /** True if the product links to the provider's app. `/__fakes/<slug>/<word>` then shows its conversations. */
  deepLinks?: true;
  /** The page in a person's browser at `/__fakes/<slug>/<path>`, or the redirect after a decision. */
  page?(
    method: string,
    path: string,
    query: URLSearchParams,
    form: URLSearchParams,
  ): PageAnswer | undefined | Promise<PageAnswer | undefined>;
  /** Receives an email that SES is about to accept; the verdict is SES's response. */
  onMail?(mail: Mail): MailVerdict;
  /** Runs work that is due by the new time. Resolves when the product has been notified. */
  clockMoved?(): Promise<void>;
}

/** A provider's response to a person's browser: a page with a question, or the redirect after an answer. */
export type PageAnswer = { status: number; asks: AskingPage } | { status: 303; location: string };

/** The error for an invalid "act as the user" call, which then returns 400 with this message. */
export class FakeInputError extends Error {}

export const jsonAnswer = (status: number, body: unknown, headers: Record<string, string> = {}): FakeAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

export const textAnswer = (status: number, body: string, headers: Record<string, string> = {}): FakeAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body,
});

const DNS_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/**
 * True if a URL is strictly valid by RFC 3986 and RFC 1123. Which mistakes real providers tolerate is undocumented, so
 * the stand-ins tolerate none.
 */
export const isAddress = (text: string): boolean => {
  if (!/^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(text) || /%(?![0-9a-f]{2})/i.test(text)) return false;
  const url = URL.parse(text);
  if (url?.protocol === 'mailto:') return url.pathname !== '';
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.hostname.startsWith('[') || DNS_NAME.test(url.hostname);
};

/** Parses a body as a JSON object. Returns undefined if it isn't one. */
export const parseObject = (body: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};
