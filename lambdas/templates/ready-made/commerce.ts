import type { Sender } from './ready-made.ts';

/** Amounts of Stripe are in the currency's smallest unit; most have two decimals, some none. */
const amount = (field: string, currency: string) =>
  `{{ $contains(${currency}, /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|ugx|vnd|vuv|xaf|xof|xpf)$/i) ? $string(${field}) : $formatNumber(${field} / 100, "#,##0.00") }} {{ $uppercase(${currency}) }}`;

const heading = 'Stripe: {{ $replace(type, /[._]/, " ") }}{{#if livemode = false}} (test){{/if}}';

/** https://docs.stripe.com/api/events/types */
export const stripe: Sender = {
  sender: 'Stripe',
  when: { fields: { object: 'event', type: true, 'data.object': true } },
  templates: [
    {
      id: 'stripe-invoice',
      label: 'Stripe invoice',
      when: { fields: { type: 'invoice.*', 'data.object.object': 'invoice' } },
      template: `${heading}
{{data.object.number}} ${amount('data.object.total', 'data.object.currency')}
{{ data.object.customer_email ?: data.object.customer_name ?: data.object.customer }}
{{data.object.hosted_invoice_url}}`,
    },
    {
      id: 'stripe-payment',
      label: 'Stripe payment',
      when: {
        fields: {
          'data.object.object': ['payment_intent', 'charge', 'checkout.session', 'refund', 'dispute', 'payout'],
        },
      },
      template: `${heading}
{{#if $exists(data.object.amount ?? data.object.amount_total)}}
${amount('(data.object.amount ?? data.object.amount_total)', 'data.object.currency')}
{{/if}}
{{#if data.object.last_payment_error.message ?: data.object.failure_message}}
{{ data.object.last_payment_error.message ?: data.object.failure_message }}
{{/if}}
{{ data.object.receipt_email ?: data.object.customer_details.email ?: data.object.billing_details.email ?: data.object.customer }}
{{ data.object.description ?: data.object.id }}`,
    },
    {
      id: 'stripe-subscription',
      label: 'Stripe subscription',
      when: { fields: { 'data.object.object': 'subscription' } },
      template: `${heading}
{{data.object.id}} is {{ $replace(data.object.status, "_", " ") }}, customer {{data.object.customer}}
{{#if data.object.cancel_at_period_end}}
Ends with the period
{{/if}}`,
    },
    {
      id: 'stripe-event',
      label: 'Stripe event',
      when: {},
      template: `${heading}
{{ data.object.name ?: data.object.email ?: data.object.description ?: data.object.id }}
{{#if data.object.email and data.object.name}}
{{data.object.email}}
{{/if}}
{{#if data.previous_attributes}}
Changed: {{ $join($keys(data.previous_attributes), ", ") }}
{{/if}}`,
    },
  ],
};

/** `orders/create` → `created`; other topics say it as it is. */
const happened = '{{ $replace($substringAfter($headers.`x-shopify-topic`, "/"), /^(create|update|delete)$/, "$1d") }}';

/** https://shopify.dev/docs/api/webhooks */
export const shopify: Sender = {
  sender: 'Shopify',
  when: { headers: { 'x-shopify-topic': true } },
  templates: [
    {
      id: 'shopify-order',
      label: 'Shopify order',
      when: { headers: { 'x-shopify-topic': 'orders/*' } },
      template: `{{ $headers.\`x-shopify-shop-domain\` }}: order {{name}} ${happened}{{#if test}} (test){{/if}}
{{ current_total_price ?? total_price }} {{currency}}, {{ $replace(financial_status, "_", " ") }}{{#if fulfillment_status}}, {{fulfillment_status}}{{/if}}
{{#each line_items}}
{{#if $index < 10}}
- {{quantity}} × {{ title ?? name }}
{{/if}}
{{/each}}
{{#if customer}}
{{customer.first_name}} {{customer.last_name}}
{{/if}}`,
    },
    {
      id: 'shopify-customer',
      label: 'Shopify customer',
      when: { headers: { 'x-shopify-topic': 'customers/*' } },
      template: `{{ $headers.\`x-shopify-shop-domain\` }}: customer ${happened}
{{first_name}} {{last_name}}, {{email}}
{{#if $exists(orders_count)}}
{{orders_count}} orders, {{total_spent}}{{#if currency}} {{currency}}{{/if}} spent
{{/if}}`,
    },
    {
      id: 'shopify-product',
      label: 'Shopify product',
      when: { headers: { 'x-shopify-topic': 'products/*' } },
      template: `{{ $headers.\`x-shopify-shop-domain\` }}: product ${happened}
{{title}}{{#if vendor}} by {{vendor}}{{/if}}{{#if status}}, {{status}}{{/if}}
{{#each variants}}
{{#if $index < 10}}
- {{title}}: {{price}}{{#if $exists(inventory_quantity)}}, {{inventory_quantity}} in stock{{/if}}
{{/if}}
{{/each}}`,
    },
  ],
};

/** https://docs.adyen.com/development-resources/webhooks/webhook-types/ */
export const adyen: Sender = {
  sender: 'Adyen',
  when: { fields: { 'notificationItems.0.NotificationRequestItem': true } },
  templates: [
    {
      id: 'adyen-notification',
      label: 'Adyen notification',
      when: {},
      template: `{{#each notificationItems.NotificationRequestItem}}
Adyen: {{ $lowercase(eventCode) }} {{ $string(success) = "true" ? "succeeded" : "failed" }}{{#if $string($$.live) = "false"}} (test){{/if}}
{{ $formatNumber(amount.value / 100, "#,##0.00") }} {{amount.currency}}{{#if paymentMethod}}, {{paymentMethod}}{{/if}}, {{merchantAccountCode}}
Reference {{ merchantReference ?: pspReference }}
{{#if reason}}
{{reason}}
{{/if}}
{{/each}}`,
    },
  ],
};
