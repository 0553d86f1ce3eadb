import { expect, it } from 'vitest';
import { watchStore } from '../../lambdas/adapters/dynamodb/watch-store.ts';
import { hashOfKey } from '../../lambdas/model/matter.ts';
import type { Watch } from '../../lambdas/model/watch.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import { tableStandIn } from '../support/tables.ts';

const standIn = tableStandIn();

const start = new Date('2026-11-20T03:00:00.000Z');
const call = newInvocationId(11, start);
const fresh: Watch = {
  ...{ invocationId: call, latestCall: call, severity: 'critical', title: 'CPU', stepsDone: 0, version: 0 },
  ...{ startedAt: start.toISOString(), endsAt: '2026-11-27T03:00:00.000Z', nextAt: '2026-11-20T03:10:00.000Z' },
};
const id = { userId: 1, webhookId: 11, name: hashOfKey('cpu') };
const at = (minute: number) => new Date(start.getTime() + minute * 60_000);

it('a watch is stored by version, and due at the time of its next step only', async () => {
  const watches = watchStore(standIn.table);
  const due = async (minute: number) =>
    (
      await Promise.all(Array.from({ length: watches.shards }, (_, shard) => watches.due(shard, at(minute), 10)))
    ).flat();
  expect(await watches.get(id)).toBeUndefined();
  expect(await Promise.all([watches.save(id, fresh), watches.save(id, fresh)])).toContain(false);
  expect(await watches.get(id)).toEqual({ ...fresh, version: 1 });
  expect(await due(9)).toEqual([]);
  expect(await due(10)).toEqual([id]);
  const done = { ...fresh, version: 1, nextAt: undefined, acknowledged: { at: at(5).toISOString(), by: 'Ops' } };
  expect(await watches.save(id, done)).toBe(true);
  expect(await watches.save(id, { ...fresh, version: 1 })).toBe(false);
  expect(await due(60)).toEqual([]);
  expect(await watches.get(id)).toEqual({ ...done, version: 2 });
});

it('a webhook’s watches are listed, those of matters before calls without a key', async () => {
  const watches = watchStore(standIn.table);
  const other = { ...id, userId: 2 };
  const alone = { ...other, name: call };
  await watches.save(alone, { ...fresh, title: '💥'.repeat(100) });
  await watches.save(other, fresh);
  await watches.save({ ...other, webhookId: 12 }, fresh);
  const listed = await watches.list(2, 11, 10);
  expect(listed.map(({ name }) => name)).toEqual([id.name, call]);
  expect(listed[1]?.title).toBe('💥'.repeat(40));
  expect(await watches.list(2, 11, 1)).toHaveLength(1);
  expect((await watches.get(alone))?.invocationId).toBe(call);
});
