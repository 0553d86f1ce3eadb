import { describe, expect, it } from 'vitest';
import { decisive, stateOf } from '../../lambdas/billing/subscription.ts';
import { planOf } from '../../lambdas/model/plans.ts';
import { aSubscription, day } from './stripe-world.ts';

describe('the effect of a subscription', () => {
  it.each(['active', 'trialing'] as const)('%s is premium until the period ends', (status) =>
    expect(stateOf(aSubscription({ status }))).toEqual({
      status: 'premium',
      premiumUntil: day(30),
      paymentFailed: false,
      subscriptionId: 'sub_1',
    }),
  );

  it('a cancelled one keeps its benefits until its end, in either form of the end', () =>
    expect(stateOf(aSubscription({ endsAt: day(12) }))).toMatchObject({
      status: 'premium_cancelled',
      premiumUntil: day(12),
    }));

  it('a failed renewal keeps Premium for three days after the paid month', () => {
    const state = stateOf(aSubscription({ status: 'past_due', periodStart: day(30), periodEnd: day(60) }));
    expect(state).toMatchObject({ status: 'premium', premiumUntil: day(30), paymentFailed: true });
    expect(planOf(state.status, state.premiumUntil, new Date(day(32.9)))).toBe('premium');
    expect(planOf(state.status, state.premiumUntil, new Date(day(33)))).toBe('free');
  });

  it('a failed renewal that is cancelled ends at the same moment', () => {
    const state = stateOf(aSubscription({ status: 'past_due', periodStart: day(30), endsAt: day(60) }));
    expect(state).toMatchObject({ status: 'premium_cancelled', premiumUntil: day(33), paymentFailed: true });
  });

  it.each(['unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused'] as const)('%s is free', (status) =>
    expect(stateOf(aSubscription({ status }))).toMatchObject({ status: 'free', premiumUntil: '0001-01-01T00:00:00Z' }),
  );
});

describe('of several subscriptions', () => {
  it('the one with benefits decides, regardless of its age', () => {
    const old = aSubscription({ id: 'sub_old' });
    const ended = aSubscription({ id: 'sub_new', createdAt: day(3), periodEnd: day(40), status: 'canceled' });
    expect(decisive([ended, old]).current?.id).toBe('sub_old');
    expect(decisive([old, ended])).toEqual({ current: old, surplus: [] });
  });

  it('a second one that is charged as well is surplus', () => {
    const first = aSubscription({ id: 'sub_1' });
    const second = aSubscription({ id: 'sub_2', periodEnd: day(31) });
    const unpaid = aSubscription({ id: 'sub_3', status: 'unpaid' });
    expect(
      decisive([first, second, unpaid])
        .surplus.map(({ id }) => id)
        .sort(),
    ).toEqual(['sub_1', 'sub_3']);
  });

  it('none has no effect', () => expect(decisive([])).toEqual({ current: undefined, surplus: [] }));
});
