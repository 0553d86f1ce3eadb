import type { Sender, Template } from './ready-made.ts';
import { each, inWords, line, lines, maybe, spaced, when } from './snippets.ts';

/** A function for amounts in the currency's smallest unit, of which most currencies have a hundred, some one or a thousand. */
export const money =
  '{{ $money := function($amount, $currency) { ($contains($currency ?: "", /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|ugx|vnd|vuv|xaf|xof|xpf)$/i) ? $string($amount) : $contains($currency ?: "", /^(bhd|iqd|jod|kwd|lyd|omr|tnd)$/i) ? $formatNumber($amount / 1000, "#,##0.000") : $formatNumber($amount / 100, "#,##0.00")) & ($currency ? " " & $uppercase($currency) : "") } }}';

const happened = `Stripe: {{ ${inWords(
  'type',
  {
    'payment_intent.succeeded': 'payment succeeded',
    'payment_intent.payment_failed': 'payment failed',
    'payment_intent.created': 'payment started',
    'payment_intent.canceled': 'payment cancelled',
    'payment_intent.requires_action': 'payment needs an action',
    'charge.succeeded': 'charge succeeded',
    'account.application.authorized': 'application authorized',
    'account.application.deauthorized': 'application no longer authorized',
    'account.external_account.created': 'external account created',
    'account.external_account.updated': 'external account updated',
    'account.external_account.deleted': 'external account deleted',
    'charge.dispute.created': 'charge disputed',
    'charge.dispute.closed': 'dispute closed',
    'charge.dispute.funds_withdrawn': 'disputed money withdrawn',
    'checkout.session.completed': 'checkout completed',
    'checkout.session.expired': 'checkout expired',
    'customer.subscription.created': 'subscription created',
    'customer.subscription.updated': 'subscription updated',
    'customer.subscription.deleted': 'subscription ended',
    'customer.subscription.trial_will_end': 'trial will end',
  },
  'event',
)} }}`;
const test = '{{#if livemode = false}} (test){{/if}}';
const dashboard = (page: string) =>
  `{{#if data.object.id}}https://dashboard.stripe.com/{{#if livemode = false}}test/{{/if}}${page}/{{data.object.id}}{{/if}}`;
/** The amount, if given: a number that may be 0. */
const sum = (field: string) =>
  `{{#if $type(${field}) = "number"}}, {{ $money(${field}, data.object.currency) }}{{/if}}`;
const customer =
  'data.object.customer_email ?: data.object.receipt_email ?: data.object.customer_details.email ?: data.object.billing_details.email ?: data.object.customer_name ?: data.object.billing_details.name';

/** The changes of an update: the old value and the new one, amounts as money, times as dates. */
const changes = lines(
  each(
    '$spread(data.previous_attributes)',
    '6 and $not($type($.*) in ["object", "array", "null"]) and $not($contains($keys($), /^(id|latest_invoice|default_.*|.*_secret)$/))',
    '{{ $name := $keys($) }}{{ $now := $lookup($$.data.object, $name) }}- {{ $replace($name, "_", " ") }}: {{ $type($.*) = "number" ? ($contains($name, /amount|balance|total/) ? $money($.*, $$.data.object.currency) : $contains($name, /_(at|end|start|date)$|^created$/) ? $date($.*, "[D1] [MNn] [Y0001]") : $.*) : $.* = "" ? "none" : $type($.*) = "string" ? $replace($.*, "_", " ") : $.* }} → {{ $type($now) in ["null", "object", "array"] ? "none" : $type($now) = "number" ? ($contains($name, /amount|balance|total/) ? $money($now, $$.data.object.currency) : $contains($name, /_(at|end|start|date)$|^created$/) ? $date($now, "[D1] [MNn] [Y0001]") : $now) : $type($now) = "string" and $now != "" ? $replace($now, "_", " ") : $exists($now) and $now != "" ? $now : "none" }}',
  ),
  '{{#each $spread(data.previous_attributes)}}',
  '{{#if $type($.*) in ["object", "array"] and $index < 6 and ($keys($) != "metadata" or $count($keys($.*)) = 0)}}',
  '- {{ $replace($keys($), "_", " ") }} changed',
  '{{/if}}',
  '{{/each}}',
  each(
    '$spread(data.previous_attributes.metadata)',
    '4 and $not($contains($keys($), /key|token|secret|pass/i))',
    '- {{ $replace($keys($), "_", " ") }}: {{ $truncate($.* ?: "none", 100) }} → {{ $truncate($lookup($$.data.object.metadata, $keys($)) ?: "none", 100) }}',
  ),
);

/** The price of a subscription's period, and the number of periods. */
const price =
  '($price := data.object.items.data[0].price ?: data.object.plan; $each := $price.unit_amount ?? $price.amount; $every := $price.recurring.interval ?: $price.interval; $many := data.object.items.data[0].quantity; $type($each) = "number" ? ($type($many) = "number" and $many != 1 ? $many & " × " : "") & $money($each, $price.currency) & ($every ? " per " & $every : ""))';

