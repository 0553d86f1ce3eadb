import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { routes } from '../../lambdas/contract/routes.ts';
import { admit } from '../../lambdas/http/access.ts';
import { clientAddress, type EdgeKeys } from '../../lambdas/http/client-address.ts';
import { methodsOf, routeOfKey } from '../../lambdas/http/find-route.ts';
import { httpEvent, send } from '../support/http-event.ts';
import { captureLog } from '../support/log.ts';
import { appUrl, recordingApi, signedIn } from './api.ts';

captureLog();

describe('the route table', () => {
  it.each(Object.entries(routes))('%s is found by the gateway’s route key', (name, { method, path }) => {
    expect(routeOfKey(`${method} /api${path}`, `/api${path}`)).toBe(name);
    expect(methodsOf(`/api${path.replace('{id}', '12')}`)).toContain(method);
  });

  it('finds a path with a trailing slash as the gateway delivers it', () => {
    for (const key of ['/landing/contact', '/landing/contact/', '/landing/contact/{proxy+}'])
      expect(routeOfKey(`POST /api${key}`, '/api/landing/contact/')).toBe('sendContactMessage');
    expect(routeOfKey('POST /api/landing/contact/{proxy+}', '/api/landing/contact/more')).toBeUndefined();
  });

  it('finds no other path', () => {
    expect(routeOfKey('GET /api/user', '/api/user')).toBeUndefined();
    expect(routeOfKey('$default', '/api/webhooks')).toBeUndefined();
    expect(methodsOf('/api/webhook/1/2')).toEqual([]);
    expect(methodsOf('/webhooks')).toEqual([]);
  });
});

it('a call knows the remaining time of its function', async () => {
  const { handler, calls } = recordingApi();
  const event = httpEvent({ method: 'GET', path: '/webhooks', headers: signedIn });
  await handler(event, { getRemainingTimeInMillis: () => 4321 } as Context);
  expect(calls[0]?.timeLeftMs()).toBe(4321);
});

describe('a call without a route', () => {
  const stray = (method: string, path: string) =>
    send(recordingApi().handler, { method, path, route: '$default', headers: signedIn });

  it('returns 404 for an unknown path', async () => {
    for (const path of ['/nothing', '', '/webhook/', '/%2e%2e/webhooks']) {
      const { status, body } = await stray('GET', path);
      expect([status, body.status]).toEqual([404, 404]);
    }
  });

  it('returns 405 and the allowed methods for a known path', async () => {
    const { status, headers } = await stray('PATCH', '/webhook/12');
    expect(status).toBe(405);
    expect(headers).toMatchObject({ allow: 'GET, HEAD, PUT, DELETE' });
    expect((await stray('TRACE', '/webhooks')).status).toBe(405);
  });

  it('returns 404 if the route belongs to another function', async () => {
    expect((await send(recordingApi().handler, { method: 'GET', path: '/plans' })).status).toBe(404);
  });
});

describe('path and query', () => {
  const get = async (id: string, query?: Record<string, string>) => {
    const { handler, calls } = recordingApi();
    const route = '/webhook/{id}/invocations';
    const call = { method: 'GET', path: `/webhook/${id}/invocations`, route, params: { id }, headers: signedIn };
    const answer = await send(handler, query ? { ...call, query } : call);
    return { ...answer, call: calls[0] };
  };

  it('arrive parsed and with defaults', async () => {
    const { call } = await get('12', { limit: '7' });
    expect(call?.params).toEqual({ id: 12 });
    expect(call?.query).toEqual({ offset: 0, limit: 7, view: 'full' });
  });

  it.each(['0', '-1', '1e3', '0x10', '1.0', ' 1', '１', '9007199254740992', '12abc', '__proto__'])(
    'an id of %j is rejected by its field’s name',
    async (id) => {
      const { status, body, call } = await get(id);
      expect(status).toBe(400);
      expect(body.errors[0].path).toBe('id');
      expect(call).toBeUndefined();
    },
  );

  const limit = 'limit must be a whole number from 1 to 100';
  const offset = 'offset must be a whole number from 0 to 10000';
  it.each<[Record<string, string>, unknown]>([
    [{ limit: '0' }, limit],
    [{ limit: '101' }, limit],
    [{ limit: '1,2' }, limit],
    [{ offset: '-1' }, offset],
    [{ offset: 'NaN' }, offset],
    [{ view: 'all' }, expect.any(String)],
  ])('a query of %j is rejected with the reason', async (query, detail) => {
    const { status, body } = await get('12', query);
    expect(status).toBe(400);
    expect(body.detail).toEqual(detail);
  });
});

