import { metrics } from '../../platform/metrics.ts';
import { sumOverShards } from '../../platform/shards.ts';

export interface BacklogCounts {
  shards: number;
  /** The number of a shard's dispatches that wait for a set time, and not on a waiting list; at most `limit`. */
  waiting(shard: number, limit: number): Promise<number>;
  /** The number of a shard's lanes with a planned wake-up, most of them paused; at most `limit`. */
  pausedLanes(shard: number, limit: number): Promise<number>;
}

/** Maximum count per shard. It is enough to distinguish a backlog from a busy minute, and limits the cost. */
const COUNTED_PER_SHARD = 500;

/** Counts waiting messages and paused lanes for the metrics. Runs every minute. */
export const measureBacklog = async ({ backlogCounts: index }: { backlogCounts: BacklogCounts }): Promise<void> => {
  const [waiting, pausedLanes] = await Promise.all([
    sumOverShards(index.shards, (shard) => index.waiting(shard, COUNTED_PER_SHARD)),
    sumOverShards(index.shards, (shard) => index.pausedLanes(shard, COUNTED_PER_SHARD)),
  ]);
  metrics.count('waiting', waiting);
  metrics.count('pausedLanes', pausedLanes);
};
