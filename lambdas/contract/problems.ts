import type { ErrorCode } from './codes.ts';
import { type RouteName, type RouteShape, routes } from './routes.ts';

interface ProblemKind {
  status: number;
  title: string;
  description: string;
}

/** All problems by code. */
export const problems = {
  'invalid-input': {
    status: 400,
    title: 'Invalid input',
    description: 'The path, the query or the body is invalid. `errors` names each invalid field.',
  },
  'challenge-failed': {
    status: 400,
    title: 'Bot challenge failed',
    description: 'The challenge token is invalid, expired, already used, or was solved for another action.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not signed in',
    description:
      'The access token, the API key or the session is missing, wrong or expired. At sign-in, the email address, the password or the second factor is wrong or missing, or the provider did not confirm it.',
  },
  unverified: {
    status: 401,
    title: 'Not verified',
    description: 'The webhook accepts only verified calls, and this call is not verified. `detail` gives the reason.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    description:
      'The API key can’t make this request (wrong endpoint, missing scope, or restricted to other webhooks). Or you are not a member of the workspace in `X-Workspace`, or your role there can’t make this request. Or the account is a trial, which can make only a few requests. Or a request with the session cookie did not come from the Tellhook app.',
  },
  'limit-reached': {
    status: 403,
    title: 'Limit reached',
    description: 'You’ve reached a limit of your plan. See `detail`.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    description: 'The resource does not exist or belongs to another account.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    description: 'The path or the webhook does not accept this method. `Allow` lists the accepted ones.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    description:
      'The request conflicts with the current state: the resource already exists or has changed. See `detail`.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    description: 'The body is larger than the request allows.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    description: 'The body must be sent as `application/json` in UTF-8.',
  },
  throttled: {
    status: 429,
    title: 'Too many requests',
    description: 'You sent too many requests in a short time. Wait for the time in `Retry-After`.',
  },
  'quota-exceeded': {
    status: 429,
    title: 'Quota exceeded',
    description: 'Your plan’s daily quota is used up. `Retry-After` gives the seconds until midnight UTC.',
  },
  'storage-full': {
    status: 429,
    title: 'Storage full',
    description:
      'Stored calls use all of your plan’s storage. `Retry-After` gives the seconds until some of them expire.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    description: 'Something failed on our side. Quote `instance` when you contact us.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    description: 'A service needed for the request does not respond or is not set up here. See `detail`.',
  },
  'loop-detected': {
    status: 508,
    title: 'Loop detected',
    description: 'The call passed through too many Tellhook deliveries: a target sends messages back to a webhook.',
  },
} as const satisfies Record<ErrorCode | 'internal', ProblemKind>;

export type ProblemCode = keyof typeof problems;

/** Returns the `type` of a problem. It is stable and independent of the host. */
export const typeOfProblem = (code: ProblemCode): string => `urn:tellhook:error:${code}`;

/** Problems that any request can return. */
export const sharedProblems = ['throttled', 'internal', 'unavailable'] as const satisfies ProblemCode[];

/**
 * Returns the problems that a route can return: those in its row of the table, and those of its access rule and input.
 * The {@link sharedProblems} are not included.
 * @param hasInput true if the path, the query or the body is parsed
 * @param hasBody true if a JSON body is parsed
 */
export const problemsOf = (name: RouteName, { hasInput, hasBody }: { hasInput: boolean; hasBody: boolean }) => {
  const { access, keys, boundKeys, trial, errors }: RouteShape = routes[name];
  const everyone = keys === 'any' && boundKeys === 'allowed' && trial === true;
  const codes: ProblemCode[] = [
    ...(access === 'user' ? (['unauthenticated'] as const) : []),
    ...(access === 'user' && !everyone ? (['forbidden'] as const) : []),
    ...(access === 'cookie' ? (['forbidden', 'unsupported-media-type'] as const) : []),
    ...(hasInput ? (['invalid-input'] as const) : []),
    ...(hasBody ? (['payload-too-large', 'unsupported-media-type'] as const) : []),
    ...errors,
  ];
  return [...new Set(codes)];
};
