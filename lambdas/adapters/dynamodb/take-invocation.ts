import { type BeginHold, CHECK_SECONDS, type HoldName, placeOf } from '../../model/hold.ts';
import type { QuotaRefusal, QuotaRequest, QuotaStore, TakenQuota } from '../../model/invocation-ports.ts';
import { secondsAfter, utcDay, windowAt } from '../../platform/clock.ts';
import { counter } from './counter-names.ts';
import {
  type Counters,
  expressionsOf,
  freeAtOf,
  itemBefore,
  numberOf,
  openingOf,
  storedIn,
  timeOf,
} from './counters-item.ts';
import { key } from './keys.ts';
import { isConditionFailed, type Table, updateItemIf } from './table.ts';
import { changesCountSince, type Place, takeWrites } from './take-writes.ts';

/**
 * Maximum number of attempts to take a unit. An attempt fails if another call opens the day or a hold at the same time.
 */
const TAKE_TRIES = 6;

/** Takes quota and storage for one call and counts it in one write; see {@link QuotaStore.takeInvocation}. */
export const takeInvocation =
  (table: Table, beginHold: BeginHold): QuotaStore['takeInvocation'] =>
  async (call) => {
    const { userId, webhookId, limit, now, isPaused = false, hold, isUsedUp } = call;
    if (limit <= 0) return { refused: 'quota' };
    const writes = takeWrites(table, call);
    const begun = new Set<HoldName>();
    const begin = async (name: HoldName, nextCheckAt: Date) => {
      await beginHold(userId, name, { now, nextCheckAt });
      begun.add(name);
    };
    let place: Place = isPaused ? 'behind' : isUsedUp && hold?.fits ? 'owed' : 'on-its-way';
    for (let tries = 0; tries < TAKE_TRIES; tries++) {
      let old: Counters;
      try {
        const before = await writes.to(place, begun);
        return taken(call, place, before, numberOf(before[counter.stored]));
      } catch (error) {
        if (!isConditionFailed(error)) throw error;
        old = itemBefore(error);
      }
      const next = nextOf(old, call);
      if ('refused' in next) return next;
      const { stored, isOpen } = next;
      place = next.place;
      if (!isOpen && place === 'on-its-way') {
        const before = await writes.opening(old, stored).catch(ignoreConditionFailed);
        // If the write failed, another process changed the counters first, and the loop tries again.
        if (before) return taken(call, place, before, stored);
      } else if (!isOpen) await openDay(table, userId, old, now);
      if (place === 'owed' && next.owed === undefined) await begin('quota', windowAt(now, 86_400).end);
      if (place === 'behind' && next.behind === undefined) await begin(webhookId, secondsAfter(now, CHECK_SECONDS));
    }
    throw new Error('The counters of a user change too fast');
  };

const HELD_BY = { 'on-its-way': undefined, behind: 'paused', owed: 'quota' } as const;

/** @param stored the bytes stored before the call */
const taken = ({ now, room }: QuotaRequest, place: Place, before: Counters, stored: number): TakenQuota => {
  const held = HELD_BY[place];
  return {
    used: numberOf(before[counter.used(utcDay(now))]) + (held === 'quota' ? 0 : 1),
    storedBytes: stored + room.bytes,
    ...(held && { held }),
    previousCallTo: (targetId) => timeOf(before[counter.targetLast(targetId)]),
  };
};

/** The counters when a write failed, and the place that they leave for the call. `isOpen` is true after a day's first call. */
interface Next {
  place: Place;
  isOpen: boolean;
  stored: number;
  owed: number | undefined;
  behind: number | undefined;
}

/** Decides where a call goes after its write failed, or why it is rejected. Pure. */
const nextOf = (old: Counters, call: QuotaRequest): Next | QuotaRefusal => {
  const { webhookId, limit, most, room, now, isPaused = false, hold } = call;
  const since = changesCountSince(call);
  if (since && (!('pk' in old) || numberOf(old[counter.changed]) >= since)) return { refused: 'changed' };
  if (most !== undefined && numberOf(old[counter.webhookTotal(webhookId)]) >= most) return { refused: 'quota' };
  const used = counter.used(utcDay(now));
  const isOpen = used in old;
  const [owed, behind] = [countIn(old, 'quota'), countIn(old, webhookId)];
  const isBehindOwed = owed !== undefined && (counter.inOrder in old || heldToday(old, now));
  const place = placeOf({ used: numberOf(old[used]), limit, isBehindOwed, behind, isPaused });
  if (place === 'owed' && (!hold?.fits || (owed ?? 0) >= hold.most)) return { refused: 'quota' };
  const stored = isOpen ? numberOf(old[counter.stored]) : storedIn(old, now);
  if (stored + room.bytes > room.maxBytes) return { refused: 'storage', freeAt: freeAtOf(old, room, now) };
  return { place, isOpen, stored, owed, behind };
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
