import type { HoldName } from '../../model/hold.ts';
import type { HeldBy } from '../../model/invocation.ts';
import type { QuotaRequest } from '../../model/invocation-ports.ts';
import { DAY_SECONDS, utcDay, windowAt } from '../../platform/clock.ts';
import { counter } from './counter-names.ts';
import { type Counters, type CountersChange, expressionsOf, lastDayOf, openingOf } from './counters-item.ts';
import { dueIndex, key, tenMinuteSlot } from './keys.ts';
import { type Table, updateItem } from './table.ts';

/**
 * Milliseconds after the announcement of a change in which a read can still return the old webhook. The change is
 * written after its announcement, and reads lag.
 */
const CHANGE_TAKES_MS = 5000;

/** The time from which a change of the owner's webhooks makes the call's cached route unusable; undefined without one. */
export const changesCountSince = ({ routeReadAt }: QuotaRequest): number | undefined =>
  routeReadAt && routeReadAt.getTime() - CHANGE_TAKES_MS;

/** The call's webhook, its URL and its storage, counted for every call. */
const countsOf = (call: QuotaRequest): Omit<CountersChange, 'condition'> => {
  const { userId, webhookId, oldRoute, limit, maxCalls, storage, now, hold } = call;
  const day = utcDay(now);
  return {
    names: {
      '#used': counter.used(day),
      '#day': counter.webhookDay(day, webhookId),
      '#total': counter.webhookTotal(webhookId),
      '#last': counter.webhookLast(webhookId),
      '#stored': counter.stored,
      '#until': counter.storedUntil(lastDayOf(storage.until, now)),
      '#changed': counter.changed,
      '#forQuota': counter.held('quota'),
      '#forQuotaAt': counter.heldLast('quota'),
      '#inOrder': counter.inOrder,
      '#paused': counter.held(webhookId),
      '#pausedAt': counter.heldLast(webhookId),
      ...(oldRoute !== undefined && { '#old': counter.oldRouteDay(day, oldRoute) }),
    },
    values: {
      ':one': 1,
      ':bytes': storage.bytes,
      ':storage': storage.maxBytes - storage.bytes,
      ':limit': limit,
      ':maxHeld': hold?.maxHeld,
      ':maxCalls': maxCalls,
      ':now': now.getTime(),
      ':today': windowAt(now, DAY_SECONDS).start.getTime(),
      ':since': changesCountSince(call),
      ':active': dueIndex.active(userId),
      ':user': dueIndex.activeUser(tenMinuteSlot(now), userId),
      ':userId': userId,
    },
    add: ['#total :one', '#until :bytes', ...(oldRoute === undefined ? [] : ['#old :one'])],
    set: ['#last = :now', 'due_pk = :active', 'due_sk = :user', 'user_id = if_not_exists(user_id, :userId)'],
  };
};

/** Counts the call for its targets, which a held call does only once it is sent to them. */
const dispatchedTo = (targetIds: readonly number[]) => ({
  add: targetIds.map((_, index) => `#t${index} :one`),
  set: targetIds.map((_, index) => `#l${index} = :now`),
  names: Object.fromEntries(
    targetIds.flatMap((id, index) => [
      [`#t${index}`, counter.targetTotal(id)],
      [`#l${index}`, counter.targetLast(id)],
    ]),
  ),
});

const UNIT = ['#used :one', '#day :one'];
const WAITS = '#forQuota < :maxHeld AND (#used >= :limit OR attribute_exists(#inOrder) OR #forQuotaAt >= :today)';
const OVERTAKES_NONE = '(attribute_not_exists(#forQuota) OR (attribute_not_exists(#inOrder) AND #forQuotaAt < :today))';
const UNCHANGED = ' AND attribute_exists(pk) AND (attribute_not_exists(#changed) OR #changed < :since)';

/** The writes that count a call. Each returns the counters before it, and fails if its condition does not hold. */
export const takeWrites = (table: Table, call: QuotaRequest) => {
  const counts = countsOf(call);
  const dispatched = dispatchedTo(call.targetIds);
  const unchanged = changesCountSince(call) === undefined ? '' : UNCHANGED;
  const write = async (change: Pick<CountersChange, 'condition'> & Partial<CountersChange>): Promise<Counters> => {
    const { Attributes = {} } = await updateItem(table, {
      Key: key.counters(call.userId),
      ...expressionsOf({
        condition: `(${change.condition})${unchanged}`,
        set: [...(counts.set ?? []), ...(change.set ?? [])],
        add: [...(counts.add ?? []), ...(change.add ?? [])],
        names: { ...counts.names, ...dispatched.names, ...change.names },
        values: { ...counts.values, ...change.values },
        ...(change.remove && { remove: change.remove }),
      }),
      ReturnValues: 'UPDATED_OLD',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return Attributes;
  };
  const hasRoom = `(attribute_not_exists(#stored) OR #stored <= :storage)${
    call.maxCalls === undefined ? '' : ' AND (attribute_not_exists(#total) OR #total < :maxCalls)'
  }`;
  return {
    /** @param begun the holds that this call has started, because it is their first call */
    to: (held: HeldBy | undefined, begun: ReadonlySet<HoldName>): Promise<Counters> => {
      switch (held) {
        case undefined:
          return write({
            condition: `#used < :limit AND ${OVERTAKES_NONE} AND attribute_not_exists(#paused) AND ${hasRoom}`,
            set: dispatched.set,
            add: [...UNIT, ...dispatched.add, '#stored :bytes'],
          });
        case 'paused':
          return write({
            condition: `#used < :limit AND ${OVERTAKES_NONE} AND ${begun.has(call.webhookId) ? '' : 'attribute_exists(#paused) AND '}${hasRoom}`,
            set: ['#pausedAt = :now'],
            add: [...UNIT, '#paused :one', '#stored :bytes'],
          });
        case 'quota':
          return write({
            condition: `${begun.has('quota') ? `((${WAITS}) OR (attribute_not_exists(#forQuota) AND #used >= :limit))` : WAITS} AND ${hasRoom}`,
            set: ['#forQuotaAt = :now'],
            add: ['#forQuota :one', '#stored :bytes'],
          });
      }
    },
    /** Counts the first call of a day, which is sent immediately. @param stored the bytes stored before it */
    opening: (old: Counters, stored: number): Promise<Counters> => {
      const { set = [], ...opening } = openingOf(old, { now: call.now, stored, bytes: call.storage.bytes });
      return write({ ...opening, set: [...set, ...dispatched.set], add: [...UNIT, ...dispatched.add] });
    },
  };
};
