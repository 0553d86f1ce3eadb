import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { HeldCall, HeldCalls, Hold, HoldName, SettledFate } from '../../model/hold.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import { windowAt } from '../../platform/clock.ts';
import { calledAt, firstInvocationIdAt } from '../../platform/ids.ts';
import { closeHold, countHeld, leaveHold, setOrder, takeHeld } from './held-counters.ts';
import { beginHold, DISCARD, heldItem, runHoldNow } from './held-items.ts';
import { parseSummary } from './invocation-store.ts';
import { dueIndex, key, within } from './keys.ts';
import { below, queryDue } from './query.ts';
import { deleteItemIf, getItem, putItem, queryItems, type Table, updateItemIf } from './table.ts';

const storedHold = z.looseObject({
  user_id: z.number(),
  message: z.string(),
  due_sk: z.string(),
  begun_at: z.string(),
});

const storedCall = z.object({ id: z.string(), webhook_id: z.number(), expires_at: z.number() });

const parseHold = (item: unknown): Hold => {
  const it = storedHold.parse(item);
  return {
    userId: it.user_id,
    name: it.message === 'quota' ? 'quota' : Number(it.message),
    dueAt: it.due_sk,
    begunAt: it.begun_at,
    discards: new Map(
      Object.entries(it).flatMap(([name, until]) =>
        name.startsWith(DISCARD) ? [[Number(name.slice(DISCARD.length)), String(until)] as const] : [],
      ),
    ),
  };
};

const parseCall = (item: unknown): HeldCall => {
  const { id, webhook_id, expires_at } = storedCall.parse(item);
  return { id, webhookId: webhook_id, expiresAt: expires_at };
};

/** Stores the lists of held calls, and releases their calls. */
export const heldStore = (table: Table): HeldCalls => {
  const TableName = table.name;
  const update = (input: Parameters<typeof updateItemIf>[1]) => updateItemIf(table, input);
  const get = async (userId: number, name: HoldName) => {
    const { Item } = await getItem(table, { Key: key.hold(userId, name), ConsistentRead: true });
    return Item && parseHold(Item);
  };
  const summaryOf = async (userId: number, { id, webhookId }: HeldCall) => {
    const Key = key.invocation(userId, webhookId, id);
    const { Item } = await getItem(table, { Key, ConsistentRead: true });
    return Item && parseSummary(Item);
  };
  return {
    get,
    due: async (now, limit) => {
      const items = await queryDue(table, dueIndex.holds, now, limit);
      const holds = await Promise.all(
        items.map(({ user_id, message }) => get(Number(user_id), message === 'quota' ? 'quota' : Number(message))),
      );
      return holds.filter((hold) => hold !== undefined && hold.dueAt <= now.toISOString()) as Hold[];
    },
    postpone: ({ userId, name, dueAt }, to) =>
      update({
        Key: key.hold(userId, name),
        UpdateExpression: 'SET due_sk = :to',
        ConditionExpression: 'due_sk = :seen',
        ExpressionAttributeValues: { ':to': to.toISOString(), ':seen': dueAt },
      }),
    begin: async (userId, name, when) => {
      if (!(await get(userId, name))) await beginHold(table)(userId, name, when);
    },
    hasten: runHoldNow(table),
    first: async ({ userId, name }, limit, sameDayAs) => {
      const { Items = [] } = await queryItems(table, {
        ...(sameDayAs === undefined ? below(within.heldCalls(userId, name)) : ofDay(userId, name, sameDayAs)),
        ConsistentRead: true,
        Limit: limit,
      });
      return Items.map(parseCall);
    },
    newest: async ({ userId, name }) => {
      const all = below(within.heldCalls(userId, name));
      const { Items = [] } = await queryItems(table, {
        ...all,
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: 1,
      });
      return Items.map(parseCall)[0];
    },
    setOrder: (userId, order) => setOrder(table, userId, order),
    count: (userId, name, now) => countHeld(table, userId, name, now),
    take: (hold, seen, taking, now) => takeHeld(table, hold, seen, taking, now),
    summary: ({ userId }, call) => summaryOf(userId, call),
    settle: async (summary, fate) => {
      const { userId, webhookId, id } = summary;
      const { expressions, settled } = settling(summary, fate);
      return (await update({ Key: key.invocation(userId, webhookId, id), ...expressions })) ? settled : undefined;
    },
    move: async ({ userId }, call) => {
      await putItem(table, { Item: heldItem(userId, call.webhookId, call) });
    },
    remove: async ({ userId, name }, calls) => {
      let requests = calls.map(({ id }) => ({ DeleteRequest: { Key: { ...key.heldCall(userId, name, id) } } }));
      while (requests.length > 0) {
        const { UnprocessedItems } = await table.client.send(
          new BatchWriteCommand({ RequestItems: { [TableName]: requests } }),
        );
        requests = (UnprocessedItems?.[TableName] ?? []) as typeof requests;
      }
    },
    leave: (hold, call, seen) => leaveHold(table, hold, call, seen),
    close: ({ userId, name }, seen) => closeHold(table, userId, name, seen),
    forget: async ({ userId, name, begunAt }) => {
      await deleteItemIf(table, {
        Key: key.hold(userId, name),
        ConditionExpression: 'begun_at = :begun',
        ExpressionAttributeValues: { ':begun': begunAt },
      });
    },
  };
};

