import { metrics } from '../../platform/metrics.ts';

export interface WaitingIndex {
  shards: number;
  /** How many dispatches of one shard wait for a time, at most `limit`. */
  waiting(shard: number, limit: number): Promise<number>;
  /** How many lanes of one shard are due for a check, paused ones mostly, at most `limit`. */
  pausedLanes(shard: number, limit: number): Promise<number>;
}

/** Enough to tell a backlog from a busy minute, and a bound on what looking costs. */
const COUNTED_PER_SHARD = 500;

/** Looks how many messages wait and how many lanes are paused, and says so in the metrics. Run every minute. */
export const measureBacklog = async ({ index }: { index: WaitingIndex }): Promise<void> => {
  const sum = async (count: WaitingIndex['waiting']): Promise<number> => {
    const counts = await Promise.all(
      Array.from({ length: index.shards }, (_, shard) => count(shard, COUNTED_PER_SHARD)),
    );
    return counts.reduce((total, each) => total + each, 0);
  };
  const [waiting, pausedLanes] = await Promise.all([sum(index.waiting), sum(index.pausedLanes)]);
  metrics.count('waiting', waiting);
  metrics.count('pausedLanes', pausedLanes);
};
