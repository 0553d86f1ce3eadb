import * as z from 'zod';
import { flowingLane, isClean } from '../../dispatches/lane/lane.ts';
import type { LaneStore } from '../../model/dispatch-ports.ts';
import type { LaneState } from '../../model/lane.ts';
import { DUE_SHARDS, dueIndex, key } from './keys.ts';
import { queryDue } from './query.ts';
import { storedCode } from './stored-reason.ts';
import { getItem, type Table, updateItemIf } from './table.ts';

const stored = z.object({
  user_id: z.number(),
  target_id: z.number(),
  mode: z.enum(['flowing', 'paused', 'catching-up']).default('flowing'),
  reason: z.string().default(''),
  reason_code: storedCode.optional(),
  failures: z.number().default(0),
  failed_by: z.string().default(''),
  oldest_failed: z.string().default(''),
  probes: z.number().default(0),
  wake_up_number: z.number().default(0),
  wake_up_sent: z.boolean().default(false),
  woken_at: z.string().default(''),
  retry_after_until: z.string().default(''),
  due_sk: z.string().optional(),
  version: z.number().default(0),
});

/** Attributes of a target's item that describe its lane. A new message then has to read only that item. */
const traces = z.object({ sent_at: z.string().optional(), lane_dirty: z.number().optional() });

/** Reads the time of a target's latest request and the state of its lane from the target’s item. */
export const parseTraces = (item: unknown): { sentAt: string | undefined; isLaneClean: boolean } => {
  const { sent_at: sentAt, lane_dirty: dirty } = traces.parse(item ?? {});
  return { sentAt, isLaneClean: dirty === undefined };
};

export const parseLane = (item: unknown): LaneState => {
  const it = stored.parse(item);
  return {
    userId: it.user_id,
    targetId: it.target_id,
    mode: it.mode,
    reason: it.reason ? { text: it.reason, code: it.reason_code || undefined } : undefined,
    failures: it.failures,
    failedBy: it.failed_by || undefined,
    oldestFailed: it.oldest_failed || undefined,
    probes: it.probes,
    wakeUpNumber: it.wake_up_number,
    isWakeUpSent: it.wake_up_sent,
    wokenAt: it.woken_at || undefined,
    retryAfterUntil: it.retry_after_until || undefined,
    nextWakeUpAt: it.due_sk,
    version: it.version,
  };
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
  const put = (lane: LaneState): Promise<boolean> => {
    const due = lane.nextWakeUpAt !== undefined;
    return updateItemIf(table, {
      Key: key.lane(lane.userId, lane.targetId),
      UpdateExpression: `SET user_id = :user, target_id = :target, #mode = :mode, reason = :reason, reason_code = :code,
            failures = :failures, failed_by = :failedBy, oldest_failed = :oldestFailed, probes = :probes,
            wake_up_number = :wakeUp, wake_up_sent = :wakeUpSent, woken_at = :wokenAt, retry_after_until = :retryAfter, version = :next
            ${due ? ', due_pk = :lanes, due_sk = :at, message = :target' : 'REMOVE due_pk, due_sk, message'}`,
      ConditionExpression: lane.version === 0 ? 'attribute_not_exists(version)' : 'version = :seen',
      ExpressionAttributeNames: { '#mode': 'mode' },
      ExpressionAttributeValues: {
        ':user': lane.userId,
        ':target': lane.targetId,
        ':mode': lane.mode,
        ':reason': lane.reason?.text ?? '',
        ':code': lane.reason?.code ?? '',
        ':failures': lane.failures,
        ':failedBy': lane.failedBy ?? '',
        ':oldestFailed': lane.oldestFailed ?? '',
        ':probes': lane.probes,
        ':wakeUp': lane.wakeUpNumber,
        ':wakeUpSent': lane.isWakeUpSent,
        ':wokenAt': lane.wokenAt ?? '',
        ':retryAfter': lane.retryAfterUntil ?? '',
        ':next': lane.version + 1,
        ...(lane.version > 0 && { ':seen': lane.version }),
        ...(due && { ':lanes': dueIndex.lanes(lane.targetId), ':at': lane.nextWakeUpAt }),
      },
    });
  };
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
