import { describe, expect, it } from 'vitest';
import { requeueDue } from '../../../lambdas/dispatches/recovery/requeue-due.ts';
import { newDispatch } from '../../../lambdas/model/dispatch.ts';
import type { DispatchMessage } from '../../../lambdas/model/lane-message.ts';
import { dueAt } from '../../../lambdas/model/placement.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { aSummary, movableClock } from '../../support/in-memory.ts';
import { captureLog } from '../../support/log.ts';
import { simulatedTable, storesOn } from '../../support/simulation/table.ts';

captureLog();

describe('a due message', () => {
  const waiting = async (count: number) => {
    const clock = movableClock();
    const table = simulatedTable();
    const stores = storesOn(table);
    for (let index = 0; index < count; index++) {
      const summary = aSummary(secondsAfter(clock(), -index));
      await stores.dispatches.save({ ...newDispatch(summary, 21), placement: dueAt(clock()) });
    }
    const sent: DispatchMessage[] = [];
    const ports = {
      dueIndex: stores.dueIndex,
      laneQueue: { send: async (messages: DispatchMessage[]) => void sent.push(...messages) },
      clock,
      keepGoing: () => true,
    };
    return { clock, sent, ports };
  };

  it('is queued page by page, as long as there is time', async () => {
    const { ports, sent } = await waiting(250);
    expect(await requeueDue(ports)).toBe(250);
    expect(new Set(sent.map(({ invocationId }) => invocationId)).size).toBe(250);
    expect((await waiting(250).then((late) => requeueDue({ ...late.ports, keepGoing: () => false }))) < 250).toBe(true);
  });

  it('returns if its message was lost, and again if queueing it failed', async () => {
    const { ports, clock, sent } = await waiting(1);
    const away = { send: async () => Promise.reject(new Error('queue away')) };
    await expect(requeueDue({ ...ports, laneQueue: away })).rejects.toThrow('queue away');
    expect(await requeueDue(ports)).toBe(1);
    clock.advance(899);
    expect(await requeueDue(ports)).toBe(0);
    clock.advance(1);
    expect(await requeueDue(ports)).toBe(1);
    expect(sent).toHaveLength(2);
  });
});
