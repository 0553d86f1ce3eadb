import { NEVER } from '#contract/never';
import type { CountsReader } from '../../accounts/read-overview.ts';
import type { DispatchCounter } from '../../model/dispatch-ports.ts';
import type { QuotaStore } from '../../model/invocation-ports.ts';
import type { ReplayQuota, ResendCounter } from '../../model/replay-ports.ts';
import type { DispatchCounts } from '../../model/target-ports.ts';
import type { Usage, UsageReader } from '../../model/webhook-ports.ts';
import { DAY_MS, utcDay } from '../../platform/clock.ts';
import { counter } from './counter-names.ts';
import { type Counters, expressionsOf, numberOf, storedIn, timeOf } from './counters-item.ts';
import { orderIn } from './held-counters.ts';
import { beginHold } from './held-items.ts';
import { key } from './keys.ts';
import { getItem, type Table, updateItem, updateItemIf } from './table.ts';
import { takeInvocation } from './take-invocation.ts';

const ERRORS_WINDOW_DAYS = 3;

interface CountersStore
  extends ReplayQuota,
    QuotaStore,
    UsageReader,
    DispatchCounts,
    CountsReader,
    DispatchCounter,
    ResendCounter {}

/** Stores each user's daily quota and counts in one item, so accepting a call costs one conditional write. */
export const countersStore = (table: Table): CountersStore => {
  const read = async (userId: number): Promise<Counters> => {
    const { Item = {} } = await getItem(table, { Key: key.counters(userId) });
    return Item;
  };
  return {
    takeInvocation: takeInvocation(table, beginHold(table)),
    counts: async (userId) => {
      const item = await read(userId);
      return { usage: (now) => usageIn(item, now), dispatches: dispatchesIn(item) };
    },
    usage: async (userId, now) => usageIn(await read(userId), now),
    read: async (userId) => dispatchesIn(await read(userId)),
    takeReplays: async ({ userId, count, limit, now }) => {
      if (count > limit) return false;
      return updateItemIf(table, {
        Key: key.counters(userId),
        UpdateExpression: 'ADD #replayed :count',
        ConditionExpression: 'attribute_not_exists(#replayed) OR #replayed <= :most',
        ExpressionAttributeNames: { '#replayed': counter.replayed(utcDay(now)) },
        ExpressionAttributeValues: { ':count': count, ':most': limit - count },
      });
    },
    replayedToday: async (userId, now) => Number((await read(userId))[counter.replayed(utcDay(now))] ?? 0),
    countError: async (userId, webhookId, now) => {
      await updateItem(table, {
        Key: key.counters(userId),
        UpdateExpression: 'ADD #day :one, #total :one',
        ExpressionAttributeNames: {
          '#day': counter.errorsDay(utcDay(now), webhookId),
          '#total': counter.errorsTotal(webhookId),
        },
        ExpressionAttributeValues: { ':one': 1 },
      });
    },
    countDispatch: async (userId, targetId, now) => {
      await updateItem(table, {
        Key: key.counters(userId),
        UpdateExpression: 'ADD #total :one SET #last = :now',
        ExpressionAttributeNames: { '#total': counter.targetTotal(targetId), '#last': counter.targetLast(targetId) },
        ExpressionAttributeValues: { ':one': 1, ':now': now.getTime() },
      });
    },
    uncountDispatch: async (userId, targetId, { acceptedAt, previousAt }) => {
      const takeBack = (condition: string, ...set: string[]) =>
        updateItemIf(table, {
          Key: key.counters(userId),
          ...expressionsOf({
            condition,
            set,
            add: ['#total :minus'],
            names: {
              '#total': counter.targetTotal(targetId),
              '#aside': counter.targetAside(targetId),
              '#before': counter.targetBefore(targetId),
            },
            values: {
              ':minus': -1,
              ':at': Date.parse(acceptedAt),
              ':previous': previousAt && Date.parse(previousAt),
            },
          }),
        });
      const isKnown = previousAt !== undefined;
      // If the previous call went to the waiting list as well, the dispatch before both remains the latest one.
      if (await takeBack(`#aside < :at${isKnown ? ' AND #aside >= :previous' : ''}`, '#aside = :at')) return;
      const begins = isKnown ? 'attribute_not_exists(#aside) OR #aside < :previous' : 'attribute_not_exists(#aside)';
      if (await takeBack(begins, '#aside = :at', ...(isKnown ? ['#before = :previous'] : []))) return;
      await takeBack('attribute_exists(#total)');
    },
    countResend: async ({ userId, webhookId, targetId }, failedAt, now) => {
      // Errors before the window are not shown, so their count does not matter.
      const day = failedAt && errorsWindow(now).find((each) => each === utcDay(failedAt));
      await updateItem(table, {
        Key: key.counters(userId),
        UpdateExpression: `SET #last = :now${day ? ' ADD #day :one' : ''}`,
        ExpressionAttributeNames: {
          '#last': counter.targetLast(targetId),
          ...(day && { '#day': counter.resentDay(day, webhookId) }),
        },
        ExpressionAttributeValues: { ':now': now.getTime(), ...(day && { ':one': 1 }) },
      });
    },
  };
};

