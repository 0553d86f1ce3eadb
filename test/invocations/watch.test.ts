import { beforeEach, describe, expect, it } from 'vitest';
import { sampleCalls } from '#contract/sample-calls';
import { callFinder } from '../../lambdas/adapters/dynamodb/call-finder.ts';
import { dispatchStore } from '../../lambdas/adapters/dynamodb/dispatch-store.ts';
import { failingTargets } from '../../lambdas/adapters/dynamodb/failing-targets.ts';
import { invocationStore } from '../../lambdas/adapters/dynamodb/invocation-store.ts';
import { laneStore } from '../../lambdas/adapters/dynamodb/lane-store.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { pauseLane } from '../../lambdas/dispatches/lane/lane.ts';
import { getInvocation, listInvocations } from '../../lambdas/invocations/read-invocations.ts';
import { type InvocationFilter, searchInvocations } from '../../lambdas/invocations/search-invocations.ts';
import { webhookStats } from '../../lambdas/invocations/webhook-stats.ts';
import { newDispatch } from '../../lambdas/model/dispatch.ts';
import type { InvocationSummary } from '../../lambdas/model/invocation.ts';
import { flowingLane } from '../../lambdas/model/lane.ts';
import { dueAt } from '../../lambdas/model/placement.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { readyMadeFor } from '../../lambdas/templates/ready-made/index.ts';
import { aSummary, aTarget, aWebhook, nothingHeld } from '../support/in-memory.ts';
import { tableStandIn } from '../support/tables.ts';

const standIn = tableStandIn();
let table: Table;
/** The read units used since the last check. */
let unitsRead: () => number;
beforeEach(async () => {
  table = await standIn.another();
  let units = 0;
  table.client.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: { CapacityUnits?: number } };
      units += ConsumedCapacity?.CapacityUnits ?? 0;
      return result;
    },
    { step: 'initialize' },
  );
  unitsRead = () => {
    const read = units;
    units = 0;
    return read;
  };
});

const now = new Date('2026-11-20T12:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const ports = () => ({
  webhooks: { get: async () => aWebhook({ targetIds: [21, 22] }) },
  invocations: invocationStore(table),
  callFinder: callFinder(table),
  dispatches: dispatchStore(table, () => aTarget()),
  failingTargets: failingTargets(table),
  ...nothingHeld,
  clock: () => now,
});
const search = (filter: Partial<InvocationFilter>) => searchInvocations(1, 11, { limit: 25, ...filter }, ports());

/** A call that arrived `minutes` ago. */
const call = async (minutes: number, over: Partial<InvocationSummary> = {}, body = '{"hello":"you"}', headers = {}) => {
  const at = minutesAgo(minutes);
  const bytes = Buffer.from(body);
  const summary = aSummary(at, { size: bytes.byteLength, preview: body.slice(0, 160), ...over });
  await invocationStore(table).insert(summary, { headers, body: bytes });
  return summary;
};
const calls = (count: number, over: (index: number) => Partial<InvocationSummary>, body?: string) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index, over(index), body)));

describe('the list of calls', () => {
  it('reads 50 calls of ten targets each for at most 8 read units', async () => {
    const dispatches = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [2 ** 52 + index, 'success' as const]),
    );
    await calls(60, () => ({ dispatches, preview: 'x'.repeat(160), query: 'source=somewhere' }));
    unitsRead();
    const { items } = await listInvocations(1, 11, { offset: 0, limit: 50, view: 'summary' }, ports());
    expect(items).toHaveLength(50);
    expect(unitsRead()).toBeLessThanOrEqual(8);
  });
});

