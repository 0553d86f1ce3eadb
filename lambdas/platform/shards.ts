import type { Clock } from './clock.ts';
import type { TimeBudget } from './time-budget.ts';

/**
 * Applies `count` to all shards of an index in parallel.
 * @returns the sum of the results
 */
export const sumOverShards = async (shards: number, count: (shard: number) => Promise<number>): Promise<number> => {
  const counts = await Promise.all(Array.from({ length: shards }, (_, shard) => count(shard)));
  return counts.reduce((sum, each) => sum + each, 0);
};

/** A sharded index of entries that are due at a time. */
interface Due<Entry> {
  shards: number;
  due(shard: number, now: Date, limit: number): Promise<Entry[]>;
}

/**
 * Takes the due entries of all shards, page by page, until a page is not full or time runs out.
 * @param take returns the number to sum up, and how many entries are no longer due
 * @returns the sum
 */
export const takeDue = <Entry>(
  index: Due<Entry>,
  pageSize: number,
  { clock, keepGoing }: TimeBudget & { clock: Clock },
  take: (page: Entry[]) => Promise<{ count: number; done: number }>,
): Promise<number> =>
  sumOverShards(index.shards, async (shard) => {
    let sum = 0;
    for (;;) {
      const { count, done } = await take(await index.due(shard, clock(), pageSize));
      sum += count;
      if (done < pageSize || !keepGoing()) return sum;
    }
  });
