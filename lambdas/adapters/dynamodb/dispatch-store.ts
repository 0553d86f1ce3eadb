import { BatchGetCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Dispatch, laneMessageOf, type Placement, summaryStateOf } from '../../dispatches/dispatch.ts';
import { flowingLane } from '../../dispatches/lane/lane.ts';
import type { DispatchStore } from '../../dispatches/ports.ts';
import { headlineSchema } from '../../invocations/invocation.ts';
import { parseInvocationId } from '../../platform/ids.ts';
import type { Target } from '../../targets/target.ts';
import { toLaneBody } from '../lanes.ts';
import { parseListed, storedListed } from './due-index.ts';
import { nextAttemptAttribute, parseSummary } from './invocation-store.ts';
import { DUE_SHARDS, dueIndex, type Key, key, within } from './keys.ts';
import { parseLane, parseTraces } from './lane-store.ts';
import { below, queryAll } from './query.ts';
import { packRich, unpackRich } from './rich-content.ts';
import { storedCode } from './stored-reason.ts';
import { applied, isConditionFailed, type Table } from './table.ts';
import { webhookCache } from './webhook-cache.ts';
import { parseWebhook } from './webhook-item.ts';

const attempt = z.object({
  at: z.string(),
  outcome: z.enum(['ok', 'retry', 'fail_message', 'fail_target', 'fail_config', 'ambiguous']),
  detail: z.string(),
  code: storedCode.optional(),
  duration_ms: z.number(),
  sent_again: z.literal(true).optional(),
});

const stored = z.object({
  user_id: z.number(),
  webhook_id: z.number(),
  invocation_id: z.string(),
  target_id: z.number(),
  state: z.enum(['pending', 'waiting', 'success', 'error', 'skipped']),
  generation: z.number(),
  attempts: z.array(attempt),
  attempt_count: z.number(),
  parts_done: z.number(),
  rendered_message: z.string(),
  rich: z.instanceof(Uint8Array).optional(),
  headline: headlineSchema.optional(),
  error_message: z.string(),
  error_code: storedCode.optional(),
  note: z.string(),
  note_code: storedCode.optional(),
  waits_for_target: z.boolean().default(false),
  dispatched_at: z.string(),
  next_attempt_at: z.string().optional(),
  target: z.object({ name: z.string(), kind: z.string() }),
  expires_at: z.number(),
  cycle: z.object({
    started_at: z.string(),
    attempts_before: z.number(),
    probes: z.number().optional(),
    held_until: z.string().optional(),
  }),
  owners_wish: z.literal(true).optional(),
  crashes: z.number(),
  due_pk: z.string().optional(),
  due_sk: z.string().optional(),
  message: z.string().optional(),
  version: z.number(),
});

const parsePlacement = ({ due_pk, due_sk, message }: z.infer<typeof stored>): Placement | undefined => {
  if (!due_pk || !due_sk || !message) return undefined;
  if (due_pk === dueIndex.deadLetters) return { kind: 'dead-lettered' };
  if (due_pk.startsWith(dueIndex.waitingPrefix)) return { kind: 'listed', until: parseListed(message).until };
  const at = dueIndex.timeOf(due_sk);
  return { kind: 'due', at, ...(at !== due_sk && { inOrder: true }) };
};

const parseDispatch = (item: unknown): Dispatch => {
  const it = stored.parse(item);
  return {
    userId: it.user_id,
    webhookId: it.webhook_id,
    invocationId: it.invocation_id,
    targetId: it.target_id,
    state: it.state,
    generation: it.generation,
    attempts: it.attempts.map(({ duration_ms, sent_again, ...rest }) => ({
      ...rest,
      durationMs: duration_ms,
      ...(sent_again && { sentAgain: sent_again }),
    })),
    attemptCount: it.attempt_count,
    partsDone: it.parts_done,
    renderedMessage: it.rendered_message,
    ...(it.rich && { rich: unpackRich(it.rich) }),
    ...(it.headline && { headline: it.headline }),
    errorMessage: it.error_message,
    errorCode: it.error_code,
    note: it.note,
    noteCode: it.note_code,
    waitsForTarget: it.waits_for_target,
    dispatchedAt: it.dispatched_at,
    nextAttemptAt: it.next_attempt_at,
    target: it.target,
    expiresAt: it.expires_at,
    cycle: {
      startedAt: it.cycle.started_at,
      attemptsBefore: it.cycle.attempts_before,
      ...(it.cycle.probes !== undefined && { probes: it.cycle.probes }),
      ...(it.cycle.held_until && { heldUntil: it.cycle.held_until }),
    },
    ...(it.owners_wish && { isOwnersWish: true }),
    crashes: it.crashes,
    placement: parsePlacement(it),
    version: it.version,
  };
};

/** Where a dispatch stands in the sparse index. */
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

