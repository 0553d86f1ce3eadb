import type { HoldOrder } from '#contract/states';
import type { HeldCall, Hold, HoldCount, HoldName, Taking } from '../../model/hold.ts';
import { utcDay } from '../../platform/clock.ts';
import { counter } from './counter-names.ts';
import { type Counters, type CountersChange, expressionsOf, numberOf } from './counters-item.ts';
import { key } from './keys.ts';
import { getItem, type Table, transact, updateItem, updateItemIf } from './table.ts';
import { openDay } from './take-invocation.ts';

const update = (table: Table, userId: number, change: CountersChange): Promise<boolean> =>
  updateItemIf(table, { Key: key.counters(userId), ...expressionsOf(change) });

const readCounters = async (table: Table, userId: number): Promise<Counters> => {
  const Key = key.counters(userId);
  const { Item = {} } = await getItem(table, { Key, ConsistentRead: true });
  return Item;
};

/** The release order of calls beyond the quota. */
export const orderIn = (item: Counters): HoldOrder => (counter.inOrder in item ? 'arrival' : 'newest-day-first');

export const setOrder = async (table: Table, userId: number, order: HoldOrder): Promise<void> => {
  await updateItem(table, {
    Key: key.counters(userId),
    UpdateExpression: order === 'arrival' ? 'SET #inOrder = :true' : 'REMOVE #inOrder',
    ExpressionAttributeNames: { '#inOrder': counter.inOrder },
    ...(order === 'arrival' && { ExpressionAttributeValues: { ':true': true } }),
  });
};

/** Reads the counters of a hold. If the day of `now` is not open yet, opens it. */
export const countHeld = async (table: Table, userId: number, name: HoldName, now: Date): Promise<HoldCount> => {
  let item = await readCounters(table, userId);
  const used = counter.used(utcDay(now));
  const count = item[counter.held(name)];
  if (count !== undefined && !(used in item)) {
    await openDay(table, userId, item, now);
    item = await readCounters(table, userId);
  }
  return {
    count: count === undefined ? undefined : numberOf(item[counter.held(name)]),
    takenUntil: String(item[counter.heldTaken(name)] ?? ''),
    lastHeldAt: numberOf(item[counter.heldLast(name)]),
    used: numberOf(item[used]),
    order: orderIn(item),
  };
};

export const takeHeld = async (
  table: Table,
  { userId, name }: Hold,
  { takenUntil }: HoldCount,
  { until, count, units, moved, limit }: Taking,
  now: Date,
): Promise<boolean> => {
  const day = utcDay(now);
  const names: Record<string, string> = {
    '#held': counter.held(name),
    '#taken': counter.heldTaken(name),
    '#used': counter.used(day),
  };
  const values: Record<string, unknown> = {
    ':count': -count,
    ':until': until,
    ':seen': takenUntil,
    ':now': now.getTime(),
  };
  const add = ['#held :count'];
  const set = ['#taken = :until'];
  const asSeen = takenUntil === '' ? 'attribute_not_exists(#taken)' : '#taken = :seen';
  let total = 0;
  [...units].forEach(([webhookId, taken], index) => {
    names[`#d${index}`] = counter.webhookDay(day, webhookId);
    values[`:d${index}`] = taken;
    add.push(`#d${index} :d${index}`);
    total += taken;
  });
  [...moved].forEach(([webhookId, joining], index) => {
    names[`#m${index}`] = counter.held(webhookId);
    names[`#k${index}`] = counter.heldLast(webhookId);
    values[`:m${index}`] = joining;
    add.push(`#m${index} :m${index}`);
    set.push(`#k${index} = :now`);
  });
  values[':units'] = total;
  values[':most'] = limit - total;
  if (total > 0) add.push('#used :units');
  const condition = `attribute_exists(#held) AND ${asSeen}${total > 0 ? ' AND #used <= :most' : ''}`;
  return update(table, userId, { condition, set, add, names, values });
};

export const leaveHold = (
  table: Table,
  { userId, name }: Hold,
  { id }: HeldCall,
  { takenUntil }: HoldCount,
): Promise<boolean> => {
  const asSeen = takenUntil === '' ? 'attribute_not_exists(#taken)' : '#taken = :seen';
  const change = {
    condition: `attribute_exists(#held) AND ${asSeen}`,
    add: ['#held :minus'],
    names: { '#held': counter.held(name), '#taken': counter.heldTaken(name) },
    values: { ':minus': -1, ':seen': takenUntil },
  };
  const { ExpressionAttributeNames, ...expressions } = expressionsOf(change);
  return transact(table, [
    { Delete: { Key: key.heldCall(userId, name, id), ConditionExpression: 'attribute_exists(pk)' } },
    {
      Update: {
        Key: key.counters(userId),
        ...expressions,
        ExpressionAttributeNames: { ...ExpressionAttributeNames, '#taken': counter.heldTaken(name) },
      },
    },
  ]);
};

export const closeHold = (
  table: Table,
  userId: number,
  name: HoldName,
  { count, lastHeldAt }: HoldCount,
): Promise<boolean> =>
  update(table, userId, {
    condition: '#held = :count AND #last = :last',
    names: { '#held': counter.held(name), '#last': counter.heldLast(name) },
    values: { ':count': count, ':last': lastHeldAt },
    remove: [counter.held(name), counter.heldLast(name), counter.heldTaken(name)],
  });
