import { type BeginHold, CHECK_SECONDS, type HoldName, placeOf } from '../../model/hold.ts';
import type { QuotaStore, TakenQuota } from '../../model/invocation-ports.ts';
import { secondsAfter, utcDay, windowAt } from '../../platform/clock.ts';
import { counter } from './counter-names.ts';
import {
  type Counters,
  type CountersChange,
  expressionsOf,
  freeAtOf,
  itemBefore,
  lastDayOf,
  numberOf,
  openingOf,
  storedIn,
  timeOf,
} from './counters-item.ts';
import { dueIndex, key, tenMinuteSlot } from './keys.ts';
import { isConditionFailed, type Table, updateItem, updateItemIf } from './table.ts';

/**
 * Milliseconds after the announcement of a change in which a read can still return the old webhook. The change is
 * written after its announcement, and reads lag.
 */
const CHANGE_TAKES_MS = 5000;

/**
 * Maximum number of attempts to take a unit. An attempt fails if another call opens the day or a hold at the same time.
 */
const TAKE_TRIES = 6;

/** Takes quota and storage for one call and counts it in one write; see {@link QuotaStore.takeInvocation}. */
export const takeInvocation =
  (table: Table, beginHold: BeginHold): QuotaStore['takeInvocation'] =>
  async (call) => {
    const {
      userId,
      webhookId,
      oldRoute,
      targetIds,
      limit,
      most,
      room,
      now,
      knownSince,
      isPaused = false,
      hold,
      isUsedUp,
    } = call;
    const day = utcDay(now);
    const names: Record<string, string> = {
      '#used': counter.used(day),
      '#day': counter.webhookDay(day, webhookId),
      '#total': counter.webhookTotal(webhookId),
      '#last': counter.webhookLast(webhookId),
      '#stored': counter.stored,
      '#until': counter.storedUntil(lastDayOf(room.until, now)),
      '#changed': counter.changed,
      '#owed': counter.held('quota'),
      '#owedAt': counter.heldLast('quota'),
      '#inOrder': counter.inOrder,
      '#behind': counter.held(webhookId),
      '#behindAt': counter.heldLast(webhookId),
    };
    const since = knownSince && knownSince.getTime() - CHANGE_TAKES_MS;
    const values: Record<string, unknown> = {
      ':one': 1,
      ':bytes': room.bytes,
      ':room': room.maxBytes - room.bytes,
      ':limit': limit,
      ':most': hold?.most,
      ':all': most,
      ':now': now.getTime(),
      ':today': windowAt(now, 86_400).start.getTime(),
      ':since': since,
      ':active': dueIndex.active(userId),
      ':user': dueIndex.activeUser(tenMinuteSlot(now), userId),
      ':userId': userId,
    };
    const add = ['#total :one', '#until :bytes'];
    const set = ['#last = :now', 'due_pk = :active', 'due_sk = :user', 'user_id = if_not_exists(user_id, :userId)'];
    if (oldRoute !== undefined) {
      names['#old'] = counter.oldRouteDay(day, oldRoute);
      add.push('#old :one');
    }
    targetIds.forEach((id, index) => {
      names[`#t${index}`] = counter.targetTotal(id);
      names[`#l${index}`] = counter.targetLast(id);
    });
    /** Counts the call for its targets. Not used for a held call, which is counted only when it is sent to its targets. */
    const dispatched = {
      add: targetIds.map((_, index) => `#t${index} :one`),
      set: targetIds.map((_, index) => `#l${index} = :now`),
    };
    const unchanged = since
      ? ' AND attribute_exists(pk) AND (attribute_not_exists(#changed) OR #changed < :since)'
      : '';
    const update = async (change: CountersChange): Promise<Counters> => {
      const { Attributes = {} } = await updateItem(table, {
        Key: key.counters(userId),
        ...expressionsOf(change),
        ReturnValues: 'UPDATED_OLD',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      return Attributes;
    };
    const write = (change: Pick<CountersChange, 'condition'> & Partial<CountersChange>) =>
      update({
        condition: `(${change.condition})${unchanged}`,
        set: [...set, ...(change.set ?? [])],
        add: [...add, ...(change.add ?? [])],
        names: { ...names, ...change.names },
        values: { ...values, ...change.values },
        ...(change.remove && { remove: change.remove }),
      });
    const unit = ['#used :one', '#day :one'];
    const hasRoom = `(attribute_not_exists(#stored) OR #stored <= :room)${
      most === undefined ? '' : ' AND (attribute_not_exists(#total) OR #total < :all)'
    }`;
    const waits = '#owed < :most AND (#used >= :limit OR attribute_exists(#inOrder) OR #owedAt >= :today)';
    const overtakesNone = '(attribute_not_exists(#owed) OR (attribute_not_exists(#inOrder) AND #owedAt < :today))';

    /** The holds that this call has started, because it is their first call. */
    const begun = new Set<HoldName>();
    const writeTo = {
      'on-its-way': () =>
        write({
          condition: `#used < :limit AND ${overtakesNone} AND attribute_not_exists(#behind) AND ${hasRoom}`,
          set: dispatched.set,
          add: [...unit, ...dispatched.add, '#stored :bytes'],
        }),
      behind: () =>
        write({
          condition: `#used < :limit AND ${overtakesNone} AND ${begun.has(webhookId) ? '' : 'attribute_exists(#behind) AND '}${hasRoom}`,
          set: ['#behindAt = :now'],
          add: [...unit, '#behind :one', '#stored :bytes'],
        }),
      owed: () =>
        write({
          condition: `${begun.has('quota') ? `((${waits}) OR (attribute_not_exists(#owed) AND #used >= :limit))` : waits} AND ${hasRoom}`,
          set: ['#owedAt = :now'],
          add: ['#owed :one', '#stored :bytes'],
        }),
    };
    const taken = (before: Counters, storedBytes: number, heldBy?: TakenQuota['held']): TakenQuota => ({
      used: numberOf(before[counter.used(day)]) + (heldBy === 'quota' ? 0 : 1),
      storedBytes,
      ...(heldBy && { held: heldBy }),
      previousCallTo: (targetId) => timeOf(before[counter.targetLast(targetId)]),
    });
    const heldBy = { 'on-its-way': undefined, behind: 'paused', owed: 'quota' } as const;

    if (limit <= 0) return undefined;
    let place: keyof typeof writeTo = isPaused ? 'behind' : isUsedUp && hold?.fits ? 'owed' : 'on-its-way';
    for (let tries = 0; tries < TAKE_TRIES; tries++) {
      try {
        const before = await writeTo[place]();
        return taken(before, numberOf(before[counter.stored]) + room.bytes, heldBy[place]);
      } catch (error) {
        if (!isConditionFailed(error)) throw error;
        const old = itemBefore(error);
        if (since && (!('pk' in old) || numberOf(old[counter.changed]) >= since)) return 'changed';
        if (most !== undefined && numberOf(old[counter.webhookTotal(webhookId)]) >= most) return undefined;
        const isOpen = counter.used(day) in old;
        const [owed, behind] = [countIn(old, 'quota'), countIn(old, webhookId)];
        const isBehindOwed = owed !== undefined && (counter.inOrder in old || heldToday(old, now));
        place = placeOf({ used: numberOf(old[counter.used(day)]), limit, isBehindOwed, behind, isPaused });
        if (place === 'owed' && (!hold?.fits || (owed ?? 0) >= hold.most)) return undefined;
        const stored = isOpen ? numberOf(old[counter.stored]) : storedIn(old, now);
        if (stored + room.bytes > room.maxBytes) return { freeAt: freeAtOf(old, room, now) };
        if (!isOpen && place === 'on-its-way') {
          const opening = openingOf(old, { now, stored, bytes: room.bytes });
          const { set: opened = [], ...rest } = opening;
          const taking = { set: [...opened, ...dispatched.set], add: [...unit, ...dispatched.add] };
          const before = await write({ ...rest, ...taking }).catch(ignoreConditionFailed);
          // If the write failed, another process changed the counters first, and the loop tries again.
          if (before) return taken(before, stored + room.bytes);
        } else if (!isOpen) await openDay(table, userId, old, now);
        if (place === 'owed' && owed === undefined) {
          await beginHold(userId, 'quota', { now, nextCheckAt: windowAt(now, 86_400).end });
          begun.add('quota');
        }
        if (place === 'behind' && behind === undefined) {
          await beginHold(userId, webhookId, { now, nextCheckAt: secondsAfter(now, CHECK_SECONDS) });
          begun.add(webhookId);
        }
      }
    }
    throw new Error('The counters of a user change too fast');
  };

const countIn = (item: Counters, name: HoldName): number | undefined => {
  const count = item[counter.held(name)];
  return count === undefined ? undefined : numberOf(count);
};

const ignoreConditionFailed = (error: unknown): undefined => {
  if (!isConditionFailed(error)) throw error;
};

/** True if a call was held for quota today. */
const heldToday = (item: Counters, now: Date): boolean =>
  numberOf(item[counter.heldLast('quota')]) >= windowAt(now, 86_400).start.getTime();

/** Opens the day without using a unit, for calls that are held or being released. */
export const openDay = async (table: Table, userId: number, old: Counters, now: Date): Promise<void> => {
  const { set = [], values, ...opening } = openingOf(old, { now, stored: storedIn(old, now), bytes: 0 });
  const change = { ...opening, set: [...set, '#used = :zero'], values: { ...values, ':zero': 0 } };
  await updateItemIf(table, { Key: key.counters(userId), ...expressionsOf(change) });
};
