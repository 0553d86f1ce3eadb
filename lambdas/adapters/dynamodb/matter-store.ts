import { toModel, toWire } from '#contract/names';
import {
  hashOfKey,
  type MatterList,
  type MatterMessage,
  type MatterStore,
  matterMessageSchema,
} from '../../model/matter.ts';
import { epochSeconds, secondsAfter } from '../../platform/clock.ts';
import { idsOfMatter, key, within } from './keys.ts';
import { below, queryPages } from './query.ts';
import { getItem, putItem, type Table } from './table.ts';

/** Seconds after its last call for which a matter is kept: open, and resolved. */
const KEPT_SECONDS = { open: 7 * 86_400, resolved: 86_400 };

/** Lengths in UTF-16 units that keep an item with texts in any script within one write unit. */
const MAX_TITLE = 80;
const MAX_LINK = 300;

const shortened = (title: string): string =>
  title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 1).toWellFormed()}…`;

const keyOf = (id: Parameters<MatterStore['get']>[0]) =>
  key.matter(id.userId, id.webhookId, id.targetId, 'keyHash' in id ? id.keyHash : hashOfKey(id.key));

/** The messages that tell targets about matters; only webhooks that follow up have them. */
export const matterStore = (table: Table): MatterStore & MatterList => ({
  get: async (id) => {
    const { Item } = await getItem(table, { Key: keyOf(id), ConsistentRead: true });
    return Item && matterMessageSchema.parse(toModel(Item));
  },
  put: async (id, message) => {
    const link = (message.link ?? '').length <= MAX_LINK ? message.link : undefined;
    const kept: MatterMessage = { ...message, title: shortened(message.title), link };
    await putItem(table, {
      Item: {
        ...keyOf(id),
        ...toWire(kept),
        expires_at: epochSeconds(secondsAfter(new Date(message.lastAt), KEPT_SECONDS[message.state])),
      },
    });
  },
  list: async (userId, webhookId, limit, now) => {
    const items: Record<string, unknown>[] = [];
    // Expired messages are deleted late, and must not hide others.
    for await (const page of queryPages(table, { ...below(within.matters(userId, webhookId)), Limit: limit })) {
      items.push(...page.filter(({ expires_at }) => Number(expires_at) > epochSeconds(now)));
      if (items.length >= limit) break;
    }
    return items.slice(0, limit).map((item) => ({
      ...matterMessageSchema.parse(toModel(item)),
      ...idsOfMatter(String(item.sk)),
    }));
  },
});
