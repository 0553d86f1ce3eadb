import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { stripePayments } from '../../lambdas/adapters/stripe.ts';
import { PaymentError } from '../../lambdas/billing/ports.ts';
import type { HttpAnswer, HttpFailure, HttpRequest } from '../../lambdas/platform/outbound/outbound.ts';
import { day } from './stripe-world.ts';

const credentials = { secretKey: 'sk_of_the_test', webhookSecret: 'whsec_test_secret', priceId: 'price_1' };
const epoch = (date: string) => Date.parse(date) / 1000;

/** A Stripe client with a fixed response, which records its requests. */
const stripe = (
  answer: unknown,
  { status = 200, ...more }: { status?: number; portalConfigurationId?: string } = {},
) => {
  const asked: HttpRequest[] = [];
  const http = {
    send: async (request: HttpRequest): Promise<HttpAnswer | HttpFailure> => {
      asked.push(request);
      return { status, headers: {}, body: typeof answer === 'string' ? answer : JSON.stringify(answer) };
    },
  };
  return {
    payments: stripePayments({
      http,
      credentials: { ...credentials, ...more },
      pages: ['http://localhost:3000/__fakes/stripe/'],
    }),
    asked,
  };
};

const lines = (asked: HttpRequest[]) =>
  asked.map(({ method, url, headers, body }) => ({
    line: `${method} ${url}`,
    headers,
    ...(body !== undefined && { body }),
  }));

const common = { authorization: 'Bearer sk_of_the_test', 'stripe-version': '2026-10-28.endive' };
const form = { ...common, 'content-type': 'application/x-www-form-urlencoded' };

const object = (over: object = {}) => ({
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  created: epoch(day(0)),
  cancel_at_period_end: false,
  cancel_at: null,
  items: { data: [{ current_period_start: epoch(day(0)), current_period_end: epoch(day(30)) }] },
  ...over,
});
const session = {
  id: 'cs_1',
  url: 'https://checkout.stripe.com/c/pay/cs_1',
  status: 'open',
  expires_at: epoch(day(1)),
};

