import { type Billing, createBilling } from '../billing/billing.ts';
import { stripeOf } from '../billing/credentials.ts';
import type { BillingPorts } from '../billing/ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { ProviderCredentials } from '../targets/target-kind.ts';
import { applySubscriptionStatus } from '../webhooks/apply-subscription-status.ts';
import { accountStore } from './dynamodb/account-store.ts';
import { billingStore } from './dynamodb/billing-store.ts';
import { subscriptionStatusStore } from './dynamodb/subscription-status-store.ts';
import type { Table } from './dynamodb/table.ts';
import { webhookStore } from './dynamodb/webhook-store.ts';
import { createOutboundHttp } from './http-client.ts';
import type { Secret } from './secrets.ts';
import { STRIPE_ANSWER_BYTES, stripePayments } from './stripe.ts';

interface StripeBillingOptions {
  table: Table;
  /** The operator's credentials at the providers; without `stripe` among them, premium is not offered. */
  credentials: Secret<ProviderCredentials>;
  hostMap: Readonly<Record<string, string>>;
  mail: BillingPorts['mail'];
  appUrl: string;
  /** `stripePages`: the beginning of the pages that stand for Stripe's own. */
  links?: Readonly<Record<string, string>>;
  clock: Clock;
}

/** Billing by Stripe over the product's table, for the functions that deal with money. */
export const stripeBilling = ({
  table,
  hostMap,
  mail,
  appUrl,
  links = {},
  clock,
  ...rest
}: StripeBillingOptions): Billing => {
  const http = createOutboundHttp({ hostMap, maxAnswerBytes: STRIPE_ANSWER_BYTES });
  const records = billingStore(table);
  const accounts = accountStore(table);
  const statusPorts = { subscriptionStatuses: subscriptionStatusStore(table), webhooks: webhookStore(table) };
  const ports = async (): Promise<BillingPorts | undefined> => {
    const credentials = stripeOf(await rest.credentials());
    return (
      credentials && {
        payments: stripePayments({ http, credentials, pages: links.stripePages ? [links.stripePages] : [] }),
        records,
        account: accounts.get,
        applyState: (userId, state, revision) => applySubscriptionStatus(userId, state, revision, statusPorts),
        mail,
        appUrl,
        clock,
      }
    );
  };
  return createBilling(ports, records);
};
