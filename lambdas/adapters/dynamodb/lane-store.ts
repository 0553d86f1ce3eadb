import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { LaneIndex } from '../../dispatches/hold.ts';
import type { LaneState, LaneStore } from '../../dispatches/lane.ts';
import { DUE_SHARDS, dueIndex, key } from './keys.ts';
import { isConditionFailed, type Table } from './table.ts';

const stored = z.object({
  user_id: z.number(),
  target_id: z.number(),
  mode: z.enum(['open', 'held', 'draining']).default('open'),
  reason: z.string().default(''),
  disabled: z.boolean().default(false),
  failures: z.number().default(0),
  probes: z.number().default(0),
  episode: z.number().default(0),
  pass: z.string().default(''),
  rest_until: z.string().default(''),
  due_sk: z.string().optional(),
  sent_at: z.string().optional(),
  version: z.number().default(0),
});

/** Parses a stored lane; one that only its pace was written down for is open. */
export const parseLane = (item: unknown): LaneState => {
  const it = stored.parse(item);
  return {
    userId: it.user_id,
    targetId: it.target_id,
    mode: it.mode,
    reason: it.reason,
    disabled: it.disabled,
    failures: it.failures,
    probes: it.probes,
    episode: it.episode,
    pass: it.pass || undefined,
    restUntil: it.rest_until || undefined,
    lookAt: it.due_sk,
    sentAt: it.sent_at,
    version: it.version,
  };
};

/** The lanes of the targets: one small item each, written only when something changes or messages come close together. */
export const laneStore = (table: Table): LaneStore & LaneIndex => {
  const TableName = table.name;
  const get: LaneStore['get'] = async (userId, targetId) => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName, Key: key.lane(userId, targetId), ConsistentRead: true }),
    );
    return Item && parseLane(Item);
  };
  return {
    get,
    save: async (lane) => {
      const due = lane.lookAt !== undefined;
      try {
        await table.client.send(
          new UpdateCommand({
            TableName,
            Key: key.lane(lane.userId, lane.targetId),
            UpdateExpression: `SET user_id = :user, target_id = :target, #mode = :mode, reason = :reason,
              disabled = :disabled, failures = :failures, probes = :probes, episode = :episode, pass = :pass,
              rest_until = :rest, version = :next
              ${due ? ', due_pk = :lanes, due_sk = :at, message = :target' : 'REMOVE due_pk, due_sk, message'}`,
            ConditionExpression: lane.version === 0 ? 'attribute_not_exists(version)' : 'version = :seen',
            ExpressionAttributeNames: { '#mode': 'mode' },
            ExpressionAttributeValues: {
              ':user': lane.userId,
              ':target': lane.targetId,
              ':mode': lane.mode,
              ':reason': lane.reason,
              ':disabled': lane.disabled,
              ':failures': lane.failures,
              ':probes': lane.probes,
              ':episode': lane.episode,
              ':pass': lane.pass ?? '',
              ':rest': lane.restUntil ?? '',
              ':next': lane.version + 1,
              ...(lane.version > 0 && { ':seen': lane.version }),
              ...(due && { ':lanes': dueIndex.lanes(lane.targetId), ':at': lane.lookAt }),
            },
          }),
        );
        return true;
      } catch (error) {
        if (isConditionFailed(error)) return false;
        throw error;
      }
    },
    markSent: async (userId, targetId, at) => {
      await table.client.send(
        new UpdateCommand({
          TableName,
          Key: key.lane(userId, targetId),
          UpdateExpression: 'SET sent_at = :at, user_id = :user, target_id = :target',
          ExpressionAttributeValues: { ':at': at.toISOString(), ':user': userId, ':target': targetId },
        }),
      );
    },
    shards: DUE_SHARDS,
    dueLanes: async (shard, now, limit) => {
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName,
          IndexName: dueIndex.name,
          KeyConditionExpression: 'due_pk = :lanes AND due_sk <= :now',
          ExpressionAttributeValues: { ':lanes': dueIndex.lanes(shard), ':now': now.toISOString() },
          Limit: limit,
        }),
      );
      // The index names them; what they are by now is read from the table, since the index lags behind.
      const lanes = await Promise.all(Items.map((item) => get(Number(item.user_id), Number(item.message))));
      return lanes.filter((lane) => lane?.lookAt !== undefined && lane.lookAt <= now.toISOString()) as LaneState[];
    },
  };
};
