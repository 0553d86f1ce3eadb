import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { NEVER } from '#contract/never';
import type { CountsReader } from '../../accounts/read-overview.ts';
import type { ErrorCounter } from '../../dispatches/ports.ts';
import type { CallRoom, QuotaStore, TakenQuota } from '../../invocations/ports.ts';
import { dayNumber, utcDay } from '../../platform/clock.ts';
import type { ReplayQuota, SentAgainCounter } from '../../replays/ports.ts';
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

/** Bytes that expire within this many days are counted by the day, later ones by the week. */
const COUNTED_BY_DAY = 8;

/** How often a call tries to take a unit while others open the day. */
const TAKE_TRIES = 4;

const DAY_MS = 86_400_000;

interface CountersStore
  extends ReplayQuota,
    QuotaStore,
    UsageReader,
    DispatchCounts,
    CountsReader,
    ErrorCounter,
    SentAgainCounter {}

type Counters = Readonly<Record<string, unknown>>;

/** One item per user holds the day's quota and all counts, so that accepting a call costs one conditional write. */
export const countersStore = (table: Table): CountersStore => {
  const TableName = table.name;
  const read = async (userId: number): Promise<Counters> => {
    const { Item = {} } = await table.client.send(new GetCommand({ TableName, Key: key.counters(userId) }));
    return Item;
  };
  return {
    takeInvocation: async ({ userId, webhookId, oldRoute, targetIds, limit, room, now, knownSince }) => {
      const day = utcDay(now);
      const names: Record<string, string> = {
        '#used': counter.used(day),
        '#day': counter.webhookDay(day, webhookId),
        '#total': counter.webhookTotal(webhookId),
        '#last': counter.webhookLast(webhookId),
        '#stored': counter.stored,
        '#until': counter.storedUntil(lastDayOf(room.until, now)),
      };
      const values: Record<string, unknown> = {
        ':one': 1,
        ':bytes': room.bytes,
        ':now': now.getTime(),
        ':active': dueIndex.active(userId),
        ':user': dueIndex.activeUser(tenMinuteSlot(now), userId),
      };
      const add = ['#used :one', '#day :one', '#total :one', '#until :bytes'];
      const set = ['#last = :now', 'due_pk = :active', 'due_sk = :user', 'user_id = if_not_exists(user_id, :userId)'];
      values[':userId'] = userId;
      if (oldRoute !== undefined) {
        names['#old'] = counter.oldRouteDay(day, oldRoute);
        add.push('#old :one');
      }
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
      const write = async (update: {
        condition: string;
        values: Record<string, unknown>;
        set?: string[];
        add?: string[];
        remove?: string[];
      }): Promise<Counters> => {
        const removed = Object.fromEntries((update.remove ?? []).map((name, index) => [`#r${index}`, name]));
        const removal = Object.keys(removed).length > 0 ? ` REMOVE ${Object.keys(removed).join(', ')}` : '';
        const { Attributes = {} } = await table.client.send(
          new UpdateCommand({
            TableName,
            Key: key.counters(userId),
            UpdateExpression: `SET ${[...set, ...(update.set ?? [])].join(', ')} ADD ${[...add, ...(update.add ?? [])].join(', ')}${removal}`,
            ConditionExpression: `(${update.condition})${unchanged}`,
            ExpressionAttributeNames: { ...names, ...removed },
            ExpressionAttributeValues: { ...values, ...update.values },
            ReturnValues: 'UPDATED_OLD',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return Attributes;
      };
      const ordinary = () =>
        write({
          condition: '#used < :limit AND (attribute_not_exists(#stored) OR #stored <= :room)',
          values: { ':limit': limit, ':room': room.maxBytes - room.bytes },
          add: ['#stored :bytes'],
        });
      /**
       * The first call of a day opens it: takes the counts of long-gone days out of the item, and the bytes of calls that
       * have expired since out of the sum.
       */
      const opening = (old: Counters, stored: number) => {
        const before = old[counter.stored];
        const asRead = before === undefined ? 'attribute_not_exists(#stored)' : '#stored = :before';
        return write({
          condition: `attribute_not_exists(#used) AND ${asRead}`,
          values: { ':sum': stored + room.bytes, ...(before !== undefined && { ':before': numberOf(before) }) },
          set: ['#stored = :sum'],
          remove: staleNames(old, now),
        });
      };

      if (limit <= 0) return undefined;
      for (let tries = 0; tries < TAKE_TRIES; tries++) {
        try {
          const before = await ordinary();
          return taken(before, day, numberOf(before[counter.stored]) + room.bytes);
        } catch (error) {
          if (!isConditionFailed(error)) throw error;
          const old = itemBefore(error);
          if (since && (!('pk' in old) || numberOf(old[counter.changed]) >= since)) return 'changed';
          const isOpen = counter.used(day) in old;
          if (isOpen && numberOf(old[counter.used(day)]) >= limit) return undefined;
          const stored = storedIn(old, now);
          if (isOpen || stored + room.bytes > room.maxBytes) return { freeAt: freeAtOf(old, room, now) };
          // Somebody else opened the day meanwhile: the call is an ordinary one then.
          const before = await opening(old, stored).catch(unlessConditionFailed);
          if (before) return taken(before, day, stored + room.bytes);
        }
      }
      throw new Error('The counters of a user change too fast');
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
    countSentAgain: async (userId, webhookId, failedAt, now) => {
      const day = utcDay(failedAt);
      // What no window shows any more is not worth a write.
      if (!errorsWindow(now).includes(day)) return;
      await table.client.send(
        new UpdateCommand({
          TableName,
          Key: key.counters(userId),
          UpdateExpression: 'ADD #day :one',
          ExpressionAttributeNames: { '#day': counter.sentAgainDay(day, webhookId) },
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    },
  };
};

/** The days whose errors are shown, today first. */
const errorsWindow = (now: Date): string[] =>
  Array.from({ length: ERRORS_WINDOW_DAYS }, (_, back) => utcDay(new Date(now.getTime() - back * DAY_MS)));

/** What the counters say of webhooks. */
const usageIn = (item: Counters, now: Date): Usage => {
  const number = (name: string) => Number(item[name] ?? 0);
  const today = utcDay(now);
  const window = errorsWindow(now);
  return {
    usedToday: number(counter.used(today)),
    storedBytes: storedIn(item, now),
    byOldRoute: (route) => window.reduce((sum, day) => sum + number(counter.oldRouteDay(day, route)), 0),
    of: (webhookId) => ({
      invocations: number(counter.webhookTotal(webhookId)),
      lastInvocation: timeOf(item[counter.webhookLast(webhookId)]),
      invocationsToday: number(counter.webhookDay(today, webhookId)),
      errors: number(counter.errorsTotal(webhookId)),
      errorsLastDays: window.reduce((sum, day) => sum + number(counter.errorsDay(day, webhookId)), 0),
      openErrors: window.reduce((sum, day) => {
        const open = number(counter.errorsDay(day, webhookId)) - number(counter.sentAgainDay(day, webhookId));
        return sum + Math.max(0, open);
      }, 0),
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
const taken = (before: Counters, day: string, storedBytes: number): TakenQuota => ({
  used: numberOf(before[counter.used(day)]) + 1,
  storedBytes,
  previousCallTo: (targetId) => timeOf(before[counter.targetLast(targetId)]),
});

const unlessConditionFailed = (error: unknown): undefined => {
  if (!isConditionFailed(error)) throw error;
};

/**
 * The last day (days since 1970) that a call's bytes are counted on. Calls that are kept for long are counted by the
 * week, so that the item, which every call pays for by its length, has two dozen such counts at most.
 */
const lastDayOf = (until: Date, now: Date): number => {
  const day = dayNumber(until);
  return day - dayNumber(now) <= COUNTED_BY_DAY ? day : Math.ceil(day / 7) * 7;
};

/** Bytes by the last day that they are counted on, without those whose day is over; soonest first. */
const storedByDay = (item: Counters, now: Date): { day: number; bytes: number }[] =>
  Object.entries(item)
    .flatMap(([name, bytes]) => {
      const day = counter.dayOfStored(name);
      return day === undefined || day < dayNumber(now) ? [] : [{ day, bytes: numberOf(bytes) }];
    })
    .sort((a, b) => a.day - b.day);

const storedIn = (item: Counters, now: Date): number =>
  storedByDay(item, now).reduce((sum, { bytes }) => sum + bytes, 0);

/** The beginning of the first day on which so much has expired that there is room for a call. */
const freeAtOf = (item: Counters, { bytes, maxBytes }: CallRoom, now: Date): Date => {
  let stored = storedIn(item, now);
  let last = dayNumber(now);
  for (const each of storedByDay(item, now)) {
    if (stored + bytes <= maxBytes) break;
    stored -= each.bytes;
    last = each.day;
  }
  return new Date((last + 1) * DAY_MS);
};

/** The item at the very moment a condition failed; reading it afterwards would see what others wrote meanwhile. */
const itemBefore = (error: unknown): Record<string, unknown> =>
  (error as { Item?: Record<string, unknown> }).Item ?? {};

/** A number of such an item, which comes in low-level form unless the document client has read it. */
const numberOf = (value: unknown): number => Number((value as { N?: string } | undefined)?.N ?? value ?? 0);

/** Names of days that are past; at most 100 at once keep the expression small. */
const staleNames = (item: Counters, now: Date): string[] => {
  const oldest = utcDay(new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  const days = { today: utcDay(now), oldest };
  const isStale = (name: string) =>
    (counter.dayOfStored(name) ?? Infinity) < dayNumber(now) || counter.isPast(name, days);
  return Object.keys(item).filter(isStale).slice(0, 100);
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