/** The days whose errors are shown, beginning with today. */
const errorsWindow = (now: Date): string[] =>
  Array.from({ length: ERRORS_WINDOW_DAYS }, (_, back) => utcDay(new Date(now.getTime() - back * DAY_MS)));

/** Reads the usage by webhook from the counters. */
const usageIn = (item: Counters, now: Date): Usage => {
  const number = (name: string) => Number(item[name] ?? 0);
  const today = utcDay(now);
  const window = errorsWindow(now);
  return {
    usedToday: number(counter.used(today)),
    storedBytes: storedIn(item, now),
    byOldRoute: (route) => window.reduce((sum, day) => sum + number(counter.oldRouteDay(day, route)), 0),
    heldByQuota: number(counter.held('quota')),
    holdOrder: orderIn(item),
    of: (webhookId) => ({
      held: number(counter.held(webhookId)),
      invocations: number(counter.webhookTotal(webhookId)),
      lastInvocation: timeOf(item[counter.webhookLast(webhookId)]),
      invocationsToday: number(counter.webhookDay(today, webhookId)),
      errors: number(counter.errorsTotal(webhookId)),
      errorsLastDays: window.reduce((sum, day) => sum + number(counter.errorsDay(day, webhookId)), 0),
      openErrors: window.reduce((sum, day) => {
        const open = number(counter.errorsDay(day, webhookId)) - number(counter.resentDay(day, webhookId));
        return sum + Math.max(0, open);
      }, 0),
    }),
  };
};

/** Reads number and time of dispatches by target from the counters. */
const dispatchesIn = (item: Counters): Awaited<ReturnType<DispatchCounts['read']>> => {
  const counts: Record<string, { total: number; lastAt: string }> = {};
  for (const [name, total] of Object.entries(item)) {
    const targetId = counter.targetOfTotal(name);
    if (targetId !== undefined) counts[targetId] = { total: Number(total), lastAt: lastDispatchIn(item, targetId) };
  }
  return counts;
};

/**
 * The time of the latest dispatch to a target. A call whose message went to the waiting list was accepted, but not
 * dispatched.
 */
const lastDispatchIn = (item: Counters, targetId: number): string => {
  const last = item[counter.targetLast(targetId)];
  const isAside = numberOf(item[counter.targetAside(targetId)]) >= numberOf(last);
  return timeOf(isAside ? item[counter.targetBefore(targetId)] : last) ?? NEVER;
};

/**
 * Announces a change of a user's webhooks, so no process uses cached ones. Without counters, the user never had a call,
 * so nothing is cached.
 */
export const noteChange = async (table: Table, userId: number, now: Date): Promise<void> => {
  await updateItemIf(table, {
    Key: key.counters(userId),
    UpdateExpression: 'SET #changed = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#changed': counter.changed },
    ExpressionAttributeValues: { ':now': now.getTime() },
  });
};
