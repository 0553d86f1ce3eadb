import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handleEvent } from '../../lambdas/billing/handle-event.ts';
import { PaymentError } from '../../lambdas/billing/ports.ts';
import { review, reviewDue } from '../../lambdas/billing/review.ts';
import { decisive, NO_SUBSCRIPTION, type Subscription, stateOf } from '../../lambdas/billing/subscription.ts';
import { captureLog } from '../support/log.ts';
import { aRecord, aSubscription, day, stripeWorld, USER } from './stripe-world.ts';

captureLog();

/** Lifecycles of a subscription: its state after each step. Stripe sends an event for each step. */
const lives: Record<string, Partial<Subscription>[]> = {
  'bought, renewed, cancelled, ended': [
    { status: 'incomplete' },
    { status: 'active' },
    { status: 'active', periodStart: day(30), periodEnd: day(60) },
    { status: 'active', periodStart: day(30), periodEnd: day(60), endsAt: day(60) },
    { status: 'canceled', periodStart: day(30), periodEnd: day(60), endsAt: day(60) },
  ],
  'bought, failed, repaired, cancelled, resumed': [
    { status: 'active' },
    { status: 'past_due', periodStart: day(30), periodEnd: day(60) },
    { status: 'active', periodStart: day(30), periodEnd: day(60) },
    { status: 'active', periodStart: day(30), periodEnd: day(60), endsAt: day(60) },
    { status: 'active', periodStart: day(30), periodEnd: day(60) },
  ],
};

type World = ReturnType<typeof stripeWorld>;

const begin = (): World => {
  const world = stripeWorld();
  world.records.all.set(USER, aRecord());
  return world;
};

const truth = ({ provider }: World) => {
  const { current } = decisive(provider.subscriptions);
  const { status, premiumUntil, paymentFailed } = current ? stateOf(current) : NO_SUBSCRIPTION;
  return { status, premiumUntil, paymentFailed };
};
const shown = ({ account: { status, premiumUntil, paymentFailed } }: World) => ({
  status,
  premiumUntil,
  paymentFailed,
});

const event = (world: World, id: string) => handleEvent(Buffer.from(id), 'good', world.ports);

/** All permutations of `count` items, such as 120 of five. */
const permutations = (count: number): number[][] =>
  count === 0
    ? [[]]
    : permutations(count - 1).flatMap((rest) =>
        Array.from({ length: count }, (_, at) => [...rest.slice(0, at), count - 1, ...rest.slice(at)]),
      );

describe('the audit log', () => {
  it('gets one entry when a plan starts and one when it ends, and none for a renewal or a cancellation', async () => {
    const world = begin();
    for (const step of lives['bought, renewed, cancelled, ended'] ?? []) {
      world.provider.subscriptions = [aSubscription(step)];
      for (let times = 0; times < 2; times++) await review(USER, world.ports);
    }
    expect(world.plans).toEqual([`${USER} Premium`, `${USER} Free`]);
  });

  it('never delays a plan', async () => {
    const world = begin();
    world.provider.subscriptions = [aSubscription()];
    world.hooks.before = async (method) => {
      if (method === 'auditPlan') throw new Error('down');
    };
    expect((await review(USER, world.ports))?.status).toBe('premium');
    expect(world.account.status).toBe('premium');
  });
});

