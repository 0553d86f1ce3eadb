import * as z from 'zod';
import * as account from './account.ts';
import { challengeAction, powChallenge } from './challenge.ts';
import { numericIdInPath, openApi, paging } from './common.ts';
import * as invocation from './invocation.ts';
import * as search from './invocation-search.ts';
import { overview } from './overview.ts';
import * as replay from './replay.ts';
import type { RouteName } from './routes.ts';
import * as target from './target.ts';
import * as template from './template.ts';
import { testCall, testedCall } from './test-call.ts';
import * as webhook from './webhook.ts';
import { webhookStats } from './webhook-stats.ts';

const numeric = z.object({ id: numericIdInPath });
const sortable = z.object({
  id: z
    .string()
    .max(40)
    .regex(/^[0-9a-z]{20,40}$/, 'is not an invocation id'),
});

const dispatchInPath = z.object({
  id: z
    .string()
    .max(52)
    .regex(/^[0-9a-z]{20,40}-[0-9a-z]{1,11}$/, 'is not the id of a dispatch'),
});

/** What goes in and out of each route, by the route's name. A part that is missing is empty. */
export const messages = {
  createWebhook: { request: webhook.newWebhook, response: webhook.createdWebhook },
  listWebhooks: { response: webhook.webhookList },
  getWebhook: { params: numeric, response: webhook.webhook },
  updateWebhook: { params: numeric, request: webhook.webhookChange },
  deleteWebhook: { params: numeric },
  listInvocations: { params: numeric, query: invocation.invocationQuery, response: invocation.invocationList },
  searchInvocations: { params: numeric, query: search.searchQuery, response: search.searchResult },
  getWebhookStats: { params: numeric, response: webhookStats },
  testWebhook: { params: numeric, request: testCall, response: testedCall },
  getInvocation: { params: sortable, response: invocation.invocation },
  listDispatches: { params: sortable, query: paging, response: invocation.dispatchList },
  replayInvocation: { params: sortable, request: replay.invocationReplay, response: replay.queuedAgain },
  retryDispatch: { params: dispatchInPath },
  giveUpDispatch: { params: dispatchInPath },
  replayDispatch: { params: dispatchInPath },
  countReplay: { params: numeric, request: replay.replayFilter, response: replay.replayCount },
  startReplay: { params: numeric, request: replay.replayFilter, response: replay.replay },
  getReplay: {
    params: z.object({
      id: z
        .string()
        .max(40)
        .regex(/^[\w-]{20,40}$/, 'is not the id of a replay'),
    }),
    response: replay.replay,
  },
  listTargets: { response: target.targetList },
  createTarget: { request: target.newTarget, response: target.target },
  listTargetKinds: { response: target.targetKindList },
  getTarget: { params: numeric, response: target.target },
  updateTarget: { params: numeric, request: target.targetChange, response: target.target },
  deleteTarget: { params: numeric },
  testTarget: { params: numeric, response: target.testResult },
  renderTemplate: { request: template.sandboxRequest, response: template.sandboxResult },
  listPlans: { response: account.planList },
  createChallenge: { query: z.object({ action: challengeAction }), response: powChallenge },
  getOpenApi: { response: openApi },
  register: { request: account.registration, response: account.signedIn },
  login: { request: account.credentials, response: account.signedIn },
  logout: {},
  getUser: { params: numeric, response: account.account },
  getOverview: { response: overview },
  updateUser: { params: numeric, request: account.accountChange, response: account.signedIn },
  setNotices: { params: numeric, request: account.noticesChange },
  deleteUser: { params: numeric },
  requestPasswordReset: { request: account.passwordResetRequest },
  resetPassword: { request: account.passwordReset },
  refreshToken: { request: account.refreshRequest, response: account.refreshed },
  createSubscriptionLink: { response: account.subscriptionLink },
  cancelSubscription: {},
  resumeSubscription: { response: account.resumedSubscription },
  sendContactMessage: { request: account.contactMessage },
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

/** What the server's handler of a route receives, parsed. */
export type Params<Name extends RouteName> =
  Part<Name, 'params'> extends z.ZodType ? z.output<Part<Name, 'params'> & z.ZodType> : undefined;
export type Query<Name extends RouteName> =
  Part<Name, 'query'> extends z.ZodType ? z.output<Part<Name, 'query'> & z.ZodType> : undefined;
export type Request<Name extends RouteName> =
  Part<Name, 'request'> extends z.ZodType ? z.output<Part<Name, 'request'> & z.ZodType> : undefined;
/** What it answers. */
export type Response<Name extends RouteName> =
  Part<Name, 'response'> extends z.ZodType ? z.input<Part<Name, 'response'> & z.ZodType> : undefined;
/** What a client may send, before defaults and transformations. */
export type RequestInput<Name extends RouteName> =
  Part<Name, 'request'> extends z.ZodType ? z.input<Part<Name, 'request'> & z.ZodType> : undefined;
export type QueryInput<Name extends RouteName> =
  Part<Name, 'query'> extends z.ZodType ? z.input<Part<Name, 'query'> & z.ZodType> : undefined;
