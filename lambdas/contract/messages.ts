import type * as z from 'zod';
import { openApi } from './common.ts';
import { accountMessages } from './messages/accounts.ts';
import { invocationMessages } from './messages/invocations.ts';
import { targetMessages } from './messages/targets.ts';
import { webhookMessages } from './messages/webhooks.ts';
import { overview } from './overview.ts';
import type { RouteName } from './routes.ts';

/** Schemas for the input and output of each route, by its name. */
export const messages = {
  ...webhookMessages,
  ...invocationMessages,
  ...targetMessages,
  ...accountMessages,
  getOverview: { response: overview },
  getOpenApi: { response: openApi },
} as const satisfies Record<RouteName, RouteMessages>;

export interface RouteMessages {
  params?: z.ZodType;
  query?: z.ZodType;
  request?: z.ZodType;
  response?: z.ZodType;
}

export type Messages = typeof messages;

type Part<Name extends RouteName, Key extends keyof RouteMessages> = Messages[Name] extends {
  [K in Key]: infer Schema extends z.ZodType;
}
  ? Schema
  : undefined;

/** A route handler's parsed input. */
export type Params<Name extends RouteName> =
  Part<Name, 'params'> extends z.ZodType ? z.output<Part<Name, 'params'> & z.ZodType> : undefined;
export type Query<Name extends RouteName> =
  Part<Name, 'query'> extends z.ZodType ? z.output<Part<Name, 'query'> & z.ZodType> : undefined;
export type Request<Name extends RouteName> =
  Part<Name, 'request'> extends z.ZodType ? z.output<Part<Name, 'request'> & z.ZodType> : undefined;
/** A route handler's output. */
export type Response<Name extends RouteName> =
  Part<Name, 'response'> extends z.ZodType ? z.input<Part<Name, 'response'> & z.ZodType> : undefined;
/** The client's input, before defaults and transformations are applied. */
export type RequestInput<Name extends RouteName> =
  Part<Name, 'request'> extends z.ZodType ? z.input<Part<Name, 'request'> & z.ZodType> : undefined;
export type QueryInput<Name extends RouteName> =
  Part<Name, 'query'> extends z.ZodType ? z.input<Part<Name, 'query'> & z.ZodType> : undefined;
