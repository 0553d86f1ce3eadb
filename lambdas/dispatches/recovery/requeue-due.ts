import { LOST_MESSAGE_SECONDS } from '../../model/dispatch.ts';
import type { DueIndex } from '../../model/dispatch-ports.ts';
import type { Lanes } from '../../model/invocation-ports.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { metrics } from '../../platform/metrics.ts';
import { sumOverShards } from '../../platform/shards.ts';
import type { TimeBudget } from '../../platform/time-budget.ts';

const BATCH = 100;

/**
 * Returns due dispatches to their lanes. Each message is queued before its due time moves. A crash in between queues it
 * twice, which is harmless.
 * @returns the number of dispatches returned
 */
export const requeueDue = async ({
  dueIndex,
  laneQueue,
  clock,
  keepGoing,
}: TimeBudget & { dueIndex: DueIndex; clock: Clock; laneQueue: Lanes }): Promise<number> => {
  const count = await sumOverShards(dueIndex.shards, async (shard) => {
    let queued = 0;
    let batch: Awaited<ReturnType<DueIndex['due']>>;
    do {
      const now = clock();
      batch = await dueIndex.due(shard, now, BATCH);
      await laneQueue.send(batch.map(({ message }) => message));
      await Promise.all(batch.map((due) => dueIndex.postpone(due, secondsAfter(now, LOST_MESSAGE_SECONDS))));
      queued += batch.length;
    } while (batch.length === BATCH && keepGoing());
    return queued;
  });
  if (count > 0) {
    log.info('due dispatches queued', { count });
    metrics.count('due', count);
  }
  return count;
};
