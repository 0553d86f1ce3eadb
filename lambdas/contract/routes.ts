/**
 * Every call of the application API, in one table. The server's routing, the CDK routes, the browser's client and
 * the contract tests are made from it. Plain data without zod, so that the browser can import it at run time.
 * Paths are below `/api`; `{name}` is a path parameter.
 *
 * access: `public` = anybody · `user` = a valid bearer token · `cookie` = the session cookie and the right Origin.
 * service: the function that answers.
 */
export const routes = {
  createWebhook: { method: 'POST', path: '/webhooks', access: 'user', service: 'api', success: 201 },
  listWebhooks: { method: 'GET', path: '/webhooks', access: 'user', service: 'api', success: 200 },
  getWebhook: { method: 'GET', path: '/webhook/{id}', access: 'user', service: 'api', success: 200 },
  updateWebhook: { method: 'PUT', path: '/webhook/{id}', access: 'user', service: 'api', success: 204 },
  deleteWebhook: { method: 'DELETE', path: '/webhook/{id}', access: 'user', service: 'api', success: 204 },
  listInvocations: { method: 'GET', path: '/webhook/{id}/invocations', access: 'user', service: 'api', success: 200 },
  getInvocation: { method: 'GET', path: '/invocation/{id}', access: 'user', service: 'api', success: 200 },
  listDispatches: { method: 'GET', path: '/invocation/{id}/dispatches', access: 'user', service: 'api', success: 200 },
  listTargets: { method: 'GET', path: '/targets', access: 'user', service: 'api', success: 200 },
  createTarget: { method: 'POST', path: '/targets', access: 'user', service: 'api', success: 201 },
  listTargetKinds: { method: 'GET', path: '/targets/list', access: 'user', service: 'api', success: 200 },
  getTarget: { method: 'GET', path: '/targets/{id}', access: 'user', service: 'api', success: 200 },
  updateTarget: { method: 'PUT', path: '/targets/{id}', access: 'user', service: 'api', success: 200 },
  deleteTarget: { method: 'DELETE', path: '/targets/{id}', access: 'user', service: 'api', success: 204 },
  testTarget: { method: 'POST', path: '/targets/{id}/test', access: 'user', service: 'api', success: 200 },
  renderTemplate: { method: 'POST', path: '/templates/sandbox', access: 'user', service: 'api', success: 200 },
  listPlans: { method: 'GET', path: '/plans', access: 'public', service: 'accounts', success: 200 },
  createChallenge: { method: 'GET', path: '/challenge', access: 'public', service: 'accounts', success: 200 },
  register: { method: 'POST', path: '/user', access: 'public', service: 'accounts', success: 201 },
  login: { method: 'POST', path: '/user/login', access: 'public', service: 'accounts', success: 200 },
  logout: { method: 'POST', path: '/user/logout', access: 'cookie', service: 'accounts', success: 204 },
  getUser: { method: 'GET', path: '/user/{id}', access: 'user', service: 'accounts', success: 200 },
  updateUser: { method: 'PUT', path: '/user/{id}', access: 'user', service: 'accounts', success: 200 },
  deleteUser: { method: 'DELETE', path: '/user/{id}', access: 'user', service: 'accounts', success: 204 },
  requestPasswordReset: {
    method: 'POST',
    path: '/user/password/initreset',
    access: 'public',
    service: 'accounts',
    success: 204,
  },
  resetPassword: { method: 'POST', path: '/user/password/reset', access: 'public', service: 'accounts', success: 204 },
  refreshToken: { method: 'POST', path: '/token/refresh', access: 'cookie', service: 'accounts', success: 200 },
  sendContactMessage: {
    method: 'POST',
    path: '/landing/contact/',
    access: 'public',
    service: 'accounts',
    success: 204,
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
}

export type RouteName = keyof typeof routes;
