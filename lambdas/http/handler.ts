import type { Params, Query, Request, Response } from '#contract/messages';
import type { RouteName, routes } from '#contract/routes';
import type { Scope } from '#contract/scopes';
import type { Reach } from '../platform/reach.ts';

/** The caller. `userId` is 0 where a route is open to everyone or uses the cookie. */
export interface Caller {
  userId: number;
  /** Names the API key of the call. */
  keyId: string | undefined;
  /** The scopes of the call's API key; undefined for a session, which can do everything. */
  scopes: readonly Scope[] | undefined;
  /** The webhooks that a bound key reaches. */
  reach: Reach;
  requestId: string;
  /** The client's address as the trusted hop saw it, never as the client claims it. */
  ip: string;
}

/** True if the caller has one of these scopes, and so can see the objects behind them. */
export const hasScope = ({ scopes }: Pick<Caller, 'scopes'>, ...wanted: Scope[]): boolean =>
  scopes === undefined || wanted.some((scope) => scopes.includes(scope));

/** One parsed call, without any fields the contract does not name. */
export interface Call<Name extends RouteName> {
  caller: Caller;
  params: Params<Name>;
  query: Query<Name>;
  request: Request<Name>;
  /** Lower-case names; repeated headers joined by commas, as the gateway does it. */
  headers: Readonly<Record<string, string | undefined>>;
  cookies: Readonly<Record<string, string | undefined>>;
  /** The `Origin` header, empty if missing. */
  origin: string;
  /** Milliseconds until the function is ended. */
  timeLeftMs: () => number;
}

/** Further parts of a response besides its body. */
interface ReplyExtras {
  status?: number;
  headers?: Record<string, string>;
  cookies?: string[];
}

/** An answer with headers, cookies or its own status. Made by {@link reply}. */
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

/** The result of a route's handler. */
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
