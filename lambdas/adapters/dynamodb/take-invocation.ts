import { type BeginHold, CHECK_SECONDS, type HoldName, heldBy } from '../../model/hold.ts';
import type { HeldBy } from '../../model/invocation.ts';
import type { QuotaRefusal, QuotaRequest, QuotaStore, TakenQuota } from '../../model/invocation-ports.ts';
import { DAY_SECONDS, secondsAfter, utcDay, windowAt } from '../../platform/clock.ts';
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
import { changesCountSince, takeWrites } from './take-writes.ts';

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
    let held: HeldBy | undefined = isPaused ? 'paused' : isUsedUp && hold?.fits ? 'quota' : undefined;
    for (let tries = 0; tries < TAKE_TRIES; tries++) {
      let old: Counters;
      try {
        const before = await writes.to(held, begun);
        return taken(call, held, before, numberOf(before[counter.stored]));
      } catch (error) {
        if (!isConditionFailed(error)) throw error;
        old = itemBefore(error);
      }
      const next = nextOf(old, call);
      if ('refused' in next) return next;
      const { stored, isOpen } = next;
      held = next.held;
      if (!isOpen && held === undefined) {
        const before = await writes.opening(old, stored).catch(ignoreConditionFailed);
        // If the write failed, another process changed the counters first, and the loop tries again.
        if (before) return taken(call, held, before, stored);
      } else if (!isOpen) await openDay(table, userId, old, now);
      if (held === 'quota' && next.waiting.quota === undefined) await begin('quota', windowAt(now, DAY_SECONDS).end);
      if (held === 'paused' && next.waiting.paused === undefined)
        await begin(webhookId, secondsAfter(now, CHECK_SECONDS));
    }
    throw new Error('The counters of a user change too fast');
  };

/** @param stored the bytes stored before the call */
const taken = (
  { now, storage }: QuotaRequest,
  held: HeldBy | undefined,
  before: Counters,
  stored: number,
): TakenQuota => ({
  used: numberOf(before[counter.used(utcDay(now))]) + (held === 'quota' ? 0 : 1),
  storedBytes: stored + storage.bytes,
  ...(held && { held }),
  previousCallTo: (targetId) => timeOf(before[counter.targetLast(targetId)]),
});

/** The counters when a write failed, and their effect on the call. `isOpen` is true after a day's first call. */
interface Next {
  held: HeldBy | undefined;
  isOpen: boolean;
  stored: number;
  /** The numbers of calls that wait for each reason; undefined if there are none. */
  waiting: Record<HeldBy, number | undefined>;
}

/** Decides whether a call is held or rejected after its write failed. Pure. */
const nextOf = (old: Counters, call: QuotaRequest): Next | QuotaRefusal => {
  const { webhookId, limit, maxCalls, storage, now, isPaused = false, hold } = call;
  const since = changesCountSince(call);
  if (since && (!('pk' in old) || numberOf(old[counter.changed]) >= since)) return { refused: 'changed' };
  if (maxCalls !== undefined && numberOf(old[counter.webhookTotal(webhookId)]) >= maxCalls) return { refused: 'quota' };
  const used = counter.used(utcDay(now));
  const isOpen = used in old;
  const waiting = { quota: countIn(old, 'quota'), paused: countIn(old, webhookId) };
  const isBehindQuota = waiting.quota !== undefined && (counter.inOrder in old || heldToday(old, now));
  const isBehindPaused = waiting.paused !== undefined;
  const held = heldBy({ used: numberOf(old[used]), limit, isBehindQuota, isBehindPaused, isPaused });
  if (held === 'quota' && (!hold?.fits || (waiting.quota ?? 0) >= hold.maxHeld)) return { refused: 'quota' };
  const stored = isOpen ? numberOf(old[counter.stored]) : storedIn(old, now);
  if (stored + storage.bytes > storage.maxBytes) return { refused: 'storage', freeAt: freeAtOf(old, storage, now) };
  return { held, isOpen, stored, waiting };
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
  numberOf(item[counter.heldLast('quota')]) >= windowAt(now, DAY_SECONDS).start.getTime();

/** Opens the day without using a unit, for calls that are held or being released. */
export const openDay = async (table: Table, userId: number, old: Counters, now: Date): Promise<void> => {
  const { set = [], values, ...opening } = openingOf(old, { now, stored: storedIn(old, now), bytes: 0 });
  const change = { ...opening, set: [...set, '#used = :zero'], values: { ...values, ':zero': 0 } };
  await updateItemIf(table, { Key: key.counters(userId), ...expressionsOf(change) });
};