const dispatchItem = (dispatch: Dispatch) => ({
  ...key.dispatch(dispatch.userId, dispatch.invocationId, dispatch.targetId),
  user_id: dispatch.userId,
  webhook_id: dispatch.webhookId,
  invocation_id: dispatch.invocationId,
  target_id: dispatch.targetId,
  state: dispatch.state,
  generation: dispatch.generation,
  attempts: dispatch.attempts.map(({ durationMs, sentAgain, ...rest }) => ({
    ...rest,
    detail: rest.detail.toWellFormed(),
    duration_ms: durationMs,
    ...(sentAgain && { sent_again: sentAgain }),
  })),
  attempt_count: dispatch.attemptCount,
  parts_done: dispatch.partsDone,
  rendered_message: dispatch.renderedMessage,
  ...(dispatch.rich && { rich: packRich(dispatch.rich) }),
  headline: dispatch.headline,
  // What an engine or a provider says may quote half a character, which the table refuses.
  error_message: dispatch.errorMessage.toWellFormed(),
  error_code: dispatch.errorCode,
  note: dispatch.note,
  note_code: dispatch.noteCode,
  ...(dispatch.waitsForTarget && { waits_for_target: true }),
  dispatched_at: dispatch.dispatchedAt,
  next_attempt_at: dispatch.nextAttemptAt,
  target: dispatch.target,
  expires_at: dispatch.expiresAt,
  cycle: {
    started_at: dispatch.cycle.startedAt,
    attempts_before: dispatch.cycle.attemptsBefore,
    ...(dispatch.cycle.probes !== undefined && { probes: dispatch.cycle.probes }),
    ...(dispatch.cycle.heldUntil && { held_until: dispatch.cycle.heldUntil }),
  },
  ...(dispatch.isOwnersWish && { owners_wish: true }),
  crashes: dispatch.crashes,
  version: dispatch.version,
  ...placementAttributes(dispatch),
});

/** How long a call took to arrive here; undefined when it has not, or only since its owner sent it again or quiet hours ended. */
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
    // The first version has none before it and may go without its number, so that most summaries stay as small as they are.
    const isFirst = dispatch.version <= 1;
    const sets = [
      'dispatches.#target = :state',
      ...(isFirst ? [] : ['#version = :version']),
      ...(took === undefined ? [] : ['delivered_after_ms = :took']),
      ...(dispatch.headline ? ['headline = :headline'] : []),
      ...(nextAttemptAt ? ['#next = :next'] : []),
    ];
    // A first version has no planned attempt to forget.
    const forgetsNext = !isFirst && !nextAttemptAt;
    // Not made when the invocation was deleted while its message was under way, or when a later one was faster here.
    await applied(
      table.client.send(
        new UpdateCommand({
          TableName,
          Key: key.invocation(dispatch.userId, dispatch.webhookId, dispatch.invocationId),
          UpdateExpression: `SET ${sets.join(', ')}${forgetsNext ? ' REMOVE #next' : ''}`,
          ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#version) OR #version <= :version)',
          ExpressionAttributeNames: {
            '#target': String(dispatch.targetId),
            '#version': `version_${dispatch.targetId}`,
            ...((nextAttemptAt || forgetsNext) && { '#next': nextAttemptAttribute(dispatch.targetId) }),
          },
          ExpressionAttributeValues: {
            ':state': summaryStateOf(dispatch),
            ':version': dispatch.version,
            ...(took !== undefined && { ':took': took }),
            ...(dispatch.headline && { ':headline': dispatch.headline }),
            ...(nextAttemptAt && { ':next': nextAttemptAt }),
          },
        }),
      ),
    );
  };
  const put = async (dispatch: Dispatch): Promise<Dispatch | undefined> => {
    const next = { ...dispatch, version: dispatch.version + 1 };
    try {
      await table.client.send(
        new PutCommand({
          TableName,
          Item: dispatchItem(next),
          ...(dispatch.version === 0
            ? { ConditionExpression: 'attribute_not_exists(pk)' }
            : {
                ConditionExpression: 'version = :seen',
                ExpressionAttributeValues: { ':seen': dispatch.version },
              }),
        }),
      );
    } catch (error) {
      if (isConditionFailed(error)) return undefined;
      throw error;
    }
    return next;
  };
  /** Reads items of this table in one round trip, in the order of their keys; one that does not exist is undefined. */
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
      // Consistent, since a message can arrive within milliseconds of the writes that it is about.
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
      // The list begins with `pending`; only after a wait, or when it is sent again, is that worth a write.
      if (saved && (saved.state !== 'pending' || saved.generation > 0)) await repeatState(saved);
      return saved;
    },
    saveUnseen: put,
    repeatState,
    forget: async ({ userId, invocationId, targetId, version }) => {
      await applied(
        table.client.send(
          new UpdateCommand({
            TableName,
            Key: key.dispatch(userId, invocationId, targetId),
            UpdateExpression: 'REMOVE due_pk, due_sk',
            // The waiting list lags: it may still show a dispatch that is with the dead letters by now.
            ConditionExpression: 'version = :version AND due_pk <> :deadLetters',
            ExpressionAttributeValues: { ':version': version, ':deadLetters': dueIndex.deadLetters },
          }),
        ),
      );
    },
    get: async (userId, invocationId, targetId) => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName, Key: key.dispatch(userId, invocationId, targetId), ConsistentRead: true }),
      );
      return Item && parseDispatch(Item);
    },
    list: async (userId, invocationId) => {
      const items = await queryAll(table, below(within.dispatches(userId, invocationId)));
      return items.map(parseDispatch);
    },
  };
};