describe('a row of the list', () => {
  const listed = async () => {
    const { items } = await listInvocations(1, 11, { offset: 0, limit: 25, view: 'summary' }, ports());
    return items[0];
  };

  it('shows the message, the state of each delivery, and the next attempt of a waiting one', async () => {
    const summary = await call(10, { dispatches: { 22: 'pending', 21: 'pending' } });
    const store = dispatchStore(table, () => aTarget());
    const headline = { title: 'octo/hello: mona pushed', sender: 'GitHub', event: 'push' };
    const to = (targetId: number) => ({ ...newDispatch(summary, targetId, { name: 'Ops', kind: 'mock' }), headline });
    expect(await listed()).toMatchObject({
      dispatches: [
        { target_id: 21, status: 'pending' },
        { target_id: 22, status: 'pending' },
      ],
    });
    const attempts = [
      {
        at: new Date(Date.parse(summary.invokedAt) + 412).toISOString(),
        outcome: 'ok' as const,
        detail: '',
        durationMs: 9,
      },
    ];
    await store.save({ ...to(21), state: 'success', attempts });
    const nextAttemptAt = now.toISOString();
    // The target accepts no messages now, so it is checked again at that time, and nothing was attempted.
    const untried = await store.save({ ...to(22), state: 'waiting', nextAttemptAt, placement: dueAt(now) });
    expect((await listed())?.dispatches[1]).toEqual({ target_id: 22, status: 'pending' });
    const waiting = untried && (await store.save({ ...untried, attempts, attemptCount: 1 }));
    expect(await listed()).toMatchObject({
      message: headline,
      delivered_after_ms: 412,
      dispatches: [
        { target_id: 21, status: 'success' },
        { target_id: 22, status: 'retrying', next_attempt_at: nextAttemptAt },
      ],
    });
    const held = waiting && (await store.save({ ...waiting, noteCode: 'held-by-quiet-hours' }));
    expect((await listed())?.dispatches[1]).toEqual({ target_id: 22, status: 'held', next_attempt_at: nextAttemptAt });
    if (held) await store.save({ ...held, state: 'error', nextAttemptAt: undefined, placement: undefined });
    expect((await listed())?.dispatches[1]).toEqual({ target_id: 22, status: 'error' });
  });
});

describe('a single call', () => {
  it('names the previous and the next one', async () => {
    const [newest, middle, oldest] = await calls(3, () => ({}));
    const read = async (id = '') => {
      const { newer_id, older_id } = await getInvocation(1, id, ports());
      return [newer_id, older_id];
    };
    expect(await read(newest?.id)).toEqual([undefined, middle?.id]);
    expect(await read(middle?.id)).toEqual([newest?.id, oldest?.id]);
    expect(await read(oldest?.id)).toEqual([middle?.id, undefined]);
  });
});

