import { describe, expect, it } from 'vitest';
import { redrive } from '../../../lambdas/dispatches/recovery/redrive.ts';
import { newDispatch } from '../../../lambdas/model/dispatch.ts';
import type { DispatchMessage } from '../../../lambdas/model/lane-message.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { aSummary, movableClock } from '../../support/in-memory.ts';
import { simulatedTable, storesOn } from '../../support/simulation/table.ts';

describe('the redrive', () => {
  it('resends all crashed messages, oldest first and from the part where each stopped, and counts deleted calls', async () => {
    const clock = movableClock();
    const table = simulatedTable();
    const { dispatches, deadLettered: deadLetterIndex, invocations } = storesOn(table);
    const counters = { countResend: async () => {} };
    const ids: string[] = [];
    for (let index = 0; index < 120; index++) {
      const summary = aSummary(secondsAfter(clock(), index), { dispatches: { 21: 'error' } });
      table.summaries.set(summary.id, summary);
      ids.push(summary.id);
      const crashed = { state: 'error' as const, crashes: 3, partsDone: 1 };
      await dispatches.save({ ...newDispatch(summary, 21), ...crashed, placement: { kind: 'dead-lettered' } });
    }
    table.summaries.delete(ids[7] as string);
    const sent: DispatchMessage[] = [];
    const laneQueue = { send: async (messages: DispatchMessage[]) => void sent.push(...messages) };
    expect(await redrive({ deadLetterIndex, invocations, dispatches, laneQueue, counters, clock })).toEqual({
      queued: 119,
      gone: 1,
    });
    expect(sent.map(({ invocationId }) => invocationId)).toEqual(ids.filter((_, index) => index !== 7));
    expect([...table.dispatches.values()][0]).toMatchObject({ state: 'pending', crashes: 0, partsDone: 1 });
  });
});
