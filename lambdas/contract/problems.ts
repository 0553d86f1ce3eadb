import type { ErrorCode } from './codes.ts';
import { type RouteName, type RouteShape, routes } from './routes.ts';

/** The meaning of a code on the wire. */
interface ProblemKind {
  status: number;
  title: string;
  description: string;
}

/** Every problem an answer can carry: the status and title of its code. `type` is `urn:tellhook:error:<code>`. */
export const problems = {
  'invalid-input': {
    status: 400,
    title: 'Invalid input',
    description: 'The path, the query or the body is not as described. `errors` names each wrong field.',
  },
  'challenge-failed': {
    status: 400,
    title: 'Bot challenge failed',
    description: 'The challenge token is wrong, used before, too old, or was solved for another action.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not signed in',
    description:
      'The access token, the API key or the session is missing, wrong or expired; at sign-in: address or password is wrong.',
  },
  unverified: {
    status: 401,
    title: 'Not verified',
    description: 'The webhook takes only calls that prove who made them, and this one does not. The detail says why.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    description:
      'The API key can’t make this request (wrong endpoint, missing scope, or restricted to other webhooks). Or a request with the session cookie did not come from the Tellhook app.',
  },
  'limit-reached': {
    status: 403,
    title: 'Limit reached',
    description: 'Your plan allows no more of these.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    description: 'The resource does not exist or belongs to another account.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    description: 'The path, or the webhook, takes other methods; `Allow` lists them.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    description:
      'The request conflicts with the current state: the resource already exists or has changed. See `detail`. The detail says what.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    description: 'The body is larger than the call allows.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    description: 'The body must be sent as `application/json` in UTF-8.',
  },
  throttled: {
    status: 429,
    title: 'Too many requests',
    description: 'Too many calls in a short time. `Retry-After` says in how many seconds another one makes sense.',
  },
  'quota-exceeded': {
    status: 429,
    title: 'Quota exceeded',
    description: "The plan's calls of this UTC day are used up. `Retry-After` leads to the next midnight.",
  },
  'storage-full': {
    status: 429,
    title: 'Storage full',
    description:
      "The calls that are kept take up all the plan's room. `Retry-After` leads to when some of them expire.",
  },
  internal: {
    status: 500,
    title: 'Internal error',
    description: 'A fault on our side. `instance` is the number to quote.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    description: 'Something that the call needs does not answer or is not set up here; the detail says what.',
  },
  'loop-detected': {
    status: 508,
    title: 'Loop detected',
    description: 'Deliveries of this service led to the call again and again: a target leads back to a webhook.',
  },
} as const satisfies Record<ErrorCode | 'internal', ProblemKind>;

export type ProblemCode = keyof typeof problems;

/** The `type` of a problem: stable, independent of the host. */
export const typeOfProblem = (code: ProblemCode): string => `urn:tellhook:error:${code}`;

/** Problems of every request, because the gateway and the functions behind it are shared. */
export const sharedProblems = ['throttled', 'internal', 'unavailable'] as const satisfies ProblemCode[];

/**
 * The problems that a route can answer: its own column of the table, and the problems of its access rule and its input.
 * {@link sharedProblems} are added.
 * @param hasInput whether path, query or body are parsed · hasBody whether a JSON body is
 */
export const problemsOf = (name: RouteName, { hasInput, hasBody }: { hasInput: boolean; hasBody: boolean }) => {
  const { access, keys, boundKeys, errors }: RouteShape = routes[name];
  const everyKey = keys === 'any' && boundKeys === 'allowed';
  const codes: ProblemCode[] = [
    ...(access === 'user' ? (['unauthenticated'] as const) : []),
    ...(access === 'user' && !everyKey ? (['forbidden'] as const) : []),
    ...(access === 'cookie' ? (['forbidden', 'unsupported-media-type'] as const) : []),
    ...(hasInput ? (['invalid-input'] as const) : []),
    ...(hasBody ? (['payload-too-large', 'unsupported-media-type'] as const) : []),
    ...errors,
  ];
  return [...new Set(codes)];
};
