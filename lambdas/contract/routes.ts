import type { ErrorCode } from '../platform/errors.ts';

/**
 * Every call of the application API, in one table. The server's routing, the CDK routes, the browser's client and
 * the contract tests are made from it. Plain data without zod, so that the browser can import it at run time.
 * Paths are below `/api`; `{name}` is a path parameter.
 *
 * access: `public` = anybody · `user` = a valid bearer token · `cookie` = the session cookie and the right Origin.
 * service: the function that answers.
 * errors: what the call itself may refuse; `problemsOf` adds what follows from its access and its input.
 */
export const routes = {
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    access: 'user',
    service: 'api',
    success: 201,
    errors: ['limit-reached'],
  },
  listWebhooks: { method: 'GET', path: '/webhooks', access: 'user', service: 'api', success: 200, errors: [] },
  getWebhook: {
    method: 'GET',
    path: '/webhook/{id}',
    access: 'user',
    service: 'api',
    success: 200,
    errors: ['not-found'],
  },
  updateWebhook: {
    method: 'PUT',
    path: '/webhook/{id}',
    access: 'user',
    service: 'api',
    success: 204,
    errors: ['not-found'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhook/{id}',
    access: 'user',
    service: 'api',
    success: 204,
    errors: ['not-found'],
  },
  listInvocations: {
    method: 'GET',
    path: '/webhook/{id}/invocations',
    access: 'user',
    service: 'api',
    success: 200,
    errors: ['not-found'],
  },
  getInvocation: {
    method: 'GET',
    path: '/invocation/{id}',
    access: 'user',
    service: 'api',
    success: 200,
    errors: ['not-found'],
  },
  listDispatches: {
    method: 'GET',
    path: '/invocation/{id}/dispatches',
    access: 'user',
    service: 'api',
    success: 200,
    errors: ['not-found'],
  },
  replayInvocation: {
    method: 'POST',
    path: '/invocation/{id}/replay',
    access: 'user',
    service: 'api',
    success: 200,
    errors: ['not-found', 'quota-exceeded'],
  },
  retryDispatch: {
    method: 'POST',
    path: '/dispatch/{id}/retry',
    access: 'user',
    service: 'api',
    success: 204,
    errors: ['not-found', 'conflict'],
  },
  giveUpDispatch: {
    method: 'POST',
    path: '/dispatch/{id}/give-up',
    access: 'user',
    service: 'api',
    success: 204,
    errors: ['not-found', 'conflict'],
  },
  replayDispatch: {
    method: 'POST',
    path: '/dispatch/{id}/replay',
    access: 'user',
    service: 'api',
    success: 204,
    errors: ['not-found', 'conflict', 'quota-exceeded'],
  },
  countReplay: {
    method: 'POST',
    path: '/webhook/{id}/replays/count',
    access: 'user',
    service: 'api',
    success: 200,
    errors: ['not-found'],
  },
  startReplay: {
    method: 'POST',
    path: '/webhook/{id}/replays',
    access: 'user',
    service: 'api',
    success: 201,
    errors: ['not-found', 'quota-exceeded'],
  },
  getReplay: {
    method: 'GET',
    path: '/replay/{id}',
    access: 'user',
    service: 'api',
    success: 200,
    errors: ['not-found'],
  },
  listTargets: { method: 'GET', path: '/targets', access: 'user', service: 'api', success: 200, errors: [] },
  createTarget: {
    method: 'POST',
    path: '/targets',
    access: 'user',
    service: 'api',
    success: 201,
    errors: ['conflict', 'limit-reached', 'throttled', 'unavailable'],
  },
  listTargetKinds: { method: 'GET', path: '/targets/list', access: 'user', service: 'api', success: 200, errors: [] },
  getTarget: {
    method: 'GET',
    path: '/targets/{id}',
    access: 'user',
    service: 'api',
    success: 200,
    errors: ['not-found'],
  },
  updateTarget: {
    method: 'PUT',
    path: '/targets/{id}',
    access: 'user',
    service: 'api',
    success: 200,
    errors: ['not-found', 'conflict', 'throttled', 'unavailable'],
  },
  deleteTarget: {
    method: 'DELETE',
    path: '/targets/{id}',
    access: 'user',
    service: 'api',
    success: 204,
    errors: ['not-found'],
  },
  testTarget: {
    method: 'POST',
    path: '/targets/{id}/test',
    access: 'user',
    service: 'api',
    success: 200,
    errors: ['not-found', 'conflict', 'throttled'],
  },
  renderTemplate: {
    method: 'POST',
    path: '/templates/sandbox',
    access: 'user',
    service: 'api',
    success: 200,
    errors: ['throttled'],
  },
  listPlans: { method: 'GET', path: '/plans', access: 'public', service: 'accounts', success: 200, errors: [] },
  createChallenge: {
    method: 'GET',
    path: '/challenge',
    access: 'public',
    service: 'accounts',
    success: 200,
    errors: ['not-found', 'throttled'],
  },
  getOpenApi: { method: 'GET', path: '/openapi.json', access: 'public', service: 'api', success: 200, errors: [] },
  register: {
    method: 'POST',
    path: '/user',
    access: 'public',
    service: 'accounts',
    success: 201,
    errors: ['challenge-failed', 'conflict', 'throttled'],
  },
  login: {
    method: 'POST',
    path: '/user/login',
    access: 'public',
    service: 'accounts',
    success: 200,
    errors: ['unauthenticated', 'throttled'],
  },
  logout: { method: 'POST', path: '/user/logout', access: 'cookie', service: 'accounts', success: 204, errors: [] },
  getUser: {
    method: 'GET',
    path: '/user/{id}',
    access: 'user',
    service: 'accounts',
    success: 200,
    errors: ['not-found'],
  },
  updateUser: {
    method: 'PUT',
    path: '/user/{id}',
    access: 'user',
    service: 'accounts',
    success: 200,
    errors: ['not-found', 'throttled'],
  },
  deleteUser: {
    method: 'DELETE',
    path: '/user/{id}',
    access: 'user',
    service: 'accounts',
    success: 204,
    errors: ['not-found'],
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/user/password/initreset',
    access: 'public',
    service: 'accounts',
    success: 204,
    errors: ['challenge-failed', 'throttled'],
  },
  resetPassword: {
    method: 'POST',
    path: '/user/password/reset',
    access: 'public',
    service: 'accounts',
    success: 204,
    errors: ['throttled'],
  },
  refreshToken: {
    method: 'POST',
    path: '/token/refresh',
    access: 'cookie',
    service: 'accounts',
    success: 200,
    errors: ['unauthenticated', 'throttled'],
  },
  createSubscriptionLink: {
    method: 'POST',
    path: '/user/subscription/link',
    access: 'user',
    service: 'accounts',
    success: 200,
    errors: ['conflict', 'throttled', 'unavailable'],
  },
  cancelSubscription: {
    method: 'POST',
    path: '/user/subscription/cancel',
    access: 'user',
    service: 'accounts',
    success: 204,
    errors: ['conflict', 'throttled', 'unavailable'],
  },
  resumeSubscription: {
    method: 'POST',
    path: '/user/subscription/resume',
    access: 'user',
    service: 'accounts',
    success: 200,
    errors: ['conflict', 'throttled', 'unavailable'],
  },
  sendContactMessage: {
    method: 'POST',
    path: '/landing/contact/',
    access: 'public',
    service: 'accounts',
    success: 204,
    errors: ['challenge-failed', 'throttled', 'unavailable'],
  },
} as const satisfies Record<string, RouteShape>;

/** The shape of one row of the table. */
export interface RouteShape {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  access: 'public' | 'user' | 'cookie';
  service: 'api' | 'accounts';
  /** The status of a successful answer. 204 has no body. */
  success: 200 | 201 | 204;
  errors: readonly ErrorCode[];
}

export type RouteName = keyof typeof routes;
