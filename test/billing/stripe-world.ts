import type { BillingRecord, BillingStore, PaymentProvider } from '../../lambdas/billing/ports.ts';
import { type BillingPorts, PaymentError } from '../../lambdas/billing/ports.ts';
import type { BillingState, Subscription } from '../../lambdas/billing/subscription.ts';
import { NO_SUBSCRIPTION } from '../../lambdas/billing/subscription.ts';
import type { Outcome } from '../../lambdas/platform/outbound/outcome.ts';
import { movableClock } from '../support/in-memory.ts';

export const USER = 7;
const CUSTOMER = 'cus_7';

/** The time `days` after the start of the tests. */
export const day = (days: number): string => new Date(Date.UTC(2026, 10, 20, 12) + days * 86_400_000).toISOString();

export const aSubscription = (over: Partial<Subscription> = {}): Subscription => ({
  id: 'sub_1',
  status: 'active',
  createdAt: day(0),
  periodStart: day(0),
  periodEnd: day(30),
  endsAt: undefined,
  ...over,
});

export const aRecord = (over: Partial<BillingRecord> = {}): BillingRecord => ({
  userId: USER,
  customerId: CUSTOMER,
  checkout: undefined,
  state: NO_SUBSCRIPTION,
  toldFailed: undefined,
  toldEnded: undefined,
  closedAt: undefined,
  nextCheckAt: undefined,
  version: 1,
  ...over,
});

const memoryRecords = (): BillingStore & { all: Map<number, BillingRecord> } => {
  const all = new Map<number, BillingRecord>();
  const seen = new Set<string>();
  return {
    all,
    get: async (userId) => structuredClone(all.get(userId)),
    insert: async (record) => {
      if (all.has(record.userId)) return false;
      all.set(record.userId, structuredClone(record));
      return true;
    },
    save: async (record) => {
      if (all.get(record.userId)?.version !== record.version) return false;
      all.set(record.userId, structuredClone({ ...record, version: record.version + 1 }));
      return true;
    },
    due: async (now, limit) =>
      [...all.values()]
        .filter(({ nextCheckAt }) => nextCheckAt !== undefined && nextCheckAt <= now.toISOString())
        .map(({ userId }) => userId)
        .slice(0, limit),
    hasSeen: async (id) => seen.has(id),
    markSeen: async (id) => void seen.add(id),
  };
};

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * A user, the provider's true state, and the resulting account. Each method of the provider first calls `before`, so a
 * test can make it fail or run other code first.
 */
export const stripeWorld = () => {
  const clock = movableClock();
  const records = memoryRecords();
  const provider = {
    subscriptions: [] as Subscription[],
    checkouts: new Map<string, 'open' | 'complete' | 'expired'>(),
  };
  const account = {
    exists: true,
    status: 'free' as BillingState['status'],
    premiumUntil: NO_SUBSCRIPTION.premiumUntil,
    paymentFailed: false,
    revision: 0,
  };
  const mails: Mail[] = [];
  const plans: string[] = [];
  const calls: string[] = [];
  const hooks: { before: (method: string) => Promise<void>; mail: () => Outcome } = {
    before: async () => {},
    mail: () => ({ kind: 'ok' }),
  };
  const patch = (id: string, change: Partial<Subscription>) => {
    provider.subscriptions = provider.subscriptions.map((each) => (each.id === id ? { ...each, ...change } : each));
  };
  const recorded = <Arguments extends unknown[], Result>(
    method: string,
    work: (...given: Arguments) => Result | Promise<Result>,
  ) => {
    return async (...given: Arguments): Promise<Result> => {
      calls.push(method);
      await hooks.before(method);
      return work(...given);
    };
  };
  const keys = new Map<string, string>();
  const checkoutOf = (id: string) => ({
    id,
    link: `https://checkout.stripe.com/c/pay/${id}`,
    status: provider.checkouts.get(id) ?? ('expired' as const),
    expiresAt: day(1),
  });
  const payments: PaymentProvider = {
    createCustomer: recorded('createCustomer', () => CUSTOMER),
    ownerOf: recorded('ownerOf', (customerId: string) => (customerId === CUSTOMER ? USER : undefined)),
    openCheckout: recorded('openCheckout', (_user: number, _customer: string, _pages: unknown, key: string) => {
      const id = keys.get(key) ?? `cs_${keys.size + 1}`;
      if (!keys.has(key)) provider.checkouts.set(id, 'open');
      keys.set(key, id);
      return checkoutOf(id);
    }),
    checkout: recorded('checkout', checkoutOf),
    expireCheckout: recorded('expireCheckout', (id: string) => {
      if (provider.checkouts.get(id) === 'open') provider.checkouts.set(id, 'expired');
    }),
    openRepair: recorded('openRepair', () => 'https://billing.stripe.com/p/session/1'),
    openPortal: recorded('openPortal', () => 'https://billing.stripe.com/p/session/2'),
    subscriptionsOf: recorded('subscriptionsOf', () => structuredClone(provider.subscriptions)),
    setEnding: recorded('setEnding', (id: string, ending: boolean) => {
      const found = provider.subscriptions.find((each) => each.id === id);
      if (!found) throw new PaymentError('missing', 'no such subscription');
      patch(id, { endsAt: ending ? found.periodEnd : undefined });
    }),
    cancelNow: recorded('cancelNow', (id: string) => patch(id, { status: 'canceled' })),
    // A test signature; test/billing/stripe.test.ts covers the real check.
    readEvent: (raw, signature) =>
      signature === 'good' ? { id: raw.toString(), type: 'a.kind', customerId: CUSTOMER } : undefined,
  };
  const ports: BillingPorts = {
    payments,
    records: {
      ...records,
      get: async (userId) => {
        await hooks.before('get');
        return records.get(userId);
      },
      save: async (record) => {
        await hooks.before('save');
        return records.save(record);
      },
    },
    account: async () =>
      account.exists
        ? { email: 'ada@example.com', status: account.status, premiumUntil: account.premiumUntil }
        : undefined,
    applyState: async (_userId, { status, premiumUntil, paymentFailed }, revision) => {
      await hooks.before('applyState');
      if (revision < account.revision) return;
      Object.assign(account, { status, premiumUntil, paymentFailed, revision });
    },
    auditPlan: async (userId, plan) => {
      await hooks.before('auditPlan');
      plans.push(`${userId} ${plan}`);
    },
    mail: {
      send: async (mail) => {
        await hooks.before('mail');
        const outcome = hooks.mail();
        if (outcome.kind === 'ok') mails.push(mail);
        return outcome;
      },
    },
    appUrl: 'https://app.example.com',
    clock,
  };
  return { ports, records, provider, account, mails, plans, calls, hooks, clock, patch };
};
