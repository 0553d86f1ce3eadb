import type { DueIndex } from '../../model/dispatch-ports.ts';
import type { Lanes } from '../../model/lane-message.ts';
import { LOST_MESSAGE_SECONDS } from '../../model/placement.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { metrics } from '../../platform/metrics.ts';
import { takeDue } from '../../platform/shards.ts';
import type { TimeBudget } from '../../platform/time-budget.ts';

const BATCH = 100;

/**
 * Returns due dispatches to their lanes. Each message is queued before its due time moves. A crash in between queues it
 * twice, which is harmless.
 * @returns the number of dispatches returned
 */
export const requeueDue = async (
  ports: TimeBudget & { dueIndex: DueIndex; clock: Clock; laneQueue: Pick<Lanes, 'send'> },
): Promise<number> => {
  const { dueIndex, laneQueue, clock } = ports;
  const count = await takeDue(dueIndex, BATCH, ports, async (batch) => {
    const until = secondsAfter(clock(), LOST_MESSAGE_SECONDS);
    await laneQueue.send(batch.map(({ message }) => message));
    await Promise.all(batch.map((due) => dueIndex.postpone(due, until)));
    return { count: batch.length, done: batch.length };
  });
  if (count > 0) {
    log.info('due dispatches queued', { count });
    metrics.count('due', count);
  }
  return count;
};
