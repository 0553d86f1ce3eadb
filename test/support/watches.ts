import type { Watch, WatchId, WatchIndex, WatchList, WatchStore } from '../../lambdas/model/watch.ts';

const nameOf = ({ webhookId, name }: Omit<WatchId, 'userId'>) => `${webhookId} ${name}`;

/** The watches in memory with the guarantees of the real store: a write applies only to the version it was based on. */
export const watchesInMemory = (kept = new Map<string, { id: WatchId; watch: Watch }>()) => {
  const store: WatchStore & WatchIndex & WatchList = {
    get: async (id) => kept.get(nameOf(id))?.watch,
    save: async (id, watch) => {
      if ((kept.get(nameOf(id))?.watch.version ?? 0) !== watch.version) return false;
      kept.set(nameOf(id), { id, watch: { ...watch, version: watch.version + 1 } });
      return true;
    },
    shards: 1,
    due: async (_shard, now, limit) =>
      [...kept.values()]
        .filter(({ watch: { nextAt } }) => nextAt !== undefined && nextAt <= now.toISOString())
        .slice(0, limit)
        .map(({ id }) => id),
    list: async (_userId, webhookId, limit) =>
      [...kept.values()]
        .filter(({ id }) => id.webhookId === webhookId)
        .slice(0, limit)
        .map(({ id, watch }) => ({ ...watch, name: id.name })),
  };
  return { store, kept };
};

/** Links for tests that do not follow them. */
export const acknowledgeLink = async ({ invocationId, targetId }: { invocationId: string; targetId: number }) =>
  `https://app.example.com/a?t=${invocationId}.${targetId}`;