describe('a request to Stripe', () => {
  it('creates one customer per user, even if repeated', async () => {
    const { payments, asked } = stripe({ id: 'cus_1', metadata: {} });
    expect(await payments.createCustomer(7, 'ada+1@example.com')).toBe('cus_1');
    expect(lines(asked)).toEqual([
      {
        line: 'POST https://api.stripe.com/v1/customers',
        headers: { ...form, 'idempotency-key': 'customer-7' },
        body: 'email=ada%2B1%40example.com&metadata%5BuserId%5D=7',
      },
    ]);
    expect(asked[0]?.allow).toEqual({ hosts: ['api.stripe.com'], ports: 'default' });
  });

  it('opens a checkout page', async () => {
    const { payments, asked } = stripe(session);
    const pages = { successUrl: 'https://app.example.com/a?b=c', cancelUrl: 'https://app.example.com/a' };
    expect(await payments.openCheckout(7, 'cus_1', pages, 'checkout-7-3')).toEqual({
      id: 'cs_1',
      link: 'https://checkout.stripe.com/c/pay/cs_1',
      status: 'open',
      expiresAt: day(1),
    });
    expect(lines(asked)).toEqual([
      {
        line: 'POST https://api.stripe.com/v1/checkout/sessions',
        headers: { ...form, 'idempotency-key': 'checkout-7-3' },
        body: [
          'mode=subscription',
          'customer=cus_1',
          'client_reference_id=7',
          'line_items%5B0%5D%5Bprice%5D=price_1',
          'line_items%5B0%5D%5Bquantity%5D=1',
          'subscription_data%5Bmetadata%5D%5BuserId%5D=7',
          'success_url=https%3A%2F%2Fapp.example.com%2Fa%3Fb%3Dc',
          'cancel_url=https%3A%2F%2Fapp.example.com%2Fa',
          'locale=auto',
        ].join('&'),
      },
    ]);
  });

  it('reads the subscriptions of a customer, including ended ones', async () => {
    const { payments, asked } = stripe({ data: [object(), object({ id: 'sub_0', status: 'canceled' })] });
    expect((await payments.subscriptionsOf('cus_1')).map(({ id, status }) => [id, status])).toEqual([
      ['sub_1', 'active'],
      ['sub_0', 'canceled'],
    ]);
    const line = 'GET https://api.stripe.com/v1/subscriptions?customer=cus_1&status=all&limit=5';
    expect(lines(asked)).toEqual([{ line, headers: common }]);
  });

  it('cancels at the end of the month, resumes, and ends immediately', async () => {
    const { payments, asked } = stripe(object());
    await payments.setEnding('sub_1', true);
    await payments.setEnding('sub_1', false);
    await payments.cancelNow('sub_1');
    expect(lines(asked)).toEqual([
      { line: 'POST https://api.stripe.com/v1/subscriptions/sub_1', headers: form, body: 'cancel_at_period_end=true' },
      { line: 'POST https://api.stripe.com/v1/subscriptions/sub_1', headers: form, body: 'cancel_at_period_end=false' },
      { line: 'DELETE https://api.stripe.com/v1/subscriptions/sub_1', headers: common },
    ]);
  });

  it('also removes an end that is set as a date when it resumes', async () => {
    const { payments, asked } = stripe(object({ cancel_at: epoch(day(30)) }));
    await payments.setEnding('sub_1', false);
    expect(asked.map(({ body }) => body)).toEqual(['cancel_at_period_end=false', 'cancel_at=']);
  });

  it('opens a page to update the payment method', async () => {
    const { payments, asked } = stripe({ url: 'https://billing.stripe.com/p/session/1' });
    expect(await payments.openRepair('cus_1', 'https://app.example.com/s')).toBe(
      'https://billing.stripe.com/p/session/1',
    );
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
      customer: 'cus_1',
      return_url: 'https://app.example.com/s',
      'flow_data[type]': 'payment_method_update',
      'flow_data[after_completion][type]': 'redirect',
      'flow_data[after_completion][redirect][return_url]': 'https://app.example.com/s',
    });
  });

  it('opens the portal with the configuration that shows invoices', async () => {
    const { payments, asked } = stripe(
      { url: 'https://billing.stripe.com/p/session/2' },
      { portalConfigurationId: 'bpc_1' },
    );
    expect(await payments.openPortal('cus_1', 'https://app.example.com/s')).toBe(
      'https://billing.stripe.com/p/session/2',
    );
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
      customer: 'cus_1',
      return_url: 'https://app.example.com/s',
      configuration: 'bpc_1',
    });
  });

  it('cannot leave its place in the path', async () => {
    const { payments, asked } = stripe(object());
    await payments.cancelNow('../customers/cus_1?x=');
    expect(asked[0]?.url).toBe('https://api.stripe.com/v1/subscriptions/..%2Fcustomers%2Fcus_1%3Fx%3D');
  });
});

describe('a response from Stripe', () => {
  it('contains the period of the item and the end in both of its forms', async () => {
    const told = async (over: object = {}) =>
      (await stripe({ data: [object(over)] }).payments.subscriptionsOf('cus_1'))[0];
    expect(await told()).toEqual({
      id: 'sub_1',
      status: 'active',
      createdAt: day(0),
      periodStart: day(0),
      periodEnd: day(30),
      endsAt: undefined,
    });
    expect((await told({ cancel_at_period_end: true }))?.endsAt).toBe(day(30));
    expect((await told({ cancel_at: epoch(day(12)) }))?.endsAt).toBe(day(12));
  });

  it.each([
    [500, { error: { type: 'api_error' } }, 'unavailable'],
    [429, { error: { type: 'invalid_request_error', code: 'rate_limit' } }, 'unavailable'],
    [409, { error: { type: 'idempotency_error' } }, 'unavailable'],
    [401, { error: { type: 'invalid_request_error' } }, 'refused'],
    [402, { error: { type: 'card_error', code: 'card_declined' } }, 'refused'],
    [404, { error: { type: 'invalid_request_error', code: 'resource_missing' } }, 'missing'],
    [200, 'no JSON at all', 'unavailable'],
    [200, { data: [{ id: 'sub_1', status: 'a new word' }] }, 'unavailable'],
  ])('%i %j is reported with its meaning, without the key', async (status, answer, kind) => {
    const { payments } = stripe(answer, { status });
    const failure = await payments.checkout('cs_1').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PaymentError);
    expect(failure).toMatchObject({ kind });
    expect(String(failure)).not.toContain('sk_of_the_test');
  });

  it('is empty for a missing object', async () => {
    const { payments } = stripe({ error: { code: 'resource_missing' } }, { status: 404 });
    expect(await payments.ownerOf('cus_1')).toBeUndefined();
    expect(await payments.subscriptionsOf('cus_1')).toEqual([]);
    await payments.cancelNow('sub_1');
    await payments.expireCheckout('cs_1');
  });

  it('sends browsers only to Stripe', async () => {
    for (const url of [
      'https://evil.example/',
      'http://checkout.stripe.com/',
      'https://checkout.stripe.com.evil.example/',
      'javascript:alert(1)',
    ])
      await expect(stripe({ ...session, url }).payments.checkout('cs_1'), url).rejects.toThrow('outside of Stripe');
    const local = 'http://localhost:3000/__fakes/stripe/pay/cs_1';
    expect((await stripe({ ...session, url: local }).payments.checkout('cs_1')).link).toBe(local);
  });

  it('names the user only for a valid id', async () => {
    for (const userId of ['abc', '-1', '0', '1.5', '', '99999999999999999999'])
      expect(await stripe({ id: 'cus_1', metadata: { userId } }).payments.ownerOf('cus_1')).toBeUndefined();
    expect(await stripe({ id: 'cus_1', metadata: { userId: '7' } }).payments.ownerOf('cus_1')).toBe(7);
  });
});

