import { describe, expect, it, vi } from 'vitest';
import { measureBacklog } from '../../../lambdas/dispatches/recovery/measure-backlog.ts';
import { metrics } from '../../../lambdas/platform/metrics.ts';

describe('the backlog', () => {
  it('is counted over all shards, each up to a limit', async () => {
    const count = vi.spyOn(metrics, 'count').mockImplementation(() => {});
    const waiting = vi.fn(async (shard: number, limit: number) => Math.min(limit, shard * 400));
    await measureBacklog({ backlogCounts: { shards: 3, waiting, pausedLanes: async (shard) => shard } });
    expect(count.mock.calls).toEqual([
      ['waiting', 900],
      ['pausedLanes', 3],
    ]);
    count.mockRestore();
  });
});
