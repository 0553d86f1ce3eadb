import { describe, expect, it } from 'vitest';
import { createSealer } from '../../lambdas/adapters/sealing.ts';
import { acknowledgeUrl } from '../../lambdas/dispatches/acknowledge-link.ts';
import { acknowledgePage } from '../../lambdas/dispatches/acknowledge-page.ts';
import { watchCall } from '../../lambdas/dispatches/watch.ts';
import { hashOfKey } from '../../lambdas/model/matter.ts';
import type { Watch } from '../../lambdas/model/watch.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import { aTarget, aWebhook, movableClock } from '../support/in-memory.ts';
import { watchesInMemory } from '../support/watches.ts';

const APP = 'https://app.example.com';
const choice = { from: 'always' as const, steps: [{ afterMinutes: 10, targetIds: [31] }] };

const rig = async () => {
  const clock = movableClock();
  const { store, kept } = watchesInMemory();
  const signer = createSealer('a sealing secret of these tests');
  const call = newInvocationId(11, clock());
  const name = hashOfKey('cpu');
  const id = { userId: 1, webhookId: 11, name };
  const endsAt = secondsAfter(clock(), 86_400);
  const said = { call, state: 'open' as const, severity: 'critical' as const, title: 'CPU <high>', endsAt };
  await store.save(id, watchCall(undefined, said, choice, clock()) as Watch);
  let webhook = aWebhook({ acknowledge: choice, timeZone: 'Europe/Berlin' }) as ReturnType<typeof aWebhook> | undefined;
  const targets = new Map([21, 31].map((target) => [target, aTarget({ id: target, name: `Group ${target}` })]));
  const ports = {
    watches: store,
    webhooks: {
      get: async (userId: number, webhookId: number) => (userId === 1 && webhookId === 11 ? webhook : undefined),
    },
    targets: { get: async (userId: number, target: number) => (userId === 1 ? targets.get(target) : undefined) },
    signer,
    clock,
  };
  const link = (targetId = 21, over: object = {}) =>
    acknowledgeUrl(APP, { userId: 1, invocationId: call, targetId, name, ...over }, signer);
  const ask = async (method: string, url: string, path: string[] = []) => {
    const request = { method, path, query: new URL(url).searchParams, headers: {}, cookies: {}, body: Buffer.alloc(0) };
    const { status, body = '', headers } = await acknowledgePage(request, ports);
    const [, title] = /<h1>(.*?)<\/h1>/.exec(body) ?? [];
    return { status, title, body, headers, hasButton: body.includes('<button') };
  };
  const watch = () => kept.get(`11 ${name}`)?.watch;
  const deleteWebhook = () => {
    webhook = undefined;
  };
  return { ask, link, watch, call, name, clock, signer, store, id, targets, deleteWebhook };
};

const OVER = { status: 410, title: 'Nothing to acknowledge', hasButton: false };

describe('the link in a message', () => {
  it('acknowledges nothing when it is opened, however often', async () => {
    const { ask, link, watch } = await rig();
    for (const method of ['GET', 'HEAD', 'GET'])
      expect(await ask(method, link())).toMatchObject({ status: 200, title: 'CPU &#60;high&#62;', hasButton: true });
    expect(watch()?.acknowledged).toBeUndefined();
  });

  it('acknowledges with its button, for the target that got the message', async () => {
    const { ask, link, watch, clock } = await rig();
    expect(await ask('POST', link())).toMatchObject({ status: 200, title: 'Acknowledged', hasButton: false });
    expect(watch()).toMatchObject({
      acknowledged: { at: clock().toISOString(), by: 'Group 21 (by link)' },
      nextAt: clock().toISOString(),
    });
  });

  it('tells the second person who was first, and when', async () => {
    const { ask, link, watch, clock } = await rig();
    await ask('POST', link());
    clock.advance(60);
    for (const method of ['POST', 'GET']) {
      const second = await ask(method, link(31));
      expect(second).toMatchObject({ status: 200, title: 'Already acknowledged', hasButton: false });
      expect(second.body).toContain('Acknowledged by Group 21 (by link), 13:00 (Europe/Berlin).');
    }
    expect(watch()?.acknowledged?.by).toBe('Group 21 (by link)');
  });

  it('lets only one of two people win who use it at the same moment', async () => {
    const { ask, link } = await rig();
    const titles = (await Promise.all([ask('POST', link()), ask('POST', link(31))])).map(({ title }) => title);
    expect(titles.sort()).toEqual(['Acknowledged', 'Already acknowledged']);
  });
});

describe('a link has no effect', () => {
  it('if it is forged, cut, foreign or signed with another key', async () => {
    const { ask, link, watch, call, name } = await rig();
    const token = new URL(link()).searchParams.get('t') ?? '';
    const other = createSealer('another secret');
    const flipped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    const [user, invocation, target, hash, mac] = token.split('.');
    const tokens = [
      '',
      'x',
      token.slice(0, -1),
      `${token}.`,
      flipped,
      [user, invocation, (31).toString(36), hash, mac].join('.'),
      ['2', invocation, target, hash, mac].join('.'),
      [user, newInvocationId(11, new Date()), target, hash, mac].join('.'),
      [user, invocation, target, hashOfKey('memory'), mac].join('.'),
      [user, invocation, target, '', mac].join('.'),
      acknowledgeUrl(APP, { userId: 1, invocationId: call, targetId: 21, name }, other).split('t=')[1] ?? '',
    ];
    for (const forged of tokens)
      for (const method of ['GET', 'POST'])
        expect(await ask(method, `${APP}/x?t=${encodeURIComponent(forged)}`), forged).toMatchObject(OVER);
    expect(watch()?.acknowledged).toBeUndefined();
  });

  it.each<[string, (made: Awaited<ReturnType<typeof rig>>) => unknown]>([
    ['after the removal of its call', ({ clock }) => clock.advance(86_401)],
    ['after the deletion of its webhook', ({ deleteWebhook }) => deleteWebhook()],
    ['after the deletion of its target', ({ targets }) => targets.delete(21)],
    [
      'once its matter is resolved',
      ({ store, id, watch }) => store.save(id, { ...(watch() as Watch), resolvedAt: '2026-11-20T12:00:00.000Z' }),
    ],
    [
      'once its matter has begun again with a later call',
      ({ store, id, watch }) => store.save(id, { ...(watch() as Watch), invocationId: 'z'.repeat(28) }),
    ],
  ])('%s', async (_, change) => {
    const made = await rig();
    await change(made);
    for (const method of ['GET', 'POST']) expect(await made.ask(method, made.link())).toMatchObject(OVER);
    expect(made.watch()?.acknowledged).toBeUndefined();
  });

  it('with another path or method', async () => {
    const { ask, link, watch } = await rig();
    expect(await ask('POST', link(), ['more'])).toMatchObject({ status: 404 });
    expect(await ask('PUT', link())).toMatchObject({ status: 405 });
    expect(watch()?.acknowledged).toBeUndefined();
  });
});
