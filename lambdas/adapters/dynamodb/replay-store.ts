import * as z from 'zod';
import type { Replay, ReplayStore } from '../../model/replay-ports.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { dueIndex, key } from './keys.ts';
import { queryDue } from './query.ts';
import { getItem, putItemIf, type Table } from './table.ts';

/** Seconds for which a replay remains readable. */
const KEPT_SECONDS = 7 * 86_400;

const stored = z.object({
  id: z.string(),
  user_id: z.number(),
  webhook_id: z.number(),
  from: z.string(),
  to: z.string(),
  status: z.enum(['error', 'success', 'any']),
  target_id: z.number().optional(),
  state: z.enum(['running', 'done']),
  matched: z.number(),
  queued: z.number(),
  cursor: z.string(),
  created_at: z.string(),
  version: z.number(),
});

const parseReplay = (item: unknown): Replay => {
  const { user_id, webhook_id, target_id, created_at, ...rest } = stored.parse(item);
  const target = target_id === undefined ? {} : { targetId: target_id };
  return { ...rest, ...target, userId: user_id, webhookId: webhook_id, createdAt: created_at };
};

const replayItem = ({ userId, webhookId, targetId, createdAt, ...rest }: Replay, nextStepAt: Date | undefined) => ({
  ...key.replay(userId, rest.id),
  ...rest,
  user_id: userId,
  webhook_id: webhookId,
  target_id: targetId,
  created_at: createdAt,
  version: rest.version + 1,
  expires_at: epochSeconds(new Date(createdAt)) + KEPT_SECONDS,
  ...(nextStepAt && { due_pk: dueIndex.replays, due_sk: nextStepAt.toISOString(), message: rest.id }),
});

/** Stores replays (bulk resends) with their progress. */
export const replayStore = (table: Table): ReplayStore => {
  const get: ReplayStore['get'] = async (userId, id) => {
    const { Item } = await getItem(table, { Key: key.replay(userId, id), ConsistentRead: true });
    return Item && parseReplay(Item);
  };
  return {
    get,
    save: (replay, nextStepAt) =>
      putItemIf(table, {
        Item: replayItem(replay, nextStepAt),
        ...(replay.version === 0
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : { ConditionExpression: 'version = :seen', ExpressionAttributeValues: { ':seen': replay.version } }),
      }),
    due: async (now, limit) => {
      const items = await queryDue(table, dueIndex.replays, now, limit);
      const found = await Promise.all(items.map((item) => get(Number(item.user_id), String(item.message))));
      return found.filter((replay) => replay?.state === 'running') as Replay[];
    },
  };
};
