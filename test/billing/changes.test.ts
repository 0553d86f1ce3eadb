import { describe, expect, it } from 'vitest';
import { createBilling } from '../../lambdas/billing/billing.ts';
import { billingCallback } from '../../lambdas/billing/callback.ts';
import { cancel, createLink, openPortal, resume } from '../../lambdas/billing/change-subscription.ts';
import { closeBilling } from '../../lambdas/billing/close-billing.ts';
import { PaymentError } from '../../lambdas/billing/ports.ts';
import { review, reviewDue } from '../../lambdas/billing/review.ts';
import { captureLog } from '../support/log.ts';
import { aRecord, aSubscription, day, stripeWorld, USER } from './stripe-world.ts';

captureLog();

type World = ReturnType<typeof stripeWorld>;

/** A user with a subscription. */
const subscribed = async (over: Parameters<typeof aSubscription>[0] = {}): Promise<World> => {
  const world = stripeWorld();
  world.records.all.set(USER, aRecord());
  world.provider.subscriptions = [aSubscription(over)];
  await review(USER, world.ports);
  world.calls.length = 0;
  return world;
};

describe('the billing portal', () => {
  it('opens for everyone who once opened a payment page', async () => {
    const world = stripeWorld();
    await expect(openPortal(USER, world.ports)).rejects.toMatchObject({ code: 'no-subscription' });
    await createLink(USER, world.ports);
    expect(await openPortal(USER, world.ports)).toEqual({ link: 'https://billing.stripe.com/p/session/2' });
  });
});

describe('the checkout link', () => {
  it('leads to one page per user, regardless of the number of requests', async () => {
    const world = stripeWorld();
    const first = await createLink(USER, world.ports);
    const more = await Promise.all([1, 2, 3].map(() => createLink(USER, world.ports)));
    expect(new Set([first, ...more].map(({ link }) => link))).toEqual(
      new Set(['https://checkout.stripe.com/c/pay/cs_1']),
    );
  });

  it('leads to one page even for several first requests', async () => {
    const world = stripeWorld();
    const links = await Promise.all([1, 2, 3].map(() => createLink(USER, world.ports)));
    const open = [...world.provider.checkouts].filter(([, status]) => status === 'open').map(([id]) => id);
    expect(open).toHaveLength(1);
    expect(links.at(-1)?.link).toBe(`https://checkout.stripe.com/c/pay/${open[0]}`);
  });

  it('leads to a new page when the old one has expired', async () => {
    const world = stripeWorld();
    const { link } = await createLink(USER, world.ports);
    world.provider.checkouts.set('cs_1', 'expired');
    expect((await createLink(USER, world.ports)).link).not.toBe(link);
  });

  it('is denied to a user who has paid, even before an event reports it', async () => {
    const world = stripeWorld();
    await createLink(USER, world.ports);
    world.provider.checkouts.set('cs_1', 'complete');
    world.provider.subscriptions = [aSubscription()];
    await expect(createLink(USER, world.ports)).rejects.toMatchObject({ problem: 'conflict' });
    expect(world.account.status).toBe('premium');
  });

  it('leads to the update of the payment method while a payment has failed', async () => {
    const world = await subscribed({ status: 'past_due' });
    expect(await createLink(USER, world.ports)).toEqual({ link: 'https://billing.stripe.com/p/session/1' });
  });

  it('is checked if the user does not return, so a payment is found', async () => {
    const world = stripeWorld();
    await createLink(USER, world.ports);
    world.provider.subscriptions = [aSubscription()];
    world.clock.advance(3601);
    await reviewDue(world.ports);
    expect(world.account.status).toBe('premium');
  });
});

describe('a cancellation', () => {
  it('keeps Premium to the end of the paid time, and can be repeated', async () => {
    const world = await subscribed();
    await cancel(USER, world.ports);
    await cancel(USER, world.ports);
    expect(world.account).toMatchObject({ status: 'premium_cancelled', premiumUntil: day(30) });
    expect(world.calls.filter((call) => call === 'setEnding')).toHaveLength(1);
  });

  it('is reported by the checkout link, which names the way to undo it', async () => {
    const world = await subscribed();
    await expect(createLink(USER, world.ports)).rejects.toThrow(/^You already have Premium\.$/);
    await cancel(USER, world.ports);
    await expect(createLink(USER, world.ports)).rejects.toThrow(
      'You already have Premium. To keep it after it ends, re-subscribe in Settings.',
    );
  });

  it('needs a subscription', async () => {
    const world = stripeWorld();
    await expect(cancel(USER, world.ports)).rejects.toMatchObject({ problem: 'conflict' });
    const ended = await subscribed({ status: 'canceled' });
    await expect(cancel(USER, ended.ports)).rejects.toMatchObject({ problem: 'conflict' });
  });

  it('can be undone before the end, and repeated', async () => {
    const world = await subscribed({ endsAt: day(30) });
    expect(await resume(USER, world.ports)).toEqual({});
    expect(await resume(USER, world.ports)).toEqual({});
    expect(world.account.status).toBe('premium');
  });

  it('leads to a new subscription after the end', async () => {
    const world = await subscribed({ status: 'canceled' });
    expect(await resume(USER, world.ports)).toEqual({ link: 'https://checkout.stripe.com/c/pay/cs_1' });
  });

  it('cannot be undone without a subscription', async () => {
    const world = stripeWorld();
    await expect(resume(USER, world.ports)).rejects.toMatchObject({ problem: 'conflict' });
  });
});

