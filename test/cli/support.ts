import type { Params, QueryInput, RequestInput, Response as Told } from '#contract/messages';
import { type RouteName, routes } from '#contract/routes';
import { WEBHOOK_DEFAULTS } from '#contract/webhook-defaults';
import type { Io } from '../../cli/src/io.ts';
import { run } from '../../cli/src/run.ts';

/** The responses of a fake API, typed by the contract. */
export type FakeApi = {
  [Name in RouteName]?: (call: {
    params: Params<Name>;
    query: QueryInput<Name>;
    body: RequestInput<Name>;
    headers: Headers;
  }) => Told<Name> | Response | Promise<Told<Name>>;
};

export const refusal = (status: number, code: string, detail: string, headers: Record<string, string> = {}): Response =>
  Response.json({ code, detail, status, instance: 'request-1' }, { status, headers });

const routeOf = (method: string, path: string): [RouteName, string | undefined] => {
  for (const [name, route] of Object.entries(routes)) {
    const found = new RegExp(`^/api${route.path.replace('{id}', '([^/]+)')}$`).exec(path);
    if (found && route.method === method) return [name as RouteName, found[1]];
  }
  throw new Error(`no route takes ${method} ${path}`);
};

/** A `fetch` that responds from a fake API. A request that the fake does not know is a bug in the test. */
export const fetchOf = (api: FakeApi): typeof globalThis.fetch =>
  (async (input: URL, init: RequestInit = {}) => {
    const url = new URL(input);
    const [name, id] = routeOf(init.method ?? 'GET', url.pathname);
    const handler = api[name] as ((call: object) => unknown) | undefined;
    if (!handler) throw new Error(`the fake does not answer ${name}`);
    const answer = await handler({
      params: { id },
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    });
    if (answer instanceof Response) return answer;
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
  }) as typeof globalThis.fetch;

export const KEY = `thk_${'k'.repeat(47)}`;
export const URL_OF_APP = 'https://app.example.com';

/** A key with all scopes for all webhooks. */
export const aKey: Told<'getKey'> = {
  id: '0'.repeat(20),
  name: 'Laptop',
  hint: '…K3fQ',
  scopes: ['read', 'write', 'send'],
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: '2026-03-01T11:00:00.000Z',
  expires_at: '0001-01-01T00:00:00Z',
};

/** The environment of a command, with its output, the opened pages and the waits. */
export const world = (api: FakeApi, more: Partial<Io> = {}) => {
  const seen = { out: '', err: '', pages: [] as string[], slept: [] as number[] };
  const stop = new AbortController();
  const io: Io = {
    version: '1.2.3',
    env: { TELLHOOK_API_KEY: KEY, TELLHOOK_URL: URL_OF_APP },
    cwd: process.cwd(),
    out: (text) => {
      seen.out += text;
    },
    err: (text) => {
      seen.err += text;
    },
    colours: false,
    machine: 'laptop',
    interactive: false,
    fetch: fetchOf({ getKey: () => aKey, ...api }),
    now: () => new Date('2026-03-01T12:00:00.000Z'),
    sleep: async (milliseconds) => {
      seen.slept.push(milliseconds);
    },
    browse: async (url) => {
      seen.pages.push(url);
      return true;
    },
    askSecret: async () => KEY,
    readStdin: async () => `${KEY}\n`,
    readLines: async function* () {},
    stopped: stop.signal,
    ...more,
  };
  return { io, seen, stop: () => stop.abort(), run: (...args: string[]) => run(args, io) };
};

export const aWebhook = (id: number, name: string): Told<'listWebhooks'>[number] => ({
  id,
  name,
  route: 'a-route',
  ...WEBHOOK_DEFAULTS,
  created_at: '2026-01-01T00:00:00.000Z',
  target_ids: [21],
  amount_invocations: 3,
  last_invocation: '0001-01-01T00:00:00Z',
  invocations_this_cycle: 0,
  max_invocations_per_cycle: 25,
  amount_errors: 0,
  errors_last_days: 0,
  open_errors: 0,
  limit_hit: false,
  status: 'enabled',
});

/** A webhook's `number`th call, as the API returns it. */
export const aCall = (number: number, more: Partial<Told<'getInvocation'>> = {}): Told<'getInvocation'> => ({
  id: number.toString(36).padStart(28, '0'),
  invoked_at: '2026-03-01T11:59:00.000Z',
  ip: '203.0.113.5',
  method: 'POST',
  query: 'a=1',
  content_type: 'application/json',
  raw_headers: '{"content-type":"application/json","x-event":"push","host":"in.example.com"}',
  raw_body: `{"number":${number}}`,
  raw_body_encoding: 'utf8',
  raw_body_truncated: false,
  size: 12,
  status: 'success',
  num_dispatches: 1,
  dispatches: [{ target_id: 21, status: 'success' }],
  ...more,
});
