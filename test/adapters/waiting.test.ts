import { randomBytes } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { countersStore } from '../../lambdas/adapters/dynamodb/counters-store.ts';
import { deduplicationStore } from '../../lambdas/adapters/dynamodb/deduplication-store.ts';
import { dispatchStore } from '../../lambdas/adapters/dynamodb/dispatch-store.ts';
import { deadLetterIndex, dispatchDueIndex, waitingList } from '../../lambdas/adapters/dynamodb/due-index.ts';
import { failingTargets } from '../../lambdas/adapters/dynamodb/failing-targets.ts';
import { invocationStore } from '../../lambdas/adapters/dynamodb/invocation-store.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { laneStore } from '../../lambdas/adapters/dynamodb/lane-store.ts';
import { replayStore } from '../../lambdas/adapters/dynamodb/replay-store.ts';
import { routeReader } from '../../lambdas/adapters/dynamodb/route-reader.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { webhookStore } from '../../lambdas/adapters/dynamodb/webhook-store.ts';
import { fromDispatchBody, fromLaneBody, toLaneBody } from '../../lambdas/adapters/lanes.ts';
import { redrive } from '../../lambdas/dispatches/recovery/redrive.ts';
import { type Dispatch, newDispatch } from '../../lambdas/model/dispatch.ts';
import { flowingLane } from '../../lambdas/model/lane.ts';
import type { DispatchMessage } from '../../lambdas/model/lane-message.ts';
import { dueAt } from '../../lambdas/model/placement.ts';
import type { Replay } from '../../lambdas/model/replay-ports.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import { aSummary, aTarget, aWebhook } from '../support/in-memory.ts';
import { storeTargets, tableStandIn } from '../support/tables.ts';

const standIn = tableStandIn();
let table: Table;
beforeEach(async () => {
  table = await standIn.another();
});

const now = new Date('2026-11-20T12:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const allShards = async <T>(read: (shard: number) => Promise<T[]>) =>
  (await Promise.all(Array.from({ length: 8 }, (_, shard) => read(shard)))).flat();

const stored = async (at: Date, over: Partial<Dispatch> = {}) => {
  const summary = aSummary(at);
  await invocationStore(table).insert(summary, { headers: {}, body: Buffer.alloc(0) });
  return { summary, dispatch: { ...newDispatch(summary, 21, { name: 'Ops', kind: 'mock' }), ...over } };
};

describe('a stored dispatch', () => {
  it('is only written over the version that its change is based on', async () => {
    const store = dispatchStore(table, () => aTarget());
    const { dispatch } = await stored(now);
    const first = await store.save({ ...dispatch, placement: dueAt(now) });
    expect(first).toMatchObject({ version: 1 });
    expect(await store.save({ ...dispatch, placement: dueAt(now) })).toBeUndefined();
    expect(await store.save({ ...dispatch, version: 1, state: 'success', placement: undefined })).toMatchObject({
      version: 2,
    });
    expect(await store.save({ ...dispatch, version: 1, state: 'error', placement: undefined })).toBeUndefined();
    expect(await store.get(1, dispatch.invocationId, 21)).toMatchObject({ state: 'success', version: 2 });
  });

  it('stays a manual retry when the due index replaces its lost message', async () => {
    const store = dispatchStore(table, () => aTarget());
    const { dispatch } = await stored(now);
    await store.save({ ...dispatch, placement: { ...dueAt(now), skipsList: true } });
    const index = dispatchDueIndex(table);
    for (const [at, cause] of [
      [now, undefined],
      [later(900), 'lost-message'],
    ] as const) {
      const [due] = await allShards((shard) => index.due(shard, at, 9));
      expect(due?.message).toMatchObject({ invocationId: dispatch.invocationId, skipsList: true });
      expect(due?.message).toEqual(expect.objectContaining({ kind: 'dispatch', ...(cause && { cause }) }));
      const placement = (await store.get(1, dispatch.invocationId, 21))?.placement;
      expect(placement).toMatchObject({ skipsList: true, ...(cause && { cause }) });
      if (due) await index.postpone(due, later(900));
    }
  });

  it('keeps the cause of its attempts, and is readable if it was stored without causes', async () => {
    const store = dispatchStore(table, () => aTarget());
    const old = { at: now.toISOString(), outcome: 'retry' as const, detail: 'Busy.', durationMs: 9 };
    const { dispatch } = await stored(now, { attempts: [old, { ...old, cause: 'lost-message' }] });
    await store.save({ ...dispatch, placement: dueAt(now) });
    expect((await store.get(1, dispatch.invocationId, 21))?.attempts).toEqual(dispatch.attempts);
  });

  it('stores a manual retry under the name that older items use', async () => {
    const store = dispatchStore(table, () => aTarget());
    const { dispatch } = await stored(now);
    const { userId, invocationId } = dispatch;
    await store.save({ ...dispatch, ignoresRules: true, placement: dueAt(now) });
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: key.dispatch(userId, invocationId, 21) }),
    );
    expect(Item).toMatchObject({ is_owners_wish: true });
    expect((await store.get(userId, invocationId, 21))?.ignoresRules).toBe(true);
  });

  it('is listed in its latest state, even if an older state is written late', async () => {
    const store = dispatchStore(table, () => aTarget());
    const { summary, dispatch } = await stored(now);
    const listed = async () => (await invocationStore(table).get(1, 11, summary.id, now))?.dispatches;
    const tried = { ...dispatch, state: 'waiting' as const, attemptCount: 1 };
    const waits = (await store.save({ ...tried, placement: dueAt(now) })) as Dispatch;
    expect(await listed()).toEqual({ 21: 'waiting' });
    const sent = (await store.save({ ...waits, state: 'success', placement: undefined })) as Dispatch;
    await store.repeatState(waits);
    expect(await listed()).toEqual({ 21: 'success' });
    // Repeating the latest state fixes what a crash left out.
    await store.repeatState(sent);
    await store.save({ ...sent, state: 'pending', generation: 1, placement: dueAt(now) });
    await store.repeatState(sent);
    expect(await listed()).toEqual({ 21: 'pending' });
  });

  it('leaves the due index when it is forgotten', async () => {
    const store = dispatchStore(table, () => aTarget());
    const { dispatch } = await stored(now);
    await store.forget((await store.save({ ...dispatch, placement: dueAt(now) })) as Dispatch);
    expect(await allShards((shard) => dispatchDueIndex(table).due(shard, later(10), 10))).toEqual([]);
  });
});

