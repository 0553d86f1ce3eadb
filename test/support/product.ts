import { powChallenge } from '#contract/challenge';
import type { QueryInput, RequestInput, Response as ResponseOf } from '#contract/messages';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import { solve } from '../../lambdas/accounts/challenge/proof-of-work.ts';

/** Where a running product is. */
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

/** What came back: the parsed body is undefined where there was none. */
interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Calls a route of the contract over HTTP, as a script would. Answers of every status are returned, not thrown. */
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
  action: 'REGISTER' | 'FEEDBACK' | 'FORGOT_PASSWORD',
): Promise<string> => {
  const { body } = await call(addresses, 'createChallenge', { query: { action } });
  const token = solve(powChallenge.parse(body));
  if (!token) throw new Error('the challenge has no solution');
  return token;
};

/**
 * A signed-in user of a running product. `api` throws on every answer that is not a success, and signs in again when the
 * token has expired; `token` and `cookie` are those of the registration.
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

/** A user who has just registered or signed in, from that answer. */
export const userOf = (
  addresses: Addresses,
  { email, password }: { email: string; password: string },
  { body, headers }: Pick<Answer<ResponseOf<'login'>>, 'body' | 'headers'>,
): User => {
  let token = body.access_token;
  /** A new session rather than the next of this one, whose cookie somebody else may be using. */
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
  if (answer.status !== 201) throw new Error(`register answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return userOf(addresses, { email, password }, answer);
};

/** Creates a webhook for targets, and gives its address. */
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

/** Asks again and again until `probe` gives something; the product decides when, so only a deadline bounds it. */
export const eventually = async <Value>(
  probe: () => Promise<Value | undefined | false>,
  what: string,
  deadlineMs = 20_000,
  everyMs = 50,
): Promise<Value> => {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${deadlineMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};
