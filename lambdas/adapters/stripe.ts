import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { StripeCredentials } from '../billing/credentials.ts';
import { type Checkout, PaymentError, type PaymentProvider } from '../billing/ports.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import { parseJson } from '../platform/parse-json.ts';
import { sameSecret } from '../platform/same-secret.ts';
import { ignoreNotFound, readStripe as read, stripeCaller } from './stripe-call.ts';

/** Maximum age of a signature in seconds, as in Stripe's libraries (stripe-node, Webhooks.ts, DEFAULT_TOLERANCE). */
const TOLERANCE_SECONDS = 300;

/**
 * Number of subscriptions that are read, newest first. The relevant one is always among them. Many more would not fit
 * into the response.
 */
const SUBSCRIPTIONS_READ = 5;

/** Maximum size of a response for {@link stripePayments}' client, in bytes. Five subscriptions need half of it. */
export const STRIPE_ANSWER_BYTES = 65_536;

const seconds = z.number().transform((at) => new Date(at * 1000).toISOString());
const id = z.string().max(255);

const subscriptionShape = z.object({
  id,
  status: z.enum([
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'paused',
  ]),
  created: seconds,
  cancel_at_period_end: z.boolean(),
  cancel_at: seconds.nullish(),
  items: z.object({ data: z.array(z.object({ current_period_start: seconds, current_period_end: seconds })).min(1) }),
});

/** Parses Stripe's subscription object. https://docs.stripe.com/api/subscriptions/object */
const toSubscription = (it: z.output<typeof subscriptionShape>): Subscription => {
  const [item] = it.items.data;
  const periodEnd = item?.current_period_end ?? it.created;
  return {
    id: it.id,
    status: it.status,
    createdAt: it.created,
    periodStart: item?.current_period_start ?? it.created,
    periodEnd,
    // With flexible billing, the end is in `cancel_at`, without the flag.
    endsAt: it.cancel_at ?? (it.cancel_at_period_end ? periodEnd : undefined),
  };
};

const sessionShape = z.object({
  id,
  url: z.string().max(2048).nullish(),
  status: z.enum(['open', 'complete', 'expired']),
  expires_at: seconds,
});
const customerShape = z.object({ id, metadata: z.record(z.string(), z.string()).optional() });
const listShape = z.object({ data: z.array(z.unknown()) });
const portalShape = z.object({ url: z.string().max(2048) });
const eventShape = z.object({
  id,
  type: id,
  data: z.object({ object: z.object({ object: id, id, customer: id.nullish() }) }),
});

interface StripeOptions {
  http: OutboundHttp;
  credentials: StripeCredentials;
  /** Prefixes of URLs that are allowed in addition to those of Stripe's pages. */
  pages?: readonly string[];
}

/**
 * Verifies a signature header, `t=…,v1=…[,v1=…]`: HMAC-SHA256 of `<t>.<body>` in hex. The key is the whole `whsec_…`
 * text, and one match is enough.
 */