describe('a deleted account', () => {
  it('pays nothing more: subscriptions end immediately, and the checkout page closes', async () => {
    const world = await subscribed();
    world.records.all.set(USER, { ...aRecord(), checkout: { id: 'cs_1', expiresAt: day(1) } });
    world.provider.checkouts.set('cs_1', 'open');
    await closeBilling(USER, world.ports);
    expect(world.provider.subscriptions.map(({ status }) => status)).toEqual(['canceled']);
    expect(world.provider.checkouts.get('cs_1')).toBe('expired');
    expect(world.records.all.get(USER)).toMatchObject({ closedAt: day(0), nextCheckAt: undefined });
    expect(world.mails).toEqual([]);
  });

  it('is not charged for a payment at the same moment', async () => {
    const world = await subscribed({ status: 'canceled' });
    await closeBilling(USER, world.ports);
    world.provider.subscriptions = [aSubscription({ id: 'sub_late' })];
    await review(USER, world.ports);
    expect(world.provider.subscriptions[0]?.status).toBe('canceled');
  });

  it('is closed by a later run if Stripe does not respond', async () => {
    const world = await subscribed();
    world.hooks.before = async (method) => {
      if (method === 'cancelNow') throw new PaymentError('unavailable', 'down');
    };
    await expect(closeBilling(USER, world.ports)).rejects.toThrow('down');
    world.hooks.before = async () => {};
    await closeBilling(USER, world.ports);
    expect(world.provider.subscriptions[0]?.status).toBe('canceled');
  });

  it('is charged nothing if its user returned to pay after the deletion', async () => {
    const world = await subscribed();
    world.account.exists = false;
    world.clock.advance(31 * 86_400);
    await reviewDue(world.ports);
    expect(world.provider.subscriptions[0]?.status).toBe('canceled');
    expect(world.records.all.get(USER)?.closedAt).toBeDefined();
  });
});

describe('a user who subscribed twice', () => {
  it('pays once from then on', async () => {
    const world = await subscribed();
    world.provider.subscriptions.push(aSubscription({ id: 'sub_2', createdAt: day(1), periodEnd: day(31) }));
    await review(USER, world.ports);
    expect(world.provider.subscriptions.map(({ id, status }) => [id, status])).toEqual([
      ['sub_1', 'canceled'],
      ['sub_2', 'active'],
    ]);
    expect(world.account).toMatchObject({ status: 'premium', premiumUntil: day(31) });
  });
});

describe('the minute’s sweep', () => {
  it('continues if one account fails, and returns to it later', async () => {
    const world = await subscribed();
    world.clock.advance(121);
    world.hooks.before = async (method) => {
      if (method === 'subscriptionsOf') throw new PaymentError('unavailable', 'down');
    };
    await reviewDue(world.ports);
    expect(await world.records.due(world.clock(), 10)).toEqual([]);
    world.hooks.before = async () => {};
    world.clock.advance(3600);
    world.patch('sub_1', { endsAt: day(30) });
    await reviewDue(world.ports);
    expect(world.account.status).toBe('premium_cancelled');
  });

  it('leaves the rest to the next minute when its time has run out', async () => {
    const world = await subscribed();
    world.clock.advance(121);
    world.calls.length = 0;
    await reviewDue(world.ports, { keepGoing: () => false });
    expect(world.calls).toEqual([]);
  });

  it('checks each change once more, and then waits for the end of the month', async () => {
    const world = await subscribed();
    world.clock.advance(121);
    world.calls.length = 0;
    await reviewDue(world.ports);
    await reviewDue(world.ports);
    expect(world.calls).toEqual(['subscriptionsOf']);
    expect(world.records.all.get(USER)?.nextCheckAt).toBe(new Date(Date.parse(day(30)) + 600_000).toISOString());
  });
});

describe('payments', () => {
  it('are not offered without a setup, with the reason', async () => {
    const { records } = stripeWorld();
    const billing = createBilling(async () => undefined, records);
    expect(await billing.offer()).toEqual({ available: false, reason: expect.stringContaining('not set up') });
    for (const work of [billing.createLink(USER), billing.cancel(USER), billing.resume(USER)])
      await expect(work).rejects.toMatchObject({ problem: 'unavailable' });
    const call = {
      method: 'POST',
      path: [],
      query: new URLSearchParams(),
      cookies: {},
      headers: {},
      body: Buffer.from(''),
    };
    expect(await billingCallback(call, billing)).toEqual({ status: 404 });
    await billing.close(USER);
    await billing.reviewDue();
  });

  it("show users that they failed, but not the provider's message", async () => {
    const world = await subscribed();
    world.hooks.before = async () => {
      throw new PaymentError('refused', 'No such price: price_secret');
    };
    const billing = createBilling(async () => world.ports, world.records);
    await expect(billing.cancel(USER)).rejects.toMatchObject({
      problem: 'unavailable',
      message: expect.not.stringContaining('price_secret'),
    });
  });
});

describe('the callback', () => {
  const answer = async (over: object = {}) => {
    const world = await subscribed();
    const billing = createBilling(async () => world.ports, world.records);
    const headers = { 'stripe-signature': 'good' };
    const call = {
      method: 'POST',
      path: [],
      query: new URLSearchParams(),
      headers,
      cookies: {},
      body: Buffer.from('evt_1'),
      ...over,
    };
    return billingCallback(call, billing);
  };

  it('accepts signed requests, and rejects all others', async () => {
    expect(await answer()).toEqual({ status: 204 });
    expect(await answer({ headers: { 'stripe-signature': 'bad' } })).toEqual({ status: 400 });
    expect(await answer({ headers: {} })).toEqual({ status: 400 });
    expect(await answer({ method: 'GET' })).toMatchObject({ status: 405 });
    expect(await answer({ path: ['more'] })).toEqual({ status: 404 });
  });
});
