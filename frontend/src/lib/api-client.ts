import { type CallArguments, pathOf } from '#contract/client';
import type { Problem } from '#contract/common';
import { toModel } from '#contract/names';
import { WORKSPACE_HEADER } from '#contract/roles';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import { ApiError, LoginNeededError, NetworkError, RefreshError, RequiredParameterError } from './errors.ts';
import type { Session } from './session.ts';
import type { Answer } from './wire.ts';

interface ApiPorts {
  fetch: typeof globalThis.fetch;
  session: Session;
  /** The id of the workspace that requests concern; undefined for the user's own account. */
  workspace?(): number | undefined;
  /** The API's URL, without a trailing slash. */
  baseUrl(): Promise<string>;
  /** Called when the user must log in. `expired` is true if a session has ended. */
  onLoginNeeded(reason: { expired: boolean }): void;
}

interface Api {
  /**
   * Calls one route of the contract's table.
   * @throws ApiError, NetworkError, LoginNeededError, RequiredParameterError
   */
  call<Name extends RouteName>(name: Name, args: CallArguments<Name>): Promise<Answer<Name>>;
  /**
   * Exchanges the session cookie for a new access token. Concurrent callers share one request.
   * @throws RefreshError, NetworkError
   */
  refresh(): Promise<string>;
}

interface LooseArguments {
  params?: { id?: number | string } | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** The typed client, made from the contract's route table. */
export function createApi({ fetch, session, workspace, baseUrl, onLoginNeeded }: ApiPorts): Api {
  let refreshing: Promise<string> | undefined;

  const request = async (name: RouteName, args: LooseArguments): Promise<globalThis.Response> => {
    const route: RouteShape = routes[name];
    const path = fillPath(name, route.path, args);
    const headers = new Headers({ accept: 'application/json' });
    // Requests that change data always have the JSON content type, which another site's form cannot send.
    if (route.method !== 'GET') headers.set('content-type', 'application/json');
    if (name !== 'refreshToken' && session.get().access_token !== '') {
      headers.set('authorization', `Bearer ${session.get().access_token}`);
    }
    const ownerId = route.access === 'user' && route.role !== 'self' ? workspace?.() : undefined;
    if (ownerId !== undefined) headers.set(WORKSPACE_HEADER, String(ownerId));
    try {
      return await fetch(`${await baseUrl()}${path}`, {
        method: route.method,
        credentials: 'include',
        headers,
        body: args.body === undefined ? null : JSON.stringify(args.body),
        signal: args.signal ?? null,
      });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new NetworkError(error);
    }
  };

  const refreshOnce = async (): Promise<string> => {
    const response = await request('refreshToken', { body: { user_id: session.get().user_id } });
    if (!response.ok) throw new RefreshError(response.status);
    const { access_token } = (await response.json()) as { access_token: string };
    return access_token;
  };

  const refresh = () => {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  /** Refreshes a rejected token. If the refresh is rejected too, the session ends. */
  const renewOrLeave = async () => {
    try {
      session.setToken(await refresh());
    } catch (error) {
      const expired = error instanceof RefreshError && error.status === 401;
      if (expired) session.signOut();
      if (error instanceof NetworkError) throw error;
      onLoginNeeded({ expired });
      throw new LoginNeededError();
    }
  };

  const send = async (name: RouteName, args: LooseArguments): Promise<globalThis.Response> => {
    let response = await request(name, args);
    if (response.status === 401 && routes[name].access === 'user') {
      // An unread response would keep its connection busy.
      await response.body?.cancel();
      await renewOrLeave();
      response = await request(name, args);
      if (response.status === 401) {
        // Another refresh would not help. The login page sends signed-in users back to the page that makes this
        // request, so sign out first.
        session.signOut();
        onLoginNeeded({ expired: true });
        throw new LoginNeededError();
      }
    }
    if (!response.ok) throw new ApiError(response.status, await readProblem(response));
    return response;
  };

  const read = async (response: globalThis.Response) => {
    const text = await response.text();
    return text === '' ? undefined : toModel(JSON.parse(text) as unknown);
  };

  return {
    call: async (name, args) => (await read(await send(name, args as LooseArguments))) as never,
    refresh,
  };
}

function fillPath(name: RouteName, template: string, args: LooseArguments): string {
  const { params, query, body } = args;
  if (template.includes('{id}') && (params?.id === undefined || params.id === null || params.id === ''))
    throw new RequiredParameterError('id', name);
  // Requests without a body omit the property, so an empty one is the caller's mistake.
  if ('body' in args && (body === null || body === undefined)) throw new RequiredParameterError('body', name);
  return pathOf(template, params, query);
}

async function readProblem(response: globalThis.Response): Promise<Partial<Problem> | undefined> {
  try {
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null ? (value as Partial<Problem>) : undefined;
  } catch {
    return undefined;
  }
}
