import { createHash } from 'node:crypto';
import * as z from 'zod';
import { PaymentError } from '../billing/ports.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import type { SetupStep } from '../targets/operator-setup.ts';
import { ignoreNotFound, readStripe as read, STRIPE_VERSION, type StripeCall, stripeCaller } from './stripe-call.ts';

/** Our names for Stripe objects, which find the objects of earlier runs. */
const PRODUCT_ID = 'tellhook_premium';
const LOOKUP_KEY = 'tellhook_premium_monthly';
const PURPOSE = 'tellhook';

/** The events that the webhook endpoint receives. lambdas/billing then reads the subscription itself. */
const EVENTS = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
];

/** The secret's fields for Stripe. The setup adds missing ones. */
export interface StripeSecret {
  secretKey?: string | undefined;
  webhookSecret?: string | undefined;
  priceId?: string | undefined;
  portalConfigurationId?: string | undefined;
}

export interface StripeSetupContext {
  http: OutboundHttp;
  known: StripeSecret;
  /** A key with more rights than the product's. It is used only here and never stored. */
  setupKey?: string | undefined;
  appUrl: string;
  priceCents: number;
  /** Stores values in the secret; undefined if there is no secret. */
  keep: ((values: Partial<StripeSecret>) => Promise<void>) | undefined;
}

const done = (text: string): SetupStep => ({ state: 'done', text });
const byHand = (text: string, document?: string): SetupStep => ({
  state: 'by hand',
  text,
  ...(document && { document }),
});

