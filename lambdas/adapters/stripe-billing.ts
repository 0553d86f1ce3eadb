import { planChange } from '../accounts/audit-log.ts';
import { type Billing, createBilling } from '../billing/billing.ts';
import { stripeOf } from '../billing/credentials.ts';
import type { BillingPorts } from '../billing/ports.ts';
import type { AccountStore } from '../model/account-ports.ts';
import type { ProviderCredentials } from '../model/message.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { applySubscriptionStatus } from '../webhooks/apply-subscription-status.ts';
import { billingStore } from './dynamodb/billing-store.ts';
import { changeStore } from './dynamodb/change-store.ts';
import { subscriptionStatusStore } from './dynamodb/subscription-status-store.ts';
import type { Table } from './dynamodb/table.ts';
import { createOutboundHttp } from './http-client.ts';
import type { Secret } from './secrets.ts';
import { STRIPE_ANSWER_BYTES, stripePayments } from './stripe.ts';

interface StripeBillingOptions {
  table: Table;
  /** Reads the operator's provider credentials. Without the part `stripe`, premium is not offered. */
  readCredentials: Secret<ProviderCredentials>;
  OUTBOUND_HOST_MAP: Readonly<Record<string, string>>;
  accounts: Pick<AccountStore, 'get'>;
  webhooks: Pick<WebhookStore, 'list'>;
  mail: BillingPorts['mail'];
  appUrl: string;
  /** URL prefixes of provider pages. `stripePages` is allowed in addition to Stripe's own. */
  links: Readonly<Record<string, string>>;
  clock: Clock;
}

/** Creates the billing functions, with Stripe as the payment provider and the product's table. */
export const stripeBilling = (from: StripeBillingOptions): Billing => {
  const { table, webhooks, links } = from;
  const http = createOutboundHttp({ hostMap: from.OUTBOUND_HOST_MAP, maxAnswerBytes: STRIPE_ANSWER_BYTES });
  const records = billingStore(table);
  const changes = changeStore(table);
  const statusPorts = { subscriptionStatuses: subscriptionStatusStore(table), webhooks };
  const ports = async (): Promise<BillingPorts | undefined> => {
    const credentials = stripeOf(await from.readCredentials());
    return (
      credentials && {
        payments: stripePayments({ http, credentials, pages: links.stripePages ? [links.stripePages] : [] }),
        records,
        account: from.accounts.get,
        applyState: (userId, state, revision) => applySubscriptionStatus(userId, state, revision, statusPorts),
        auditPlan: (userId, plan, at) => changes.insert(planChange(userId, plan, at)),
        mail: from.mail,
        appUrl: from.appUrl,
        clock: from.clock,
      }
    );
  };
  return createBilling(ports, records);
};
