import { deflateRawSync, inflateRawSync } from 'node:zlib';

import * as z from 'zod';
import { unverifiedReasons } from '#contract/unverified';
import type { Rejection, RejectionStore } from '../../verification/rejection-log.ts';
import { key, within } from './keys.ts';
import { below, queryFirst } from './query.ts';
import { deleteItem, putItem, type Table } from './table.ts';

const stored = z.object({
  id: z.string(),
  user_id: z.number(),
  webhook_id: z.number(),
  at: z.string(),
  reason: z.enum(unverifiedReasons),
  detail: z.string(),
  ip: z.string(),
  method: z.string(),
  query: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.instanceof(Uint8Array),
  size: z.number(),
  more: z.number(),
  expires_at: z.number(),
});

/** Maximum size of an inflated body. No larger body is ever stored. */
const MAX_INFLATED_BYTES = 16_384;

const parse = (item: unknown): Rejection => {
  const { user_id, webhook_id, expires_at, body, ...rest } = stored.parse(item);
  return {
    ...rest,
    userId: user_id,
    webhookId: webhook_id,
    expiresAt: expires_at,
    body: inflateRawSync(body, { maxOutputLength: MAX_INFLATED_BYTES }),
  };
};

export const rejectionStore = (table: Table): RejectionStore => {
  return {
    insert: async ({ userId, webhookId, expiresAt, body, ...rest }) => {
      const Item = {
        ...key.rejection(userId, webhookId, rest.id),
        ...rest,
        user_id: userId,
        webhook_id: webhookId,
        expires_at: expiresAt,
        body: deflateRawSync(body),
      };
      await putItem(table, { Item });
    },
    list: async (userId, webhookId, limit) => {
      const newestFirst = { ...below(within.rejections(userId, webhookId)), ScanIndexForward: false };
      return (await queryFirst(table, newestFirst, limit)).map(parse);
    },
    take: async (userId, webhookId, id) => {
      const Key = key.rejection(userId, webhookId, id);
      const { Attributes } = await deleteItem(table, { Key, ReturnValues: 'ALL_OLD' });
      return Attributes && parse(Attributes);
    },
  };
};
