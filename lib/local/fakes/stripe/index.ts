import * as z from 'zod';
import { type Fake, FakeInputError, type FakeRequest, type PageAnswer } from '../fake.ts';
import { STRIPE_HOSTS } from '../hosts.ts';
import { userEvent } from '../recorder.ts';
import { answerApi } from './api.ts';
import { advanceTo, collectOwed, type Happening, monthAfter } from './bookkeeping.ts';
import { createEvents, type StripeEvent } from './events.ts';
import { invoiceObject, newId, refusal, sessionObject, subscriptionObject } from './objects.ts';
import {
  type Customer,
  type FakeSubscription,
  initialStripeState,
  type Session,
  threadsOf,
  type Visit,
} from './state.ts';

const credentialsOf = z.object({ secretKey: z.string(), webhookSecret: z.string(), priceId: z.string() });

const pay = z.object({ session: z.string(), method: z.enum(['card', 'paypal']).default('card') });
const fail = z.object({ customer: z.string(), fails: z.boolean().default(true) });
const repair = z.object({ customer: z.string() });

/** Longest wait before a browser is sent back (https://docs.stripe.com/checkout/fulfillment). */
const REDIRECT_WAIT_MS = 10_000;

/** Stripe's customers, Checkout and subscriptions for one price, and the actions of paying users. */
const create: Fake['create'] = (parts) => {
  const { product, recorder, now, wait } = parts;
  const state = parts.state(initialStripeState());
  const { secretKey, webhookSecret, priceId } = credentialsOf.parse(parts.credentials.stripe);
  const pagesUrl = `${product.appUrl}/__fakes/stripe`;
  const mask = (text: string): string =>
    [secretKey, webhookSecret].reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
  const events = createEvents({ product, recorder, webhookSecret, mask, now, wait });
  const seconds = () => Math.floor(now().getTime() / 1000);

  const note = (customer: string, line: string) => recorder.add(userEvent('stripe', customer, line));

  const eventOf = ({ type, about, subscription }: Happening): StripeEvent => ({
    type,
    customer: subscription.customer,
    object:
      about === 'subscription'
        ? subscriptionObject(subscription, priceId)
        : invoiceObject(subscription, about === 'paid invoice'),
  });

  const keepInvoice = ({ about, subscription }: Happening): void => {
    if (about === 'subscription') return;
    const { customer, periodStart: at } = subscription;
    const { id, status } = invoiceObject(subscription, about === 'paid invoice');
    const others = (state.current.invoices ?? []).filter((it) => it.id !== id);
    state.current.invoices = [...others, { id, customer, at, paid: status === 'paid' }];
  };

  const publish = async (happenings: Happening[], more: StripeEvent[] = []): Promise<void> => {
    for (const { line, subscription } of happenings) if (line) note(subscription.customer, line);
    for (const happening of happenings) keepInvoice(happening);
    state.save();
    await events.send([...happenings.map(eventOf), ...more]);
  };

  const book = async (): Promise<void> => {
    const happenings = advanceTo(state.current, seconds());
    if (happenings.length > 0) await publish(happenings);
  };

  const customerOf = (id: string): Customer => {
    const customer = state.current.customers.find((it) => it.id === id || it.email === id);
    if (!customer) throw new FakeInputError(`There is no customer ${id}.`);
    return customer;
  };

  const openSession = (id: string): Session | undefined =>
    state.current.sessions.find((it) => it.id === id && it.status === 'open' && it.expiresAt > seconds());

  const complete = async (session: Session, method: 'card' | 'paypal'): Promise<void> => {
    const at = seconds();
    const customer = customerOf(session.customer);
    customer.method = method;
    customer.fails = false;
    const subscription: FakeSubscription = {
      id: newId('sub'),
      customer: customer.id,
      status: 'active',
      created: at,
      metadata: session.metadata,
      periodStart: at,
      periodEnd: monthAfter(at),
      cancelAtPeriodEnd: false,
      endedAt: undefined,
      tries: 0,
    };
    state.current.subscriptions.push(subscription);
    session.status = 'complete';
    session.subscription = subscription.id;
    const by = method === 'card' ? 'by card' : 'with PayPal';
    const told = (type: string, about: Happening['about']): Happening => ({ type, about, subscription });
    note(customer.id, `Subscribed ${by}: 2.99 € each month.`);
    await publish(
      [
        told('customer.subscription.created', 'subscription'),
        told('customer.subscription.updated', 'subscription'),
        told('invoice.paid', 'paid invoice'),
      ],
      [{ type: 'checkout.session.completed', customer: customer.id, object: sessionObject(session, '') }],
    );
  };

  const repaired = async (customer: Customer): Promise<void> => {
    customer.fails = false;
    note(customer.id, 'Another card was given.');
    await publish(collectOwed(state.current, customer.id, seconds()));
  };

  const changed = (type: string, subscription: FakeSubscription, line: string) => {
    // The event is sent after the response, like all of Stripe's events.
    setImmediate(() => void publish([{ type, about: 'subscription', subscription: { ...subscription }, line }]));
  };

  const goTo = (location: string): PageAnswer => ({ status: 303, location });
  const expired: PageAnswer = { status: 410, asks: { page: 'expired' } };
  const pathOf = (kind: 'pay' | 'repair' | 'portal', id: string): string => `/__fakes/stripe/${kind}/${id}`;
  const patiently = (work: Promise<void>) => Promise.race([work, wait(REDIRECT_WAIT_MS, product.signal)]);

  const portalPage = (kind: string, { id, showsInvoices }: Visit, { id: customer, email, method }: Customer) => {
    if (kind === 'repair') return { page: 'repair' as const, action: pathOf('repair', id), email };
    const invoices = (state.current.invoices ?? []).filter((it) => it.customer === customer).toReversed();
    return {
      page: 'portal' as const,
      action: pathOf('portal', id),
      email,
      method: method ?? null,
      invoices: showsInvoices ? invoices.map(({ at, paid }) => ({ at, paid })) : null,
    };
  };

  const payPageOf = async (session: Session, query: URLSearchParams, decision: string | null): Promise<PageAnswer> => {
    switch (decision) {
      case 'card':
      case 'paypal':
        await patiently(complete(session, decision));
        return goTo(session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id));
      case 'decline':
        return goTo(`${pathOf('pay', session.id)}?declined`);
      case 'back':
        return goTo(session.cancelUrl);
      default:
        return {
          status: 200,
          asks: {
            page: 'pay',
            action: pathOf('pay', session.id),
            email: customerOf(session.customer).email,
            declined: query.has('declined'),
          },
        };
    }
  };

  return {
    name: 'Stripe',
    isDelivery: (request: FakeRequest) => request.path.startsWith('/v1/'),
    placement: () => ({}),
    handle: (request) => {
      const context = { state: state.current, secretKey, priceId, pagesUrl, now: seconds(), changed };
      const answer = answerApi(request, context);
      if (request.method !== 'GET') state.save();
      return answer;
    },
    refuse: (mode, retryAfter) => {
      if (mode === '429') {
        const answer = refusal(
          429,
          'invalid_request_error',
          'Too many requests hit the API too quickly.',
          'rate_limit',
        );
        return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfter) } };
      }
      return mode === '500'
        ? refusal(500, 'api_error', 'An error occurred with our connection to Stripe.')
        : refusal(401, 'invalid_request_error', 'Expired API Key provided.', 'api_key_expired');
    },
    answers: [],
    answer: () => undefined,
    mask,
    maskUrl: (url) => url,
    threads: () => threadsOf(state.current),
    clockMoved: book,
    page: async (method, path, query, form) => {
      const decision = method === 'POST' ? form.get('decision') : null;
      const [, kind, id = ''] = /^(pay|repair|portal)\/(\w+)$/.exec(path) ?? [];
      if (!kind) return undefined;
      if (kind === 'pay') {
        const session = openSession(id);
        return session ? payPageOf(session, query, decision) : expired;
      }
      const visit = state.current.visits.find((it) => it.id === id);
      if (!visit) return expired;
      const customer = customerOf(visit.customer);
      if (decision === null) return { status: 200, asks: portalPage(kind, visit, customer) };
      if (decision === 'card') await patiently(repaired(customer));
      return goTo(visit.returnUrl);
    },
    actions: {
      pay: async (input) => {
        const { session: id, method } = pay.parse(input);
        const session = openSession(id);
        if (!session) throw new FakeInputError('This page to pay on is used or expired.');
        await complete(session, method);
        return { subscription: session.subscription };
      },
      fail: async (input) => {
        const { customer: id, fails } = fail.parse(input);
        const customer = customerOf(id);
        customer.fails = fails;
        state.save();
        note(customer.id, fails ? 'The next payments will fail.' : 'The next payments will work again.');
        return { customer: customer.id, fails };
      },
      repair: async (input) => {
        const customer = customerOf(repair.parse(input).customer);
        await repaired(customer);
        return { customer: customer.id };
      },
    },
  };
};

export const stripe: Fake = { hosts: STRIPE_HOSTS, create };
