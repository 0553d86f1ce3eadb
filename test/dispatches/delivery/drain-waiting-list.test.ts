import { describe, expect, it } from 'vitest';
import { deliver } from '../../../lambdas/dispatches/delivery/deliver.ts';
import type { Dispatch } from '../../../lambdas/model/dispatch.ts';
import type { LaneState } from '../../../lambdas/model/lane.ts';
import type { Delivery } from '../../../lambdas/model/message.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { ACK, hideFor } from '../../../lambdas/platform/message-disposition.ts';
import { captureLog } from '../../support/log.ts';
import { dispatchKey } from '../../support/simulation/table.ts';
import { aList, broken } from '../../support/waiting-list.ts';

captureLog();

describe('a wake-up', () => {
  it('delivers the list oldest first, ten at a time, and then lets the lane flow', async () => {
    const { listed, run, sent, current } = aList();
    const ids: string[] = [];
    for (let number = 0; number < 12; number++) ids.push(await listed(1000 - number));
    expect(await run()).toEqual(hideFor(0));
    expect(sent).toEqual(ids.slice(0, 10));
    expect(await run()).toEqual(hideFor(0));
    expect(await run()).toEqual(ACK);
    expect(sent).toEqual(ids);
    expect(current()).toMatchObject({ mode: 'flowing', nextWakeUpAt: '2026-11-20T12:01:00.000Z' });
  });

  it('does nothing if a later one exists', async () => {
    const { listed, run, sent, table, current } = aList();
    await listed(100);
    const before = current();
    expect(await run({ number: 6 })).toEqual(ACK);
    expect(table.lanes.get(21)).toEqual(before);
    expect(sent).toEqual([]);
  });

  it('leaves the lane to a later one that is sent at the same moment', async () => {
    const { listed, run, sent, table, ports, current } = aList({ wokenAt: undefined });
    await listed(100);
    const { save } = ports.laneStore;
    ports.laneStore.save = async (lane) => {
      ports.laneStore.save = save;
      table.lanes.set(21, { ...current(), wakeUpNumber: 8, version: 9 });
      return save(lane);
    };
    expect(await run({}, 1)).toEqual(ACK);
    expect(current()).toMatchObject({ wakeUpNumber: 8, version: 9 });
    expect(current().wokenAt).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it('checks again if its lane cannot flow yet, because another process has changed it', async () => {
    const { run, ports, current } = aList();
    const { save } = ports.laneStore;
    ports.laneStore.save = async () => {
      ports.laneStore.save = save;
      return false;
    };
    expect(await run()).toEqual(hideFor(1));
    expect(current().mode).toBe('catching-up');
    expect(await run()).toEqual(ACK);
    expect(current().mode).toBe('flowing');
  });

  it('stops if another one is sent while it works', async () => {
    const { listed, run, sent, table, ports, current } = aList();
    await listed(100);
    await listed(90);
    const { send } = ports.sender;
    ports.sender.send = async (...args) => {
      table.lanes.set(21, { ...current(), wakeUpNumber: 8, version: 9 });
      return send(...args);
    };
    expect(await run()).toEqual(ACK);
    expect(sent).toHaveLength(1);
  });

  it('stays ahead of the next one during a Retry-After, although that one was sent meanwhile', async () => {
    const busy: Delivery = { ...(broken as Extract<Delivery, { kind: 'retry' }>), afterSeconds: 30 };
    const { listed, run, ports, table, dispatchOf } = aList({}, [busy]);
    const id = await listed(100);
    // The plan's next wait is too long for the head of the group, so only Retry-After keeps the wake-up there.
    table.dispatches.set(dispatchKey({ invocationId: id, targetId: 21 }), { ...dispatchOf(id), attemptCount: 4 });
    const { send } = ports.sender;
    ports.sender.send = async (...args) => {
      table.lanes.set(21, { ...(table.lanes.get(21) as LaneState), wakeUpNumber: 8, version: 2 });
      return send(...args);
    };
    expect(await run()).toEqual(hideFor(30));
    expect(await run()).toEqual(ACK);
  });

  it('immediately handles entries that were in the list before the wake-up that handed over to it', async () => {
    const { listed, run, sent, clock } = aList({ wokenAt: undefined });
    const old = await listed(500);
    await listed(20);
    const listedBefore = secondsAfter(clock(), -90).toISOString();
    expect(await run({ listedBefore }, 1)).toEqual(hideFor(5));
    expect(sent).toEqual([old]);
  });

  it('leaves all other messages alone if the target still fails, and is void afterwards', async () => {
    const { listed, run, sent, isListed, dispatchOf, current } = aList(
      { reason: { code: 'provider-unavailable' as const, text: 'It is down.' }, failures: 3 },
      [broken],
    );
    const [first, other] = [await listed(100), await listed(90)];
    expect(await run()).toEqual(ACK);
    expect(sent).toEqual([first]);
    expect([isListed(first), isListed(other)]).toEqual([true, true]);
    expect(dispatchOf(first)).toMatchObject({ attemptCount: 1, nextAttemptAt: '2026-11-20T12:02:00.000Z' });
    expect(current()).toMatchObject({ probes: 1, wakeUpNumber: 8, nextWakeUpAt: '2026-11-20T12:02:00.000Z' });
    expect(await run()).toEqual(ACK);
    expect(sent).toHaveLength(1);
  });

  it('schedules the next one in ten minutes while our own access is rejected, regardless of the number of failures', async () => {
    const refused = { kind: 'fail_config', code: 'credentials-refused', reason: 'Our access is refused.' } as const;
    const { listed, run, current } = aList(
      { reason: { code: refused.code, text: refused.reason }, failures: 3, probes: 5 },
      [refused],
    );
    await listed(100);
    await run();
    expect(current()).toMatchObject({ probes: 6, nextWakeUpAt: '2026-11-20T12:10:00.000Z' });
  });

  it('causes a notice about the target after five minutes of failures', async () => {
    const pausedFor = async (seconds: number, answers = [broken]) => {
      const pausedAt = new Date(Date.parse('2026-11-20T12:00:00.000Z') - seconds * 1000).toISOString();
      const reason = { code: 'provider-unavailable' as const, text: 'It is down.' };
      const { listed, run, owed } = aList({ reason, failures: 3, pausedAt }, answers);
      await listed(100);
      await run();
      return owed;
    };
    expect(await pausedFor(300)).toEqual([
      {
        ...{ userId: 1, id: 'paused-21', isRepeated: true },
        notice: {
          ...{ kind: 'target-paused', targetId: 21, targetName: 'Ops channel', since: '2026-11-20T11:55:00.000Z' },
          reason: 'The provider is broken.',
        },
      },
    ]);
    expect(await pausedFor(299)).toEqual([]);
    expect(await pausedFor(300, [])).toEqual([]);
  });

  it('does not call a provider during a longer Retry-After', async () => {
    const retryAfterUntil = '2026-11-20T13:00:00.000Z';
    const { listed, run, sent, current } = aList({
      reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
      retryAfterUntil,
    });
    await listed(100);
    expect(await run()).toEqual(ACK);
    expect(sent).toEqual([]);
    expect(current()).toMatchObject({ nextWakeUpAt: retryAfterUntil, reason: { code: 'provider-rate-limited' } });
  });

  it('ends expired messages during a Retry-After, and checks again within the hour', async () => {
    const retryAfterUntil = '2026-11-23T12:00:00.000Z';
    const { listed, run, sent, dispatchOf, isListed, current } = aList({
      reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
      retryAfterUntil,
    });
    const [old, young] = [await listed(40_000), await listed(90)];
    expect(await run()).toEqual(hideFor(0));
    expect(await run()).toEqual(ACK);
    expect(sent).toEqual([]);
    expect(dispatchOf(old)).toMatchObject({
      state: 'error',
      errorMessage: expect.stringContaining('as long as your plan'),
    });
    expect(isListed(young)).toBe(true);
    expect(current()).toMatchObject({ wakeUpNumber: 8, retryAfterUntil, nextWakeUpAt: '2026-11-20T13:00:00.000Z' });
  });

  it('ends expired messages without an attempt while the target fails', async () => {
    const { listed, run, sent, dispatchOf } = aList(
      { reason: { code: 'provider-unavailable' as const, text: 'It is down.' } },
      [broken],
    );
    const [old, young] = [await listed(40_000), await listed(90)];
    await run();
    expect(sent).toEqual([young]);
    expect(dispatchOf(old).errorMessage).toContain('for as long as your plan retries');
  });

  it('ends them even behind an older call that was resent and expires later', async () => {
    const { listed, run, sent, table, dispatchOf, clock } = aList(
      { reason: { code: 'provider-unavailable' as const, text: 'It is down.' } },
      [broken],
    );
    const [again, old] = [await listed(50_000), await listed(40_000)];
    const startedAt = secondsAfter(clock(), -90).toISOString();
    table.dispatches.set(dispatchKey({ invocationId: again, targetId: 21 }), {
      ...dispatchOf(again),
      cycle: { startedAt, attemptsBefore: 0 },
    });
    const shown = {
      kind: 'dispatch' as const,
      invocationId: again,
      userId: 1,
      webhookId: 11,
      targetId: 21,
      generation: 1,
    };
    table.waiting.set(21, again, { message: shown, waitsUntil: secondsAfter(clock(), 30_000) });
    await run();
    expect(sent).toEqual([again]);
    expect(dispatchOf(old)).toMatchObject({ state: 'error', attemptCount: 0 });
  });

  it('ends all messages if the target was deleted, and lets the lane flow', async () => {
    const { listed, run, table, dispatchOf, current } = aList({
      reason: { code: 'target-disabled', text: 'Disabled.' },
    });
    const ids = [await listed(100), await listed(90)];
    table.targets.delete(21);
    await run();
    expect(await run()).toEqual(ACK);
    for (const id of ids) expect(dispatchOf(id).errorMessage).toContain('deleted');
    expect(current().mode).toBe('flowing');
  });
});

describe('a lane that flows again', () => {
  it('is woken again for messages that its list showed too late', async () => {
    const { listed, run, sent, clock, current } = aList({ mode: 'flowing', wokenAt: undefined });
    const id = await listed(100);
    expect(await run({}, 1)).toEqual(hideFor(5));
    expect(current().mode).toBe('catching-up');
    clock.advance(5);
    await run();
    expect(sent).toEqual([id]);
  });

  it('is not woken again if that check found nothing', async () => {
    const { run, current, ports } = aList({ mode: 'flowing', wokenAt: undefined, failures: 1 });
    expect(await run({}, 1)).toEqual(ACK);
    expect(current()).toMatchObject({ mode: 'flowing', nextWakeUpAt: undefined, failures: 1 });
    const message = {
      kind: 'dispatch' as const,
      userId: 1,
      webhookId: 11,
      invocationId: 'gone',
      targetId: 21,
      generation: 0,
    };
    const receipt = { receives: 1, queuedAt: ports.clock(), firstReceivedAt: ports.clock(), timeLeftMs: () => 30_000 };
    expect(await deliver(message, receipt, ports)).toEqual(ACK);
  });
});

describe('a listed dispatch', () => {
  it('is ignored if it is no longer in the list, even if the index still shows it', async () => {
    const { listed, run, sent, table, dispatchOf } = aList();
    const [moved, next] = [await listed(100), await listed(90)];
    table.dispatches.set(dispatchKey({ invocationId: moved, targetId: 21 }), { ...dispatchOf(moved), generation: 5 });
    await run();
    expect(sent).toEqual([next]);
  });

  it('is completed if it was decided but a crash kept that out of the overview', async () => {
    const { listed, run, table, isListed } = aList();
    const id = await listed(100);
    const key = dispatchKey({ invocationId: id, targetId: 21 });
    table.dispatches.set(key, { ...(table.dispatches.get(key) as Dispatch), state: 'success' });
    await run();
    expect(table.summaries.get(id)?.dispatches[21]).toBe('success');
    expect(isListed(id)).toBe(false);
  });

  it('does not cause an early request if only the index shows it as expired', async () => {
    const { listed, run, sent, stores, dispatchOf, isListed, current, clock } = aList({
      reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
      retryAfterUntil: '2026-11-23T12:00:00.000Z',
    });
    const id = await listed(90);
    const until = secondsAfter(clock(), -1).toISOString();
    await stores.dispatches.save({ ...dispatchOf(id), placement: { kind: 'listed', until } });
    expect(await run()).toEqual(hideFor(0));
    expect(await run()).toEqual(ACK);
    expect(sent).toEqual([]);
    expect(isListed(id)).toBe(true);
    expect(current().nextWakeUpAt).toBe('2026-11-20T13:00:00.000Z');
  });

  it('stays at the head for a short wait of its plan, without an early attempt', async () => {
    const { listed, run, sent, clock, isListed } = aList({}, [broken]);
    const [first] = [await listed(100), await listed(90)];
    expect(await run()).toEqual(hideFor(5));
    clock.advance(2);
    expect(await run()).toEqual(hideFor(3));
    expect(sent).toEqual([first]);
    expect(isListed(first)).toBe(true);
    clock.advance(3);
    await run();
    expect(sent.slice(0, 2)).toEqual([first, first]);
  });
});

describe('a listed message that kills its function', () => {
  it('has its crashes counted before each try, and becomes a dead letter after the third', async () => {
    const { listed, run, ports, letters, sent, dispatchOf, isListed } = aList();
    const [bad, good] = [await listed(100), await listed(90)];
    const stay = dispatchOf(bad).generation;
    const { render } = ports.renderer;
    ports.renderer.render = () => new Promise(() => {});
    for (let kills = 1; kills <= 3; kills++) {
      void run();
      await new Promise((resolve) => setImmediate(resolve));
      expect(dispatchOf(bad).crashes).toBe(kills);
    }
    ports.renderer.render = render;
    await run();
    // With the new generation, its earlier lane messages are ignored.
    expect(letters).toEqual([expect.objectContaining({ invocationId: bad, generation: dispatchOf(bad).generation })]);
    expect(dispatchOf(bad).generation).toBe(stay + 1);
    expect(isListed(bad)).toBe(false);
    expect(sent).toEqual([good]);
  });

  it('is counted once if the failure can be caught', async () => {
    const { listed, run, letters, clock, dispatchOf } = aList({}, ['crash', 'crash', 'crash']);
    const id = await listed(100);
    expect(await run()).toEqual(hideFor(10));
    expect(dispatchOf(id)).toMatchObject({ crashes: 1, state: 'waiting' });
    clock.advance(10);
    expect(await run()).toEqual(hideFor(60));
    clock.advance(60);
    await run();
    expect(letters).toHaveLength(1);
  });
});

describe('a wake-up at the head of its group', () => {
  it('is replaced before the queue dead-letters it along with other received messages', async () => {
    const { listed, run, sent, wakeUps, current } = aList();
    await listed(100);
    expect(await run({}, 51)).toEqual(ACK);
    expect(sent).toEqual([]);
    expect(wakeUps).toEqual([
      { kind: 'wake-up', userId: 1, targetId: 21, number: 8, listedBefore: '2026-11-20T11:58:30.000Z' },
    ]);
    expect(current()).toMatchObject({ wakeUpNumber: 8, wokenAt: undefined, mode: 'catching-up' });
  });

  it('is also replaced after ten minutes at the head', async () => {
    const { listed, run, wakeUps, clock } = aList();
    await listed(100);
    clock.advance(541);
    expect(await run()).toEqual(ACK);
    expect(wakeUps).toEqual([expect.objectContaining({ number: 8 })]);
  });

  it('waits at first until the list shows recent additions', async () => {
    const { listed, run, sent, clock, current } = aList({ wokenAt: undefined });
    const id = await listed(100);
    expect(await run({}, 1)).toEqual(hideFor(5));
    expect(current().wokenAt).toBe(clock().toISOString());
    clock.advance(3);
    expect(await run()).toEqual(hideFor(2));
    expect(sent).toEqual([]);
    clock.advance(2);
    await run();
    expect(sent).toEqual([id]);
  });

  it('does not let the lane flow until an empty list is reliable', async () => {
    const { run, clock, current } = aList({ wokenAt: undefined });
    expect(await run({}, 1)).toEqual(hideFor(5));
    expect(current().mode).toBe('catching-up');
    clock.advance(5);
    expect(await run()).toEqual(ACK);
    expect(current().mode).toBe('flowing');
  });

  it('waits again if it is the second of its number and the first was lost after its arrival', async () => {
    const { run, clock, current } = aList({ wokenAt: '2026-11-20T11:58:00.000Z' });
    const arrivedAt = clock();
    expect(await run({}, 1, arrivedAt)).toEqual(hideFor(5));
    expect(current()).toMatchObject({ mode: 'catching-up', wokenAt: arrivedAt.toISOString() });
    clock.advance(5);
    expect(await run({}, 2, arrivedAt)).toEqual(ACK);
    expect(current().mode).toBe('flowing');
  });

  it('counts as received only once, even if the clock of the queue is slightly ahead', async () => {
    const { run, clock, current } = aList({ wokenAt: undefined });
    const ahead = new Date(clock().getTime() + 400);
    expect(await run({}, 1, ahead)).toEqual(hideFor(5));
    clock.advance(5);
    expect(await run({}, 2, ahead)).toEqual(ACK);
    expect(current().mode).toBe('flowing');
  });
});
