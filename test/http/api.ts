import { type RouteName, routes } from '../../lambdas/contract/routes.ts';
import type { Scope } from '../../lambdas/contract/scopes.ts';
import type { Call, Handlers } from '../../lambdas/http/handler.ts';
import { type HttpApiOptions, httpApi } from '../../lambdas/http/http-api.ts';

export const appUrl = 'https://app.example.com';

/** An `api` service whose handlers record their calls and return nothing, unless a test overrides them. */
export const recordingApi = (own: Partial<Handlers<'api'>> = {}, options: Partial<HttpApiOptions<'api'>> = {}) => {
  const calls: Call<RouteName>[] = [];
  const names = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].service === 'api');
  const record = async (call: Call<RouteName>) => {
    calls.push(call);
  };
  const handlers = Object.fromEntries(names.map((name) => [name, record])) as unknown as Handlers<'api'>;
  const handler = httpApi({
    service: 'api',
    handlers: { ...handlers, ...own },
    audit: { changes: { insert: async () => {} }, clock: () => new Date('2026-03-01T12:00:00Z') },
    verifyAccessToken: async (token) => users[token],
    verifyKey: async (key) => keys[key],
    verifyMember: async () => undefined,
    appUrl,
    ...options,
  });
  return { handler, calls };
};

const users: Record<string, { userId: number }> = { good: { userId: 7 }, other: { userId: 8 } };

/** API keys of the tests; test/accounts/api-keys.test.ts covers real ones. */
const keys: Record<string, { userId: number; keyId: string; keyName: string; scopes: Scope[] }> = {
  thk_read: { userId: 7, keyId: 'r', keyName: 'Reads (…1234)', scopes: ['read'] },
  thk_send: { userId: 7, keyId: 's', keyName: 'Sends (…5678)', scopes: ['send'] },
};

export const signedIn = { authorization: 'Bearer good' };
