import { toModel, toWire } from '#contract/names';
import type { ListedWatch, WatchIndex, WatchList, WatchStore } from '../../model/watch.ts';
import { watchSchema } from '../../model/watch.ts';
import { epochSeconds, secondsAfter } from '../../platform/clock.ts';
import { DUE_SHARDS, dueIndex, key, nameOfWatch, within } from './keys.ts';
import { below, queryDue } from './query.ts';
import { getItem, ifVersion, putItemIf, queryItems, type Table } from './table.ts';

/** Seconds after its start for which a watch is kept: as long as a matter. */
const KEPT_SECONDS = 7 * 86_400;

/** The length in UTF-16 units that keeps an item with a title in any script within one write unit. */
const MAX_TITLE = 80;

/** The watches of webhooks with acknowledgements. The due index lists those with a next step. */
export const watchStore = (table: Table): WatchStore & WatchIndex & WatchList => ({
  get: async ({ userId, webhookId, name }) => {
    const { Item } = await getItem(table, { Key: key.watch(userId, webhookId, name), ConsistentRead: true });
    return Item && watchSchema.parse(toModel(Item));
  },
  save: ({ userId, webhookId, name }, watch) => {
    const { title, startedAt, nextAt, version } = watch;
    return putItemIf(table, {
      Item: {
        ...key.watch(userId, webhookId, name),
        ...toWire({ ...watch, title: title.slice(0, MAX_TITLE).toWellFormed(), version: version + 1 }),
        user_id: userId,
        webhook_id: webhookId,
        expires_at: epochSeconds(secondsAfter(new Date(startedAt), KEPT_SECONDS)),
        ...(nextAt !== undefined && { due_pk: dueIndex.watches(webhookId), due_sk: nextAt }),
      },
      ...ifVersion(version),
    });
  },
  shards: DUE_SHARDS,
  due: async (shard, now, limit) => {
    const items = await queryDue(table, dueIndex.watches(shard), now, limit);
    return items.map(({ user_id, webhook_id, sk }) => ({
      userId: Number(user_id),
      webhookId: Number(webhook_id),
      name: nameOfWatch(String(sk)),
    }));
  },
  list: async (userId, webhookId, limit) => {
    const { Items = [] } = await queryItems(table, { ...below(within.watches(userId, webhookId)), Limit: limit });
    return Items.map(
      (item): ListedWatch => ({ ...watchSchema.parse(toModel(item)), name: nameOfWatch(String(item.sk)) }),
    );
  },
});