describe('a search', () => {
  it('finds calls by status, by target, and by the message’s state to that target', async () => {
    const failed = await call(3, { dispatches: { 21: 'error', 22: 'error' } });
    const partly = await call(2, { dispatches: { 21: 'error', 22: 'success' } });
    const under = await call(1, { dispatches: { 22: 'waiting' } });
    const ids = async (filter: Partial<InvocationFilter>) => (await search(filter)).invocations.map(({ id }) => id);
    expect(await ids({})).toEqual([under.id, partly.id, failed.id]);
    expect(await ids({ status: 'error' })).toEqual([failed.id]);
    expect(await ids({ status: 'partial', targetId: 22 })).toEqual([partly.id]);
    expect(await ids({ status: 'pending' })).toEqual([under.id]);
    expect(await ids({ targetId: 21 })).toEqual([partly.id, failed.id]);
    expect(await ids({ targetId: 22, status: 'success' })).toEqual([partly.id]);
    expect(await ids({ targetId: 23 })).toEqual([]);
  });

  it('finds held calls, as a whole or for one target', async () => {
    const beyond = await call(4, { dispatches: { 21: 'held', 22: 'held' }, held: 'quota' });
    const quiet = await call(3, { dispatches: { 21: 'success', 22: 'quiet' } });
    await call(2, { dispatches: { 21: 'waiting', 22: 'pending' } });
    const ids = async (filter: Partial<InvocationFilter>) => (await search(filter)).invocations.map(({ id }) => id);
    expect(await ids({ status: 'held' })).toEqual([quiet.id, beyond.id]);
    expect(await ids({ status: 'held', targetId: 21 })).toEqual([beyond.id]);
  });

  it('finds and marks calls by an old URL', async () => {
    const current = await call(2);
    const late = await call(1, { byOldUrl: true });
    const of = async (byOldUrl: 'yes' | 'no') =>
      (await search({ byOldUrl })).invocations.map(({ id, by_old_url }) => [id, by_old_url]);
    expect(await of('yes')).toEqual([[late.id, true]]);
    expect(await of('no')).toEqual([[current.id, undefined]]);
  });

  it('finds calls by their verification', async () => {
    const nobodyAsked = await call(3);
    const proven = await call(2, { verified: 'yes' });
    const forged = await call(1, { verified: 'wrong-signature' });
    const ids = async (filter: Partial<InvocationFilter>) => (await search(filter)).invocations.map(({ id }) => id);
    expect(await ids({ verified: 'yes' })).toEqual([proven.id]);
    expect(await ids({ verified: 'no' })).toEqual([forged.id]);
    expect(await ids({ verified: 'not-checked' })).toEqual([nobodyAsked.id]);
  });

  it('keeps to its period, including the beginning and excluding the end', async () => {
    const [, , two] = await calls(5, () => ({}));
    const { invocations } = await search({ from: minutesAgo(2), to: minutesAgo(1) });
    expect(invocations.map(({ id }) => id)).toEqual([two?.id]);
    expect((await search({ from: minutesAgo(1), to: minutesAgo(2) })).invocations).toEqual([]);
  });

  it('finds a text after the first characters, in headers, and in escaped form', async () => {
    const far = `${'.'.repeat(3000)} Order 4711 of Acme`;
    await call(4, {}, far);
    await call(3, {}, '{"a":1}', { 'x-github-event': 'pull_request' });
    await call(2, {}, `{"padding":"${'.'.repeat(200)}","city":"M\\u00fcnchen"}`);
    await call(1, { query: 'job=backup' });
    const excerpts = async (text: string) => (await search({ text })).invocations.map(({ excerpt }) => excerpt);
    expect(await excerpts('order 4711')).toEqual([expect.stringMatching(/^….* Order 4711 of Acme$/)]);
    expect(await excerpts('X-GitHub-Event: pull')).toEqual(['x-github-event: pull_request']);
    expect(await excerpts('münchen')).toEqual([expect.stringContaining('M\\u00fcnchen')]);
    expect(await excerpts('backup')).toEqual(['job=backup']);
    expect(await excerpts('nowhere')).toEqual([]);
  });

  it('continues from its cursor without gaps and duplicates', async () => {
    const all = await calls(7, () => ({}));
    const found: string[] = [];
    let cursor: string | undefined;
    let rounds = 0;
    do {
      const { invocations, next, searchedUntil } = await search({ limit: 3, cursor });
      found.push(...invocations.map(({ id }) => id));
      if (next !== undefined) expect(searchedUntil).toBe(invocations.at(-1)?.invoked_at);
      cursor = next;
      rounds += 1;
    } while (cursor !== undefined && rounds < 9);
    expect(found).toEqual(all.map(({ id }) => id));
    expect(rounds).toBe(3);
  });

  it('costs no more than the list if everything matches', async () => {
    await calls(30, () => ({ dispatches: { 21: 'success' } }));
    unitsRead();
    await search({ limit: 25 });
    expect(unitsRead()).toBeLessThanOrEqual(4);
  });

  it('ends after a thousand calls and returns how far it came', async () => {
    await Promise.all(
      Array.from({ length: 41 }, (_, batch) =>
        Promise.all(
          Array.from({ length: 25 }, (_, n) =>
            call(batch * 25 + n, batch === 40 ? { dispatches: { 21: 'error' } } : { dispatches: { 21: 'success' } }),
          ),
        ),
      ),
    );
    unitsRead();
    const first = await search({ status: 'error' });
    expect(first).toMatchObject({ invocations: [], searched: 1000, searchedUntil: minutesAgo(999).toISOString() });
    expect(unitsRead()).toBeLessThanOrEqual(100);
    const second = await search({ status: 'error', cursor: first.next });
    expect(second.invocations).toHaveLength(25);
    // A day's numbers include all its calls, for the units of a single read.
    unitsRead();
    const stats = await webhookStats(1, 11, ports());
    expect(stats).toMatchObject({ calls: 1025, delivered: 1000, failed: 25, complete: true });
    expect(unitsRead()).toBeLessThanOrEqual(100);
  });

  it('reads a hundred bodies at most, and continues behind the last one', async () => {
    const body = JSON.stringify({ text: '.'.repeat(400), word: 'needle' });
    await calls(120, () => ({}), body.replace('needle', 'straw'));
    await call(130, {}, body);
    unitsRead();
    const first = await search({ text: 'needle' });
    expect(first).toMatchObject({ invocations: [], searched: 100 });
    expect(unitsRead()).toBeLessThanOrEqual(120);
    const second = await search({ text: 'needle', cursor: first.next });
    expect(second).toMatchObject({ searched: 21, next: undefined, searchedUntil: undefined });
    expect(second.invocations).toHaveLength(1);
  });

  it('reads 8 MB of bodies at most', async () => {
    await calls(12, () => ({}), `${'.'.repeat(1_000_000)}`);
    const { searched, next } = await search({ text: 'needle' });
    expect(searched).toBe(8);
    expect((await search({ text: 'needle', cursor: next })).searched).toBe(4);
  });

  it('omits expired calls', async () => {
    await call(1, { expiresAt: now.getTime() / 1000 });
    expect((await search({})).invocations).toEqual([]);
  });
});