describe('a dead-lettered dispatch', () => {
  it('stays dead-lettered if an outdated waiting list makes a wake-up forget it', async () => {
    const store = dispatchStore(table, () => aTarget());
    const { dispatch } = await stored(now);
    const saved = (await store.save({ ...dispatch, state: 'error', placement: { kind: 'dead-lettered' } })) as Dispatch;
    await store.forget(saved);
    expect(await deadLetterIndex(table).deadLettered(10, undefined)).toMatchObject([{ targetId: 21 }]);
  });
});

describe('dispatches in their target’s waiting list', () => {
  it('are listed in the order of their calls, and leave it one by one unless they have changed', async () => {
    const store = dispatchStore(table, () => aTarget());
    const list = waitingList(table);
    const saved: Dispatch[] = [];
    for (const seconds of [2, 0, 1]) {
      const { dispatch } = await stored(later(seconds), { state: 'waiting', generation: 1 });
      saved.push(
        (await store.save({
          ...dispatch,
          placement: { kind: 'listed', until: later(9000).toISOString() },
        })) as Dispatch,
      );
    }
    const listed = async (targetId = 21) =>
      (await list.oldest({ userId: 1, targetId }, 10)).map(({ message }) => message);
    expect((await listed()).map(({ invocationId }) => invocationId)).toEqual(
      [saved[1], saved[2], saved[0]].map((dispatch) => dispatch?.invocationId),
    );
    expect((await list.oldest({ userId: 1, targetId: 21 }, 1))[0]).toMatchObject({
      waitsUntil: later(9000),
      message: { generation: 1, targetId: 21 },
    });
    expect(await listed(22)).toEqual([]);
    const [one, other] = saved as [Dispatch, Dispatch, Dispatch];
    await store.forget({ ...one, version: 0 });
    expect(await listed()).toHaveLength(3);
    await store.forget(one);
    await store.save({ ...other, state: 'success', placement: undefined });
    expect(await listed()).toHaveLength(1);
  });
});

