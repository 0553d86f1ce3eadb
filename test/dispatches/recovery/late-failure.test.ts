import { describe, expect, it } from 'vitest';
import { reportLateFailure } from '../../../lambdas/dispatches/recovery/late-failure.ts';
import { type Dispatch, newDispatch } from '../../../lambdas/model/dispatch.ts';
import { dispatchId } from '../../../lambdas/platform/ids.ts';
import { aSummary, memoryDispatches, movableClock, noCounts } from '../../support/in-memory.ts';

describe('a late failure report from a provider', () => {
  const told = async (state: Dispatch['state']) => {
    const clock = movableClock();
    const summary = aSummary(clock());
    const memory = memoryDispatches({ summary });
    const { dispatches } = memory.stores;
    await dispatches.save({ ...newDispatch(summary, 21), state });
    let errors = 0;
    const countError = async () => {
      errors += 1;
    };
    const counters = { ...noCounts, countError };
    const id = dispatchId(summary.id, 21);
    const failure = {
      userId: 1,
      targetId: 21,
      dispatchId: id,
      reason: { code: 'late-failure' as const, text: 'The mailbox is full.' },
    };
    const ports = { dispatches, targets: memory.stores.targets, counters, clock };
    await reportLateFailure(failure, ports);
    await reportLateFailure({ ...failure, dispatchId: 'nonsense' }, ports);
    return { dispatch: memory.dispatchOf(), errors };
  };

  it('changes a delivered message to failed, with the day and the reason, and counts it once', async () => {
    const { dispatch, errors } = await told('success');
    expect(dispatch).toMatchObject({ state: 'error', errorMessage: 'The mailbox is full.' });
    expect(dispatch?.attempts.at(-1)?.detail).toBe(
      'The provider accepted the message, but reported a failure on 2026-11-20: The mailbox is full.',
    );
    expect(errors).toBe(1);
  });

  it.each(['pending', 'waiting', 'error'] as const)('does not change a message that is %s', async (state) => {
    const { dispatch, errors } = await told(state);
    expect(dispatch).toMatchObject({ state, version: 1 });
    expect(errors).toBe(0);
  });
});
