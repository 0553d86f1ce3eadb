import type { Sender, Template } from './ready-made.ts';
import { each, excerpt, line, lines, maybe, spaced, when } from './snippets.ts';
import { money } from './stripe.ts';

/** https://developer.paypal.com/api/rest/webhooks/event-names/ */
export const payPal: Sender = {
  sender: 'PayPal',
  when: { headers: { 'paypal-transmission-id': true } },
  templates: (): Template[] => [
    {
      id: 'paypal-event',
      label: 'PayPal event',
      when: {},
      template: lines(
        `PayPal: {{ summary ?: $lowercase(${spaced('event_type', 'event')}) }}`,
        line('resource.payer.email_address ?: resource.subscriber.email_address ?: resource.payer.payer_info.email'),
        line(`resource.reason ? $lowercase(${spaced('resource.reason')})`, 'Reason: '),
        when(
          '(resource.amount.value ?: resource.dispute_amount.value) and $not($contains(summary ?: "", /[0-9]/))',
          '{{ resource.amount.value ?: resource.dispute_amount.value }} {{ resource.amount.currency_code ?: resource.dispute_amount.currency_code }}',
        ),
        line('resource.status_change_note', 'Reason: '),
        line('resource.note_to_payer'),
      ),
    },
  ],
};

/** https://developer.paddle.com/webhooks/overview */
export const paddle: Sender = {
  sender: 'Paddle',
  when: { headers: { 'paddle-signature': true }, fields: { event_type: true, data: true } },
  templates: (): Template[] => [
    {
      id: 'paddle-event',
      label: 'Paddle event',
      when: {},
      template: lines(
        `${money}Paddle: {{ $contains(event_type ?: "", "adjustment") and data.action ? (${spaced('data.action')}) & " " & $substringAfter(event_type, ".") : ${spaced('event_type', 'event')} }}{{#if data.details.totals.grand_total}}, {{ $money($number(data.details.totals.grand_total), data.currency_code) }}{{else if data.totals.total}}, {{ $money($number(data.totals.total), data.currency_code) }}{{/if}}`,
        line(
          '($name := data.details.line_items[0].product.name ?: data.items[0].product.name ?: data.items[0].price.name ?: data.name; $many := data.items[0].quantity; $name ? ($type($many) = "number" and $many > 1 ? $many & " × " : "") & $name)',
        ),
        line('data.email'),
        line(`data.action and data.reason ? (${spaced('data.reason')})`, 'Reason: '),
        line('data.next_billed_at ? $date(data.next_billed_at, "[D1] [MNn] [Y0001]")', 'Billed again on '),
      ),
    },
  ],
};

/** https://docs.lemonsqueezy.com/help/webhooks/webhook-requests */
export const lemonSqueezy: Sender = {
  sender: 'Lemon Squeezy',
  when: { fields: { 'meta.event_name': true, 'data.attributes': true } },
  templates: (): Template[] => [
    {
      id: 'lemon-squeezy-event',
      label: 'Lemon Squeezy event',
      when: {},
      template: lines(
        `Lemon Squeezy: {{ ${spaced('meta.event_name', 'event')} }}${maybe(', ', 'data.attributes.total_formatted')}{{#if meta.test_mode}} (test){{/if}}`,
        line('data.attributes.first_order_item.product_name ?: data.attributes.product_name'),
        line(
          '$join([data.attributes.user_name ?: "", data.attributes.user_email ?: data.attributes.customer_email ?: ""][$ != ""], ", ")',
        ),
        line(
          `data.attributes.status_formatted ?: (data.attributes.status ? (${spaced('data.attributes.status')}))`,
          'Status: ',
        ),
      ),
    },
  ],
};

/** https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields */
export const revenueCat: Sender = {
  sender: 'RevenueCat',
  when: { fields: { 'event.app_user_id': true, 'event.type': true } },
  templates: (): Template[] => [
    {
      id: 'revenuecat-event',
      label: 'RevenueCat event',
      when: {},
      template: lines(
        `RevenueCat: {{ $lowercase(${spaced('event.type', 'event')}) }}{{#if event.price_in_purchased_currency and event.currency}}, {{ $formatNumber(event.price_in_purchased_currency, "#,##0.00") }} {{event.currency}}{{/if}}{{#if event.environment == "SANDBOX"}} (test){{/if}}`,
        line('event.product_id', 'Product: '),
        line(
          `(event.cancel_reason ?: event.expiration_reason) ? $lowercase(${spaced('(event.cancel_reason ?: event.expiration_reason)')})`,
          'Reason: ',
        ),
        line(
          'event.type in ["INITIAL_PURCHASE", "RENEWAL", "UNCANCELLATION", "PRODUCT_CHANGE"] and event.expiration_at_ms ? $date(event.expiration_at_ms, "[D1] [MNn] [Y0001]")',
          'Until ',
        ),
        line('event.store ? $lowercase($replace(event.store, "_", " "))', 'From the '),
      ),
    },
  ],
};

