import { randomBytes } from 'node:crypto';
import { type FakeAnswer, jsonAnswer } from '../fake.ts';
import type { Customer, FakeSubscription, Session } from './state.ts';

/** Stripe's objects in API version 2026-10-28.endive, with the fields that an integration uses. */

export const customerObject = ({ id, email, metadata }: Customer) => ({
  id,
  object: 'customer',
  email,
  livemode: false,
  metadata,
});

export const subscriptionObject = (it: FakeSubscription, priceId: string) => ({
  id: it.id,
  object: 'subscription',
  status: it.status,
  customer: it.customer,
  created: it.created,
  start_date: it.created,
  cancel_at_period_end: it.cancelAtPeriodEnd,
  cancel_at: it.cancelAtPeriodEnd ? it.periodEnd : null,
  canceled_at: it.endedAt ?? null,
  ended_at: it.endedAt ?? null,
  collection_method: 'charge_automatically',
  currency: 'eur',
  billing_mode: { type: 'flexible' },
  items: {
    object: 'list',
    data: [
      {
        id: it.id.replace('sub_', 'si_'),
        object: 'subscription_item',
        current_period_start: it.periodStart,
        current_period_end: it.periodEnd,
        price: {
          id: priceId,
          object: 'price',
          currency: 'eur',
          unit_amount: 299,
          recurring: { interval: 'month', interval_count: 1 },
        },
        quantity: 1,
        subscription: it.id,
      },
    ],
    has_more: false,
    url: `/v1/subscription_items?subscription=${it.id}`,
  },
  livemode: false,
  metadata: it.metadata,
});

export const sessionObject = (it: Session, url: string) => ({
  id: it.id,
  object: 'checkout.session',
  mode: 'subscription',
  status: it.status,
  payment_status: it.status === 'complete' ? 'paid' : 'unpaid',
  url: it.status === 'open' ? url : null,
  customer: it.customer,
  subscription: it.subscription ?? null,
  client_reference_id: it.metadata.userId ?? null,
  success_url: it.successUrl,
  cancel_url: it.cancelUrl,
  expires_at: it.expiresAt,
  currency: 'eur',
  amount_total: 299,
  livemode: false,
  metadata: {},
});

export const invoiceObject = (it: FakeSubscription, paid: boolean) => ({
  id: `in_${it.id.slice(4)}_${it.periodStart}`,
  object: 'invoice',
  customer: it.customer,
  status: paid ? 'paid' : 'open',
  currency: 'eur',
  amount_due: 299,
  amount_paid: paid ? 299 : 0,
  parent: {
    type: 'subscription_details',
    subscription_details: { subscription: it.id, metadata: it.metadata },
  },
  livemode: false,
});

export const missing = (what: string, id: string): FakeAnswer =>
  refusal(404, 'invalid_request_error', `No such ${what}: '${id}'`, 'resource_missing');

export const newId = (prefix: string): string => `${prefix}_${randomBytes(10).toString('hex')}`;

/** An error in Stripe's format, `{"error":{type,code,message,param}}` (https://docs.stripe.com/api/errors). */
export const refusal = (status: number, type: string, message: string, code?: string): FakeAnswer =>
  jsonAnswer(status, { error: { type, message, ...(code && { code }) } });