/** https://docs.stripe.com/api/events/types */
export const stripe: Sender = {
  sender: 'Stripe',
  // Other services use the same envelope, but do not state the type of its content.
  when: { fields: { object: 'event', type: true, 'data.object.object': true } },
  templates: (): Template[] => [
    {
      id: 'stripe-invoice',
      label: 'Stripe invoice',
      when: { fields: { type: 'invoice.*', 'data.object.object': 'invoice' } },
      template: lines(
        `${money}Stripe: invoice${maybe(' ', 'data.object.number')} {{ ${spaced('$substringAfter(type ?: "", "invoice.")')} }}${sum('data.object.total')}${test}`,
        line(customer),
        line('data.object.lines.data[0].description'),
        line('data.object.last_finalization_error.message'),
        `{{#if data.object.hosted_invoice_url}}{{data.object.hosted_invoice_url}}{{else}}${dashboard('invoices')}{{/if}}`,
      ),
    },
    {
      id: 'stripe-refund',
      label: 'Stripe refund',
      when: { fields: { type: 'charge.refunded', 'data.object.object': 'charge' } },
      template: lines(
        `${money}Stripe: charge {{ data.object.refunded = false ? "refunded in part" : "refunded" }}{{#if $type(data.object.amount_refunded) = "number"}}, {{ $money(data.object.amount_refunded, data.object.currency) }}{{#if $type(data.object.amount) = "number" and data.object.amount != data.object.amount_refunded}} of {{ $money(data.object.amount, data.object.currency) }}{{/if}}{{/if}}${test}`,
        line(customer),
        line(`data.object.refunds.data[0].reason ? ${spaced('data.object.refunds.data[0].reason')}`, 'Reason: '),
        line('data.object.description'),
        dashboard('payments'),
      ),
    },
    {
      id: 'stripe-dispute',
      label: 'Stripe dispute',
      when: { fields: { 'data.object.object': 'dispute' } },
      template: lines(
        `${money}${happened}${sum('data.object.amount')}${test}`,
        line(`data.object.reason ? ${spaced('data.object.reason')}`, 'Reason: '),
        line(`data.object.status ? ${spaced('data.object.status')}`, 'Status: '),
        line(
          'data.object.evidence_details.due_by ? $date(data.object.evidence_details.due_by, "[D1] [MNn] [Y0001]")',
          'Evidence is due by ',
        ),
        dashboard('disputes'),
      ),
    },
    {
      id: 'stripe-payment',
      label: 'Stripe payment',
      when: {
        fields: { 'data.object.object': ['payment_intent', 'charge', 'checkout.session', 'refund', 'payout'] },
      },
      template: lines(
        `${money}${happened}${sum('(data.object.amount ?? data.object.amount_total)')}${test}`,
        line('data.object.last_payment_error.message ?: data.object.failure_message'),
        line(`data.object.object = "refund" and data.object.reason ? ${spaced('data.object.reason')}`, 'Reason: '),
        line(customer),
        line('data.object.description'),
        `{{#if data.object.receipt_url}}{{data.object.receipt_url}}{{else if data.object.object = "payout"}}${dashboard('payouts')}{{else if data.object.payment_intent ?: data.object.charge}}https://dashboard.stripe.com/{{#if livemode = false}}test/{{/if}}payments/{{ data.object.payment_intent ?: data.object.charge }}{{else}}${dashboard('payments')}{{/if}}`,
      ),
    },
    {
      id: 'stripe-subscription',
      label: 'Stripe subscription',
      when: { fields: { 'data.object.object': 'subscription' } },
      template: lines(
        `${money}${happened}${maybe(', ', `data.object.status ? ${spaced('data.object.status')}`)}${test}`,
        line('data.object.items.data[0].price.nickname ?: data.object.plan.nickname ?: data.object.description'),
        line(price),
        changes,
        when('data.object.cancel_at_period_end', 'Ends with the period'),
        dashboard('subscriptions'),
      ),
    },
    {
      id: 'stripe-event',
      label: 'Stripe event',
      when: {},
      template: lines(
        `${money}${happened}${test}`,
        line(
          'data.object.name ?: data.object.nickname ?: data.object.business_profile.name ?: data.object.email ?: data.object.description',
        ),
        line('data.object.email and data.object.name ? data.object.email'),
        line(
          'data.object.last4 ? (data.object.brand ?: data.object.bank_name ?: "Account") & " ending in " & data.object.last4',
        ),
        when(
          '$type(data.object.unit_amount ?? data.object.amount) = "number" and data.object.object in ["price", "plan"]',
          `{{ $money(data.object.unit_amount ?? data.object.amount, data.object.currency) }}${maybe(' per ', 'data.object.recurring.interval ?: data.object.interval')}`,
        ),
        changes,
        `{{#if data.object.object = "customer" and data.object.id}}${dashboard('customers')}{{else if id}}https://dashboard.stripe.com/{{#if livemode = false}}test/{{/if}}events/{{id}}{{/if}}`,
      ),
    },
  ],
};
