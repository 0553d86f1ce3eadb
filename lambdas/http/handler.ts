import type { Params, Query, Request, Response } from '#contract/messages';
import type { RouteName, routes } from '#contract/routes';
import type { Scope } from '#contract/scopes';
import type { Reach } from '../platform/reach.ts';

/** The caller. `userId` is 0 on public routes and routes that use the cookie. */
export interface Caller {
  userId: number;
  /** The name of the call's API key. */
  keyId: string | undefined;
  /** The key's name, chosen by its owner, and its last characters. */
  keyName: string | undefined;
  /** The scopes of the call's API key; undefined for a session, which has all. */
  scopes: readonly Scope[] | undefined;
  /** The webhooks of a restricted key. */
  reach: Reach;
  requestId: string;
  /** The client's address as the trusted hop saw it, not as the client claims it. */
  ip: string;
}

/** True if the caller has one of these scopes and can see what they cover. */
export const hasScope = ({ scopes }: Pick<Caller, 'scopes'>, ...wanted: Scope[]): boolean =>
  scopes === undefined || wanted.some((scope) => scopes.includes(scope));

/** A parsed call, without fields that the contract does not define. */
export interface Call<Name extends RouteName> {
  caller: Caller;
  params: Params<Name>;
  query: Query<Name>;
  request: Request<Name>;
  /** Names are in lower case. Repeated headers are joined with commas, as the gateway does. */
  headers: Readonly<Record<string, string | undefined>>;
  cookies: Readonly<Record<string, string | undefined>>;
  /** The `Origin` header; empty if missing. */
  origin: string;
  /** Milliseconds until the function times out. */
  timeLeftMs: () => number;
}

/** Parts of a response other than its body. */
interface ReplyExtras {
  status?: number;
  headers?: Record<string, string>;
  cookies?: string[];
  /** The account that a request without signing in changed, for the audit log. */
  account?: number;
}

/** A response with headers, cookies or a custom status. Created by {@link reply}. */
export class Reply<Body> {
  readonly body: Body;
  readonly extras: ReplyExtras;

  constructor(body: Body, extras: ReplyExtras) {
    this.body = body;
    this.extras = extras;
  }
}

/** For handlers that return more than a body: `reply(page, { headers: { 'x-next-cursor': cursor } })`. */
export const reply = <Body>(body: Body, extras: ReplyExtras = {}): Reply<Body> => new Reply(body, extras);

/** A response without a body, for routes that return 204. */
export const emptyReply = (extras: ReplyExtras = {}): Reply<undefined> => new Reply(undefined, extras);

/** The result of a route's handler. */
type Answer<Name extends RouteName> = [Response<Name>] extends [undefined]
  ? // biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing has this type.
    void | Reply<undefined>
  : Response<Name> | Reply<Response<Name>>;

type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<Answer<Name>>;

export type Service = (typeof routes)[RouteName]['service'];

/** The names of all routes of a service. */
type RoutesOf<S extends Service> = {
  [Name in RouteName]: (typeof routes)[Name]['service'] extends S ? Name : never;
}[RouteName];

/** One handler per route of the service. A missing or extra one does not compile. */
export type Handlers<S extends Service> = { [Name in RoutesOf<S>]: Handler<Name> };
