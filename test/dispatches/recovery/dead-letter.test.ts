import { describe, expect, it } from 'vitest';
import { deadLetter } from '../../../lambdas/dispatches/recovery/dead-letter.ts';
import { type Dispatch, newDispatch } from '../../../lambdas/model/dispatch.ts';
import type { LaneMessage } from '../../../lambdas/model/lane-message.ts';
import { dueAt } from '../../../lambdas/model/placement.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { aSummary, aTarget, aWebhook, memoryDispatches, movableClock, noCounts } from '../../support/in-memory.ts';
import { captureLog } from '../../support/log.ts';

captureLog();

/** A dead letter with the given stored dispatch. */
const aLetter = async (stored: Partial<Dispatch> = {}) => {
  const clock = movableClock();
  const summary = aSummary(clock());
  const memory = memoryDispatches({ summary, target: aTarget(), webhook: aWebhook() });
  const { dispatches } = memory.stores;
  await dispatches.save({
    ...newDispatch(summary, 21, { name: 'Ops', kind: 'mock' }),
    placement: dueAt(clock()),
    ...stored,
  });
  let errors = 0;
  const countError = async () => {
    errors += 1;
  };
  const counters = { ...noCounts, countError };
  const message = {
    kind: 'dispatch' as const,
    userId: 1,
    webhookId: 11,
    invocationId: summary.id,
    targetId: 21,
    generation: 0,
  };
  const run = (letter: LaneMessage = message) => deadLetter(letter, { dispatches, counters, clock });
  return { memory, clock, message, run, errors: () => errors };
};

describe('a dead letter', () => {
  it('ends its message with a reason after three crashes in a row, and the operator can redrive it', async () => {
    const { run, memory, errors } = await aLetter({ crashes: 3 });
    await run();
    expect(memory.dispatchOf()).toMatchObject({ state: 'error', errorCode: 'processing-failed' });
    expect(memory.summary()?.dispatches[21]).toBe('error');
    expect(memory.placeOf()).toEqual({ kind: 'dead-lettered' });
    expect(errors()).toBe(1);
  });

  it('is tried again ten minutes later if the message may not be the cause', async () => {
    const { run, memory, clock, errors } = await aLetter();
    await run();
    expect(memory.dispatchOf()).toMatchObject({
      state: 'waiting',
      errorCode: 'processing-interrupted',
      crashes: 1,
      generation: 1,
    });
    expect(memory.placeOf()).toEqual({ kind: 'due', at: secondsAfter(clock(), 600).toISOString() });
    expect(errors()).toBe(0);
  });

  it('with news about a matter does not change the message that is still on its way', async () => {
    const { run, memory, message } = await aLetter();
    await run({ ...message, kind: 'end', end: 'resolved' });
    expect(memory.dispatchOf()).toMatchObject({ state: 'pending', crashes: 0, generation: 0 });
  });

  it('does not change a message that has progressed or is decided', async () => {
    const moved = await aLetter({ generation: 2, state: 'waiting', crashes: 3 });
    await moved.run();
    expect(moved.memory.dispatchOf()?.state).toBe('waiting');
    const decided = await aLetter({ state: 'success', crashes: 3 });
    await decided.run();
    expect(decided.memory.dispatchOf()?.state).toBe('success');
  });
});