describe('a stored lane', () => {
  it('is read back completely, is woken when due, and rejects changes based on an old version', async () => {
    const lanes = laneStore(table);
    const paused = {
      ...flowingLane(1, 21),
      mode: 'paused' as const,
      reason: { code: 'provider-unavailable' as const, text: 'Down.' },
      failures: 3,
      failedBy: '0mwoxfuo00000000000bcdzy1dfn',
      wakeUpNumber: 2,
      wokenAt: later(50).toISOString(),
      retryAfterUntil: later(70).toISOString(),
      nextWakeUpAt: later(60).toISOString(),
    };
    expect(await lanes.save(paused)).toBe(true);
    expect(await lanes.save(paused)).toBe(false);
    expect(await lanes.get(1, 21)).toEqual({ ...paused, version: 1 });
    expect(await allShards(async (shard) => (await lanes.dueLanes(shard, later(59), 10)).due)).toEqual([]);
    expect(await allShards(async (shard) => (await lanes.dueLanes(shard, later(60), 10)).due)).toEqual([
      { ...paused, version: 1 },
    ]);
    expect(await lanes.save({ ...flowingLane(1, 21), version: 1 })).toBe(true);
    expect(await allShards(async (shard) => (await lanes.dueLanes(shard, later(9999), 10)).due)).toEqual([]);
  });

  const target = aTarget();
  const contextOf = () =>
    dispatchStore(table, parseTarget).loadContext({
      userId: 1,
      webhookId: 11,
      invocationId: 'x',
      targetId: 21,
    });
  const withTarget = async () => {
    await table.client.send(new PutCommand({ TableName: table.name, Item: { ...key.profile(1), target_count: 0 } }));
    await targetStore(table).insert(target, 5);
    return laneStore(table);
  };

  it('remembers the time of its target’s latest request, regardless of other writes', async () => {
    const lanes = await withTarget();
    await lanes.saveSentAt(1, 21, now);
    await lanes.save({ ...flowingLane(1, 21), failures: 1 });
    await targetStore(table).update(1, 21, { name: 'Other' }, now);
    expect(await contextOf()).toMatchObject({ sentAt: now.toISOString(), lane: { failures: 1, version: 1 } });
    await targetStore(table).remove(1, 21);
    await lanes.saveSentAt(1, 21, now);
    expect((await contextOf()).target).toBeUndefined();
  });

  it('marks its target during a problem, so a new message only needs to read the target', async () => {
    const lanes = await withTarget();
    const message = {
      kind: 'dispatch' as const,
      userId: 1,
      webhookId: 11,
      invocationId: 'x',
      targetId: 21,
      generation: 0,
    };
    const isClean = async () => (await dispatchStore(table, parseTarget).loadFast(message)).isLaneClean;
    await lanes.save(flowingLane(1, 21));
    expect(await isClean()).toBe(true);
    const failing = failingTargets(table);
    const failingIds = async (userId: number) => (await failing.list(userId)).map(({ targetId }) => targetId);
    expect(await failingIds(1)).toEqual([]);
    await lanes.save({ ...flowingLane(1, 21), version: 1, failures: 1 });
    expect(await isClean()).toBe(false);
    // Only the owner's dashboard shows the failing target.
    expect([await failingIds(1), await failingIds(2)]).toEqual([[21], []]);
    // The write fails, because the lane was changed in between.
    expect(await lanes.save({ ...flowingLane(1, 21), version: 1 })).toBe(false);
    expect(await isClean()).toBe(false);
    await lanes.save({ ...flowingLane(1, 21), version: 2 });
    expect(await isClean()).toBe(true);
    // A write that loses against a clean lane leaves the dirty flag, which costs reads until the lane is stored again.
    expect(await lanes.save({ ...flowingLane(1, 21), version: 2, failures: 1 })).toBe(false);
    expect(await isClean()).toBe(false);
    await lanes.save({ ...flowingLane(1, 21), version: 3 });
    expect(await isClean()).toBe(true);
  });
});

describe('a lane message', () => {
  const ids = { userId: 1, webhookId: 11, invocationId: 'x', targetId: 21, generation: 0 };
  const message = { kind: 'dispatch' as const, ...ids, previousAt: null };
  const carrying = (body: Buffer) => ({
    method: 'POST',
    query: 'a=1',
    contentType: 'application/json',
    plan: 'free' as const,
    expiresAt: 1,
    webhookVersion: 'one',
    content: { headers: { 'x-odd': 'ä' }, body },
  });

  it('carries a small call byte for byte', () => {
    const full = { ...message, call: carrying(Buffer.from([0, 255, 10])) };
    expect(fromLaneBody(toLaneBody(full))).toEqual(full);
  });

  it('leaves out a call that would not fit ten times into a request of 64 KB', () => {
    const body = toLaneBody({ ...message, call: carrying(randomBytes(4200)) });
    expect(body.length * 10).toBeLessThan(64_000);
    expect(fromDispatchBody(body).call).toBeDefined();
    expect(fromLaneBody(toLaneBody({ ...message, call: carrying(randomBytes(4400)) }))).toEqual(message);
  });
});

describe('a dispatch that failed after crashes', () => {
  it('is sent again by one command, and only once', async () => {
    const dispatches = dispatchStore(table, () => aTarget());
    const { dispatch } = await stored(now, { state: 'error', errorMessage: 'Crashed.', crashes: 3 });
    await dispatches.save({ ...dispatch, placement: { kind: 'dead-lettered' } });
    const queued: DispatchMessage[] = [];
    const ports = {
      deadLetterIndex: deadLetterIndex(table),
      invocations: invocationStore(table),
      dispatches,
      laneQueue: { send: async (messages: DispatchMessage[]) => void queued.push(...messages) },
      counters: countersStore(table),
      clock: () => now,
    };
    expect(await redrive(ports)).toEqual({ queued: 1, gone: 0 });
    expect(queued).toEqual([expect.objectContaining({ invocationId: dispatch.invocationId, generation: 1 })]);
    expect(await redrive(ports)).toEqual({ queued: 0, gone: 0 });
    expect(await dispatches.get(1, dispatch.invocationId, 21)).toMatchObject({ state: 'pending', crashes: 0 });
  });
});

