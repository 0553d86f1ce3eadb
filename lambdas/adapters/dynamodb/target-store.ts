import * as z from 'zod';
import { camel, renamed, snake } from '#contract/names';
import type { TargetStatus } from '#contract/states';
import { type Target, targetSchema } from '../../model/target.ts';
import type { TargetChanges, TargetStore } from '../../model/target-ports.ts';
import { idsOfTarget, key, targetIndex, within } from './keys.ts';
import { below, queryAll } from './query.ts';
import { storedReason } from './stored-reason.ts';
import { getItem, isConditionFailed, type Table, transact, updateItem, updateItemIf } from './table.ts';

/** A time, which is stored in milliseconds and RFC 3339 everywhere else. */
const time = z.number().transform((milliseconds) => new Date(milliseconds).toISOString());

/**
 * A stored target. Lists read all targets of a user, and reading large items costs more. So ids are stored only in the
 * key, and times are numbers.
 */
const stored = targetSchema.omit({ id: true, userId: true, createdAt: true }).extend({
  pk: z.string(),
  sk: z.string(),
  statusReason: storedReason.optional(),
  targetCreatedAt: time,
  updatedAt: time,
});

/** Parses a stored target item. */
export const parseTarget = (item: object): Target => {
  const { pk, sk, targetCreatedAt, ...target } = stored.parse(renamed(camel, item));
  return { ...target, ...idsOfTarget({ pk, sk }), createdAt: targetCreatedAt };
};

/** Converts a target to its item. */
export const targetItem = ({ id, userId, createdAt, updatedAt, ...target }: Target) => ({
  ...key.target(userId, id),
  ...renamed(snake, target),
  target_created_at: Date.parse(createdAt),
  updated_at: Date.parse(updatedAt),
});

/** The update expression for changes. A value of `undefined` removes the attribute. */
const updateOf = (changes: TargetChanges, at: Date) => {
  const names: Record<string, string> = { '#updated': 'updated_at' };
  const values: Record<string, unknown> = { ':updated': at.getTime() };
  const set = ['#updated = :updated'];
  const remove: string[] = [];
  for (const [field, value] of Object.entries(changes)) {
    names[`#${field}`] = snake(field);
    if (value === undefined) remove.push(`#${field}`);
    else {
      values[`:${field}`] = value;
      set.push(`#${field} = :${field}`);
    }
  }
  const expression = `SET ${set.join(', ')}${remove.length > 0 ? ` REMOVE ${remove.join(', ')}` : ''}`;
  return { names, values, expression };
};

export const targetStore = (table: Table): TargetStore => {
  const update: TargetStore['update'] = async (userId, targetId, changes, at, expected) => {
    const { names, values, expression } = updateOf(changes, at);
    names['#expected'] = 'status';
    values[':deleted'] = 'deleted' satisfies TargetStatus;
    let condition = '';
    if (Array.isArray(expected)) {
      const of = Object.fromEntries(expected.map((status, index) => [`:expected${index}`, status]));
      Object.assign(values, of);
      condition = ` AND #expected IN (${Object.keys(of).join(', ')})`;
    } else if (expected) {
      values[':read'] = Date.parse(expected.updatedAt);
      condition = ' AND #updated = :read';
    }
    try {
      const { Attributes } = await updateItem(table, {
        Key: key.target(userId, targetId),
        UpdateExpression: expression,
        ConditionExpression: `attribute_exists(pk) AND #expected <> :deleted${condition}`,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      });
      return Attributes && parseTarget(Attributes);
    } catch (error) {
      if (isConditionFailed(error)) return undefined;
      throw error;
    }
  };

  return {
    list: async (userId, { mayLag } = { mayLag: false }) => {
      const whole = { ...below(within.targets(userId)), ConsistentRead: true };
      const shown = { ...below(within.user(userId)), IndexName: targetIndex.name };
      const items = await queryAll(table, mayLag ? shown : whole);
      return items.map(parseTarget).sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id);
    },
    get: async (userId, targetId) => {
      const { Item } = await getItem(table, { Key: key.target(userId, targetId), ConsistentRead: true });
      return Item && parseTarget(Item);
    },
    insert: (target, maxTargets) =>
      transact(table, [
        { Put: { Item: targetItem(target), ConditionExpression: 'attribute_not_exists(pk)' } },
        {
          Update: {
            Key: key.profile(target.userId),
            UpdateExpression: 'ADD target_count :one',
            // The profile of an account that is being deleted exists until everything else is removed, but accepts no
            // new targets.
            ConditionExpression: `attribute_exists(pk) AND attribute_not_exists(deleting_since)${
              maxTargets === null ? '' : ' AND (attribute_not_exists(target_count) OR target_count < :max)'
            }`,
            ExpressionAttributeValues: { ':one': 1, ...(maxTargets !== null && { ':max': maxTargets }) },
          },
        },
      ]),
    update,
    markDeleted: (userId, targetId, at) =>
      updateItemIf(table, {
        Key: key.target(userId, targetId),
        UpdateExpression: 'SET #status = :deleted, updated_at = :at',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':deleted': 'deleted' satisfies TargetStatus, ':at': at.getTime() },
      }),
    remove: (userId, targetId) =>
      transact(table, [
        {
          Delete: { Key: key.target(userId, targetId), ConditionExpression: 'attribute_exists(pk)' },
        },
        {
          Update: {
            Key: key.profile(userId),
            UpdateExpression: 'ADD target_count :minus',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':minus': -1 },
          },
        },
      ]),
    markInactive: async (userId, targetId, reason, at) =>
      (await update(userId, targetId, { status: 'inactive', statusReason: reason }, at, ['active'])) !== undefined,
  };
};
