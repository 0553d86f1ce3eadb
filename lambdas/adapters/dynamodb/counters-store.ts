import { GetCommand, UpdateCommand, type UpdateCommandOutput } from '@aws-sdk/lib-dynamodb';
import { NEVER } from '#contract/never';
import type { CountsReader } from '../../accounts/read-overview.ts';
import type { ReplayQuota } from '../../dispatches/ports.ts';
import type { QuotaStore, TakenQuota } from '../../invocations/ports.ts';
import { utcDay } from '../../platform/clock.ts';
import type { DispatchCounts } from '../../targets/ports.ts';
import type { Usage, UsageReader } from '../../webhooks/ports.ts';
import { counter, dueIndex, key, tenMinuteSlot } from './keys.ts';
import { applied, isConditionFailed, type Table } from './table.ts';

/**
 * A change of a webhook is noted first and made afterwards, and reads lag behind: what was read within so many
 * milliseconds after the note may be older than the change.
 */
const CHANGE_TAKES_MS = 5000;

/**
 * Days of which quota and errors are kept: the errors window of three days, and a margin for what is still settling.
 * Calls of a webhook are kept for the day they are shown.
 */
const KEPT_DAYS = 4;
const ERRORS_WINDOW_DAYS = 3;

interface CountersStore extends ReplayQuota, QuotaStore, UsageReader, DispatchCounts, CountsReader {
  /** One dispatch of the webhook failed for good. */
  countError(userId: number, webhookId: number, now: Date): Promise<void>;
}

type Counters = Readonly<Record<string, unknown>>;

