import { describe, expect, it } from 'vitest';
import { openDispatchOf, write, writeAndCountError } from '../../lambdas/dispatches/save-dispatch.ts';
import { applyRouting, giveUp, inList, joinList, waitsUntil } from '../../lambdas/dispatches/states.ts';
import { type Dispatch, isFinal, newDispatch } from '../../lambdas/model/dispatch.ts';
import type { DispatchStore } from '../../lambdas/model/dispatch-ports.ts';
import { dueAt } from '../../lambdas/model/placement.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { aSummary, aTarget, aWebhook, memoryDispatches, movableClock, noCounts } from '../support/in-memory.ts';

const uncounting = { counters: noCounts, clock: movableClock() };
const noted = (note: string) => (base: Dispatch) => ({ ...base, note });

/** A stored dispatch, which another process changes before each of our first `times` writes. */
const contested = async (change: Partial<Dispatch>, times = 1) => {
  const clock = movableClock();
  const summary = aSummary(clock());
  const memory = memoryDispatches({ summary });
  const { dispatches } = memory.stores;
  const stored = (await dispatches.save({ ...newDispatch(summary, 21), placement: dueAt(clock()) })) as Dispatch;
  let left = times;
  const contesting =
    (save: DispatchStore['save']): DispatchStore['save'] =>
    async (...args) => {
      if (left-- > 0) await dispatches.save({ ...(memory.dispatchOf() as Dispatch), ...change });
      return save(...args);
    };
  const save = contesting(dispatches.save);
  const saveWithoutSummary = contesting(dispatches.saveWithoutSummary);
  return { memory, stored, dispatches: { ...dispatches, save, saveWithoutSummary } };
};

describe('a change of a dispatch', () => {
  it('is merged with a concurrent change, so neither is lost', async () => {
    const { memory, stored, dispatches } = await contested({ partsDone: 2 });
    await write(stored, noted('ours'), { ...uncounting, dispatches });
    expect(memory.dispatchOf()).toMatchObject({ partsDone: 2, note: 'ours', version: 3 });
  });

  it('keeps the placement by its writer, so a concurrent request of its owner stays valid', async () => {
    const { memory, stored, dispatches } = await contested({ generation: 1, placement: dueAt(new Date(0)) });
    const listed = inList(stored, plans.free);
    await write(listed, (base) => joinList(base, plans.free), { ...uncounting, dispatches });
    expect(memory.dispatchOf()).toMatchObject({ generation: 1, placement: { kind: 'listed' } });
  });

  it('does not overwrite a decision', async () => {
    const { memory, stored, dispatches } = await contested({ state: 'error' });
    expect(await write(stored, noted('ours'), { ...uncounting, dispatches })).toBeUndefined();
    expect(memory.dispatchOf()).toMatchObject({ state: 'error', note: '' });
  });

  it('does not overwrite a later cycle that its owner started meanwhile', async () => {
    const cycle = { startedAt: '2026-11-20T13:00:00.000Z', attemptsBefore: 1 };
    const { memory, stored, dispatches } = await contested({ generation: 1, cycle });
    expect(await write(stored, noted('ours'), { ...uncounting, dispatches })).toBeUndefined();
    expect(memory.dispatchOf()).toMatchObject({ generation: 1, note: '', cycle });
  });

  it('is applied to a message that quiet hours hold meanwhile, without starting a cycle', async () => {
    const { memory, stored } = await contested({}, 0);
    const { dispatches } = memory.stores;
    const until = new Date('2026-11-20T14:00:00.000Z');
    const held = applyRouting(stored, { outcome: 'held', until, by: 'quiet hours' }, new Date(0));
    await dispatches.save(held);
    await write(stored, (base) => ({ ...base, ignoresRules: true }), { ...uncounting, dispatches });
    expect(memory.dispatchOf()).toMatchObject({ ignoresRules: true, cycle: { heldUntil: until.toISOString() } });
    // The plan's retry period begins when the quiet hours end.
    const span = waitsUntil(stored, plans.free).getTime() - Date.parse(stored.cycle.startedAt);
    expect(waitsUntil(memory.dispatchOf() as Dispatch, plans.free).getTime()).toBe(until.getTime() + span);
  });

  it('is rejected with a reason after too many concurrent changes', async () => {
    const { stored, dispatches } = await contested({ note: 'theirs' }, 9);
    await expect(write(stored, noted('ours'), { ...uncounting, dispatches })).rejects.toMatchObject({
      problem: 'conflict',
    });
  });

  it('is recognised as our own if only its response was lost', async () => {
    const { memory, stored, dispatches } = await contested({}, 0);
    const deaf: DispatchStore['save'] = async (...args) => {
      await dispatches.saveWithoutSummary(...args);
      return undefined;
    };
    const saved = await write(stored, noted('ours'), {
      ...uncounting,
      dispatches: { ...dispatches, saveWithoutSummary: deaf },
    });
    expect(saved).toMatchObject({ note: 'ours', version: 2 });
    expect(memory.dispatchOf()?.version).toBe(2);
  });

  it('is recognised as our own even if formatting that is too large was not stored', async () => {
    const { memory, stored, dispatches } = await contested({}, 0);
    const deaf: DispatchStore['save'] = async ({ rich: _looks, ...kept }) => {
      await dispatches.saveWithoutSummary(kept);
      return undefined;
    };
    const looks = (base: Dispatch) => ({ ...base, note: 'ours', rich: { message: { blocks: [] } } });
    await write(stored, looks, { ...uncounting, dispatches: { ...dispatches, saveWithoutSummary: deaf } });
    expect(memory.dispatchOf()?.version).toBe(2);
  });

  it('counts an attempt once if its response was lost and another process has written since', async () => {
    const { memory, stored, dispatches } = await contested({}, 0);
    const deaf: DispatchStore['save'] = async (...args) => {
      const saved = await dispatches.saveWithoutSummary(...args);
      await dispatches.saveWithoutSummary({ ...(saved as Dispatch), generation: 5 });
      return undefined;
    };
    const attempt = { at: '2026-11-20T12:00:00.000Z', outcome: 'retry' as const, detail: 'Busy.', durationMs: 7 };
    const tried = (base: Dispatch) => ({
      ...base,
      attempts: [...base.attempts, attempt],
      attemptCount: base.attemptCount + 1,
    });
    const saved = await write(stored, tried, {
      ...uncounting,
      dispatches: { ...dispatches, saveWithoutSummary: deaf },
    });
    expect(saved).toMatchObject({ attemptCount: 1, generation: 5 });
    expect(memory.dispatchOf()).toMatchObject({ attemptCount: 1, version: 3 });
  });
});

