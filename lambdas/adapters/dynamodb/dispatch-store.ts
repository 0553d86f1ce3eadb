import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { toModel, toWire } from '#contract/names';
import { type Dispatch, dispatchSchema, summaryStateOf } from '../../model/dispatch.ts';
import type { DispatchStore } from '../../model/dispatch-ports.ts';
import { flowingLane } from '../../model/lane.ts';
import { laneMessageOf, type Placement } from '../../model/placement.ts';
import type { Target } from '../../model/target.ts';
import { parseInvocationId } from '../../platform/ids.ts';
import { fromDispatchBody, toLaneBody } from '../lanes.ts';
import { parseListed, storedListed } from './due-index.ts';
import { deliveryAttribute, nextAttemptAttribute, parseSummary } from './invocation-store.ts';
import { DUE_SHARDS, dueIndex, type Key, key, within } from './keys.ts';
import { parseLane, parseTraces } from './lane-store.ts';
import { below, queryAll } from './query.ts';
import { packRich, unpackRich } from './rich-content.ts';
import { getItem, ifVersion, putItem, putItemIf, type Table, updateItemIf } from './table.ts';
import { webhookCache } from './webhook-cache.ts';
import { parseWebhook } from './webhook-item.ts';

const stored = dispatchSchema.omit({ rich: true, placement: true, ignoresRules: true, fallbackMinutes: true }).extend({
  /** The stored name of `ignoresRules`. */
  isOwnersWish: dispatchSchema.shape.ignoresRules,
  duePk: z.string().optional(),
  dueSk: z.string().optional(),
  message: z.string().optional(),
});

const parsePlacement = ({ duePk, dueSk, message }: Partial<z.infer<typeof stored>>): Placement | undefined => {
  if (!duePk || !dueSk || !message) return undefined;
  if (duePk === dueIndex.deadLetters) return { kind: 'dead-lettered' };
  if (duePk.startsWith(dueIndex.waitingPrefix)) return { kind: 'listed', until: parseListed(message).until };
  const at = dueIndex.timeOf(dueSk);
  const { skipsList, cause } = fromDispatchBody(message);
  return {
    kind: 'due',
    at,
    ...(at !== dueSk && { inOrder: true }),
    ...(skipsList && { skipsList }),
    ...(cause && { cause }),
  };
};

const parseDispatch = ({ rich, ...item }: Record<string, unknown>): Dispatch => {
  const { duePk, dueSk, message, isOwnersWish, ...dispatch } = stored.parse(toModel(item));
  return {
    ...dispatch,
    ...(isOwnersWish && { ignoresRules: isOwnersWish }),
    ...(rich instanceof Uint8Array && { rich: unpackRich(rich) }),
    placement: parsePlacement({ duePk, dueSk, message }),
  };
};

/** The attributes that put a dispatch into the due index, according to its placement. */
const placementAttributes = (dispatch: Dispatch) => {
  const { placement, invocationId, userId, targetId } = dispatch;
  if (placement === undefined) return {};
  const message = toLaneBody(laneMessageOf(dispatch));
  switch (placement.kind) {
    case 'listed':
      return {
        due_pk: dueIndex.waiting(userId, targetId),
        due_sk: invocationId,
        message: storedListed({ body: message, until: placement.until }),
      };
    case 'dead-lettered':
      return { due_pk: dueIndex.deadLetters, due_sk: invocationId, message };
    case 'due': {
      const due_sk = placement.inOrder ? dueIndex.inOrder(placement.at, invocationId) : placement.at;
      return { due_pk: dueIndex.shard(targetId % DUE_SHARDS), due_sk, message };
    }
  }
};

const dispatchItem = (dispatch: Dispatch) => {
  const { previousAt: _previous, fallbackMinutes: _minutes, ...kept } = dispatch;
  const { rich, placement, ignoresRules: isOwnersWish, ...plain } = kept;
  return {
    ...key.dispatch(plain.userId, plain.invocationId, plain.targetId),
    ...toWire({
      ...plain,
      isOwnersWish,
      // Texts of the template engine or a provider can contain lone surrogates, which the table rejects.
      attempts: plain.attempts.map((attempt) => ({ ...attempt, detail: attempt.detail.toWellFormed() })),
      errorMessage: plain.errorMessage.toWellFormed(),
      waitsForTarget: plain.waitsForTarget || undefined,
    }),
    ...(rich && { rich: packRich(rich) }),
    ...placementAttributes(dispatch),
  };
};

/** Milliseconds from call to delivery; undefined before delivery, and after a resend or quiet hours. */
const deliveredAfterMs = ({ state, attempts, cycle, invocationId }: Dispatch): number | undefined => {
  const calledAt = parseInvocationId(invocationId)?.at.getTime();
  const arrivedAt = attempts.at(-1)?.at;
  if (state !== 'success' || !calledAt || !arrivedAt || cycle.heldUntil) return undefined;
  if (Date.parse(cycle.startedAt) !== calledAt) return undefined;
  return Math.max(0, Date.parse(arrivedAt) - calledAt);
};

