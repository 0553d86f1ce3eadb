import { describe, expect, it } from 'vitest';
import { benefitsEnd, planOf, plans, plansSchema, settablePlans } from '../../lambdas/model/plans.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

describe('the plan of an account', () => {
  it('follows the status while nothing is cancelled', () => {
    expect(planOf('free', '2099-01-01T00:00:00Z', now)).toBe('free');
    expect(planOf('premium', '0001-01-01T00:00:00Z', now)).toBe('premium');
    expect(planOf('admin', '0001-01-01T00:00:00Z', now)).toBe('premium');
  });

  it('stays premium after a cancellation until the exact end of the paid period', () => {
    expect(planOf('premium_cancelled', '2026-11-20T12:00:00.001Z', now)).toBe('premium');
    expect(planOf('premium_cancelled', '2026-11-20T12:00:00.000Z', now)).toBe('free');
  });

  it('outlasts an unpaid period by exactly three days', () => {
    expect(planOf('premium', '2026-11-17T12:00:00.001Z', now)).toBe('premium');
    expect(planOf('premium', '2026-11-17T12:00:00.000Z', now)).toBe('free');
    expect(benefitsEnd('premium', '2026-11-17T12:00:00.000Z')).toBe(now.toISOString());
    expect(benefitsEnd('premium_cancelled', '2026-11-17T12:00:00.000Z')).toBe('2026-11-17T12:00:00.000Z');
  });

  it('never ends if it was granted without an end', () => {
    for (const status of ['premium', 'admin', 'free'] as const)
      expect(benefitsEnd(status, '0001-01-01T00:00:00Z')).toBe('0001-01-01T00:00:00Z');
  });

  it('is free after a cancellation without an end date', () => {
    expect(planOf('premium_cancelled', '0001-01-01T00:00:00Z', now)).toBe('free');
  });
});

describe('the published plans', () => {
  it('are valid settings', () => expect(plansSchema.parse(settablePlans)).toEqual(plans));

  it('match the specification', () => {
    const numbers = ({ maxWebhooks, maxTargets, maxInvocationsPerDay, priceCents }: typeof plans.free) => [
      maxWebhooks,
      maxTargets,
      maxInvocationsPerDay,
      priceCents,
    ];
    expect(numbers(plans.free)).toEqual([1, 5, 25, 0]);
    expect(numbers(plans.premium)).toEqual([25, null, 1_500, 299]);
  });

  it('give a free message eight attempts over about 8.7 hours', () => {
    const { delaysSeconds, thenEverySeconds } = plans.free.retry;
    expect(delaysSeconds).toHaveLength(7);
    expect(thenEverySeconds).toBeNull();
    expect(delaysSeconds.reduce((sum, seconds) => sum + seconds, 0) / 3600).toBeCloseTo(8.7, 1);
  });

  it('retry a premium message like a free one, and then daily for 30 days', () => {
    const { delaysSeconds, thenEverySeconds, givenUpAfterDays } = plans.premium.retry;
    expect(delaysSeconds.slice(0, 7)).toEqual(plans.free.retry.delaysSeconds);
    expect([delaysSeconds.at(-1), thenEverySeconds, givenUpAfterDays]).toEqual([12 * 3600, 24 * 3600, 30]);
  });
});