describe('a call’s summary', () => {
  it('is written only for changes of state, time and headline', async () => {
    const { stored, dispatches } = await contested({}, 0);
    const written: string[] = [];
    const counted: DispatchStore = {
      ...dispatches,
      save: async (dispatch) => {
        written.push('seen');
        return dispatches.save(dispatch);
      },
      saveWithoutSummary: async (dispatch) => {
        written.push('unseen');
        return dispatches.saveWithoutSummary(dispatch);
      },
    };
    const changes: Partial<Dispatch>[] = [
      { crashes: 1 },
      { state: 'waiting' },
      { attemptCount: 1 },
      { nextAttemptAt: '2026-11-20T13:00:00.000Z' },
      { headline: { title: 'deployed' } },
      { partsDone: 1 },
    ];
    let latest = stored;
    for (const change of changes)
      latest = (await write(latest, (base) => ({ ...base, ...change }), {
        ...uncounting,
        dispatches: counted,
      })) as Dispatch;
    expect(written).toEqual(['unseen', 'unseen', 'seen', 'seen', 'seen', 'unseen']);
  });
});

describe('a listed dispatch that is decided', () => {
  it('leaves the list last, so its lane finds and completes it after a crash', async () => {
    const clock = movableClock();
    const summary = aSummary(clock());
    const { stores, dispatchOf, placeOf } = memoryDispatches({ summary });
    const { dispatches } = stores;
    const stored = (await dispatches.save(inList(newDispatch(summary, 21), plans.free))) as Dispatch;
    const change = (base: Dispatch) => giveUp(base, { code: 'message-refused', text: 'Refused.' });
    const crashing = { ...dispatches, forget: async () => Promise.reject(new Error('crash')) };
    await expect(write(stored, change, { ...uncounting, dispatches: crashing })).rejects.toThrow('crash');
    expect(dispatchOf()?.state).toBe('error');
    expect(placeOf()?.kind).toBe('listed');
  });
});

describe('a settled dispatch', () => {
  it('is counted for its webhook if it has failed, and only then', async () => {
    const { stored, dispatches } = await contested({}, 0);
    const counted: number[] = [];
    const counters = {
      ...noCounts,
      countError: async (_userId: number, webhookId: number) => void counted.push(webhookId),
    };
    const ports = { dispatches, counters, clock: () => new Date() };
    const waits = (await writeAndCountError(stored, noted('ours'), ports)) as Dispatch;
    expect(counted).toEqual([]);
    await writeAndCountError(waits, (base) => giveUp(base, { code: 'message-refused', text: 'Refused.' }), ports);
    expect(counted).toEqual([11]);
  });
});

const aMessage = () => {
  const summary = aSummary(movableClock()());
  const memory = memoryDispatches({ summary, target: aTarget(), webhook: aWebhook() });
  const { dispatches } = memory.stores;
  const message = {
    kind: 'dispatch' as const,
    userId: 1,
    webhookId: 11,
    invocationId: summary.id,
    targetId: 21,
    generation: 0,
  };
  const look = async () => openDispatchOf(message, await dispatches.loadContext(message), { dispatches });
  return { summary, memory, dispatches, message, look };
};

describe('a message’s dispatch', () => {
  it('is new as long as nothing was tried', async () => {
    const { look } = aMessage();
    expect((await look())?.dispatch).toMatchObject({ state: 'pending', version: 0, target: { name: aTarget().name } });
  });

  it('does not exist for a message of an earlier generation', async () => {
    const { summary, dispatches, look } = aMessage();
    await dispatches.save({ ...newDispatch(summary, 21), generation: 1, placement: dueAt(new Date()) });
    expect(await look()).toBeUndefined();
  });

  it('does not exist once it is decided, which the overview learns despite a crash in between', async () => {
    const { summary, memory, look } = aMessage();
    await memory.stores.dispatchItems.put({ ...newDispatch(summary, 21), state: 'success' });
    expect(await look()).toBeUndefined();
    expect(memory.table.summaries.get(summary.id)?.dispatches).toEqual({ 21: 'success' });
  });

  it('does not exist without its webhook, and is not created again', async () => {
    const { summary, memory, dispatches, look } = aMessage();
    const saved = await dispatches.save({ ...newDispatch(summary, 21), placement: dueAt(new Date()) });
    memory.table.webhooks.delete(11);
    expect(await look()).toBeUndefined();
    expect(memory.placeOf()).toBeUndefined();
    expect(saved && isFinal(saved)).toBe(false);
  });
});
