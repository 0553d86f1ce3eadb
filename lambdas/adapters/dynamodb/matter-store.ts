import { toModel, toWire } from '#contract/names';
import {
  hashOfKey,
  type MatterId,
  type MatterList,
  type MatterMessage,
  type MatterStore,
  matterMessageSchema,
} from '../../model/matter.ts';
import { epochSeconds, secondsAfter } from '../../platform/clock.ts';
import { idsOfMatter, key, within } from './keys.ts';
import { below } from './query.ts';
import { getItem, putItem, queryItems, type Table } from './table.ts';

/** Seconds after its last call for which a matter is kept: open, and resolved. */
const KEPT_SECONDS = { open: 7 * 86_400, resolved: 86_400 };

/** Lengths in UTF-16 units that keep an item with texts in any script within one write unit. */
const MAX_TITLE = 80;
const MAX_LINK = 300;

const keyOf = ({ userId, webhookId, targetId, key: matterKey }: MatterId) =>
  key.matter(userId, webhookId, targetId, hashOfKey(matterKey));

/** The messages that tell targets about matters; only webhooks that follow up have them. */
export const matterStore = (table: Table): MatterStore & MatterList => ({
  get: async (id) => {
    const { Item } = await getItem(table, { Key: keyOf(id), ConsistentRead: true });
    return Item && matterMessageSchema.parse(toModel(Item));
  },
  put: async (id, message) => {
    const link = (message.link ?? '').length <= MAX_LINK ? message.link : undefined;
    const kept: MatterMessage = { ...message, title: message.title.slice(0, MAX_TITLE).toWellFormed(), link };
    await putItem(table, {
      Item: {
        ...keyOf(id),
        ...toWire(kept),
        expires_at: epochSeconds(secondsAfter(new Date(message.lastAt), KEPT_SECONDS[message.state])),
      },
    });
  },
  list: async (userId, webhookId, limit, now) => {
    const { Items = [] } = await queryItems(table, { ...below(within.matters(userId, webhookId)), Limit: limit });
    return Items.filter(({ expires_at }) => expires_at > epochSeconds(now)).map((item) => ({
      ...matterMessageSchema.parse(toModel(item)),
      ...idsOfMatter(String(item.sk)),
    }));
  },
});