describe('access', () => {
  const rules = {
    verifyAccessToken: async (token: string) => (token === 'good' ? { userId: 7 } : undefined),
    verifyMember: async () => undefined,
    appOrigin: appUrl,
  };
  const user = { access: 'user', role: 'owner', keys: 'none' } as const;
  const cookie = { access: 'cookie', keys: 'none' } as const;
  const event = (headers: Record<string, string>) => httpEvent({ method: 'POST', path: '/token/refresh', headers });

  it('to a user route needs a valid bearer token, in any case of the scheme', async () => {
    expect(await admit(user, event({ authorization: 'bearer good' }), '192.0.2.1', rules)).toEqual({ userId: 7 });
    for (const authorization of [
      '',
      'good',
      'Basic good',
      'Bearer',
      'Bearer bad',
      'Bearer good, Bearer good',
      'Bearer good bad',
    ])
      await expect(admit(user, event({ authorization }), '192.0.2.1', rules)).rejects.toMatchObject({
        problem: 'unauthenticated',
      });
  });

  it('by an API key depends on the route’s scope', async () => {
    const ask = async (key: string, method: string, path: string) => {
      const { status, body } = await send(recordingApi().handler, {
        method,
        path,
        headers: { authorization: `Bearer ${key}` },
      });
      return [status, body?.code];
    };
    expect(await ask('thk_read', 'GET', '/webhooks')).toEqual([200, undefined]);
    expect(await ask('thk_send', 'GET', '/webhooks')).toEqual([403, 'key-scope-missing']);
    expect(await ask('thk_read', 'POST', '/targets')).toEqual([403, 'key-scope-missing']);
    expect(await ask('thk_read', 'GET', '/overview')).toEqual([403, 'key-not-allowed']);
    expect(await ask('thk_unknown', 'GET', '/webhooks')).toEqual([401, 'unauthenticated']);
  });

  it('by an API key is defined for exactly the routes of signed-in users', () => {
    for (const { access, keys, service } of Object.values(routes))
      if (access !== 'user' || service === 'accounts') expect(keys).toBe('none');
  });

  it('to a user route is decided before the body is read', async () => {
    const { status } = await send(recordingApi().handler, { method: 'POST', path: '/targets', body: '{' });
    expect(status).toBe(401);
  });

  it('to a cookie route needs our origin and a JSON content type', async () => {
    const json = { 'content-type': 'application/json' };
    expect(await admit(cookie, event({ ...json, origin: appUrl }), '192.0.2.1', rules)).toEqual({ userId: 0 });
    for (const origin of [
      '',
      'null',
      'https://app.example.com.evil.example',
      'http://app.example.com',
      `${appUrl}:8443`,
    ])
      await expect(admit(cookie, event({ ...json, origin }), '192.0.2.1', rules)).rejects.toMatchObject({
        problem: 'forbidden',
      });
    await expect(admit(cookie, event(json), '192.0.2.1', rules)).rejects.toMatchObject({ problem: 'forbidden' });
    await expect(
      admit(cookie, event({ origin: appUrl, 'content-type': 'text/plain' }), '192.0.2.1', rules),
    ).rejects.toMatchObject({
      problem: 'unsupported-media-type',
    });
  });
});

describe('a call of the application API', () => {
  const keys = async () => ({ current: 'new-key', previous: async () => 'old-key' });
  const firstKey = async () => ({ current: 'new-key', previous: async () => '' });
  const viewer = { 'tellhook-viewer-address': '198.51.100.9' };
  const ask = async (headers: Record<string, string>, edgeKeys: EdgeKeys = keys) => {
    const { handler, calls } = recordingApi({}, { edgeKeys });
    const call = { method: 'GET', path: '/webhooks', headers: { ...signedIn, ...headers }, ip: '192.0.2.1' };
    return { status: (await send(handler, call)).status, seen: calls[0]?.caller.ip };
  };

  it.each<Record<string, string>>([{}, { 'tellhook-edge-key': 'guess' }, { 'tellhook-edge-key': '' }])(
    'that did not come through the distribution is rejected, with any header: %j',
    async (headers) => {
      expect(await ask({ ...viewer, ...headers })).toEqual({ status: 403, seen: undefined });
      expect(await ask({ ...viewer, ...headers }, firstKey)).toEqual({ status: 403, seen: undefined });
    },
  );

  it.each(['new-key', 'old-key'])(
    'with the edge key has the caller’s address that CloudFront saw, even while the key changes: %s',
    async (key) =>
      expect(await ask({ ...viewer, 'tellhook-edge-key': key })).toEqual({ status: 200, seen: '198.51.100.9' }),
  );

  it('is rejected before any read only for a caller above the rate limit', async () => {
    const { handler, calls } = recordingApi({}, { pace: { perSecond: 1, burst: 3 } });
    const listAs = async (token: string) =>
      send(handler, { method: 'GET', path: '/webhooks', headers: { authorization: `Bearer ${token}` } });
    for (let call = 0; call < 3; call += 1) await listAs('good');
    const { status, headers } = await listAs('good');
    expect([status, headers['retry-after'], calls.length]).toEqual([429, '1', 3]);
    expect((await listAs('other')).status).toBe(200);
  });

  it('is rejected while the edge key cannot be read', async () =>
    expect((await ask({ 'tellhook-edge-key': 'new-key' }, () => Promise.reject(new Error('away')))).status).toBe(500));

  it('has the peer’s address without CloudFront, regardless of the client’s headers', () => {
    const event = httpEvent({
      method: 'GET',
      path: '/plans',
      headers: { ...viewer, 'x-forwarded-for': '198.51.100.9' },
      ip: '192.0.2.1',
    });
    expect(clientAddress(event, false)).toBe('192.0.2.1');
  });
});