describe('the signature of an event', () => {
  const { payments } = stripe({});
  const now = new Date(1_700_000_000_000);
  const body = (customer: unknown = 'cus_1') =>
    JSON.stringify({
      id: 'evt_1',
      type: 'invoice.paid',
      data: { object: { object: 'invoice', id: 'in_1', customer } },
    });
  const sign = (text: string, at = 1_700_000_000, secret = credentials.webhookSecret) =>
    createHmac('sha256', secret).update(`${at}.${text}`).digest('hex');
  const read = (text: string, signature: string | undefined, at = now) =>
    payments.readEvent(Buffer.from(text), signature, at);

  it('matches that of Stripe’s own library', () => {
    const known = '8042376f6ca064adbe037642a718227dfd59047137eb49497a54c49eb0cfb724';
    expect(read('{"id":"evt_test","object":"event"}', `t=1700000000,v1=${known}`)).toBeDefined();
    expect(sign('{"id":"evt_test","object":"event"}')).toBe(known);
  });

  it('is accepted if any of several signatures is ours', () => {
    const header = `t=1700000000,v1=${sign(body(), 1_700_000_000, 'an old secret')},v1=${sign(body())},v0=abc`;
    expect(read(body(), header)).toEqual({ id: 'evt_1', type: 'invoice.paid', customerId: 'cus_1' });
  });

  it('covers the bytes, not their meaning', () => {
    const header = `t=1700000000,v1=${sign(body())}`;
    expect(read(` ${body()}`, header)).toBeUndefined();
    expect(read(body().replace('cus_1', 'cus_2'), header)).toBeUndefined();
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['one without a time', `v1=${sign(body())}`],
    ['one of another scheme', `t=1700000000,v0=${sign(body())}`],
    ['one by another secret', `t=1700000000,v1=${sign(body(), 1_700_000_000, 'whsec_other')}`],
    ['one for another time', `t=1700000001,v1=${sign(body())}`],
    ['a part of one', `t=1700000000,v1=${sign(body()).slice(0, 32)}`],
    ['words', 't=now,v1=yes'],
  ])('keeps out %s', (_, header) => expect(read(body(), header)).toBeUndefined());

  it('is valid for five minutes', () => {
    const header = `t=1700000000,v1=${sign(body())}`;
    for (const seconds of [-300, 300])
      expect(read(body(), header, new Date(now.getTime() + seconds * 1000))).toBeDefined();
    for (const seconds of [-301, 301])
      expect(read(body(), header, new Date(now.getTime() + seconds * 1000))).toBeUndefined();
  });

  it('of an event without a customer leads to no user', () => {
    const odd = JSON.stringify({ id: 'evt_1', type: 'a.new.kind', data: {} });
    expect(read(odd, `t=1700000000,v1=${sign(odd)}`)).toMatchObject({ customerId: undefined });
    expect(read(body(null), `t=1700000000,v1=${sign(body(null))}`)).toMatchObject({ customerId: undefined });
  });
});
