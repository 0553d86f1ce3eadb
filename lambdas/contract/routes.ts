import type { ErrorCode } from './codes.ts';
import type { Role } from './roles.ts';
import type { Scope } from './scopes.ts';

/** Defaults of a change, which an API key with the scope `write` can make. */
const write = {
  method: 'POST',
  access: 'user',
  role: 'editor',
  keys: 'write',
  service: 'api',
  success: 204,
  errors: ['not-found'],
} as const;
/** Defaults of a read, which an API key with the scope `read` can make. */
const read = {
  method: 'GET',
  access: 'user',
  role: 'viewer',
  keys: 'read',
  service: 'api',
  success: 200,
  errors: ['not-found'],
} as const;
/** Defaults of a test call or a resend, which an API key with the scope `send` can make. */
const send = {
  method: 'POST',
  access: 'user',
  role: 'editor',
  keys: 'send',
  service: 'api',
  success: 201,
  errors: ['not-found', 'conflict', 'quota-exceeded'],
} as const;
/** Defaults of a request without authentication. */
const open = { method: 'POST', access: 'public', keys: 'none', service: 'accounts', success: 200, errors: [] } as const;
/** Defaults of a signed-in user's request about the account, which no API key and no member can make. */
const account = {
  method: 'POST',
  access: 'user',
  role: 'owner',
  keys: 'none',
  service: 'accounts',
  success: 200,
  errors: ['not-found'],
} as const;

/**
 * All requests of the application API. The server's routing, the CDK routes, the browser's client and the contract
 * tests are derived from this table. It does not need zod, so the browser can import it at run time. Each row begins
 * with one of the defaults above. Paths are below `/api`; `{name}` is a path parameter.
 *
 * - access: `public` = no authentication. `user` = a valid bearer token. `cookie` = the session cookie and the app's
 *   Origin.
 * - role: the role that a member needs in another user's workspace. `self` = the request concerns the caller's own
 *   account in any workspace.
 * - keys: the scope that an API key needs. `any` = every key is accepted. `none` = no key is accepted (accounts, API
 *   keys).
 * - boundKeys: the rule for restricted keys. If missing, the path must contain the id of an accessible webhook or of
 *   one of its calls. Other paths return 404. `filtered` = the route's handler limits the response to the key's
 *   webhooks. `refused` = the request is rejected, because it concerns the whole account. `allowed` = the request is
 *   accepted, because it concerns no webhook.
 * - trial: true if a trial account can make the request. Others are rejected, except public ones and those with the
 *   cookie.
 * - service: the function that handles the request.
 * - errors: the problems specific to the request. `problemsOf` adds those of its access and its input.
 */
