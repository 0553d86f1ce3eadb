import type { Params, Query, Request, Response } from '#contract/messages';
import type { RouteName, routes } from '#contract/routes';
import type { Scope } from '#contract/scopes';
import type { Reach } from '../platform/reach.ts';

/** The caller. `userId` is the account that the request concerns. It is 0 on public routes and routes that use the cookie. */
export interface Caller {
  userId: number;
  /** The signed-in user, if the account belongs to another user. */
  member: { userId: number; email: string } | undefined;
  keyId: string | undefined;
  /** The key's name, as its owner sees it. */
  keyName: string | undefined;
  /** The scopes of an API key or a viewer. Undefined for other sessions, which have all scopes. */
  scopes: readonly Scope[] | undefined;
  /** The webhooks that a restricted key can access. Undefined for other callers. */
  reach: Reach;
  requestId: string;
  /** The client's IP address as seen by the gateway or the distribution, not as claimed by the client. */
  ip: string;
}

/** True if the caller has at least one of these scopes. */
export const hasScope = ({ scopes }: Pick<Caller, 'scopes'>, ...wanted: Scope[]): boolean =>
  scopes === undefined || wanted.some((scope) => scopes.includes(scope));

/** A parsed request, without fields that the contract does not define. */
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

interface ReplyExtras {
  status?: number;
  headers?: Record<string, string>;
  cookies?: string[];
  /** The account that a request changed, for the audit log, if it is not the caller's. */
  account?: number;
  /** The member's address, after they joined or left the team of `account`. */
  memberEmail?: string;
  /** More about a change, for the audit log. */
  detail?: string | undefined;
}

/** A response with headers, cookies or a custom status. It is created with {@link reply}. */
export class Reply<Body> {
  readonly body: Body;
  readonly extras: ReplyExtras;

  constructor(body: Body, extras: ReplyExtras) {
    this.body = body;
    this.extras = extras;
  }
}

/** Builds the response of a handler that returns more than a body, such as `reply(page, { headers: { … } })`. */
export const reply = <Body>(body: Body, extras: ReplyExtras = {}): Reply<Body> => new Reply(body, extras);

/** Builds a response without a body, for routes that return 204. */
export const emptyReply = (extras: ReplyExtras = {}): Reply<undefined> => new Reply(undefined, extras);

type Answer<Name extends RouteName> = [Response<Name>] extends [undefined]
  ? // biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing has this type.
    void | Reply<undefined>
  : Response<Name> | Reply<Response<Name>>;

type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<Answer<Name>>;

export type Service = (typeof routes)[RouteName]['service'];

type RoutesOf<S extends Service> = {
  [Name in RouteName]: (typeof routes)[Name]['service'] extends S ? Name : never;
}[RouteName];

/** One handler per route of the service. A missing or extra handler is a type error. */
export type Handlers<S extends Service> = { [Name in RoutesOf<S>]: Handler<Name> };
