import { setBounded } from '../../../lambdas/platform/bounded-map.ts';
import type { WireAnswer } from './exchange.ts';

/** A firewall's rate-based rule: the limit of requests per address in a sliding window, and the response beyond it. */
export interface RateRuleSpec {
  limit: number;
  windowSeconds: number;
  answer: WireAnswer;
}

/** Number of parts of a window that are counted separately. */
const SLOTS = 6;

/** The number of addresses that AWS WAF tracks at a time. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts every request of an address, including blocked ones, as AWS WAF does. AWS WAF reacts after about half a
 * minute, this rule immediately.
 * @returns a function that counts a request and returns the rule's response if the limit is exceeded
 */
export const createRateRule = (
  { limit, windowSeconds, answer }: RateRuleSpec,
  now: () => Date,
): ((address: string) => WireAnswer | undefined) => {
  const slotMs = (windowSeconds * 1000) / SLOTS;
  const addresses = new Map<string, Map<number, number>>();
  return (address) => {
    const slot = Math.floor(now().getTime() / slotMs);
    const counts = new Map([...(addresses.get(address) ?? [])].filter(([at]) => at > slot - SLOTS && at <= slot));
    const before = [...counts.values()].reduce((sum, count) => sum + count, 0);
    setBounded(addresses, address, counts.set(slot, (counts.get(slot) ?? 0) + 1), MAX_ADDRESSES);
    return before < limit ? undefined : answer;
  };
};
