import { powChallenge } from '#contract/challenge';
import type { QueryInput, RequestInput, Response as ResponseOf } from '#contract/messages';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import { solve } from '../../lambdas/accounts/challenge/proof-of-work.ts';

/** The addresses of a running product. */
export interface Addresses {
  appUrl: string;
  invokeUrl: string;
}

interface CallOptions<Name extends RouteName> {
  id?: number | string;
  query?: QueryInput<Name>;
  body?: RequestInput<Name>;
  token?: string;
  cookie?: string;
  origin?: string;
}

/** A response; the parsed body is undefined if there is none. */
interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Calls a route of the contract over HTTP, like a script. Responses of any status are returned, not thrown. */
export const call = async <Name extends RouteName>(
  { appUrl }: Addresses,
  name: Name,
  { id, query, body, token, cookie, origin }: CallOptions<Name> = {},
): Promise<Answer<ResponseOf<Name>>> => {
  const { method, path, access }: RouteShape = routes[name];
  const url = new URL(`/api${path.replace('{id}', String(id))}`, appUrl);
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    url.searchParams.set(key, String(value));
  const response = await fetch(url, {
    method,
    headers: {
      ...((body !== undefined || access === 'cookie') && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(access === 'cookie' && { origin: origin ?? appUrl }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
};

/** A solved challenge for one action. */
export const solvedChallenge = async (
  addresses: Addresses,
  action: 'REGISTER' | 'FEEDBACK' | 'FORGOT_PASSWORD' | 'TRIAL',
): Promise<string> => {
  const { body } = await call(addresses, 'createChallenge', { query: { action } });
  const token = solve(powChallenge.parse(body));
  if (!token) throw new Error('the challenge has no solution');
  return token;
};

/**
 * A signed-in user of a running product. `api` throws on every response that is not a success, and signs in again when
 * the token has expired. `token` and `cookie` are those of the registration.
 */
export interface User {
  email: string;
  password: string;
  userId: number;
  token: string;
  cookie: string;
  api<Name extends RouteName>(name: Name, options?: CallOptions<Name>): Promise<ResponseOf<Name>>;
}

let users = 0;

/** A user from the response of a registration or sign-in. */
export const userOf = (
  addresses: Addresses,
  { email, password }: { email: string; password: string },
  { body, headers }: Pick<Answer<ResponseOf<'login'>>, 'body' | 'headers'>,
): User => {
  let token = body.access_token;
  /** Starts a new session instead of refreshing this one, whose cookie may be used elsewhere. */
  const logIn = async () => {
    const answer = await call(addresses, 'login', { body: { email, password } });
    if (answer.status >= 300) throw new Error(`login answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    token = answer.body.access_token;
  };
  return {
    email,
    password,
    userId: body.user_id,
    token,
    cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '',
    api: async (name, options) => {
      let answer = await call(addresses, name, { token, ...options });
      if (answer.status === 401) {
        await logIn();
        answer = await call(addresses, name, { token, ...options });
      }
      if (answer.status >= 300) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
};

/** Registers a new user and stays signed in. */
export const signUp = async (
  addresses: Addresses,
  email = `person-${++users}-${process.pid}@example.com`,
): Promise<User> => {
  const password = 'plum-tart-under-glass';
  const challenge = await solvedChallenge(addresses, 'REGISTER');
  const answer = await call(addresses, 'register', { body: { email, password, challenge } });
  if (answer.status !== 201) throw new Error(`registration returned ${answer.status}: ${JSON.stringify(answer.body)}`);
  return userOf(addresses, { email, password }, answer);
};

/** Creates a webhook for targets. @returns its invoke URL */
export const createWebhook = async (
  { invokeUrl }: Addresses,
  user: User,
  targetIds: number[],
  fields: Partial<RequestInput<'createWebhook'>['webhook']> = {},
): Promise<{ id: number; url: string }> => {
  const created = await user.api('createWebhook', {
    body: { webhook: { name: 'Deploys', ...fields, target_ids: targetIds }, targets: targetIds.map((id) => ({ id })) },
  });
  return { id: created.webhook_id, url: `${invokeUrl}/${created.route}` };
};

/**
 * Repeats `probe` until it returns a value. The product decides when that is, so only a deadline limits the wait. Pauses
 * grow fivefold, because a probe takes the product's time from the work that it waits for.
 */
export const eventually = async <Value>(
  probe: () => Promise<Value | undefined | false>,
  what: string,
  deadlineMs = 20_000,
  everyMs = 50,
): Promise<Value> => {
  const deadline = Date.now() + deadlineMs;
  for (let pauseMs = everyMs; ; pauseMs = Math.min(pauseMs * 1.4, everyMs * 5)) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${deadlineMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};