describe('the last 24 hours of a webhook', () => {
  const arrived = (at: Date) => ({ at: at.toISOString(), outcome: 'ok' as const, detail: '', durationMs: 80 });

  it('are counted by outcome and hour, with quantiles of the delivery times', async () => {
    const times = { 21: [400, 900, 100_000], 22: [700, 100, 200] };
    for (const index of [0, 1, 2]) {
      const summary = await call(10 + index, { dispatches: { 21: 'pending', 22: 'pending' } });
      for (const [targetId, taken] of Object.entries(times)) {
        const sent = newDispatch(summary, Number(targetId), { name: aTarget().name, kind: 'mock' });
        const attempts = [arrived(new Date(Date.parse(summary.invokedAt) + (taken[index] ?? 0)))];
        await dispatchStore(table, () => aTarget()).save({ ...sent, state: 'success', attempts });
      }
    }
    await call(5, { dispatches: { 21: 'success', 22: 'error' } });
    await call(6, { dispatches: { 21: 'error' } });
    await call(61, { dispatches: { 21: 'waiting' } });
    await call(24 * 60 + 1);
    const stats = await webhookStats(1, 11, ports());
    expect(stats).toMatchObject({
      calls: 6,
      delivered: 3,
      partial: 1,
      failed: 1,
      waiting: 1,
      medianDeliveryMs: 900,
      p95DeliveryMs: 100_000,
      targets: [
        { targetId: 21, medianDeliveryMs: 900, p95DeliveryMs: 100_000 },
        { targetId: 22, medianDeliveryMs: 200, p95DeliveryMs: 700 },
      ],
      complete: true,
    });
    expect(stats.hours[23]).toEqual({
      ...{ delivered: 3, partial: 1, failed: 1, waiting: 0 },
      standing: { attention: 2, waiting: 0, arrived: 3 },
    });
    expect(stats.hours[22]).toEqual({
      ...{ delivered: 0, partial: 0, failed: 0, waiting: 1 },
      standing: { attention: 0, waiting: 1, arrived: 0 },
    });
  });

  it('include all calls that a published plan allows per day, page by page, and show where counting ended', async () => {
    const summaries = Array.from({ length: 10_001 }, (_, index) => aSummary(minutesAgo(index / 10)));
    const reads: number[] = [];
    /** Returns newest calls first, a megabyte per read, like the table. */
    const of = (stored: InvocationSummary[]) => ({
      outcomes: async (...[, , { before, limit }]: Parameters<ReturnType<typeof callFinder>['outcomes']>) => {
        const first = before === undefined ? 0 : stored.findIndex(({ id }) => id === before) + 1;
        const page = stored.slice(first, first + Math.min(limit, 1700));
        reads.push(page.length);
        return { outcomes: page, more: first + page.length < stored.length };
      },
    });
    const day = summaries.slice(0, 2 * plans.premium.maxInvocationsPerDay);
    expect(await webhookStats(1, 11, { ...ports(), callFinder: of(day) })).toMatchObject({
      calls: 3000,
      complete: true,
    });
    expect(reads).toEqual([1700, 1300]);
    const many = await webhookStats(1, 11, { ...ports(), callFinder: of(summaries) });
    expect(many).toMatchObject({ calls: 10_000, complete: false });
  });

  it("show each target's number of failed or waiting messages since its last success, and since when", async () => {
    await call(50, { dispatches: { 21: 'error', 22: 'error' } });
    await call(40, { dispatches: { 21: 'success', 22: 'error' } });
    await call(30, { dispatches: { 21: 'success', 22: 'error', 23: 'waiting' } });
    await call(20, { dispatches: { 21: 'success', 22: 'waiting', 23: 'success' } });
    // A target with quiet hours has no problem.
    await call(10, { dispatches: { 21: 'pending', 22: 'pending', 23: 'waiting', 24: 'quiet' } });
    expect((await webhookStats(1, 11, ports())).undelivered).toEqual([
      { targetId: 21, failed: 0, waiting: 1, retrying: 0, since: minutesAgo(10).toISOString() },
      { targetId: 22, failed: 3, waiting: 2, retrying: 1, since: minutesAgo(50).toISOString() },
      { targetId: 23, failed: 0, waiting: 1, retrying: 1, since: minutesAgo(10).toISOString() },
    ]);
  });

  it('show since when a target accepts no messages, even if all waiting calls are older', async () => {
    const reason = { code: 'provider-unavailable', text: 'HTTP 500' } as const;
    const pausedAt = minutesAgo(26 * 60);
    await laneStore(table).save(pauseLane(flowingLane(1, 22), reason, now, pausedAt));
    await laneStore(table).save(pauseLane(flowingLane(1, 99), reason, now, pausedAt));
    // A disabled target's status already says so.
    const off = { code: 'target-disabled', text: 'Disabled' } as const;
    await laneStore(table).save(pauseLane(flowingLane(1, 21), off, now, pausedAt));
    await call(26 * 60, { dispatches: { 22: 'waiting' } });
    const since = pausedAt.toISOString();
    expect((await webhookStats(1, 11, ports())).undelivered).toEqual([
      { targetId: 22, failed: 0, waiting: 0, retrying: 0, since, pausedSince: since, pausedReason: 'HTTP 500' },
    ]);
    await call(10, { dispatches: { 21: 'success', 22: 'waiting' } });
    expect((await webhookStats(1, 11, ports())).undelivered).toEqual([
      {
        targetId: 22,
        failed: 0,
        waiting: 1,
        retrying: 1,
        since: minutesAgo(10).toISOString(),
        pausedSince: since,
        pausedReason: 'HTTP 500',
      },
    ]);
  });

  it('show the last error of a retried message before its target is paused', async () => {
    const older = await call(20, { dispatches: { 21: 'success', 22: 'waiting' } });
    const retried = await call(10, { dispatches: { 21: 'success', 22: 'waiting' } });
    const fail = (summary: InvocationSummary, errorMessage: string) =>
      ports().dispatches.save({ ...newDispatch(summary, 22), state: 'waiting', attemptCount: 1, errorMessage });
    await fail(older, 'Slack: HTTP 500.');
    await fail(retried, 'Slack: HTTP 503.');
    expect((await webhookStats(1, 11, ports())).undelivered).toMatchObject([
      { targetId: 22, waiting: 2, pausedReason: 'Slack: HTTP 503.' },
    ]);
  });

  it('exclude a message’s time that its owner resent', async () => {
    const summary = await call(10);
    const sent = newDispatch(summary, 21, { name: 'Ops', kind: 'mock' });
    const cycle = { startedAt: now.toISOString(), attemptsBefore: 1 };
    const again = { ...sent, cycle, state: 'success' as const, attempts: [arrived(now)] };
    await dispatchStore(table, () => aTarget()).save(again);
    expect(await webhookStats(1, 11, ports())).toMatchObject({ delivered: 1, medianDeliveryMs: undefined });
  });
});

