import { type NoticeOutbox, quotaNotices, saveNotice } from '../../mail/owner-notice.ts';
import type { DispatchCounter } from '../../model/dispatch-ports.ts';
import {
  CHECK_SECONDS,
  type HeldCall,
  type HeldCalls,
  type Hold,
  type HoldCount,
  isTaken,
  shareAfterSeconds,
  type Taking,
} from '../../model/hold.ts';
import type { Lanes } from '../../model/lane-message.ts';
import type { OwnerReader } from '../../model/owner.ts';
import { type Plans, planOf } from '../../model/plans.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import { type Clock, DAY_SECONDS, secondsAfter, utcDay, windowAt } from '../../platform/clock.ts';
import { limitConcurrency } from '../../platform/limit-concurrency.ts';
import { log } from '../../platform/log.ts';
import type { TimeBudget } from '../../platform/time-budget.ts';
import { carryOut, settle } from './carry-out.ts';
import { byWebhook, gatesOf, isGivenUp, summariesOf, unitsFor } from './page-facts.ts';
import { ARRIVES_WITHIN_SECONDS, isNearRemoval, planRelease } from './plan-release.ts';

type ReleasePorts = {
  heldCalls: HeldCalls;
  plans: Plans;
  clock: Clock;
  webhooks: Pick<WebhookStore, 'get'>;
  owners: OwnerReader;
  laneQueue: Pick<Lanes, 'send'>;
  counters: Pick<DispatchCounter, 'countError'>;
  outbox: NoticeOutbox;
};

const PAGE = 25;

/** A limit above the number of calls in any quota list, to read a whole list. */
const MOST_LISTED = 10_000;

/** Length up to which each check reads a whole list. From a longer list, it reads only the oldest calls. */
const CHEAP_LIST = 1000;

/** Holds of one run, and the number processed in parallel. */
const HOLDS = 200;
const AT_ONCE = 8;

/** Seconds after which another run resumes a hold whose run has crashed. */
const STEP_SECONDS = 120;

/**
 * Releases held calls that are due. Calls beyond the quota are due when a new day or a larger plan provides units.
 * Calls of a paused webhook are due when its owner resumes it. Calls are released in pages of one day. For each page,
 * units are consumed first, then its calls are marked, their lane messages are sent, and last they are removed from the
 * list. A crash in between only repeats messages, which is harmless. Run every minute.
 * @returns the number of sent calls.
 */
export const releaseHeld = async (ports: ReleasePorts & TimeBudget): Promise<number> => {
  const sideBySide = limitConcurrency(AT_ONCE);
  const holds = await ports.heldCalls.due(ports.clock(), HOLDS);
  const counts = await Promise.all(
    holds.map((hold) =>
      sideBySide(async () => {
        try {
          return ports.keepGoing() ? await continueRelease(hold, ports) : 0;
        } catch (error) {
          log.error('held calls not released', { userId: hold.userId }, error);
          return 0;
        }
      }),
    ),
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count > 0) {
    log.info('held calls released', { count });
  }
  return count;
};

const continueRelease = async (due: Hold, ports: ReleasePorts & TimeBudget): Promise<number> => {
  const { heldCalls, clock, keepGoing } = ports;
  const claimedUntil = secondsAfter(clock(), STEP_SECONDS);
  if (!(await heldCalls.postpone(due, claimedUntil))) return 0;
  const hold = { ...due, dueAt: claimedUntil.toISOString() };
  let count = 0;
  await endInQuota(hold, ports);
  for (;;) {
    const { released, next } = await releasePage(hold, ports);
    count += released;
    if (next === 'ended') return count;
    if (next === 'more' && keepGoing()) continue;
    await heldCalls.postpone(hold, next === 'more' ? clock() : next);
    return count;
  }
};

/**
 * Ends calls in the quota's list that are discarded or about to expire. It searches the whole list, because pages may
 * not reach such calls for days. Calls that already have a quota unit stay, because they are being released.
 */
const endInQuota = async (hold: Hold, ports: ReleasePorts & TimeBudget): Promise<void> => {
  const { heldCalls, clock } = ports;
  const { userId, name, discards } = hold;
  if (name !== 'quota') return;
  const now = clock();
  const seen = await heldCalls.count(userId, name, now);
  const isShort = (seen.count ?? 0) <= CHEAP_LIST || discards.size > 0;
  const calls = await heldCalls.first(hold, isShort ? MOST_LISTED : PAGE);
  let ended = 0;
  for (const call of calls) {
    if (isTaken(call, name, seen.takenUntil)) continue;
    const as = call.id <= (discards.get(call.webhookId) ?? '') ? 'discarded' : isNearRemoval(call, now) && 'too-long';
    if (!as) continue;
    const summary = await heldCalls.summary(hold, call);
    if (summary) await settle(hold, call, summary, { kind: 'end', as }, ports);
    if (!(await heldCalls.leave(hold, call, seen))) return;
    ended += 1;
  }
  if (!isShort && ended === PAGE && ports.keepGoing()) await endInQuota(hold, ports);
};

/**
 * Reads the next calls, all of one day. Calls for which a crashed run already consumed a unit come first. The quota's
 * list then continues with the newest day, unless its owner chose the order of arrival.
 */
