import type { InvocationWire } from '#contract/invocation';
import { type HeldCalls, maxHeldCalls } from '../../model/hold.ts';
import type { OwnerReader } from '../../model/owner.ts';
import { type Plans, planOf } from '../../model/plans.ts';
import type { UsageReader } from '../../model/webhook-ports.ts';
import { type Clock, secondsAfter, windowAt } from '../../platform/clock.ts';

export type ReleaseTimePorts = {
  plans: Plans;
  clock: Clock;
  heldCalls: Pick<HeldCalls, 'first'>;
  owners: OwnerReader<'status' | 'premiumUntil'>;
  counters: UsageReader;
};

const SECONDS_PER_DAY = 86_400;

/** The quota of an account as far as calls wait for it. */
interface QuotaLeft {
  /** Calls a day. */
  limit: number;
  /** Units that are left of the day of `now`. */
  unitsLeft: number;
  now: Date;
}

/**
 * The time at which the call at a place of the quota's list is sent; the first place is 1. It is the UTC midnight that
 * brings its unit, or `now` if the day still has one for it. Pure.
 */
export const releasedAt = (place: number, { limit, unitsLeft, now }: QuotaLeft): Date =>
  place <= unitsLeft || limit <= 0
    ? now
    : secondsAfter(windowAt(now, SECONDS_PER_DAY).end, (Math.ceil((place - unitsLeft) / limit) - 1) * SECONDS_PER_DAY);

/** When calls are sent that wait for their quota (RFC 3339), by the call’s id; reads the whole list. */
export const releaseTimes = async (userId: number, ports: ReleaseTimePorts): Promise<Map<string, string>> => {
  const now = ports.clock();
  const owner = await ports.owners.get(userId);
  if (!owner) return new Map();
  const { usedToday } = await ports.counters.usage(userId, now);
  const limit = ports.plans[planOf(owner.status, owner.premiumUntil, now)].maxInvocationsPerDay;
  const calls = await ports.heldCalls.first({ userId, name: 'quota' }, maxHeldCalls(limit));
  const quota = { limit, unitsLeft: Math.max(0, limit - usedToday), now };
  return new Map(calls.map(({ id }, index) => [id, releasedAt(index + 1, quota).toISOString()]));
};

/** Adds to calls that wait for their quota when they are sent; nothing is read where there is none. */
export const withReleaseTimes = async <Call extends Pick<InvocationWire, 'id' | 'held'>>(
  userId: number,
  calls: Call[],
  ports: ReleaseTimePorts,
): Promise<Call[]> => {
  if (!calls.some(({ held }) => held?.by === 'quota')) return calls;
  const times = await releaseTimes(userId, ports);
  return calls.map((call) => {
    const until = times.get(call.id);
    return call.held?.by === 'quota' && until !== undefined ? { ...call, held: { ...call.held, until } } : call;
  });
};