const ofDay = (userId: number, name: HoldName, id: string) => {
  const { start, end } = windowAt(calledAt(id), 86_400);
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': key.heldCall(userId, name, id).pk,
      ':from': key.heldCall(userId, name, firstInvocationIdAt(start)).sk,
      ':to': key.heldCall(userId, name, firstInvocationIdAt(end)).sk,
    },
  };
};

/**
 * The update of a held call's summary. Its condition fails if the summary has changed, because the owner stopped a
 * message.
 */
const settling = (summary: InvocationSummary, fate: SettledFate) => {
  const held = Object.keys(summary.dispatches).filter((id) => summary.dispatches[Number(id)] === 'held');
  const state = fate.kind === 'release' ? 'pending' : fate.kind === 'end' ? 'error' : undefined;
  const names = Object.fromEntries(state ? held.map((id, index) => [`#t${index}`, id]) : []);
  const places = Object.keys(names).map((name) => `dispatches.${name}`);
  const mark = fate.kind === 'release' ? 'released_at = :mark' : 'held = :mark';
  const sets = [mark, ...places.map((place) => `${place} = :state`)];
  const expressions = {
    UpdateExpression: `SET ${sets.join(', ')}${fate.kind === 'release' ? ' REMOVE held' : ''}`,
    ConditionExpression: ['held = :before', ...places.map((place) => `${place} = :held`)].join(' AND '),
    ...(places.length > 0 && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: {
      ':mark': fate.kind === 'release' ? fate.at.toISOString() : fate.kind === 'end' ? fate.as : fate.by,
      ':before': summary.held,
      ...(places.length > 0 && { ':state': state, ':held': 'held' }),
    },
  };
  return { expressions, settled: settledSummary(summary, fate) };
};

/** The summary of a held call after the decision about it. Pure. */
export const settledSummary = (summary: InvocationSummary, fate: SettledFate): InvocationSummary => {
  const { held: _held, ...rest } = summary;
  const inState = (state: 'pending' | 'error'): InvocationSummary['dispatches'] =>
    Object.fromEntries(Object.entries(summary.dispatches).map(([id, was]) => [id, was === 'held' ? state : was]));
  switch (fate.kind) {
    case 'release':
      return { ...rest, dispatches: inState('pending'), releasedAt: fate.at.toISOString() };
    case 'end':
      return { ...rest, dispatches: inState('error'), held: fate.as };
    case 'hold':
      return { ...rest, held: fate.by };
  }
};
