import { describe, expect, it, vi } from 'vitest';
import { createApi } from '../../frontend/src/lib/api-client.ts';
import { ApiError, errorDetails, LoginNeededError, NetworkError, RefreshError } from '../../frontend/src/lib/errors.ts';
import { createSession } from '../../frontend/src/lib/session.ts';
import { fakeFetch, json, problem, type SentCall } from './support/api.ts';
import { memoryStorage } from './support/storage.ts';

function setUp(answer: (call: SentCall) => Response | Promise<Response>) {
  const { fetch, calls } = fakeFetch(answer);
  const session = createSession(memoryStorage());
  session.signIn(7, 'token-1');
  const onLoginNeeded = vi.fn();
  const api = createApi({ fetch, session, baseUrl: async () => '/api', onLoginNeeded });
  return { api, calls, session, onLoginNeeded };
}

describe('an API request', () => {
  it('sends token and cookies as its operation demands, and returns camel case', async () => {
    const { api, calls } = setUp(() => json([{ id: 1, split_message: true, amount_invocations: 3 }]));
    expect(await api.call('listWebhooks', {})).toEqual([{ id: 1, splitMessage: true, amountInvocations: 3 }]);
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/webhooks', credentials: 'include' });
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer token-1');
  });

  it('fills in path and query, and leaves a target’s free-form options unchanged', async () => {
    const { api, calls } = setUp(() =>
      json({ id: 5, target_type: 'telegram', options: { bot_name: 'x', ActivationKey: 'K' } }),
    );
    expect(await api.call('getTarget', { params: { id: 5 } })).toMatchObject({
      targetType: 'telegram',
      options: { bot_name: 'x', ActivationKey: 'K' },
    });
    await api.call('listInvocations', { params: { id: 9 }, query: { offset: 25, limit: 26, view: 'summary' } });
    expect(calls.map(({ path }) => path)).toEqual([
      '/targets/5',
      '/webhook/9/invocations?offset=25&limit=26&view=summary',
    ]);
  });

  it('returns nothing for a response without a body', async () => {
    const { api } = setUp(() => new Response(null, { status: 204 }));
    expect(await api.call('deleteWebhook', { params: { id: 5 } })).toBeUndefined();
  });

  it('declares JSON for every change, even without a body', async () => {
    const { api, calls } = setUp(() => new Response(null, { status: 204 }));
    await api.call('logout', {});
    expect(calls[0]?.headers.get('content-type')).toBe('application/json');
  });

  it('needs its id and its body', async () => {
    const { api, calls } = setUp(() => json({}));
    await expect(api.call('getWebhook', { params: { id: undefined as never } })).rejects.toThrow(
      /^Required parameter id was null or undefined/,
    );
    await expect(api.call('login', { body: null as never })).rejects.toThrow(
      /^Required parameter body was null or undefined/,
    );
    expect(calls).toEqual([]);
  });
});

describe('a failed API request', () => {
  it('throws an error with the server’s message', async () => {
    const { api } = setUp(() => problem(422, 'The name is taken', [{ path: 'name', message: 'is taken' }]));
    const error = await api.call('listTargets', {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      message: 'The name is taken',
      instance: 'request-1',
      errors: [{ path: 'name', message: 'is taken' }],
    });
  });

  it('is described in sentences, regardless of field names', () => {
    const errors = [
      { path: 'newPassword', message: 'is too common, and attackers try common passwords first' },
      { path: 'current_password', message: 'The current password is wrong. Enter it again.' },
      { path: '', message: 'must be something else' },
    ];
    expect(errorDetails(new ApiError(400, { errors }))).toEqual([
      'The new password is too common, and attackers try common passwords first',
      'The current password is wrong. Enter it again.',
      'must be something else',
    ]);
    expect(errorDetails(new ApiError(409, { detail: 'It exists' }))).toEqual(['It exists']);
  });

  it('has a general message if the server gives none', async () => {
    const { api } = setUp(() => new Response('<html>', { status: 502 }));
    await expect(api.call('listTargets', {})).rejects.toThrow('Response returned an error code');
  });

  it('has a separate message if it never reached the server', async () => {
    const { api } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
    const error = await api.call('listTargets', {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({
      message: 'The request failed and the interceptors did not return an alternative response',
    });
  });
});

describe('an API request with an expired token', () => {
  const expired = () => problem(401, 'token invalid or expired');

  it('is repeated after one refresh, which sends no bearer token', async () => {
    const { api, calls, session } = setUp(({ path, headers }) =>
      path === '/token/refresh'
        ? json({ access_token: 'token-2' })
        : headers.get('authorization') === 'Bearer token-2'
          ? json([])
          : expired(),
    );
    expect(await api.call('listTargets', {})).toEqual([]);
    expect(calls.map(({ path }) => path)).toEqual(['/targets', '/token/refresh', '/targets']);
    expect(calls[1]).toMatchObject({ body: { user_id: 7 } });
    expect(calls[1]?.headers.has('authorization')).toBe(false);
    expect(session.get().access_token).toBe('token-2');
  });

  it('shares its refresh with concurrent requests', async () => {
    const { api, calls } = setUp(({ path, headers }) =>
      path === '/token/refresh'
        ? json({ access_token: 'token-2' })
        : headers.get('authorization') === 'Bearer token-2'
          ? json([])
          : expired(),
    );
    await Promise.all([api.call('listTargets', {}), api.call('listWebhooks', {})]);
    expect(calls.filter(({ path }) => path === '/token/refresh')).toHaveLength(1);
  });

  it('logs out and opens the login page if the refresh returns 401', async () => {
    const { api, session, onLoginNeeded } = setUp(expired);
    await expect(api.call('listTargets', {})).rejects.toThrow(LoginNeededError);
    expect(session.get().logged_in).toBe(false);
    expect(onLoginNeeded).toHaveBeenCalledExactlyOnceWith({ expired: true });
  });

  it('logs out and opens the login page if the new token is rejected too', async () => {
    const { api, calls, session, onLoginNeeded } = setUp(({ path }) =>
      path === '/token/refresh' ? json({ access_token: 'token-2' }) : expired(),
    );
    await expect(api.call('listTargets', {})).rejects.toThrow(LoginNeededError);
    expect(calls).toHaveLength(3);
    // With a remaining session, the login page would redirect back to the rejected request, in an endless loop.
    expect(session.get().logged_in).toBe(false);
    expect(onLoginNeeded).toHaveBeenCalledExactlyOnceWith({ expired: true });
  });

  it('does not refresh the token for a wrong password', async () => {
    const { api, calls } = setUp(() => problem(401, 'The email address or password is wrong'));
    await expect(api.call('login', { body: { email: 'a@b.example', password: 'x' } })).rejects.toThrow(
      'The email address or password is wrong',
    );
    expect(calls).toHaveLength(1);
  });
});

describe('a failed token refresh', () => {
  it('names the status code', async () => {
    for (const [status, message] of [
      [500, 'Failed to refresh tokens: 500'],
      [503, 'Failed to refresh tokens: 503'],
    ] as const) {
      const { api } = setUp(() => problem(status, 'later'));
      const error = await api.refresh().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(RefreshError);
      expect(error).toMatchObject({ message, status });
    }
  });
});
