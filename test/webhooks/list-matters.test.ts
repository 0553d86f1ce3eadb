import { describe, expect, it } from 'vitest';
import type { MatterQuery } from '../../lambdas/contract/matter.ts';
import type { ListedMatter } from '../../lambdas/model/matter.ts';
import type { ListedWatch } from '../../lambdas/model/watch.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import { listMatters } from '../../lambdas/webhooks/list-matters.ts';
import { aWebhook, movableClock } from '../support/in-memory.ts';

const message = (
  keyHash: string,
  targetId: number,
  minute: number,
  over: Partial<ListedMatter> = {},
): ListedMatter => ({
  ...{ keyHash, targetId, state: 'open', severity: 'warning', title: `${keyHash} at ${minute}`, count: minute },
  ...{ openedAt: '2026-11-20T11:00:00.000Z', lastAt: `2026-11-20T12:0${minute}:00.000Z`, saidAt: '', turns: [] },
  ...{ lastCall: `call-${minute}`, lastHow: 'update', ref: 'm1', place: 'a chat' },
  ...over,
});

const listed = (...messages: ListedMatter[]) => listedWith([], messages);

const listedWith = (watches: ListedWatch[], messages: ListedMatter[], query: MatterQuery = {}) =>
  listMatters(1, 11, query, {
    webhooks: {
      get: async (userId, id) =>
        userId === 1 && id === 11 ? aWebhook({ acknowledge: { from: 'always', steps: [] } }) : undefined,
    },
    matters: { list: async () => messages },
    watches: { list: async () => watches },
    clock: movableClock(),
  });

describe('a webhook’s list of matters', () => {
  it('has one entry per matter, with its latest call and all its targets', async () => {
    const link = 'https://grafana.example.com/d/1';
    const earlier = message('cpu', 21, 2, { openedAt: '2026-11-20T10:00:00.000Z' });
    expect(await listed(earlier, message('cpu', 22, 4, { link }))).toEqual([
      {
        ...{ title: 'cpu at 4', state: 'open', severity: 'warning', count: 4, link, target_ids: [21, 22] },
        ...{ opened_at: '2026-11-20T10:00:00.000Z', latest_at: '2026-11-20T12:04:00.000Z', invocation_id: 'call-4' },
      },
    ]);
  });

  it('begins with open ones, the newest first', async () => {
    const all = await listed(
      message('resolved', 21, 9, { state: 'resolved' }),
      message('old', 21, 1),
      message('new', 21, 5),
    );
    expect(all.map(({ title }) => title)).toEqual(['new at 5', 'old at 1', 'resolved at 9']);
  });

  it('omits those that need no one’s attention, except one that waits for an acknowledgement', async () => {
    const watch: ListedWatch = {
      ...{ name: 'deploy', invocationId: 'call-1', latestCall: 'call-1', severity: 'info', title: '', stepsDone: 0 },
      ...{ startedAt: '2026-11-20T12:00:00.000Z', endsAt: '2026-11-27T12:00:00.000Z', version: 1 },
    };
    const all = await listedWith(
      [watch],
      [
        message('comment', 21, 1, { severity: 'info' }),
        message('release', 21, 2, { severity: 'ok' }),
        message('deploy', 21, 3, { severity: 'info' }),
        message('outage', 21, 4, { severity: 'critical' }),
      ],
    );
    expect(all.map(({ title }) => title)).toEqual(['outage at 4', 'deploy at 3']);
  });

  it('says who acknowledged an open one, and which call still waits', async () => {
    const watch = (name: string, over: Partial<ListedWatch> = {}): ListedWatch => ({
      ...{ name, invocationId: `call of ${name}`, latestCall: 'call-1', severity: 'critical', title: '', stepsDone: 0 },
      ...{ startedAt: '2026-11-20T12:00:00.000Z', endsAt: '2026-11-27T12:00:00.000Z', version: 1 },
      ...over,
    });
    const done = { at: '2026-11-20T12:03:00.000Z', by: 'Ops' };
    const all = await listedWith(
      [watch('cpu', { acknowledged: done }), watch('disk'), watch('net', { resolvedAt: done.at, acknowledged: done })],
      [message('cpu', 21, 3), message('disk', 21, 2), message('net', 21, 1)],
    );
    expect(
      all.map(({ acknowledged_by, acknowledged_at, waiting_invocation_id }) => [
        acknowledged_by,
        acknowledged_at,
        waiting_invocation_id,
      ]),
    ).toEqual([
      ['Ops', done.at, undefined],
      [undefined, undefined, 'call of disk'],
      [undefined, undefined, undefined],
    ]);
  });

  it('has those whose messages are not followed up, until they are resolved or removed', async () => {
    const call = newInvocationId(11, new Date('2026-11-20T12:04:00.000Z'));
    const watch = (name: string, over: Partial<ListedWatch> = {}): ListedWatch => ({
      ...{ name, invocationId: call, latestCall: call, severity: 'critical', title: name, stepsDone: 0 },
      ...{ startedAt: '2026-11-20T12:00:00.000Z', endsAt: '2026-11-27T12:00:00.000Z', version: 1 },
      ...over,
    });
    const acknowledged = { at: '2026-11-20T12:03:00.000Z', by: 'Ops' };
    const watches = [
      watch('disk'),
      watch(call, { title: 'backup' }),
      watch('cpu', { acknowledged }),
      watch('net', { resolvedAt: acknowledged.at }),
      watch('removed', { endsAt: '2026-11-20T11:59:00.000Z' }),
      watch('a week old', { startedAt: '2026-11-13T11:00:00.000Z' }),
    ];
    const all = await listedWith(watches, []);
    expect(all.map(({ title }) => title)).toEqual(['disk', 'backup', 'cpu']);
    expect(all[0]).toEqual({
      ...{ title: 'disk', state: 'open', severity: 'critical', target_ids: [] },
      ...{ invocation_id: call, waiting_invocation_id: call },
      ...{ opened_at: '2026-11-20T12:04:00.000Z', latest_at: '2026-11-20T12:04:00.000Z' },
    });
    expect(await listedWith([watch(call, { acknowledged })], [])).toEqual([]);
    expect((await listedWith(watches, [], { ack: 'open' })).map(({ title }) => title)).toEqual(['disk', 'backup']);
    expect(await listedWith([watch('disk')], [message('disk', 21, 2)])).toMatchObject([{ count: 2, target_ids: [21] }]);
  });

  it('belongs to the webhook’s owner', async () => {
    const ports = {
      webhooks: { get: async () => undefined },
      matters: { list: async () => [] },
      watches: { list: async () => [] },
      clock: movableClock(),
    };
    await expect(listMatters(2, 11, {}, ports)).rejects.toMatchObject({ code: 'not-found' });
  });
});
