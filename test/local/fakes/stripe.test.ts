import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asked, credentials, type Playground, startPlayground } from './support.ts';

let playground: Playground;
beforeEach(async () => {
  playground = await startPlayground();
});
afterEach(() => playground.stop());

const { secretKey, webhookSecret, priceId } = credentials.stripe;

const stripe = async (method: string, path: string, form: Record<string, string> = {}, headers = {}) => {
  const answer = await playground.provider('api.stripe.com', `/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(method === 'POST' && { body: new URLSearchParams(form).toString() }),
  });
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const newCustomer = async (): Promise<string> =>
  (await stripe('POST', 'customers', { email: 'ada@example.com', 'metadata[userId]': '7' })).body.id;

const openPage = async (customer: string) =>
  (
    await stripe('POST', 'checkout/sessions', {
      mode: 'subscription',
      customer,
      'line_items[0][price]': priceId,
      'subscription_data[metadata][userId]': '7',
      success_url: `${playground.appUrl}/paid?id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${playground.appUrl}/back`,
    })
  ).body;

const decide = (url: string, decision: string) =>
  playground.page(new URL(url).pathname, { method: 'POST', body: new URLSearchParams({ decision }) });

/** A customer with a subscription. */
const subscriber = async () => {
  const customer = await newCustomer();
  // A browser returns after a limited wait. This request returns only when the product has been notified.
  await playground.api('POST', 'stripe/pay', { session: (await openPage(customer)).id });
  return customer;
};
const subscriptionOf = async (customer: string) =>
  (await stripe('GET', `subscriptions?customer=${customer}&status=all`)).body.data[0];

const events = () =>
  playground.callbacks.map(({ url, headers, body }) => ({ url, headers, body, ...JSON.parse(body) }));
const types = () => events().map(({ type }) => type);
const pass = async (days: number) => {
  playground.callbacks.length = 0;
  playground.clock.now = new Date(playground.clock.now.getTime() + days * 86_400_000);
  await playground.fakes.clockMoved();
};

describe('the API', () => {
  it('requires its key, its price and known customers', async () => {
    expect((await stripe('GET', 'customers/cus_1', {}, { authorization: 'Bearer other' })).status).toBe(401);
    expect((await stripe('GET', 'customers/cus_1')).body.error.code).toBe('resource_missing');
    const form = { customer: await newCustomer(), 'line_items[0][price]': 'price_other' };
    expect((await stripe('POST', 'checkout/sessions', form)).body.error.code).toBe('resource_missing');
    expect((await stripe('GET', 'charges')).status).toBe(404);
  });

  it('repeats the response for the same idempotency key, and rejects the key for another request', async () => {
    const key = { 'idempotency-key': 'k1' };
    const first = await stripe('POST', 'customers', { email: 'a@example.com' }, key);
    expect((await stripe('POST', 'customers', { email: 'a@example.com' }, key)).body).toEqual(first.body);
    const other = await stripe('POST', 'customers', { email: 'b@example.com' }, key);
    expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error']);
  });
});

describe('the checkout page', () => {
  it('shows four ways to pay, and returns to the right page after each', async () => {
    const { url } = await openPage(await newCustomer());
    const page = async (where: string) => asked(await (await playground.page(where)).text());
    expect(await page(new URL(url).pathname)).toMatchObject({ page: 'pay', declined: false });
    expect((await decide(url, 'back')).headers.get('location')).toBe(`${playground.appUrl}/back`);
    const declined = await decide(url, 'decline');
    expect(await page(declined.headers.get('location') ?? '')).toMatchObject({ page: 'pay', declined: true });
    const paid = await decide(url, 'paypal');
    expect(paid.headers.get('location')).toMatch(/\/paid\?id=cs_test_\w+$/);
    expect((await playground.page(new URL(url).pathname)).status).toBe(410);
  });

  it('expires after a day or on request', async () => {
    const customer = await newCustomer();
    const [one, two] = [await openPage(customer), await openPage(customer)];
    expect((await stripe('POST', `checkout/sessions/${one.id}/expire`)).body.status).toBe('expired');
    await pass(1.1);
    expect((await stripe('GET', `checkout/sessions/${two.id}`)).body).toMatchObject({ status: 'expired', url: null });
  });
});

describe('events', () => {
  it('are all signed, and one arrives twice', async () => {
    await subscriber();
    const sent = events();
    expect(new Set(types())).toEqual(
      new Set([
        'checkout.session.completed',
        'customer.subscription.created',
        'customer.subscription.updated',
        'invoice.paid',
      ]),
    );
    expect([sent.length, new Set(sent.map(({ id }) => id)).size]).toEqual([5, 4]);
    for (const { url, headers, body } of sent) {
      const [, at, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['stripe-signature'])) ?? [];
      expect(signature).toBe(createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex'));
      expect(url).toBe('/api/callbacks/stripe');
    }
  });

  it('are repeated until they are accepted', async () => {
    playground.answers.push({ status: 500 });
    await subscriber();
    expect(playground.callbacks).toHaveLength(6);
  });
});

describe('a subscription', () => {
  it('renews each month, on its day', async () => {
    const customer = await subscriber();
    await pass(60);
    expect(types().filter((type) => type === 'invoice.paid').length).toBeGreaterThan(0);
    const { current_period_start, current_period_end } = (await subscriptionOf(customer)).items.data[0];
    const date = (at: number) => new Date(at * 1000).toISOString().slice(0, 10);
    expect([date(current_period_start), date(current_period_end)]).toEqual(['2026-04-01', '2026-05-01']);
  });

  it('ends with its month after cancellation, unless it is resumed', async () => {
    const customer = await subscriber();
    const { id } = await subscriptionOf(customer);
    await stripe('POST', `subscriptions/${id}`, { cancel_at_period_end: 'true' });
    await stripe('POST', `subscriptions/${id}`, { cancel_at_period_end: 'false' });
    await pass(32);
    expect((await subscriptionOf(customer)).status).toBe('active');
    await stripe('POST', `subscriptions/${id}`, { cancel_at_period_end: 'true' });
    await pass(31);
    expect((await subscriptionOf(customer)).status).toBe('canceled');
    expect(types()).toContain('customer.subscription.deleted');
  });

  it('is past due for a week without payment, and then ends', async () => {
    const customer = await subscriber();
    await playground.api('POST', 'stripe/fail', { customer });
    await pass(32);
    expect((await subscriptionOf(customer)).status).toBe('past_due');
    expect(types()).toContain('invoice.payment_failed');
    await pass(8);
    expect((await subscriptionOf(customer)).status).toBe('canceled');
  });

  it('continues with another card after a failed payment', async () => {
    const customer = await subscriber();
    await playground.api('POST', 'stripe/fail', { customer });
    await pass(32);
    const { url } = (
      await stripe('POST', 'billing_portal/sessions', { customer, return_url: `${playground.appUrl}/s` })
    ).body;
    expect((await decide(url, 'card')).headers.get('location')).toBe(`${playground.appUrl}/s`);
    expect((await subscriptionOf(customer)).status).toBe('active');
  });

  it('is shown without its secrets', async () => {
    await subscriber();
    const shown = JSON.stringify([await playground.received('stripe'), await playground.api('GET', 'changes')]);
    for (const secret of [secretKey, webhookSecret]) expect(shown).not.toContain(secret);
  });
});
