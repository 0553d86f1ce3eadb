import type { Params, Query, Request, Response } from '#contract/messages';
import type { RouteName, routes } from '#contract/routes';
import type { Scope } from '#contract/scopes';
import type { Reach } from '../platform/reach.ts';

/** Who calls. `userId` is 0 where a route is open to everybody or lives on the cookie. */
export interface Caller {
  userId: number;
  /** Names the API key of the call. */
  keyId: string | undefined;
  /** What the API key of the call may do; undefined for a session, which may do everything. */
  scopes: readonly Scope[] | undefined;
  /** The webhooks that a bound key reaches. */
  reach: Reach;
  requestId: string;
  /** The address of the client as the trusted hop saw it, never what a client claims. */
  ip: string;
}

/** Whether a caller may do what one of these scopes opens, and so be told what opens it. */
export const hasScope = ({ scopes }: Pick<Caller, 'scopes'>, ...wanted: Scope[]): boolean =>
  scopes === undefined || wanted.some((scope) => scopes.includes(scope));

/** One call, parsed: what the contract does not name does not arrive. */
export interface Call<Name extends RouteName> {
  caller: Caller;
  params: Params<Name>;
  query: Query<Name>;
  request: Request<Name>;
  /** Lower-case names; repeated headers joined by commas, as the gateway does it. */
  headers: Readonly<Record<string, string | undefined>>;
  cookies: Readonly<Record<string, string | undefined>>;
  /** The `Origin` header, empty when there is none. */
  origin: string;
  /** Milliseconds until the function is ended. */
  timeLeftMs: () => number;
}

/** What an answer may carry besides its body. `cookies` are whole `Set-Cookie` values. */
interface ReplyExtras {
  status?: number;
  headers?: Record<string, string>;
  cookies?: string[];
}

/** An answer with headers, cookies or a status of its own. Made by {@link reply}. */
export class Reply<Body> {
  readonly body: Body;
  readonly extras: ReplyExtras;

  constructor(body: Body, extras: ReplyExtras) {
    this.body = body;
    this.extras = extras;
  }
}

/** For handlers that need more than a body: `reply(page, { headers: { 'x-next-cursor': cursor } })`. */
export const reply = <Body>(body: Body, extras: ReplyExtras = {}): Reply<Body> => new Reply(body, extras);

/** An answer without a body, for routes that promise 204. */
export const emptyReply = (extras: ReplyExtras = {}): Reply<undefined> => new Reply(undefined, extras);

/** What a route's handler resolves to: the response of the contract, bare or as a {@link Reply}; nothing for 204. */
type Answer<Name extends RouteName> = [Response<Name>] extends [undefined]
  ? // biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing has this type.
    void | Reply<undefined>
  : Response<Name> | Reply<Response<Name>>;

type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<Answer<Name>>;

export type Service = (typeof routes)[RouteName]['service'];

/** The names of all routes that a service answers. */
type RoutesOf<S extends Service> = {
  [Name in RouteName]: (typeof routes)[Name]['service'] extends S ? Name : never;
}[RouteName];

/** One handler per route of the service; a missing or an extra one does not compile. */
export type Handlers<S extends Service> = { [Name in RoutesOf<S>]: Handler<Name> };
