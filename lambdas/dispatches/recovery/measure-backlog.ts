import { metrics } from '../../platform/metrics.ts';
import { sumOverShards } from '../../platform/shards.ts';

export interface BacklogCounts {
  shards: number;
  /**
   * The number of a shard's dispatches that have waited for a time, without those in waiting lists; at most `limit`.
   */
  waiting(shard: number, limit: number): Promise<number>;
  /** The number of a shard's lanes that are due for a check, mostly paused ones; at most `limit`. */
  pausedLanes(shard: number, limit: number): Promise<number>;
}

/** Highest count per shard: enough to distinguish a backlog from a busy minute, at a limited cost. */
const COUNTED_PER_SHARD = 500;

/** Counts the waiting messages and paused lanes for the metrics. Run every minute. */
export const measureBacklog = async ({ backlogCounts: index }: { backlogCounts: BacklogCounts }): Promise<void> => {
  const [waiting, pausedLanes] = await Promise.all([
    sumOverShards(index.shards, (shard) => index.waiting(shard, COUNTED_PER_SHARD)),
    sumOverShards(index.shards, (shard) => index.pausedLanes(shard, COUNTED_PER_SHARD)),
  ]);
  metrics.count('waiting', waiting);
  metrics.count('pausedLanes', pausedLanes);
};
