/**
 * Applies `count` to all shards of an index in parallel.
 * @returns the sum of the results
 */
export const sumOverShards = async (shards: number, count: (shard: number) => Promise<number>): Promise<number> => {
  const counts = await Promise.all(Array.from({ length: shards }, (_, shard) => count(shard)));
  return counts.reduce((sum, each) => sum + each, 0);
};