export const dispatchStore = (table: Table, parseTarget: (item: object) => Target): DispatchStore => {
  const TableName = table.name;
  const webhooks = webhookCache();
  const repeatState = async (dispatch: Dispatch) => {
    const took = deliveredAfterMs(dispatch);
    const nextAttemptAt = dispatch.state === 'waiting' ? dispatch.nextAttemptAt : undefined;
    // A first version is not numbered, so most summaries stay small.
    const isFirst = dispatch.version <= 1;
    const sets = [
      'dispatches.#target = :state',
      ...(isFirst ? [] : ['#version = :version']),
      ...(took === undefined ? [] : ['delivered_after_ms = :took', '#took = :took']),
      ...(dispatch.headline ? ['headline = :headline'] : []),
      ...(nextAttemptAt ? ['#next = :next'] : []),
    ];
    // At its first version, a summary has no planned attempt that would have to be removed.
    const forgetsNext = !isFirst && !nextAttemptAt;
    // The condition fails if the call was deleted during delivery, or if a later version was written first.
    await updateItemIf(table, {
      Key: key.invocation(dispatch.userId, dispatch.webhookId, dispatch.invocationId),
      UpdateExpression: `SET ${sets.join(', ')}${forgetsNext ? ' REMOVE #next' : ''}`,
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#version) OR #version <= :version)',
      ExpressionAttributeNames: {
        '#target': String(dispatch.targetId),
        '#version': `version_${dispatch.targetId}`,
        ...(took !== undefined && { '#took': deliveryAttribute(dispatch.targetId) }),
        ...((nextAttemptAt || forgetsNext) && { '#next': nextAttemptAttribute(dispatch.targetId) }),
      },
      ExpressionAttributeValues: {
        ':state': summaryStateOf(dispatch),
        ':version': dispatch.version,
        ...(took !== undefined && { ':took': took }),
        ...(dispatch.headline && { ':headline': dispatch.headline }),
        ...(nextAttemptAt && { ':next': nextAttemptAt }),
      },
    });
  };
  const put = async (dispatch: Dispatch): Promise<Dispatch | undefined> => {
    const next = { ...dispatch, version: dispatch.version + 1 };
    const isStored = await putItemIf(table, { Item: dispatchItem(next), ...ifVersion(dispatch.version) });
    return isStored ? next : undefined;
  };
  /** Reads items of the table in one round trip, in the order of `keys`. A missing item is undefined. */
  const readAll = async (keys: Key[], ConsistentRead: boolean): Promise<(Record<string, unknown> | undefined)[]> => {
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys, ConsistentRead } } }),
    );
    if (UnprocessedKeys?.[TableName]) throw new Error('DynamoDB left reads of a batch undone');
    const items = Responses?.[TableName] ?? [];
    return keys.map(({ pk, sk }) => items.find((item) => item.pk === pk && item.sk === sk));
  };
  return {
    loadContext: async ({ userId, webhookId, invocationId, targetId }) => {
      // Read consistently, because a message can arrive within milliseconds of the writes for its dispatch.
      const [summary, dispatch, target, webhook, lane] = await readAll(
        [
          key.invocation(userId, webhookId, invocationId),
          key.dispatch(userId, invocationId, targetId),
          key.target(userId, targetId),
          key.webhook(userId, webhookId),
          key.lane(userId, targetId),
        ],
        true,
      );
      const { sentAt } = parseTraces(target);
      return {
        summary: summary && parseSummary(summary),
        dispatch: dispatch && parseDispatch(dispatch),
        target: target && parseTarget(target),
        webhook: webhook && parseWebhook(webhook),
        lane: lane ? parseLane(lane) : flowingLane(userId, targetId),
        sentAt,
      };
    },
    loadFast: async ({ userId, webhookId, invocationId, targetId, call }) => {
      const known = call && webhooks.of(webhookId, call.webhookVersion);
      const [dispatch, target, webhook] = await readAll(
        [
          key.dispatch(userId, invocationId, targetId),
          key.target(userId, targetId),
          ...(known ? [] : [key.webhook(userId, webhookId)]),
        ],
        false,
      );
      const { sentAt, isLaneClean } = parseTraces(target);
      return {
        isNew: !dispatch,
        target: target && parseTarget(target),
        webhook: known ?? (webhook && webhooks.keep(webhook)),
        sentAt,
        isLaneClean,
      };
    },
    save: async (dispatch) => {
      const saved = await put(dispatch);
      // A new summary already has the state `pending`. So this state is written only after a wait or a resend.
      if (saved && (saved.state !== 'pending' || saved.generation > 0)) await repeatState(saved);
      return saved;
    },
    saveWithoutSummary: put,
    repeatState,
    forget: async ({ userId, invocationId, targetId, version }) => {
      await updateItemIf(table, {
        Key: key.dispatch(userId, invocationId, targetId),
        UpdateExpression: 'REMOVE due_pk, due_sk',
        // The waiting list lags, so it can still contain a dispatch that is already a dead letter.
        ConditionExpression: 'version = :version AND due_pk <> :deadLetters',
        ExpressionAttributeValues: { ':version': version, ':deadLetters': dueIndex.deadLetters },
      });
    },
    planFallback: async (dispatch) => {
      const { userId, webhookId, invocationId, targetId, fallbackAt } = dispatch;
      if (fallbackAt === undefined) return;
      await putItem(table, {
        Item: {
          ...key.fallback(userId, invocationId, targetId),
          user_id: userId,
          webhook_id: webhookId,
          message: toLaneBody(laneMessageOf({ ...dispatch, placement: undefined })),
          expires_at: dispatch.expiresAt,
          due_pk: dueIndex.fallbacks(targetId),
          due_sk: dueIndex.inOrder(fallbackAt, invocationId),
        },
      });
    },
    get: async (userId, invocationId, targetId) => {
      const { Item } = await getItem(table, {
        Key: key.dispatch(userId, invocationId, targetId),
        ConsistentRead: true,
      });
      return Item && parseDispatch(Item);
    },
    list: async (userId, invocationId) => {
      const items = await queryAll(table, below(within.dispatches(userId, invocationId)));
      return items.map(parseDispatch);
    },
  };
};
