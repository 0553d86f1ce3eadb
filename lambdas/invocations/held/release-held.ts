import { type NoticeOutbox, quotaNotices } from '../../mail/owner-notice.ts';
import type { ErrorCounter } from '../../model/dispatch-ports.ts';
import {
  CHECK_SECONDS,
  dayOf,
  type HeldCall,
  type HeldCalls,
  type Hold,
  type HoldCount,
  isTaken,
  laneMessagesOf,
  type SettledFate,
  shareAfterSeconds,
  shareOf,
  type Taking,
} from '../../model/hold.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import type { Lanes } from '../../model/invocation-ports.ts';
import type { OwnerReader } from '../../model/owner.ts';
import { type Plans, planOf } from '../../model/plans.ts';
import { letsGo } from '../../model/webhook.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import { type Clock, secondsAfter, utcDay, windowAt } from '../../platform/clock.ts';
import { limitConcurrency } from '../../platform/limit-concurrency.ts';
import { log } from '../../platform/log.ts';
import type { TimeBudget } from '../../platform/time-budget.ts';
import { ARRIVES_WITHIN_SECONDS, type Fate, isNearRemoval, planRelease } from './plan-release.ts';

type ReleasePorts = {
  heldCalls: HeldCalls;
  plans: Plans;
  clock: Clock;
  webhooks: Pick<WebhookStore, 'get'>;
  owners: OwnerReader;
  laneQueue: Lanes;
  counters: ErrorCounter;
  outbox: NoticeOutbox;
};

/** Calls that leave a hold together. */
const PAGE = 25;

/** More calls than any account has in the list of its quota. */
const MOST_LISTED = 10_000;

/** Lists up to this length are read completely with each check; of longer ones only the oldest calls are read. */
const CHEAP_LIST = 1000;

const SECONDS_PER_DAY = 86_400;

/** Holds of one run, and how many of them side by side. */
const HOLDS = 200;
const AT_ONCE = 8;

/** A step that crashed is taken up again after this time. */
const STEP_SECONDS = 120;

/** Tries to write what becomes of a call that its owner changes at the same time. */
const WRITE_TRIES = 4;

/**
 * Releases due held calls: calls beyond a quota once a new day or a larger plan has units. Calls of a webhook are
 * due once its owner resumes it. Oldest first or the newest day first, a page of one day at a time. Each page takes its units,
 * then marks its calls, sends their lane messages, and leaves the list last. A crash in between repeats messages, which
 * does no harm, rather than losing any. Run every minute.
 * @returns the number of sent calls.
 */