/** One item per user holds the day's quota and all counts, so that accepting a call costs one conditional write. */
export const countersStore = (table: Table): CountersStore => {
  const TableName = table.name;
  const read = async (userId: number): Promise<Counters> => {
    const { Item = {} } = await table.client.send(new GetCommand({ TableName, Key: key.counters(userId) }));
    return Item;
  };
  return {
    takeInvocation: async ({ userId, webhookId, targetIds, limit, now, knownSince }) => {
      const day = utcDay(now);
      const names: Record<string, string> = {
        '#used': counter.used(day),
        '#day': counter.webhookDay(day, webhookId),
        '#total': counter.webhookTotal(webhookId),
        '#last': counter.webhookLast(webhookId),
      };
      const values: Record<string, unknown> = {
        ':one': 1,
        ':limit': limit,
        ':now': now.getTime(),
        ':slot': dueIndex.active(tenMinuteSlot(now), userId),
        ':user': dueIndex.activeUser(userId),
      };
      const add = ['#used :one', '#day :one', '#total :one'];
      const set = ['#last = :now', 'due_pk = :slot', 'due_sk = :user', 'user_id = if_not_exists(user_id, :userId)'];
      values[':userId'] = userId;
      targetIds.forEach((id, index) => {
        names[`#t${index}`] = counter.targetTotal(id);
        names[`#l${index}`] = counter.targetLast(id);
        add.push(`#t${index} :one`);
        set.push(`#l${index} = :now`);
      });
      const since = knownSince && knownSince.getTime() - CHANGE_TAKES_MS;
      const unchanged = since
        ? ' AND attribute_exists(pk) AND (attribute_not_exists(#changed) OR #changed < :since)'
        : '';
      if (since) {
        names['#changed'] = counter.changed;
        values[':since'] = since;
      }
      const take = (condition: string, remove: string[]) => {
        remove.forEach((name, index) => {
          names[`#r${index}`] = name;
        });
        const removal = remove.length > 0 ? ` REMOVE ${remove.map((_, index) => `#r${index}`).join(', ')}` : '';
        return table.client.send(
          new UpdateCommand({
            TableName,
            Key: key.counters(userId),
            UpdateExpression: `SET ${set.join(', ')} ADD ${add.join(', ')}${removal}`,
            ConditionExpression: `(${condition})${unchanged}`,
            ExpressionAttributeNames: names,
            ExpressionAttributeValues: values,
            ReturnValues: 'UPDATED_OLD',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
      };
      if (limit <= 0) return undefined;
      try {
        return taken(await take('#used < :limit', []), day);
      } catch (error) {
        if (!isConditionFailed(error)) throw error;
        const old = itemBefore(error);
        if (since && (!('pk' in old) || numberOf(old[counter.changed]) >= since)) return 'changed';
        if (counter.used(day) in old) return undefined;
        // The first call of a day opens it, and takes the counts of long-gone days out of the item.
        try {
          return taken(await take('attribute_not_exists(#used) OR #used < :limit', staleDays(old, now)), day);
        } catch (again) {
          if (isConditionFailed(again)) return undefined;
          throw again;
        }
      }
    },
    counts: async (userId) => {
      const item = await read(userId);
      return { usage: (now) => usageIn(item, now), dispatches: dispatchesIn(item) };
    },
    usage: async (userId, now) => usageIn(await read(userId), now),
    read: async (userId) => dispatchesIn(await read(userId)),
    takeReplays: async ({ userId, count, limit, now }) => {
      if (count > limit) return false;
      return applied(
        table.client.send(
          new UpdateCommand({
            TableName,
            Key: key.counters(userId),
            UpdateExpression: 'ADD #replayed :count',
            ConditionExpression: 'attribute_not_exists(#replayed) OR #replayed <= :most',
            ExpressionAttributeNames: { '#replayed': counter.replayed(utcDay(now)) },
            ExpressionAttributeValues: { ':count': count, ':most': limit - count },
          }),
        ),
      );
    },
    replayedToday: async (userId, now) => Number((await read(userId))[counter.replayed(utcDay(now))] ?? 0),
    countError: async (userId, webhookId, now) => {
      await table.client.send(
        new UpdateCommand({
          TableName,
          Key: key.counters(userId),
          UpdateExpression: 'ADD #day :one, #total :one',
          ExpressionAttributeNames: {
            '#day': counter.errorsDay(utcDay(now), webhookId),
            '#total': counter.errorsTotal(webhookId),
          },
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    },
  };
};

/** What the counters say of webhooks. */
const usageIn = (item: Counters, now: Date): Usage => {
  const number = (name: string) => Number(item[name] ?? 0);
  const today = utcDay(now);
  const window = Array.from({ length: ERRORS_WINDOW_DAYS }, (_, back) =>
    utcDay(new Date(now.getTime() - back * 86_400_000)),
  );
  return {
    usedToday: number(counter.used(today)),
    of: (webhookId) => ({
      invocations: number(counter.webhookTotal(webhookId)),
      lastInvocation: timeOf(item[counter.webhookLast(webhookId)]),
      invocationsToday: number(counter.webhookDay(today, webhookId)),
      errors: number(counter.errorsTotal(webhookId)),
      errorsLastDays: window.reduce((sum, day) => sum + number(counter.errorsDay(day, webhookId)), 0),
    }),
  };
};

/** What they say of targets. */
const dispatchesIn = (item: Counters): Awaited<ReturnType<DispatchCounts['read']>> => {
  const counts: Record<string, { total: number; lastAt: string }> = {};
  for (const [name, total] of Object.entries(item)) {
    const targetId = counter.targetOfTotal(name);
    if (targetId !== undefined)
      counts[targetId] = { total: Number(total), lastAt: timeOf(item[counter.targetLast(targetId)]) ?? NEVER };
  }
  return counts;
};

/** RFC 3339 of stored milliseconds. */
const timeOf = (milliseconds: unknown): string | undefined =>
  milliseconds === undefined ? undefined : new Date(Number(milliseconds)).toISOString();

/** What taking a unit found, from the values as they were before it. */
const taken = ({ Attributes = {} }: UpdateCommandOutput, day: string): TakenQuota => ({
  used: Number(Attributes[counter.used(day)] ?? 0) + 1,
  previousCallTo: (targetId) => timeOf(Attributes[counter.targetLast(targetId)]),
});

/** The item at the very moment a condition failed; reading it afterwards would see what others wrote meanwhile. */
const itemBefore = (error: unknown): Record<string, unknown> =>
  (error as { Item?: Record<string, unknown> }).Item ?? {};

/** A number of such an item, which comes in low-level form unless the document client has read it. */
const numberOf = (value: unknown): number => Number((value as { N?: string } | undefined)?.N ?? value ?? 0);

/** Names of days that are past; at most 100 at once keep the expression small. */
const staleDays = (item: Record<string, unknown>, now: Date): string[] => {
  const oldest = utcDay(new Date(now.getTime() - KEPT_DAYS * 86_400_000));
  const days = { today: utcDay(now), oldest };
  return Object.keys(item)
    .filter((name) => counter.isPast(name, days))
    .slice(0, 100);
};

/**
 * Notes that webhooks of a user are about to change, so that no process goes on with what it remembers of them. Nobody
 * remembers one of a user without counters, who never had a call.
 */
export const noteChange = async (table: Table, userId: number, now: Date): Promise<void> => {
  await applied(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key.counters(userId),
        UpdateExpression: 'SET #changed = :now',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#changed': counter.changed },
        ExpressionAttributeValues: { ':now': now.getTime() },
      }),
    ),
  );
};