const isSigned = (raw: Buffer, header: string, secret: string, now: Date): boolean => {
  const parts = header.split(',').map((part) => part.split('=', 2));
  const at = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(at) || Math.abs(now.getTime() / 1000 - Number(at)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${at}.`).update(raw).digest('hex');
  return parts.some(([name, value]) => name === 'v1' && value !== undefined && sameSecret(value, expected));
};

/** Creates the payment provider for Stripe Billing with hosted Checkout. https://docs.stripe.com/api */
export const stripePayments = ({ http, credentials, pages = [] }: StripeOptions): PaymentProvider => {
  const { secretKey, webhookSecret, priceId, portalConfigurationId } = credentials;
  const send = stripeCaller(http, secretKey);

  /** Checks the URL of a page, because browsers must be redirected only to Stripe. */
  const page = (url: string): string => {
    const known = ['https://checkout.stripe.com/', 'https://billing.stripe.com/', ...pages];
    if (known.some((start) => url.startsWith(start))) return url;
    throw new PaymentError('refused', 'a page outside of Stripe');
  };

  const readCheckout = (answer: unknown): Checkout => {
    const { id: checkoutId, url, status, expires_at } = read(sessionShape, answer);
    return { id: checkoutId, link: status === 'open' ? page(url ?? '') : '', status, expiresAt: expires_at };
  };

  /** Opens the customer portal, or one of its pages. https://docs.stripe.com/api/customer_portal/sessions/create */
  const portal = async (customerId: string, returnUrl: string, flow: Readonly<Record<string, string>>) => {
    const configuration = portalConfigurationId && { configuration: portalConfigurationId };
    const form = { customer: customerId, return_url: returnUrl, ...configuration, ...flow };
    return page(read(portalShape, await send('POST', 'billing_portal/sessions', form)).url);
  };

  const segment = encodeURIComponent;

  return {
    createCustomer: async (userId, email) => {
      const form = { email, 'metadata[userId]': String(userId) };
      return read(customerShape, await send('POST', 'customers', form, `customer-${userId}`)).id;
    },
    ownerOf: async (customerId) => {
      const answer = await ignoreNotFound(send('GET', `customers/${segment(customerId)}`));
      const userId = Number(answer === undefined ? 0 : read(customerShape, answer).metadata?.userId);
      return Number.isSafeInteger(userId) && userId > 0 ? userId : undefined;
    },
    openCheckout: async (userId, customerId, { successUrl, cancelUrl }, idempotencyKey) =>
      readCheckout(
        await send(
          'POST',
          'checkout/sessions',
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: String(userId),
            'line_items[0][price]': priceId,
            'line_items[0][quantity]': '1',
            'subscription_data[metadata][userId]': String(userId),
            success_url: successUrl,
            cancel_url: cancelUrl,
            locale: 'auto',
          },
          idempotencyKey,
        ),
      ),
    checkout: async (checkoutId) => readCheckout(await send('GET', `checkout/sessions/${segment(checkoutId)}`)),
    expireCheckout: async (checkoutId) => {
      try {
        await send('POST', `checkout/sessions/${segment(checkoutId)}/expire`, {});
      } catch (error) {
        // The request fails if the page is no longer open, which needs no action.
        if (!(error instanceof PaymentError) || error.kind === 'unavailable') throw error;
      }
    },
    openRepair: (customerId, returnUrl) =>
      portal(customerId, returnUrl, {
        'flow_data[type]': 'payment_method_update',
        'flow_data[after_completion][type]': 'redirect',
        'flow_data[after_completion][redirect][return_url]': returnUrl,
      }),
    openPortal: (customerId, returnUrl) => portal(customerId, returnUrl, {}),
    subscriptionsOf: async (customerId) => {
      const query = new URLSearchParams({ customer: customerId, status: 'all', limit: String(SUBSCRIPTIONS_READ) });
      // A customer that the operator deleted in Stripe has no subscriptions.
      const answer = await ignoreNotFound(send('GET', `subscriptions?${query}`));
      const { data } = answer === undefined ? { data: [] } : read(listShape, answer);
      return data.map((object) => toSubscription(read(subscriptionShape, object)));
    },
    setEnding: async (subscriptionId, ending) => {
      const path = `subscriptions/${segment(subscriptionId)}`;
      const after = await send('POST', path, { cancel_at_period_end: String(ending) });
      if (ending) return;
      // An end that was set as a date has to be removed in a separate request.
      if (z.object({ cancel_at: z.number() }).safeParse(after).success) await send('POST', path, { cancel_at: '' });
    },
    cancelNow: async (subscriptionId) => {
      await ignoreNotFound(send('DELETE', `subscriptions/${segment(subscriptionId)}`));
    },
    readEvent: (raw, signature, now) => {
      if (!signature || !isSigned(raw, signature, webhookSecret, now)) return undefined;
      const event = eventShape.safeParse(parseJson(raw.toString('utf8'))).data;
      // The signature is valid, but the event's type is not relevant.
      if (!event) return { id: '', type: 'unknown', customerId: undefined };
      const { object, id: objectId, customer } = event.data.object;
      return {
        id: event.id,
        type: event.type,
        customerId: object === 'customer' ? objectId : (customer ?? undefined),
      };
    },
  };
};
