import type { InvocationWire } from '#contract/invocation';
import type { HoldOrder } from '#contract/states';
import { dayOf, type HeldCall, type HeldCalls, maxHeldCalls, shareAfterSeconds } from '../../model/hold.ts';
import type { OwnerReader } from '../../model/owner.ts';
import { type Plans, planOf } from '../../model/plans.ts';
import type { UsageReader } from '../../model/webhook-ports.ts';
import { type Clock, DAY_SECONDS, secondsAfter, utcDay, windowAt } from '../../platform/clock.ts';

export type ReleaseTimePorts = {
  plans: Plans;
  clock: Clock;
  heldCalls: Pick<HeldCalls, 'first'>;
  owners: OwnerReader<'status' | 'premiumUntil'>;
  counters: UsageReader;
};

/** The quota data that determines the release times of an account's calls. */
interface QuotaUse {
  /** Calls allowed per day. */
  limit: number;
  /** Units used on the day of `now`. */
  used: number;
  order: HoldOrder;
  now: Date;
}

/**
 * Estimates when the call at `place` of the quota's list (from 1) is sent if no further calls arrive. In order of
 * arrival, that is the UTC midnight that provides its unit, or `now` if today has one left. Otherwise it is the time of
 * that day at which enough units are available to calls of earlier days. Pure.
 */
export const releasedAt = (place: number, { limit, used, order, now }: QuotaUse, isOfToday = false): Date => {
  const unitsLeft = Math.max(0, limit - used);
  if (limit <= 0 || (place <= unitsLeft && (order === 'arrival' || isOfToday))) return now;
  const today = windowAt(now, DAY_SECONDS).start;
  const days = place <= unitsLeft ? 0 : Math.ceil((place - unitsLeft) / limit);
  const midnight = secondsAfter(today, days * DAY_SECONDS);
  if (order === 'arrival') return midnight;
  const units = days === 0 ? used + place : place - unitsLeft - (days - 1) * limit;
  const time = secondsAfter(midnight, shareAfterSeconds(units, limit));
  return time > now ? time : now;
};

/** Sorts calls by the order in which they will be sent. Pure. */
const inOrderOf = (calls: HeldCall[], order: HoldOrder): HeldCall[] =>
  order === 'arrival'
    ? calls
    : calls.toSorted((one, other) => {
        const [day, otherDay] = [dayOf(one.id), dayOf(other.id)];
        if (day !== otherDay) return day < otherDay ? 1 : -1;
        return one.id < other.id ? -1 : 1;
      });

/** Estimates the send times (RFC 3339) of all calls that wait for quota, by call id. Reads the whole list. */
export const releaseTimes = async (userId: number, ports: ReleaseTimePorts): Promise<Map<string, string>> => {
  const now = ports.clock();
  const owner = await ports.owners.get(userId);
  if (!owner) return new Map();
  const { usedToday: used, holdOrder: order } = await ports.counters.usage(userId, now);
  const limit = ports.plans[planOf(owner.status, owner.premiumUntil, now)].maxInvocationsPerDay;
  const calls = await ports.heldCalls.first({ userId, name: 'quota' }, maxHeldCalls(limit));
  const quota = { limit, used, order, now };
  const today = utcDay(now);
  return new Map(
    inOrderOf(calls, order).map(({ id }, index) => [
      id,
      releasedAt(index + 1, quota, dayOf(id) === today).toISOString(),
    ]),
  );
};

/** Adds the send time to calls that wait for quota. Reads nothing if there are none. */
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
