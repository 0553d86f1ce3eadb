import { expect } from 'vitest';
import { problem } from '#contract/common';
import { messages, type RouteMessages } from '#contract/messages';
import { type ProblemCode, problems, problemsOf, sharedProblems } from '#contract/problems';
import { WORKSPACE_HEADER } from '#contract/roles';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import type { Addresses } from '../support/product.ts';

/** A request in a test, valid or not. `raw` is sent unchanged, `body` as JSON. */
export interface Ask {
  id?: number | string | undefined;
  query?: Record<string, string>;
  body?: unknown;
  raw?: string | Uint8Array<ArrayBuffer>;
  contentType?: string;
  token?: string | undefined;
  cookie?: string | undefined;
  origin?: string;
  /** The owner's id, sent as `X-Workspace`. */
  workspace?: number | string;
}

export interface Told {
  status: number;
  /** The outcome: `success`, or the problem's code. */
  outcome: 'success' | ProblemCode;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

/** The problems that a route can return by the contract. */
export const promisesOf = (name: RouteName): ProblemCode[] => {
  const { params, query, request }: RouteMessages = messages[name];
  return problemsOf(name, { hasInput: Boolean(params ?? query ?? request), hasBody: Boolean(request) });
};

const codeOf = (type: string) => type.replace('urn:tellhook:error:', '') as ProblemCode;

/** Fails unless the contract allows the response for the route. */
const checkAnswer = (name: RouteName, { status, headers, text, body }: Told): void => {
  const { success }: RouteShape = routes[name];
  const { response }: RouteMessages = messages[name];
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  if (status === success) {
    if (response) {
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      response.parse(body);
    } else expect(text).toBe('');
    return;
  }
  expect(headers.get('content-type'), `${name} ${status} ${text}`).toBe('application/problem+json; charset=utf-8');
  const said = problem.strict().parse(body);
  const code = codeOf(said.type);
  expect([...promisesOf(name), ...sharedProblems]).toContain(code);
  expect({ status, said: said.status, title: said.title }).toEqual({
    status: problems[code].status,
    said: status,
    title: problems[code].title,
  });
  if (code === 'unauthenticated') expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
};

/** Sends requests to a running product, checks each response against the contract, and records the outcomes. */
export const createAsking = ({ appUrl }: Addresses) => {
  const seen = new Map<RouteName, Set<Told['outcome']>>();

  const ask = async (name: RouteName, how: Ask = {}): Promise<Told> => {
    const { method, path, access, success }: RouteShape = routes[name];
    const { id = '', query, body, raw, contentType = 'application/json', token, cookie, origin = appUrl } = how;
    const url = new URL(`/api${path.replace('{id}', encodeURIComponent(id))}`, appUrl);
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value);
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(method !== 'GET' && { 'content-type': contentType }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(cookie !== undefined && { cookie }),
        ...(how.workspace !== undefined && { [WORKSPACE_HEADER]: String(how.workspace) }),
        ...((access === 'cookie' || how.origin !== undefined) && { origin }),
      },
      ...(sent !== undefined && { body: sent }),
    });
    const text = await response.text();
    const { status, headers } = response;
    const parsed = text === '' ? undefined : JSON.parse(text);
    const outcome = status === success ? 'success' : codeOf(String(parsed?.type));
    const told: Told = { status, outcome, headers, text, body: parsed };
    checkAnswer(name, told);
    seen.set(name, (seen.get(name) ?? new Set()).add(outcome));
    return told;
  };

  /** Repeats a request until it is throttled; fails after `tries` attempts. */
  const untilThrottled = async (name: RouteName, how: () => Promise<Ask>, tries = 20): Promise<Told> => {
    for (let count = 0; count < tries; count += 1) {
      const told = await ask(name, await how());
      if (told.outcome === 'throttled') return told;
    }
    throw new Error(`${name} was never throttled`);
  };

  return { ask, untilThrottled, seen };
};

export type Asking = ReturnType<typeof createAsking>;
