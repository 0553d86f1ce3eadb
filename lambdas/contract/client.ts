import type { Problem } from './common.ts';
import type { Params, QueryInput, RequestInput, Response as Told } from './messages.ts';
import { type RouteName, type RouteShape, routes } from './routes.ts';

type Given<Key extends string, Value> = undefined extends Value ? { [K in Key]?: undefined } : { [K in Key]: Value };

/** A request of the contract: path parameters, query and body, if the route has them. */
export type CallArguments<Name extends RouteName> = Given<'params', Params<Name>> &
  Given<'body', RequestInput<Name>> &
  (undefined extends QueryInput<Name> ? { query?: undefined } : { query?: Sent<QueryInput<Name>> }) & {
    signal?: AbortSignal;
  };

/** Input for a query. Numbers are converted to text, and undefined values are omitted. */
type Sent<Query> = { [Key in keyof Query]?: Query[Key] | number | undefined };

/** A rejected request. `message` is the readable detail, and `code` is stable for use in programs. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  /** The request id, to quote in a support request. */
  readonly instance: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfterSeconds: number | undefined) {
    super(problem.detail ?? `The server returned ${status}.`);
    this.name = 'ApiRefusal';
    this.status = status;
    this.code = problem.code ?? 'internal';
    this.instance = problem.instance;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error for a server that could not be reached. */
export class Unreachable extends Error {
  constructor(url: string, cause: unknown) {
    super(`${new URL(url).host} cannot be reached`, { cause });
    this.name = 'Unreachable';
  }
}

export interface ClientOptions {
  /** The URL of the application, such as `https://app.example.com`. */
  url: string;
  /** An API key. If omitted, only public routes can be called. */
  key?: string | undefined;
  fetch?: typeof globalThis.fetch;
  /** Identifies the caller in the server's log. */
  userAgent?: string;
}

export interface Client {
  /**
   * Sends one request of the route table.
   * @throws ApiRefusal, Unreachable
   */
  call<Name extends RouteName>(name: Name, args: CallArguments<Name>): Promise<Told<Name>>;
}

/** Builds a request's path from a route's path, its parameters and its query. */
export const pathOf = (path: string, params: { id?: string | number } | undefined, query: object = {}): string => {
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query)) if (value !== undefined) search.set(field, String(value));
  const filled = path.replace('{id}', encodeURIComponent(params?.id ?? ''));
  return search.size === 0 ? filled : `${filled}?${search}`;
};

/** Returns a client for all API requests, typed by the contract. It needs only `fetch`. */
export const createClient = ({
  url,
  key,
  fetch = globalThis.fetch,
  userAgent = 'tellhook-client',
}: ClientOptions): Client => ({
  call: async (name, args) => {
    const { method, path }: RouteShape = routes[name];
    const { params, query, body, signal } = args as {
      params?: { id: string | number };
      query?: Record<string, string | number | undefined>;
      body?: unknown;
      signal?: AbortSignal;
    };
    const target = new URL(`/api${pathOf(path, params, query)}`, url);
    const response = await ask(
      target,
      {
        method,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          'user-agent': userAgent,
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        redirect: 'error',
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      },
      fetch,
    );
    return response as never;
  },
});

const ask = async (url: URL, init: RequestInit, fetch: typeof globalThis.fetch): Promise<unknown> => {
  let text: string;
  let response: Response;
  try {
    response = await fetch(url, init);
    text = await response.text();
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable(url.href, error);
  }
  if (response.ok) return text === '' ? undefined : JSON.parse(text);
  const wait = Number(response.headers.get('retry-after'));
  throw new ApiRefusal(response.status, problemIn(text), wait > 0 ? wait : undefined);
};

const problemIn = (text: string): Partial<Problem> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Partial<Problem>) : {};
  } catch {
    return {};
  }
};
