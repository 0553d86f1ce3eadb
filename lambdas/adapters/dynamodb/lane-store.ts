import * as z from 'zod';
import { toModel, toWire } from '#contract/names';
import type { LaneStore } from '../../model/dispatch-ports.ts';
import { flowingLane, isClean, type LaneState, laneSchema } from '../../model/lane.ts';
import { DUE_SHARDS, dueIndex, key } from './keys.ts';
import { queryDue } from './query.ts';
import { storedCode } from './stored-reason.ts';
import { getItem, ifVersion, putItemIf, type Table, updateItemIf } from './table.ts';

/** Three fields have other names in the table. */
const stored = laneSchema.omit({ reason: true, isWakeUpSent: true, nextWakeUpAt: true }).extend({
  reason: z.string().optional(),
  reasonCode: storedCode.optional(),
  wakeUpSent: laneSchema.shape.isWakeUpSent,
  dueSk: laneSchema.shape.nextWakeUpAt,
});

/** Attributes of a target's item that describe its lane. A new message then has to read only that item. */
const traces = z.object({ sent_at: z.string().optional(), lane_dirty: z.number().optional() });

/** Reads the time of a target's latest request and the state of its lane from the target’s item. */
export const parseTraces = (item: unknown): { sentAt: string | undefined; isLaneClean: boolean } => {
  const { sent_at: sentAt, lane_dirty: dirty } = traces.parse(item ?? {});
  return { sentAt, isLaneClean: dirty === undefined };
};

export const parseLane = (item: object): LaneState => {
  // Earlier versions stored empty texts for missing values.
  const present = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== ''));
  const { reason: text, reasonCode: code, wakeUpSent, dueSk, ...lane } = stored.parse(toModel(present));
  return { ...lane, reason: text ? { text, code } : undefined, isWakeUpSent: wakeUpSent, nextWakeUpAt: dueSk };
};

/** Stores the targets' lanes. Each is one small item, which is written only when something changes. */
export const laneStore = (table: Table): LaneStore => {
  const get: LaneStore['get'] = async (userId, targetId) => {
    const { Item } = await getItem(table, { Key: key.lane(userId, targetId), ConsistentRead: true });
    return Item ? parseLane(Item) : flowingLane(userId, targetId);
  };
  /** Updates a target's item, unless the target does not exist. */
  const trace = async (
    userId: number,
    targetId: number,
    update: {
      UpdateExpression: string;
      ConditionExpression: string;
      ExpressionAttributeValues: Record<string, string | number>;
    },
  ): Promise<void> => {
    await updateItemIf(table, { Key: key.target(userId, targetId), ...update });
  };
  /**
   * Sets the dirty flag, the version of a lane that is not clean, on its target. New messages read only the target, and
   * this flag makes them read the lane too. It is set before the lane is stored and removed afterwards, unless a later
   * version has set it again. If the removal fails, messages read more than they need.
   */
  const setDirty = ({ userId, targetId, version }: LaneState) =>
    trace(userId, targetId, {
      UpdateExpression: 'SET lane_dirty = :version',
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(lane_dirty) OR lane_dirty < :version)',
      ExpressionAttributeValues: { ':version': version + 1 },
    });
  const clearDirty = ({ userId, targetId, version }: LaneState) =>
    trace(userId, targetId, {
      UpdateExpression: 'REMOVE lane_dirty',
      ConditionExpression: 'lane_dirty <= :version',
      ExpressionAttributeValues: { ':version': version + 1 },
    });
  const put = ({ reason, isWakeUpSent, nextWakeUpAt, ...lane }: LaneState): Promise<boolean> =>
    putItemIf(table, {
      Item: {
        ...key.lane(lane.userId, lane.targetId),
        ...toWire({ ...lane, version: lane.version + 1, wakeUpSent: isWakeUpSent }),
        ...(reason && { reason: reason.text, reason_code: reason.code }),
        ...(nextWakeUpAt !== undefined && {
          due_pk: dueIndex.lanes(lane.targetId),
          due_sk: nextWakeUpAt,
          message: lane.targetId,
        }),
      },
      ...ifVersion(lane.version),
    });
  return {
    get,
    save: async (lane) => {
      if (!isClean(lane)) await setDirty(lane);
      const isSaved = await put(lane);
      if (isSaved && isClean(lane)) await clearDirty(lane);
      return isSaved;
    },
    saveSentAt: (userId, targetId, at) =>
      trace(userId, targetId, {
        UpdateExpression: 'SET sent_at = :at',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':at': at.toISOString() },
      }),
    shards: DUE_SHARDS,
    dueLanes: async (shard, now, limit) => {
      const items = await queryDue(table, dueIndex.lanes(shard), now, limit);
      // The index lags, so it only supplies the lanes' ids. Their state is read from the table.
      const lanes = await Promise.all(items.map((item) => get(Number(item.user_id), Number(item.message))));
      const isDue = ({ nextWakeUpAt }: LaneState) => nextWakeUpAt !== undefined && nextWakeUpAt <= now.toISOString();
      return { due: lanes.filter(isDue), isFull: items.length === limit };
    },
  };
};