const nextPage = async (
  hold: Hold,
  { takenUntil, order }: HoldCount,
  { heldCalls }: ReleasePorts,
): Promise<HeldCall[]> => {
  if (hold.name !== 'quota') return heldCalls.first(hold, PAGE);
  if (takenUntil !== '') {
    const calls = await heldCalls.first(hold, PAGE, takenUntil);
    const left = calls.filter((call) => isTaken(call, hold.name, takenUntil));
    if (left.length > 0) return left;
  }
  const next = order === 'arrival' ? (await heldCalls.first(hold, 1))[0] : await heldCalls.newest(hold);
  return next ? heldCalls.first(hold, PAGE, next.id) : [];
};

/**
 * Releases one page of a hold.
 * @returns the number of released calls, and `next`: the time of the next check, `more` if there is more to do
 * immediately, or `ended`
 */
const releasePage = async (
  hold: Hold,
  ports: ReleasePorts,
): Promise<{ released: number; next: Date | 'more' | 'ended' }> => {
  const { heldCalls, owners, plans, clock } = ports;
  const now = clock();
  const { userId, name } = hold;
  const owner = await owners.get(userId);
  if (!owner) {
    // The remaining data of a deleted account is removed with its other items.
    await heldCalls.forget(hold);
    return { released: 0, next: 'ended' };
  }
  const seen = await heldCalls.count(userId, name, now);
  const calls = await nextPage(hold, seen, ports);
  if (calls.length === 0) return { released: 0, next: await end(hold, seen, ports) };

  const limit = plans[planOf(owner.status, owner.premiumUntil, now)].maxInvocationsPerDay;
  const [summaries, gates] = await Promise.all([summariesOf(hold, calls, ports), gatesOf(hold, calls, now, ports)]);
  const unitsLeft = Math.max(0, unitsFor(calls, seen, limit, now));
  const plan = planRelease(calls, {
    name,
    now,
    unitsLeft,
    takenUntil: seen.takenUntil,
    discardUntil: name === 'quota' ? undefined : hold.discards.get(name),
    gateOf: (webhookId) => gates.get(webhookId) ?? 'gone',
    isStored: (id) => summaries.has(id),
    isGivenUp: (id) => isGivenUp(summaries.get(id)),
  });
  const used = seen.used + plan.paying.length;
  const later = plan.isArriving
    ? secondsAfter(now, ARRIVES_WITHIN_SECONDS)
    : nextCheck(hold, { ...seen, used }, limit, now);
  if (plan.steps.length === 0) return { released: 0, next: later };

  const moved = plan.steps.filter(({ fate }) => fate === 'move').map(({ call }) => call);
  for (const webhookId of new Set(moved.map((call) => call.webhookId)))
    await heldCalls.begin(userId, webhookId, { now, nextCheckAt: secondsAfter(now, CHECK_SECONDS) });
  const left = plan.steps.map(({ call }) => call);
  const counted = left.filter((call) => !isTaken(call, name, seen.takenUntil));
  if (counted.length > 0) {
    const taking: Taking = {
      until: counted.at(-1)?.id ?? '',
      count: counted.length,
      units: byWebhook(plan.paying),
      moved: byWebhook(moved.filter((call) => counted.includes(call))),
      limit: seen.used + unitsLeft,
    };
    if (!(await heldCalls.take(hold, seen, taking, now))) return { released: 0, next: 'more' };
    await noteUse(userId, { from: seen.used, to: used, limit }, now, ports);
  }
  const released = await carryOut(hold, plan.steps, summaries, ports);
  await heldCalls.remove(hold, left);
  return { released, next: left.length === calls.length ? 'more' : later };
};

/**
 * Ends a hold whose list is empty, once all its counted calls were processed or the missing ones can no longer be
 * stored.
 */
const end = async (
  hold: Hold,
  seen: HoldCount,
  { heldCalls, clock }: ReleasePorts,
): Promise<Date | 'more' | 'ended'> => {
  const now = clock();
  const soon = secondsAfter(now, ARRIVES_WITHIN_SECONDS);
  const isQuiet = (since: number) => since + ARRIVES_WITHIN_SECONDS * 1000 < now.getTime();
  if (seen.count === undefined) {
    // The hold is new and has no counted call yet. One may still be stored.
    if (!isQuiet(Date.parse(hold.begunAt))) return soon;
    await heldCalls.forget(hold);
    return 'ended';
  }
  if (seen.count > 0 && !isQuiet(seen.lastHeldAt)) return soon;
  if (!(await heldCalls.close(hold, seen))) return 'more';
  await heldCalls.forget(hold);
  return 'ended';
};

const nextCheck = ({ name }: Hold, { used, order }: HoldCount, limit: number, now: Date): Date => {
  const times = [secondsAfter(now, CHECK_SECONDS)];
  const today = windowAt(now, DAY_SECONDS);
  if (name === 'quota') times.push(today.end);
  if (name === 'quota' && order === 'newest-day-first' && used < limit)
    times.push(secondsAfter(today.start, shareAfterSeconds(used + 1, limit)));
  return new Date(Math.min(...times.filter((time) => time > now).map(Number)));
};

/** Notifies the owner that quota was used. */
const noteUse = async (
  userId: number,
  { from, to, limit }: { from: number; to: number; limit: number },
  now: Date,
  { outbox }: ReleasePorts,
): Promise<void> => {
  for (const notice of quotaNotices(userId, { from, to, limit, day: utcDay(now) }))
    await saveNotice(notice, now, outbox);
};
