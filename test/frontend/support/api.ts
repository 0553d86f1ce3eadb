import { vi } from 'vitest';

export interface SentCall {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  credentials: RequestCredentials | undefined;
}

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } });

export const problem = (status: number, detail: string, errors?: { path: string; message: string }[]): Response =>
  json(
    { type: 'about:blank', title: 'Problem', status, detail, instance: 'request-1', ...(errors ? { errors } : {}) },
    status,
  );

/** The response of GET /overview, from the failing targets and the parts' responses, or the first error among them. */
export const overviewOf = async (
  failing: readonly number[],
  ...parts: (Response | Promise<Response> | undefined)[]
): Promise<Response> => {
  const answers = await Promise.all(parts.map((part) => part ?? problem(404, 'no such part')));
  const refused = answers.find(({ ok }) => !ok);
  if (refused) return refused;
  const [account, webhooks, targets] = await Promise.all(answers.map((answer) => answer.json()));
  return json({ account, webhooks, targets, failing_targets: failing });
};

/** A `fetch` that responds from a function and records the requests. */
export function fakeFetch(answer: (call: SentCall) => Response | Promise<Response>) {
  const calls: SentCall[] = [];
  const fetch = vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'https://app.example');
    const call: SentCall = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, '') + url.search,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      credentials: init.credentials,
    };
    calls.push(call);
    return answer(call);
  });
  return { fetch: fetch as unknown as typeof globalThis.fetch, calls };
}
