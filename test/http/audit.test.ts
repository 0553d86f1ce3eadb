import { describe, expect, it } from 'vitest';
import { auditedRoutes, unauditedRoutes } from '#contract/audited-routes';
import { messages, type RouteMessages } from '#contract/messages';
import { requestExamples, responseExamples } from '#contract/openapi/examples';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import type { Change } from '../../lambdas/accounts/audit-log.ts';
import { type Handlers, reply, type Service } from '../../lambdas/http/handler.ts';
import { httpApi } from '../../lambdas/http/http-api.ts';
import { AppError } from '../../lambdas/platform/errors.ts';
import { send } from '../support/http-event.ts';
import { captureLog } from '../support/log.ts';
import { appUrl, signedIn } from './api.ts';

const logged = captureLog();
const table = Object.entries(routes) as [RouteName, RouteShape][];
const audited = Object.keys(auditedRoutes) as RouteName[];
const at = new Date('2026-11-26T12:00:00.000Z');

/** An id of each path format. The first one that a route accepts is used. */
const ids = [
  '12',
  'mhs2k4r00000000000c04c7d9x2q',
  'mhs2k4r00000000000c04c7d9x2q-1z',
  '1f0e3dad99908345f743',
  'BCDF-GHJK',
];
const idFor = (name: RouteName): string => {
  const { params }: RouteMessages = messages[name];
  return ids.find((id) => params?.safeParse({ id }).success) ?? '';
};

/** Both services with handlers that return the examples, and their audit log. */
const auditing = (own: Partial<Record<RouteName, () => Promise<unknown>>> = {}, insert?: () => Promise<void>) => {
  const entries: Change[] = [];
  const serviceOf = (service: Service) =>
    httpApi({
      service,
      handlers: Object.fromEntries(
        table
          .filter(([, route]) => route.service === service)
          .map(([name]) => [name, own[name] ?? (async () => reply(responseExamples[name], { account: 7 }))]),
      ) as unknown as Handlers<Service>,
      audit: {
        changes: {
          insert:
            insert ??
            (async (entry) => {
              entries.push(entry);
            }),
        },
        clock: () => at,
      },
      verifyAccessToken: async () => ({ userId: 7 }),
      verifyMember: async () => ({ role: 'editor', email: 'grace@example.com' }),
      verifyKey: async () => ({ userId: 7, keyId: 'k1', keyName: 'CI (…1234)', scopes: ['read', 'write', 'send'] }),
      appUrl,
    });
  const services = { api: serviceOf('api'), accounts: serviceOf('accounts') };
  const ask = (name: RouteName, body: unknown = requestExamples[name], headers: Record<string, string> = signedIn) => {
    const { method, path, access, service }: RouteShape = routes[name];
    const id = idFor(name);
    const origin = access === 'cookie' ? { origin: appUrl, 'content-type': 'application/json' } : {};
    const query = name === 'createChallenge' ? { query: { action: 'FEEDBACK' } } : {};
    return send(services[service], {
      method,
      path: path.replace('{id}', id),
      route: path,
      params: { id },
      headers: { ...headers, ...origin },
      ...query,
      ...(body !== undefined && { body }),
    });
  };
  return { ask, entries };
};

describe('the audit log', () => {
  it('lists or exempts every route that changes something', () => {
    const changing = table.filter(([, { method, keys }]) => method !== 'GET' && keys !== 'read').map(([name]) => name);
    expect([...audited, ...Object.keys(unauditedRoutes)].sort()).toEqual(changing.sort());
  });

  it.each(table)('%s writes one entry if and only if it is audited', async (name, { success, access }) => {
    const { ask, entries } = auditing();
    expect((await ask(name)).status).toBe(success);
    if (!audited.includes(name)) return expect(entries).toEqual([]);
    expect(entries).toEqual([
      expect.objectContaining({
        userId: 7,
        at,
        action: name,
        by: access === 'public' ? 'public' : 'session',
        ip: '203.0.113.5',
      }),
    ]);
    const { change } = await import('#contract/audit');
    change.parse({ ...entries[0], at: at.toISOString(), what: '' });
  });

  it.each(audited)('%s writes nothing if it is rejected', async (name) => {
    const refuse = async () => {
      throw new AppError('conflict', 'No');
    };
    const { ask, entries } = auditing({ [name]: refuse });
    expect((await ask(name)).status).toBe(409);
    expect(entries).toEqual([]);
  });

  it.each(audited)('%s succeeds even if its entry cannot be written, and the log has the entry', async (name) => {
    const { ask } = auditing({}, async () => {
      throw new Error('table unavailable');
    });
    expect((await ask(name)).status).toBe(routes[name].success);
    expect(logged()).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'change not audited', action: name }),
    );
  });

  it.each(audited.filter((name) => requestExamples[name] !== undefined))('%s stores no value', async (name) => {
    const { ask, entries } = auditing();
    await ask(name);
    const { object_id: _id, object_name: _name, fields, ...rest } = entries[0] as Change;
    const told = JSON.stringify(rest);
    const values = [...JSON.stringify(requestExamples[name]).matchAll(/:"([^"]{6,})"/g)].map(([, value = '']) => value);
    for (const value of values) {
      expect(told).not.toContain(value);
      expect(fields).not.toContain(value);
    }
  });
});

describe('an entry', () => {
  it('names the fields that differ, one level deep, and the new name', async () => {
    const before = { name: 'Old', enabled: true, intake: { methods: ['POST'], answer: 'a' }, route: 'r' };
    const { ask, entries } = auditing({ getWebhook: async () => before });
    const body = {
      ...(requestExamples.updateWebhook as object),
      name: 'New',
      enabled: true,
      intake: { methods: ['POST'], answer: { status: 200, body: 'a secret answer', content_type: 'text/plain' } },
      route: 'other',
    };
    const { status } = await ask('updateWebhook', body);
    expect(status).toBe(204);
    expect(entries[0]).toMatchObject({ object: 'webhook', object_id: '12', object_name: 'New' });
    expect(entries[0]?.fields).toEqual(expect.arrayContaining(['name', 'intake.answer']));
    expect(entries[0]?.fields).not.toEqual(expect.arrayContaining(['enabled']));
    expect(entries[0]?.fields).not.toEqual(expect.arrayContaining(['route']));
    expect(entries[0]?.fields).not.toEqual(expect.arrayContaining(['intake.methods']));
  });

  it('names an object that is deleted, and the API key that deleted it', async () => {
    const { ask, entries } = auditing();
    await ask('deleteWebhook', undefined, { authorization: 'Bearer thk_any' });
    expect(entries).toEqual([
      expect.objectContaining({
        object_name: (responseExamples.getWebhook as { name: string }).name,
        by: 'key',
        key_id: 'k1',
        key_name: 'CI (…1234)',
        fields: [],
      }),
    ]);
  });

  it('names the revoked key', async () => {
    const { ask, entries } = auditing();
    await ask('deleteKey');
    expect(entries[0]).toMatchObject({ object: 'key', object_name: 'Laptop' });
  });

  it('never contains the code of a key request', async () => {
    const { ask, entries } = auditing();
    await ask('answerKeyRequest');
    expect(JSON.stringify(entries)).not.toContain('BCDF');
  });

  it('names a call’s webhook', async () => {
    const { ask, entries } = auditing();
    await ask('replayInvocation');
    expect(entries[0]).toMatchObject({ object: 'call', object_name: expect.any(String) });
  });

  it('is not written for a key that awaits approval', async () => {
    const { ask, entries } = auditing({ takeKey: async () => ({ state: 'waiting' }) });
    await ask('takeKey');
    expect(entries).toEqual([]);
  });
});
