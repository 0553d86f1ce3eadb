import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutboundHttp } from '../../lambdas/adapters/http-client.ts';
import { type StripeSecret, type StripeSetupContext, setUpStripe } from '../../lambdas/adapters/stripe-setup.ts';
import { credentials, type Playground, startPlayground } from '../local/fakes/support.ts';

const { secretKey } = credentials.stripe;
let playground: Playground;
let http: ReturnType<typeof createOutboundHttp>;
let secret: StripeSecret;
beforeEach(async () => {
  playground = await startPlayground();
  http = createOutboundHttp({ hostMap: playground.fakes.hostMap });
  secret = { secretKey };
});
afterEach(async () => {
  http.close();
  await playground.stop();
});

const setUp = async (over: Partial<StripeSetupContext> = {}) =>
  setUpStripe({
    http,
    known: secret,
    appUrl: playground.appUrl,
    priceCents: 299,
    keep: async (values) => {
      secret = { ...secret, ...values };
    },
    ...over,
  });
const states = async (over?: Partial<StripeSetupContext>) => (await setUp(over)).map(({ state }) => state);
const atStripe = async (path: string) => {
  const answer = await playground.provider('api.stripe.com', `/v1/${path}`, {
    method: 'GET',
    headers: { authorization: `Bearer ${secretKey}` },
  });
  return JSON.parse(answer.body).data as Record<string, unknown>[];
};
const changes = async () =>
  (await playground.received('stripe')).filter(({ method }) => method !== 'GET').map(({ method, url }) => method + url);

describe('setting up Stripe', () => {
  it('creates all that selling Premium needs, and stores the secrets', async () => {
    expect(await states()).toEqual(['done', 'done', 'done', 'done', 'by hand', 'by hand', 'by hand']);
    const [price] = await atStripe('prices');
    expect(price).toMatchObject({
      product: 'tellhook_premium',
      unit_amount: 299,
      currency: 'eur',
      recurring: { interval: 'month' },
    });
    const [endpoint] = await atStripe('webhook_endpoints');
    expect(endpoint).toMatchObject({
      url: `${playground.appUrl}/api/callbacks/stripe`,
      api_version: '2026-10-28.endive',
      enabled_events: expect.arrayContaining(['customer.subscription.deleted', 'invoice.payment_failed']),
    });
    const [portal] = await atStripe('billing_portal/configurations');
    expect(portal).toMatchObject({
      features: { payment_method_update: { enabled: 'true' }, subscription_cancel: { enabled: 'false' } },
      business_profile: { privacy_policy_url: `${playground.appUrl}/legal/pp` },
    });
    expect(secret).toEqual({
      secretKey,
      priceId: price?.id,
      webhookSecret: expect.stringMatching(/^whsec_/),
      portalConfigurationId: portal?.id,
    });
  });

  it('creates nothing twice', async () => {
    await setUp();
    const [before, kept] = [await changes(), secret];
    expect(await states()).toEqual(['done', 'done', 'done', 'done', 'by hand', 'by hand', 'by hand']);
    expect(secret).toEqual(kept);
    // The portal's settings are written again, because they may have been changed by hand.
    expect((await changes()).slice(before.length)).toEqual([
      expect.stringMatching(/^POST.*\/billing_portal\/configurations\/bpc_/),
    ]);
    for (const path of ['products', 'prices', 'webhook_endpoints', 'billing_portal/configurations'])
      expect(await atStripe(path), path).toHaveLength(1);
  });

  it('creates a new price if the plan’s price has changed', async () => {
    await setUp();
    const before = secret.priceId;
    await setUp({ priceCents: 399 });
    expect(secret.priceId).not.toBe(before);
    expect(await atStripe('prices?lookup_keys[]=tellhook_premium_monthly')).toMatchObject([
      { id: secret.priceId, unit_amount: 399 },
    ]);
  });

  it('replaces an endpoint whose signing secret is lost or different', async () => {
    await setUp();
    const [first] = await atStripe('webhook_endpoints');
    for (const webhookSecret of [undefined, 'whsec_of_another_account']) {
      secret = { ...secret, webhookSecret };
      await setUp();
      const now = await atStripe('webhook_endpoints');
      expect(now).toHaveLength(1);
      expect(now[0]?.id).not.toBe(first?.id);
      expect(secret.webhookSecret).toMatch(/^whsec_[0-9a-f]+$/);
    }
  });

  it('leaves no endpoint behind whose secret could not be stored', async () => {
    const keep = async (values: Partial<StripeSecret>) => {
      if (values.webhookSecret) throw new Error('AccessDenied');
    };
    await expect(setUp({ keep })).rejects.toThrow('AccessDenied');
    expect(await atStripe('webhook_endpoints')).toEqual([]);
  });

  it('reports the next step for a missing or wrong key, and for a missing secret', async () => {
    expect((await setUp({ known: {} })).map(({ state }) => state)).toEqual(['by hand', 'by hand']);
    expect(await playground.received('stripe')).toEqual([]);
    const without = await setUp({ keep: undefined });
    expect(without.filter(({ state }) => state === 'by hand').map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringContaining('PROVIDERS_SECRET_ARN')]),
    );
    expect(await atStripe('webhook_endpoints')).toEqual([]);
    expect(await setUp({ setupKey: 'sk_wrong' })).toEqual([
      { state: 'failed', text: expect.stringContaining('GET products/tellhook_premium: 401') },
    ]);
  });

  it('reveals no secret', async () => {
    const told = JSON.stringify([await setUp(), await setUp()]);
    expect(told).not.toContain(secretKey);
    expect(told).not.toContain(String(secret.webhookSecret));
  });
});