export const routes = {
  createWebhook: { ...write, path: '/webhooks', boundKeys: 'refused', success: 201, errors: ['limit-reached'] },
  listWebhooks: { ...read, path: '/webhooks', boundKeys: 'filtered', errors: [] },
  getWebhook: { ...read, path: '/webhook/{id}', trial: true },
  updateWebhook: { ...write, method: 'PUT', path: '/webhook/{id}', errors: ['not-found', 'conflict'] },
  deleteWebhook: { ...write, method: 'DELETE', path: '/webhook/{id}' },
  cloneWebhook: {
    ...write,
    path: '/webhook/{id}/clone',
    boundKeys: 'refused',
    success: 201,
    errors: ['not-found', 'limit-reached'],
  },
  rotateWebhook: { ...write, path: '/webhook/{id}/rotate', success: 200, errors: ['not-found', 'conflict'] },
  discardHeld: { ...write, path: '/webhook/{id}/held/discard' },
  listInvocations: { ...read, path: '/webhook/{id}/invocations', trial: true },
  searchInvocations: { ...read, path: '/webhook/{id}/invocations/search', errors: ['not-found', 'throttled'] },
  tailInvocations: { ...read, path: '/webhook/{id}/invocations/tail' },
  getWebhookStats: { ...read, path: '/webhook/{id}/stats', errors: ['not-found', 'throttled'] },
  listMatters: { ...read, path: '/webhook/{id}/matters' },
  getVerification: { ...read, path: '/webhook/{id}/verification' },
  setVerification: {
    ...write,
    method: 'PUT',
    path: '/webhook/{id}/verification',
    success: 200,
    errors: ['not-found', 'conflict'],
  },
  checkVerification: {
    ...read,
    method: 'POST',
    path: '/webhook/{id}/verification/check',
    errors: ['not-found', 'throttled'],
  },
  previewRouting: {
    ...read,
    method: 'POST',
    path: '/webhook/{id}/routing/preview',
    errors: ['not-found', 'throttled'],
  },
  listRejections: { ...read, path: '/webhook/{id}/rejections' },
  acceptRejection: { ...send, path: '/rejection/{id}/accept' },
  testWebhook: { ...send, path: '/webhook/{id}/test', trial: true },
  listSamples: { ...read, path: '/webhook/{id}/samples' },
  keepSample: { ...write, path: '/webhook/{id}/samples', success: 201, errors: ['not-found', 'limit-reached'] },
  getSample: { ...read, path: '/sample/{id}' },
  renameSample: { ...write, method: 'PUT', path: '/sample/{id}' },
  removeSample: { ...write, method: 'DELETE', path: '/sample/{id}' },
  getInvocation: { ...read, path: '/invocation/{id}' },
  listDispatches: { ...read, path: '/invocation/{id}/dispatches', trial: true },
  getAcknowledgement: { ...read, path: '/invocation/{id}/acknowledgement' },
  acknowledgeInvocation: {
    ...send,
    path: '/invocation/{id}/acknowledge',
    success: 204,
    errors: ['not-found', 'conflict'],
  },
  replayInvocation: { ...send, path: '/invocation/{id}/replay', success: 200, errors: ['not-found', 'quota-exceeded'] },
  retryDispatch: { ...send, path: '/dispatch/{id}/retry', success: 204, errors: ['not-found', 'conflict'] },
  giveUpDispatch: { ...send, path: '/dispatch/{id}/give-up', success: 204, errors: ['not-found', 'conflict'] },
  replayDispatch: { ...send, path: '/dispatch/{id}/replay', success: 204 },
  countReplay: { ...read, method: 'POST', path: '/webhook/{id}/replays/count' },
  startReplay: { ...send, path: '/webhook/{id}/replays', errors: ['not-found', 'quota-exceeded'] },
  getReplay: { ...read, path: '/replay/{id}', boundKeys: 'filtered' },
  listTargets: { ...read, path: '/targets', boundKeys: 'filtered', errors: [] },
  createTarget: {
    ...write,
    path: '/targets',
    boundKeys: 'refused',
    success: 201,
    errors: ['conflict', 'limit-reached', 'throttled', 'unavailable'],
  },
  listTargetKinds: { ...read, path: '/targets/list', boundKeys: 'allowed', errors: [] },
  getTarget: { ...read, path: '/targets/{id}', boundKeys: 'filtered' },
  updateTarget: {
    ...write,
    method: 'PUT',
    path: '/targets/{id}',
    boundKeys: 'refused',
    success: 200,
    errors: ['not-found', 'conflict', 'throttled', 'unavailable'],
  },
  deleteTarget: { ...write, method: 'DELETE', path: '/targets/{id}', boundKeys: 'refused' },
  testTarget: {
    ...send,
    path: '/targets/{id}/test',
    boundKeys: 'refused',
    success: 200,
    errors: ['not-found', 'conflict', 'throttled'],
  },
  renderTemplate: { ...read, method: 'POST', path: '/templates/sandbox', boundKeys: 'allowed', errors: ['throttled'] },
  listPlans: { ...open, method: 'GET', path: '/plans' },
  createChallenge: { ...open, method: 'GET', path: '/challenge', errors: ['not-found', 'throttled'] },
  getOpenApi: { ...open, method: 'GET', path: '/openapi.json', service: 'api' },
  startTrial: { ...open, path: '/trials', success: 201, errors: ['challenge-failed', 'throttled', 'unavailable'] },
  register: { ...open, path: '/user', success: 201, errors: ['challenge-failed', 'conflict', 'throttled'] },
  login: { ...open, path: '/user/login', errors: ['unauthenticated', 'throttled'] },
  startPasskeyLogin: { ...open, path: '/user/login/passkey/options', errors: ['throttled'] },
  loginWithPasskey: { ...open, path: '/user/login/passkey', errors: ['unauthenticated', 'throttled'] },
  startOidcLogin: { ...open, path: '/user/login/oidc/start', errors: ['not-found', 'throttled'] },
  loginWithOidc: { ...open, path: '/user/login/oidc', errors: ['not-found', 'unauthenticated', 'throttled'] },
  logout: { ...open, path: '/user/logout', access: 'cookie', success: 204 },
  getUser: { ...account, method: 'GET', path: '/user/{id}', role: 'viewer', trial: true },
  getOverview: { ...account, method: 'GET', path: '/overview', role: 'viewer', service: 'api', errors: [] },
  updateUser: { ...account, method: 'PUT', path: '/user/{id}', errors: ['not-found', 'throttled'] },
  setNotices: { ...account, method: 'PUT', path: '/user/{id}/notices', success: 204 },
  listNotices: { ...account, method: 'GET', path: '/user/{id}/notices' },
  setHoldOrder: { ...account, method: 'PUT', path: '/user/{id}/hold-order', service: 'api', success: 204 },
  answerReview: { ...account, path: '/user/{id}/review', service: 'api', success: 204 },
  requestVerification: {
    ...account,
    path: '/user/{id}/verification',
    success: 204,
    errors: ['not-found', 'throttled', 'unavailable'],
  },
  deleteUser: { ...account, method: 'DELETE', path: '/user/{id}', trial: true, success: 204 },
  createKey: { ...account, path: '/keys', success: 201, errors: ['limit-reached'] },
  listKeys: { ...account, method: 'GET', path: '/keys', errors: [] },
  deleteKey: { ...account, method: 'DELETE', path: '/keys/{id}', success: 204 },
  listPasskeys: { ...account, method: 'GET', path: '/passkeys', errors: [] },
  startPasskey: { ...account, path: '/passkeys/options', errors: ['limit-reached', 'throttled'] },
  addPasskey: { ...account, path: '/passkeys', success: 201, errors: ['limit-reached'] },
  renamePasskey: { ...account, method: 'PUT', path: '/passkeys/{id}', success: 204 },
  removePasskey: { ...account, path: '/passkeys/{id}/remove', success: 204, errors: ['not-found', 'throttled'] },
  setSecondFactor: { ...account, path: '/passkeys/second-factor', errors: ['conflict', 'throttled'] },
  startKeyRequest: { ...open, path: '/keys/requests', success: 201, errors: ['throttled'] },
  takeKey: { ...open, path: '/keys/requests/take', errors: ['not-found', 'limit-reached'] },
  getKeyRequest: { ...account, method: 'GET', path: '/keys/requests/{id}', errors: ['not-found', 'throttled'] },
  answerKeyRequest: {
    ...account,
    path: '/keys/requests/{id}/answer',
    success: 204,
    errors: ['not-found', 'limit-reached', 'throttled'],
  },
  getKey: {
    method: 'GET',
    path: '/key',
    access: 'user',
    role: 'self',
    keys: 'any',
    boundKeys: 'allowed',
    service: 'api',
    success: 200,
    errors: ['not-found'],
  },
  listChanges: { ...read, path: '/audit', role: 'owner', boundKeys: 'refused', errors: [] },
  getTeam: { ...account, method: 'GET', path: '/team', errors: [] },
  inviteMember: {
    ...account,
    path: '/team/invitations',
    success: 201,
    errors: ['conflict', 'limit-reached', 'throttled', 'unavailable'],
  },
  resendInvitation: {
    ...account,
    path: '/team/invitations/{id}/resend',
    errors: ['not-found', 'limit-reached', 'throttled', 'unavailable'],
  },
  withdrawInvitation: { ...account, method: 'DELETE', path: '/team/invitations/{id}', success: 204 },
  changeMember: { ...account, method: 'PUT', path: '/team/members/{id}', success: 204 },
  removeMember: { ...account, method: 'DELETE', path: '/team/members/{id}', success: 204 },
  readInvitation: { ...open, path: '/invitations/read', errors: ['not-found', 'throttled'] },
  listWorkspaces: { ...account, method: 'GET', path: '/workspaces', role: 'self', errors: [] },
  joinWorkspace: { ...account, path: '/workspaces', role: 'self', success: 201 },
  leaveWorkspace: { ...account, method: 'DELETE', path: '/workspaces/{id}', role: 'self', success: 204 },
  requestPasswordReset: {
    ...open,
    path: '/user/password/initreset',
    success: 204,
    errors: ['challenge-failed', 'throttled'],
  },
  resetPassword: { ...open, path: '/user/password/reset', success: 204, errors: ['throttled'] },
  refreshToken: { ...open, path: '/token/refresh', access: 'cookie', errors: ['unauthenticated', 'throttled'] },
  createSubscriptionLink: {
    ...account,
    path: '/user/subscription/link',
    errors: ['conflict', 'throttled', 'unavailable'],
  },
  openBillingPortal: {
    ...account,
    path: '/user/subscription/portal',
    errors: ['conflict', 'throttled', 'unavailable'],
  },
  cancelSubscription: {
    ...account,
    path: '/user/subscription/cancel',
    success: 204,
    errors: ['conflict', 'throttled', 'unavailable'],
  },
  resumeSubscription: {
    ...account,
    path: '/user/subscription/resume',
    errors: ['conflict', 'throttled', 'unavailable'],
  },
  sendContactMessage: {
    ...open,
    path: '/landing/contact/',
    success: 204,
    errors: ['challenge-failed', 'throttled', 'unavailable'],
  },
} as const satisfies Record<string, RouteShape>;

/** The shape of one row of the table. */
export type RouteShape = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  trial?: true;
  service: 'api' | 'accounts';
  /** The status of a successful response. 204 has no body. */
  success: 200 | 201 | 204;
  errors: readonly ErrorCode[];
} & ({ access: 'user'; role: Role | 'self' } | { access: 'public' | 'cookie'; role?: never }) &
  ({ keys: 'none'; boundKeys?: never } | { keys: Scope | 'any'; boundKeys?: 'filtered' | 'refused' | 'allowed' });

export type RouteName = keyof typeof routes;