describe('a call with a message that was resent', () => {
  it('has no delivery time, because it would be that of its other messages', async () => {
    const summary = await call(10, { dispatches: { 21: 'pending', 22: 'pending' } });
    const store = dispatchStore(table, () => aTarget());
    const arrivedAt = (at: Date) => [{ at: at.toISOString(), outcome: 'ok' as const, detail: '', durationMs: 9 }];
    const to = (targetId: number) => newDispatch(summary, targetId, { name: 'Ops', kind: 'mock' });
    await store.save({
      ...to(21),
      state: 'success',
      attempts: arrivedAt(new Date(Date.parse(summary.invokedAt) + 51)),
    });
    const cycle = { startedAt: now.toISOString(), attemptsBefore: 1 };
    await store.save({ ...to(22), cycle, state: 'success', attempts: arrivedAt(now) });
    const { items } = await listInvocations(1, 11, { offset: 0, limit: 25, view: 'summary' }, ports());
    expect(items[0]).toMatchObject({ status: 'success' });
    expect(items[0]?.delivered_after_ms).toBeUndefined();
    expect(await webhookStats(1, 11, ports())).toMatchObject({
      medianDeliveryMs: undefined,
      targets: [{ targetId: 21, medianDeliveryMs: 51 }],
    });
  });
});

describe('a sample call', () => {
  it.each(sampleCalls.slice(1))('$id is recognised as its claimed sender', ({ id, headers, payload }) => {
    const found = readyMadeFor({ body: JSON.stringify(payload), contentType: 'application/json', headers });
    expect(found?.id.split('-')[0]).toBe(id.split('-')[0]);
  });
});