const made = z.object({ id: z.string() });
const list = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });
const priceShape = z.object({
  id: z.string(),
  product: z.string(),
  unit_amount: z.number().nullable(),
  currency: z.string(),
  recurring: z.object({ interval: z.string(), interval_count: z.number() }).nullable(),
});
const endpointShape = z.object({
  id: z.string(),
  url: z.string(),
  status: z.string(),
  api_version: z.string().nullable(),
  enabled_events: z.array(z.string()),
  metadata: z.record(z.string(), z.string()).default({}),
  secret: z.string().optional(),
});
const portalShape = z.object({
  id: z.string(),
  active: z.boolean(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/**
 * Creates the Stripe objects for premium that do not exist yet: product, monthly price, webhook endpoint and customer
 * portal configuration. Safe to repeat. No secret is printed. Values that Stripe shows only once are stored in the
 * providers' secret immediately.
 */
export const setUpStripe = async (context: StripeSetupContext): Promise<SetupStep[]> => {
  const key = context.setupKey ?? context.known.secretKey;
  if (!key) return [...needsKey];
  const call = stripeCaller(context.http, key);
  const steps: SetupStep[] = [];
  try {
    steps.push(await product(call));
    steps.push(await price(call, context));
    steps.push(await portal(call, context));
    steps.push(await endpoint(call, context));
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    return [...steps, { state: 'failed', text: `Stripe rejected a step or could not be reached: ${error.message}` }];
  }
  if (!context.known.secretKey) steps.push(...needsKey.slice(1));
  return [...steps, ...left];
};

const needsKey: readonly SetupStep[] = [
  byHand(
    'In Stripe’s dashboard, Developers, API keys: copy the secret key (it is needed only for this setup), and run it again with STRIPE_SETUP_KEY=sk_…',
  ),
  byHand(
    'Also create a restricted key with write access to Customers, Checkout Sessions, Subscriptions and Customer portal. Put it into the providers’ secret, see docs/providers.md:',
    JSON.stringify({ stripe: { secretKey: 'rk_…' } }, null, 2),
  ),
];

const left: readonly SetupStep[] = [
  byHand(
    'Settings > Payment methods: turn on cards and PayPal. Some accounts must request recurring PayPal payments, which takes days.',
  ),
  byHand(
    'Settings > Billing > Subscriptions and emails: cancel the subscription after the last retry of a failed payment.',
  ),
  byHand('Settings > Customer emails: turn on emails about successful payments, which contain the invoice.'),
];

const product = async (call: StripeCall): Promise<SetupStep> => {
  if (await ignoreNotFound(call('GET', `products/${PRODUCT_ID}`))) return done('The product exists.');
  await call('POST', 'products', { id: PRODUCT_ID, name: 'Tellhook Premium' });
  return done('The product was created.');
};

const price = async (call: StripeCall, { known, priceCents, keep }: StripeSetupContext): Promise<SetupStep> => {
  const words = `${(priceCents / 100).toFixed(2)} EUR a month`;
  const query = new URLSearchParams({ 'lookup_keys[]': LOOKUP_KEY, active: 'true' });
  const [found] = read(list(priceShape), await call('GET', `prices?${query}`)).data;
  const fits =
    found?.product === PRODUCT_ID &&
    found.unit_amount === priceCents &&
    found.currency === 'eur' &&
    found.recurring?.interval === 'month' &&
    found.recurring.interval_count === 1;
  const id = fits
    ? found.id
    : read(
        made,
        await call('POST', 'prices', {
          product: PRODUCT_ID,
          currency: 'eur',
          unit_amount: String(priceCents),
          'recurring[interval]': 'month',
          lookup_key: LOOKUP_KEY,
          // A price cannot be changed. A new price takes over the lookup key, and existing subscriptions keep the old
          // one.
          transfer_lookup_key: 'true',
        }),
      ).id;
  if (known.priceId === id) return done(`The price exists: ${words}.`);
  if (!keep) return byHand(`The price is ${words}. Put its ID into the secret as priceId:`, id);
  await keep({ priceId: id });
  return done(`The price is ${words}, and its ID is in the secret.`);
};

/**
 * The configuration of a customer portal that shows invoices, and where only the payment method can be changed. The application handles
 * cancelling, because it explains the consequences.
 */
const portalForm = (appUrl: string) => ({
  'business_profile[privacy_policy_url]': `${appUrl}/legal/pp`,
  'business_profile[terms_of_service_url]': `${appUrl}/legal/tnc`,
  default_return_url: `${appUrl}/user/settings`,
  'features[payment_method_update][enabled]': 'true',
  'features[invoice_history][enabled]': 'true',
  'features[customer_update][enabled]': 'false',
  'features[subscription_cancel][enabled]': 'false',
  'features[subscription_update][enabled]': 'false',
  'metadata[purpose]': PURPOSE,
});

const portal = async (call: StripeCall, { known, appUrl, keep }: StripeSetupContext): Promise<SetupStep> => {
  const { data } = read(list(portalShape), await call('GET', 'billing_portal/configurations?active=true&limit=100'));
  const found = data.find(({ metadata }) => metadata?.purpose === PURPOSE);
  const path = `billing_portal/configurations${found ? `/${found.id}` : ''}`;
  const { id } = read(made, await call('POST', path, portalForm(appUrl)));
  if (known.portalConfigurationId === id)
    return done('Customers can change their payment method in the customer portal.');
  if (!keep) return byHand('The customer portal is set up. Put its ID into the secret as portalConfigurationId:', id);
  await keep({ portalConfigurationId: id });
  return done('Customers can change their payment method in the customer portal, and its ID is in the secret.');
};

/** Identifies a secret without revealing it. */
const fingerprint = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 16);

const endpoint = async (call: StripeCall, { known, appUrl, keep }: StripeSetupContext): Promise<SetupStep> => {
  const url = `${appUrl}/api/callbacks/stripe`;
  const { data } = read(list(endpointShape), await call('GET', 'webhook_endpoints?limit=100'));
  const here = data.filter((each) => each.url === url);
  // A webhook endpoint created by hand has no fingerprint, and is assumed to belong to the stored secret.
  const good = here.find(
    ({ api_version, metadata }) =>
      known.webhookSecret !== undefined &&
      api_version === STRIPE_VERSION &&
      (metadata.fingerprint ?? fingerprint(known.webhookSecret)) === fingerprint(known.webhookSecret),
  );
  if (good) {
    const complete = good.status === 'enabled' && EVENTS.every((event) => good.enabled_events.includes(event));
    if (!complete)
      await call('POST', `webhook_endpoints/${good.id}`, { 'enabled_events[]': EVENTS, disabled: 'false' });
    return done(`Events are sent to ${url}.`);
  }
  if (!keep)
    return byHand(
      `Set PROVIDERS_SECRET_ARN and run this again: Stripe shows the signing secret of ${url} only once, and the script stores it in the secret.`,
    );
  const fresh = read(
    endpointShape,
    await call('POST', 'webhook_endpoints', {
      url,
      'enabled_events[]': EVENTS,
      api_version: STRIPE_VERSION,
      description: 'Tellhook',
    }),
  );
  if (!fresh.secret) throw new PaymentError('unavailable', 'POST webhook_endpoints: no signing secret came');
  try {
    await keep({ webhookSecret: fresh.secret });
  } catch (error) {
    // Without its secret, the endpoint's events could not be verified, so the endpoint is deleted.
    await call('DELETE', `webhook_endpoints/${fresh.id}`);
    throw error;
  }
  await call('POST', `webhook_endpoints/${fresh.id}`, { 'metadata[fingerprint]': fingerprint(fresh.secret) });
  for (const { id } of here) await call('DELETE', `webhook_endpoints/${id}`);
  return done(`Events are sent to ${url}, and their signing secret is in the providers’ secret.`);
};