/** https://apidocs.chargebee.com/docs/api/events */
export const chargebee: Sender = {
  sender: 'Chargebee',
  when: { fields: { object: 'event', event_type: true, content: true } },
  templates: (): Template[] => [
    {
      id: 'chargebee-event',
      label: 'Chargebee event',
      when: {},
      template: lines(
        `${money}Chargebee: {{ ${spaced('event_type', 'event')} }}{{#if content.transaction.amount}}, {{ $money(content.transaction.amount, content.transaction.currency_code) }}{{else if content.invoice.total}}, {{ $money(content.invoice.total, content.invoice.currency_code) }}{{/if}}`,
        line(
          '$join([$trim((content.customer.first_name ?: "") & " " & (content.customer.last_name ?: "")), content.customer.email ?: ""][$ != ""], ", ")',
        ),
        line('content.subscription.plan_id ?: content.subscription.subscription_items[0].item_price_id', 'Plan: '),
        line('content.transaction.error_text'),
        line('content.subscription.cancel_reason ? $replace(content.subscription.cancel_reason, "_", " ")', 'Reason: '),
      ),
    },
  ],
};

/** https://razorpay.com/docs/webhooks/payloads/: amounts are always in the smallest unit. */
export const razorpay: Sender = {
  sender: 'Razorpay',
  when: { fields: { entity: 'event', account_id: true, contains: true, payload: true } },
  templates: (): Template[] => [
    {
      id: 'razorpay-event',
      label: 'Razorpay event',
      when: {},
      template: lines(
        `${money}{{ $about := $lookup(payload, contains[0] ?: "").entity }}{{ $amount := $about.amount ?? payload.payment.entity.amount }}Razorpay: {{ ${spaced('event', 'event')} }}{{#if $type($amount) = "number"}}, {{ $money($amount, $about.currency ?: payload.payment.entity.currency) }}{{/if}}`,
        line('$about.error_description ?: payload.payment.entity.error_description'),
        line(
          '$about.email ?: payload.payment.entity.email ?: $about.customer_details.email ?: $about.customer.email ?: $about.contact',
          'Customer: ',
        ),
        line('$about.description ?: payload.payment.entity.description'),
        line('$about.method ?: payload.payment.entity.method', 'Method: '),
      ),
    },
  ],
};

/** https://woocommerce.com/document/webhooks/ */
export const wooCommerce: Sender = {
  sender: 'WooCommerce',
  when: { headers: { 'x-wc-webhook-topic': true } },
  templates: (): Template[] => [
    {
      id: 'woocommerce-order',
      label: 'WooCommerce order',
      when: { headers: { 'x-wc-webhook-topic': 'order.*' } },
      template: lines(
        `WooCommerce: order${maybe(' #', 'number ?: id')} {{ ${spaced('$substringAfter($headers.`x-wc-webhook-topic` ?: "", ".")')} }}{{#if total}}, {{total}}${maybe(' ', 'currency')}{{/if}}`,
        line(`status ? (${spaced('status')})`, 'Status: '),
        each('line_items', 7, '- {{ quantity ?: 1 }} × {{ name ?: "item" }}'),
        line(
          '(billing.first_name ?: billing.last_name) ? $trim((billing.first_name ?: "") & " " & (billing.last_name ?: "")) : billing.email',
        ),
        line('customer_note', 'Note: '),
        '{{#if $headers.`x-wc-webhook-source` and id}}{{ $headers.`x-wc-webhook-source` }}wp-admin/post.php?post={{id}}&action=edit{{/if}}',
      ),
    },
    {
      id: 'woocommerce-event',
      label: 'WooCommerce event',
      when: {},
      template: lines(
        `WooCommerce: {{ ${spaced('$headers.`x-wc-webhook-topic`', 'event')} }}${maybe(', ', 'name ?: code ?: email')}`,
        excerpt('short_description', 200),
        '{{permalink}}',
      ),
    },
  ],
};
