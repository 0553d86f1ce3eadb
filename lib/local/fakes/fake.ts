import type { ProviderCredentials } from '../../../lambdas/model/message.ts';
import type { ReportMail } from '../events/mail-events.ts';
import type { Mail, MailVerdict } from '../stand-ins/ses.ts';
import type { Behaviours } from './behaviour.ts';
import type { Product } from './product.ts';
import type { Recorder } from './recorder.ts';
import type { StateFile } from './state.ts';
import type { AskingPage, Bubble, NamedAnswer, Thread } from './wire.ts';

/** The shared terms of all stand-ins for outside providers. */

/** One call the product made to a provider. `host` is the provider's real host name, without a port. */
export interface FakeRequest {
  method: string;
  host: string;
  path: string;
  query: URLSearchParams;
  /** Names in lower case, repeated headers joined, as node:http gives them. */
  headers: Record<string, string>;
  body: string;
  /** Size of the body as received. */
  bytes: number;
}

export interface FakeAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** A note about this call, for the person at the provider. */
  note?: string;
}

/** The beginning of a note that the provider cannot show an accepted message unchanged. It fails every test. */
export const LOST = 'Lost: ';

/** A call’s place in the provider's app, and its appearance there if accepted. */
export interface Placement {
  thread?: string;
  bubble?: Bubble;
}

/** True if a code of any origin is in a table. */
export const isCodeOf = <Table extends object>(table: Table, code: string): code is Extract<keyof Table, string> =>
  Object.hasOwn(table, code);

/** A provider's environment. */
export interface FakePorts {
  product: Product;
  recorder: Recorder;
  now: () => Date;
  /** Wait before an update that the product rejected is posted again. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The parts of a stand-in. */
export interface FakeParts extends FakePorts {
  /** The operator's credentials at every provider; the stand-in accepts only these. */
  credentials: ProviderCredentials;
  /** The provider's memory between runs; `initial` at first. */
  state<State>(initial: State): StateFile<State>;
  behaviours: Behaviours;
  /** Reports to the product that an accepted email bounced or was marked as spam. Without it no one is notified. */
  onMailFate: ReportMail | undefined;
}

/** The stand-in of one provider: `integrations/targets/<slug>/fake.ts`. */
export interface Fake {
  /** Exact host names, or `*.suffix`. */
  hosts: readonly string[];
  create(parts: FakeParts): Omit<FakeProvider, 'slug' | 'hosts'>;
}

/** The constants of a run: the stand-ins' own credentials. */
export const given = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('the stand-in has no credentials');
  return value;
};

/** The browser's part of an "act as the user" call. */
export interface ActionContext {
  cookie: string | undefined;
}

type FakeAction = (input: unknown, context: ActionContext) => Promise<unknown>;

/**
 * A stand-in of one provider. `handle` answers the product's calls as the provider would; `actions` are its user's
 * actions, each served as `POST /__fakes/api/<slug>/<action>`.
 */
export interface FakeProvider {
  slug: string;
  name: string;
  /** Exact host names, or `*.suffix`. */
  hosts: readonly string[];
  /** True if the call carries a message: only these can be made to fail with the behaviour switch. */
  isDelivery(request: FakeRequest): boolean;
  placement(request: FakeRequest): Placement;
  handle(request: FakeRequest): FakeAnswer;
  /** The provider's own way to say "too many", "broken" and "gone permanently". */
  refuse(mode: '429' | '500' | 'gone', retryAfter: number, request: FakeRequest): FakeAnswer;
  /** Every other rejection of its table, for the page and for the behaviour `answer`. */
  answers: NamedAnswer[];
  answer(code: string, request: FakeRequest): FakeAnswer | undefined;
  /** Replaces this provider's known secrets in a header value or a body, and no similar text. */
  mask(text: string): string;
  /** Replaces the secret part of a URL, including URLs of other providers. */
  maskUrl(url: string): string;
  threads(): Thread[];
  actions: Record<string, FakeAction>;
  /** Facts about the provider for the page, such as the bot's name. */
  facts?(): Record<string, string>;
  /** True if a link of the product can open its app: `/__fakes/<slug>/<word>` shows its conversations. */
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
  /** Does the due work; resolves when the product has been informed. */
  clockMoved?(): Promise<void>;
}

/** A provider's response to a person's browser: a page with a question, or the redirect after an answer. */
export type PageAnswer = { status: number; asks: AskingPage } | { status: 303; location: string };

/** A rejection of an "act as the user" call, answered as 400 with this message. */
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
 * True if an address is valid by all of RFC 3986 and RFC 1123. Real providers tolerate some undocumented mistakes, so
 * the stand-ins tolerate none.
 */
export const isAddress = (text: string): boolean => {
  if (!/^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(text) || /%(?![0-9a-f]{2})/i.test(text)) return false;
  const url = URL.parse(text);
  if (url?.protocol === 'mailto:') return url.pathname !== '';
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.hostname.startsWith('[') || DNS_NAME.test(url.hostname);
};

/** Parses a body that should be a JSON object; undefined when it is not. */
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