export const releaseHeld = async (ports: ReleasePorts & TimeBudget): Promise<number> => {
  const sideBySide = limitConcurrency(AT_ONCE);
  const holds = await ports.heldCalls.due(ports.clock(), HOLDS);
  const counts = await Promise.all(
    holds.map((hold) =>
      sideBySide(async () => {
        try {
          return ports.keepGoing() ? await goOn(hold, ports) : 0;
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

const goOn = async (due: Hold, ports: ReleasePorts & TimeBudget): Promise<number> => {
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
 * Ends the unwanted calls, and those that expire soon, anywhere in the list of the quota: those further back may have to
 * wait for days. A call that has its unit is on its way already.
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
 * The calls that are next, of one day: first those that have their unit already, which a run that crashed has left behind. Of the quota's
 * list those of the newest day, unless its owner wants the order of arrival.
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

/** Units that are left for calls of a day: those of earlier ones leave some for calls that come later today. */
const unitsFor = (calls: HeldCall[], { used, order }: HoldCount, limit: number, now: Date): number => {
  const isOfToday = dayOf(calls[0]?.id ?? '') === utcDay(now);
  return order === 'arrival' || isOfToday ? limit - used : shareOf(limit, now) - used;
};

/** @returns when to check again, unless there is more to do immediately, or the hold has ended. */
const releasePage = async (
  hold: Hold,
  ports: ReleasePorts,
): Promise<{ released: number; next: Date | 'more' | 'ended' }> => {
  const { heldCalls, owners, plans, clock } = ports;
  const now = clock();
  const { userId, name } = hold;
  const owner = await owners.get(userId);
  if (!owner) {
    // The rest of a deleted account is removed with its other items.
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

/** An empty list ends when all that were counted have left it, or when what is missing can no longer come. */
const end = async (
  hold: Hold,
  seen: HoldCount,
  { heldCalls, clock }: ReleasePorts,
): Promise<Date | 'more' | 'ended'> => {
  const now = clock();
  const soon = secondsAfter(now, ARRIVES_WITHIN_SECONDS);
  const isQuiet = (since: number) => since + ARRIVES_WITHIN_SECONDS * 1000 < now.getTime();
  if (seen.count === undefined) {
    // Begun, and nothing counted in it: that may come yet.
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
  const today = windowAt(now, SECONDS_PER_DAY);
  if (name === 'quota') times.push(today.end);
  if (name === 'quota' && order === 'newest-day-first' && used < limit)
    times.push(secondsAfter(today.start, shareAfterSeconds(used + 1, limit)));
  return new Date(Math.min(...times.filter((time) => time > now).map(Number)));
};

/** A call released by a run that crashed afterwards is no longer held, and still has to be sent. */
const isGivenUp = (summary: InvocationSummary | undefined): boolean =>
  (summary?.held === 'quota' || summary?.held === 'paused') && !Object.values(summary.dispatches).includes('held');

const summariesOf = async (hold: Hold, calls: HeldCall[], { heldCalls }: ReleasePorts) => {
  const found = await Promise.all(calls.map((call) => heldCalls.summary(hold, call)));
  return new Map(found.flatMap((summary) => (summary ? [[summary.id, summary] as const] : [])));
};

/**
 * True if the webhooks of these calls let them go. A call beyond the quota is in no webhook's list yet. It joins its
 * webhook's list if there is one, or if the webhook is paused.
 */
const gatesOf = async ({ userId, name }: Hold, calls: HeldCall[], now: Date, { webhooks, heldCalls }: ReleasePorts) => {
  const ids = [...new Set(calls.map(({ webhookId }) => webhookId))];
  const gates = ids.map(async (id) => {
    const webhook = await webhooks.get(userId, id);
    if (!webhook) return [id, 'gone'] as const;
    if (name !== 'quota') return [id, letsGo(webhook) ? 'open' : 'shut'] as const;
    const isBehind = webhook.paused || (await heldCalls.count(userId, id, now)).count !== undefined;
    return [id, isBehind ? 'shut' : 'open'] as const;
  });
  return new Map(await Promise.all(gates));
};

const byWebhook = (calls: HeldCall[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const { webhookId } of calls) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return counts;
};

/** @returns how many calls was sent. */
const carryOut = async (
  hold: Hold,
  steps: { call: HeldCall; fate: Fate }[],
  summaries: Map<string, InvocationSummary>,
  ports: ReleasePorts,
): Promise<number> => {
  const going: InvocationSummary[] = [];
  // One after the other. After an error no later call is marked, so none overtakes calls that are still held when the
  // reconciler sends the marked ones.
  for (const { call, fate } of steps) {
    const summary = summaries.get(call.id);
    const settled = fateOf(fate, ports.clock());
    const now = summary && settled && (await settle(hold, call, summary, settled, ports));
    if (fate === 'move') await ports.heldCalls.move(hold, call);
    if (fate === 'release' && now) going.push(now);
  }
  await ports.laneQueue.send(going.flatMap(laneMessagesOf));
  return going.length;
};

const fateOf = (fate: Fate, now: Date): SettledFate | undefined => {
  switch (fate) {
    case 'release':
      return { kind: 'release', at: now };
    case 'too-long':
      return { kind: 'end', as: 'too-long' };
    case 'discard':
      return { kind: 'end', as: 'discarded' };
    case 'move':
      return { kind: 'hold', by: 'paused' };
    case 'drop':
      return undefined;
  }
};

/** Writes what becomes of a call, unless a run that crashed has done so already. */
const settle = async (
  hold: Hold,
  call: HeldCall,
  known: InvocationSummary,
  fate: SettledFate,
  { heldCalls, counters, clock }: ReleasePorts,
): Promise<InvocationSummary | undefined> => {
  let summary: InvocationSummary | undefined = known;
  for (let tries = 0; summary && tries < WRITE_TRIES; tries++) {
    if (summary.held !== 'quota' && summary.held !== 'paused') return summary;
    const settled = await heldCalls.settle(summary, fate);
    if (settled && fate.kind === 'end' && fate.as === 'too-long')
      for (const state of Object.values(summary.dispatches))
        if (state === 'held') await counters.countError(hold.userId, call.webhookId, clock());
    if (settled) return settled;
    summary = await heldCalls.summary(hold, call);
  }
  if (summary) throw new Error('A held call changes too fast');
  return undefined;
};

/** The calls are sent, with or without the notice. */
const noteUse = async (
  userId: number,
  { from, to, limit }: { from: number; to: number; limit: number },
  now: Date,
  { outbox }: ReleasePorts,
): Promise<void> => {
  try {
    for (const notice of quotaNotices(userId, { from, to, limit, day: utcDay(now) })) await outbox.put(notice, now);
  } catch (error) {
    log.error('quota notice lost', { userId }, error);
  }
};