describe('a stored bulk resend', () => {
  it('is found when its next step is due, and no longer after its end', async () => {
    const store = replayStore(table);
    const replay: Replay = {
      id: 'a-replay',
      userId: 1,
      webhookId: 11,
      from: now.toISOString(),
      to: later(60).toISOString(),
      status: 'error',
      state: 'running',
      matched: 3,
      queued: 0,
      cursor: '',
      createdAt: now.toISOString(),
      version: 0,
    };
    expect(await store.save(replay, now)).toBe(true);
    expect(await store.save(replay, now)).toBe(false);
    expect(await store.due(now, 10)).toEqual([{ ...replay, version: 1 }]);
    expect(await store.get(2, 'a-replay')).toBeUndefined();
    expect(await store.save({ ...replay, version: 1, state: 'done' }, undefined)).toBe(true);
    expect(await store.due(later(60), 10)).toEqual([]);
  });

  it('goes through the calls of its time range oldest first, without duplicates', async () => {
    const ids: string[] = [];
    for (const seconds of [0, 1, 2, 3]) ids.push((await stored(later(seconds))).summary.id);
    const store = invocationStore(table);
    const range = (after?: string) => store.range(1, 11, { from: later(0), to: later(3), after, limit: 2 });
    expect((await range()).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect((await range(ids[1])).map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('continues after the end of a DynamoDB page, at 1 MB', async () => {
    const store = invocationStore(table);
    const long = (second: number) => aSummary(later(second), { query: 'q'.repeat(10_000) });
    await Promise.all(
      Array.from({ length: 120 }, (_, second) => store.insert(long(second), { headers: {}, body: Buffer.alloc(0) })),
    );
    expect(await store.range(1, 11, { from: now, to: later(200), limit: 115 })).toHaveLength(115);
  });

  it('has an exact daily limit', async () => {
    const counters = countersStore(table);
    const take = (count: number) => counters.takeReplays({ userId: 1, count, limit: 25, now });
    expect(await Promise.all([take(10), take(10), take(10)])).toEqual(expect.arrayContaining([true, true, false]));
    expect(await take(26)).toBe(false);
    expect(await take(5)).toBe(true);
    expect(await take(1)).toBe(false);
    expect(await counters.replayedToday(1, now)).toBe(25);
    expect(await counters.replayedToday(1, later(86_400))).toBe(0);
  });
});

describe('a duplicate call', () => {
  it('is matched to the invocation of the first call until the deduplication window ends', async () => {
    const seen = deduplicationStore(table);
    const claim = (invocationId: string, at: Date, webhookId = 11, instead?: string) =>
      seen.claim({
        ...{ webhookId, fingerprint: 'f', invocationId, windowSeconds: 600, now: at },
        ...(instead !== undefined && { instead }),
      });
    expect(await claim('first', now)).toBeUndefined();
    expect(await claim('second', later(599))).toBe('first');
    expect(await claim('elsewhere', now, 12)).toBeUndefined();
    expect(await claim('third', later(600))).toBeUndefined();
    expect(await claim('fourth', later(601))).toBe('third');
    expect(await claim('fourth', later(601), 11, 'another')).toBe('third');
    expect(await claim('fourth', later(601), 11, 'third')).toBeUndefined();
    expect(await claim('fifth', later(601))).toBe('fourth');
  });
});

describe('the intake settings of a webhook', () => {
  it('are stored, and are read with its route', async () => {
    const { client, name } = table;
    await client.send(
      new PutCommand({
        TableName: name,
        Item: { ...key.profile(1), status: 'free', webhook_count: 0, target_count: 0 },
      }),
    );
    await storeTargets(table);
    const intake: Webhook['intake'] = {
      duplicates: 'drop',
      duplicateWindowMinutes: 5,
      duplicateFields: ['data.id'],
      answerHandshakes: true,
      verifyToken: 't',
      methods: ['POST'],
      answer: { status: 200, contentType: 'application/json', body: '{"ok":true}' },
    };
    const owner = { status: 'free', premiumUntil: '0001-01-01T00:00:00Z' } as const;
    await webhookStore(table).insert(aWebhook({ intake }), owner, 1);
    expect((await webhookStore(table).get(1, 11))?.intake).toEqual(intake);
    expect((await routeReader(table).byRoute('a-route'))?.intake).toEqual(intake);
  });
});