describe('the events of a subscription', () => {
  describe.each(Object.entries(lives))('%s', (_, steps) => {
    it("lead to Stripe's state in every order, if all is over before the first arrives", async () => {
      for (const order of permutations(steps.length)) {
        const world = begin();
        world.provider.subscriptions = [aSubscription(steps.at(-1))];
        for (const number of order) await event(world, `evt_${number}`);
        expect(shown(world), order.join()).toEqual(truth(world));
      }
    });

    it("lead to Stripe's state after every arrival: early, late, duplicated or lost", async () => {
      const arrivals = fc.array(
        fc.record({
          step: fc.nat(steps.length - 1),
          event: fc.nat(steps.length - 1),
          times: fc.integer({ min: 0, max: 3 }),
        }),
        { minLength: 1, maxLength: 12 },
      );
      await fc.assert(
        fc.asyncProperty(arrivals, async (list) => {
          const world = begin();
          let at = 0;
          for (const arrival of list) {
            at = Math.max(at, arrival.step);
            world.provider.subscriptions = [aSubscription(steps[at])];
            const ids = Array.from({ length: arrival.times }, () => `evt_${arrival.event}`);
            await Promise.all(ids.map((id) => event(world, id)));
          }
          // One review fixes everything that was lost.
          await review(USER, world.ports);
          expect(shown(world)).toEqual(truth(world));
        }),
        { numRuns: 300 },
      );
    });

    it("lead to Stripe's state without further checks, for all interleavings with its changes", async () => {
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), fc.array(fc.integer({ min: 1, max: 2 })), async (scheduler, copies) => {
          const world = begin();
          // The scheduler delays each step, so anything can happen between reading, saving and applying.
          world.hooks.before = async (method) => {
            if (['save', 'applyState'].includes(method)) await scheduler.schedule(Promise.resolve(), method);
          };
          /** Stripe resends rejected events. */
          const deliver = async (id: string): Promise<void> => {
            await scheduler.schedule(Promise.resolve(), id);
            await event(world, id).catch(() => deliver(id));
          };
          const deliveries: Promise<void>[] = [];
          const changes = async () => {
            for (const [number, step] of steps.entries()) {
              await scheduler.schedule(Promise.resolve(), 'change');
              world.provider.subscriptions = [aSubscription(step)];
              for (let copy = 0; copy < (copies[number] ?? 1); copy++) deliveries.push(deliver(`evt_${number}`));
            }
            await Promise.all(deliveries);
          };
          await scheduler.waitFor(changes());
          expect(shown(world)).toEqual(truth(world));
        }),
        { numRuns: 1000 },
      );
    });

    it("lead to Stripe's state after crashes at any point and one more check", async () => {
      const chance = fc.infiniteStream(fc.integer({ min: 0, max: 9 }));
      await fc.assert(
        fc.asyncProperty(chance, async (dice) => {
          const world = begin();
          let at = 0;
          world.provider.subscriptions = [aSubscription(steps[at])];
          world.hooks.before = async (method) => {
            const [roll = 0] = dice.take(1);
            await Promise.resolve();
            if (roll < 4 && at < steps.length - 1) world.provider.subscriptions = [aSubscription(steps[++at])];
            if (roll === 9)
              throw method === 'applyState' ? new Error('crash') : new PaymentError('unavailable', 'down');
          };
          for (let number = 0; number < steps.length; number++)
            await Promise.allSettled([event(world, `evt_${number}`), review(USER, world.ports)]);
          world.hooks.before = async () => {};
          await review(USER, world.ports);
          expect(shown(world)).toEqual(truth(world));
        }),
        { numRuns: 200 },
      );
    });
  });

  it('are not needed: the minute’s sweep finds changes whose events were all lost', async () => {
    const world = begin();
    world.provider.subscriptions = [aSubscription()];
    await review(USER, world.ports);
    expect(world.account.status).toBe('premium');
    world.patch('sub_1', { status: 'canceled' });
    world.clock.advance(30 * 86_400 + 601);
    await reviewDue(world.ports);
    expect(world.account.status).toBe('free');
  });

  it('change nothing if signed by another party', async () => {
    const world = begin();
    world.provider.subscriptions = [aSubscription()];
    const before = structuredClone(world.records.all);
    expect(await handleEvent(Buffer.from('evt_1'), 'bad', world.ports)).toBe('refused');
    expect(await handleEvent(Buffer.from('evt_1'), undefined, world.ports)).toBe('refused');
    expect([world.calls, world.records.all, world.account.status]).toEqual([[], before, 'free']);
  });

  it('change nothing if repeated', async () => {
    const world = begin();
    world.provider.subscriptions = [aSubscription()];
    expect(await event(world, 'evt_1')).toBe('done');
    const after = structuredClone(world.records.all);
    world.calls.length = 0;
    expect(await event(world, 'evt_1')).toBe('repeated');
    expect([world.calls, world.records.all]).toEqual([[], after]);
  });

  it('are processed again if they failed half-way', async () => {
    const world = begin();
    world.provider.subscriptions = [aSubscription()];
    world.hooks.before = async (method) => {
      if (method === 'applyState') throw new Error('crash');
    };
    await expect(event(world, 'evt_1')).rejects.toThrow('crash');
    world.hooks.before = async () => {};
    expect(await event(world, 'evt_1')).toBe('done');
    expect(world.account.status).toBe('premium');
  });
});

describe('an email about the subscription', () => {
  const failed = { status: 'past_due', periodStart: day(30), periodEnd: day(60) } as const;

  it('is sent once for each failed payment', async () => {
    const world = begin();
    world.provider.subscriptions = [aSubscription(failed)];
    await Promise.all([event(world, 'evt_1'), event(world, 'evt_2'), event(world, 'evt_3')]);
    await review(USER, world.ports);
    expect(world.mails.map(({ subject }) => subject)).toEqual(['Your payment for Tellhook Premium failed']);
    expect(world.mails[0]?.text).toContain('23 December 2026');
    world.patch('sub_1', { periodStart: day(60), periodEnd: day(90) });
    await event(world, 'evt_4');
    expect(world.mails).toHaveLength(2);
  });

  it('is sent once when the subscription has ended', async () => {
    const world = begin();
    world.provider.subscriptions = [aSubscription({ status: 'canceled' })];
    await Promise.all([event(world, 'evt_1'), event(world, 'evt_2')]);
    await review(USER, world.ports);
    expect(world.mails.map(({ subject }) => subject)).toEqual(['Your Tellhook Premium subscription has ended']);
  });

  it('is sent by a later run if it could not be sent', async () => {
    const world = begin();
    world.provider.subscriptions = [aSubscription(failed)];
    world.hooks.mail = () => ({ kind: 'retry', code: 'provider-unavailable', reason: 'busy' });
    await expect(event(world, 'evt_1')).rejects.toThrow('busy');
    world.hooks.mail = () => ({ kind: 'ok' });
    await event(world, 'evt_1');
    expect(world.mails).toHaveLength(1);
  });

  it('is not sent to a user who only looked at the checkout page', async () => {
    const world = begin();
    world.provider.subscriptions = [aSubscription({ status: 'incomplete_expired' })];
    await review(USER, world.ports);
    expect(world.mails).toEqual([]);
  });
});
