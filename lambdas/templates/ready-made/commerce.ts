import type { Sender, Template } from './ready-made.ts';
import { each, inWords, line, lines, maybe, more, spaced, when } from './snippets.ts';
import { money } from './stripe.ts';

const shop = '{{ $headers.`x-shopify-shop-domain` ?: "Shopify" }}: ';
const topic = inWords('$substringAfter($headers.`x-shopify-topic` ?: "", "/")', {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
});
const admin = (page: string) =>
  `{{#if $headers.\`x-shopify-shop-domain\` and id and $not($contains($headers.\`x-shopify-topic\`, "/delete"))}}https://{{ $headers.\`x-shopify-shop-domain\` }}/admin/${page}/{{id}}{{/if}}`;

/** https://shopify.dev/docs/api/webhooks */
export const shopify: Sender = {
  sender: 'Shopify',
  when: { headers: { 'x-shopify-topic': true } },
  templates: (): Template[] => [
    {
      id: 'shopify-order',
      label: 'Shopify order',
      when: { headers: { 'x-shopify-topic': ['orders/*', 'draft_orders/*'] } },
      template: lines(
        `${shop}order${maybe(' ', 'name')} {{ ${topic} }}{{#if current_total_price ?: total_price}}, {{ current_total_price ?: total_price }}${maybe(' ', 'currency')}{{/if}}{{#if test}} (test){{/if}}`,
        line(
          `financial_status ? "Payment " & (${spaced('financial_status')}) & (fulfillment_status ? ", " & (${spaced('fulfillment_status')}) : "")`,
        ),
        each('line_items', 8, '- {{ quantity ?: 1 }} × {{ title ?: name ?: "item" }}'),
        more('$count(line_items)', 8),
        line(
          '(customer.first_name ?: customer.last_name) ? $trim((customer.first_name ?: "") & " " & (customer.last_name ?: "")) : customer.email',
        ),
        admin('orders'),
      ),
    },
    {
      id: 'shopify-refund',
      label: 'Shopify refund',
      when: { headers: { 'x-shopify-topic': 'refunds/*' } },
      template: lines(
        `${shop}refund {{ ${topic} }}{{#if transactions[amount]}}, {{ $formatNumber($sum(transactions[amount].$number(amount)), "#,##0.00") }}${maybe(' ', 'transactions[0].currency')}{{/if}}`,
        each('refund_line_items', 8, '- {{ quantity ?: 1 }} × {{ line_item.title ?: line_item.name ?: "item" }}'),
        line('note', 'Note: '),
        '{{#if $headers.`x-shopify-shop-domain` and order_id}}https://{{ $headers.`x-shopify-shop-domain` }}/admin/orders/{{order_id}}{{/if}}',
      ),
    },
    {
      id: 'shopify-customer',
      label: 'Shopify customer',
      when: { headers: { 'x-shopify-topic': 'customers/*' } },
      template: lines(
        `${shop}customer {{ ${topic} }}`,
        line(
          '(first_name ?: last_name ?: email) ? $join([$trim((first_name ?: "") & " " & (last_name ?: "")), email ?: ""][$ != ""], ", ")',
        ),
        when(
          'orders_count',
          '{{orders_count}} order{{#if orders_count != 1}}s{{/if}}{{#if total_spent}}, {{total_spent}}{{#if currency}} {{currency}}{{/if}} spent{{/if}}',
        ),
        admin('customers'),
      ),
    },
    {
      id: 'shopify-product',
      label: 'Shopify product',
      when: { headers: { 'x-shopify-topic': 'products/*' } },
      template: lines(
        `${shop}product${maybe(' ', 'title')} {{ ${topic} }}`,
        line('$join([vendor ?: "", status ?: ""][$ != ""], ", ")'),
        each(
          'variants',
          8,
          '{{ $has := $join([price ?: "", $type(inventory_quantity) = "number" ? $string(inventory_quantity) & " in stock" : ""][$ != ""], ", ") }}- {{ title = "Default Title" ? $has ?: "variant" : (title ?: "variant") & ($has ? ": " & $has : "") }}',
        ),
        admin('products'),
      ),
    },
    {
      id: 'shopify-event',
      label: 'Shopify event',
      when: {},
      template: lines(
        `${shop}{{ $replace($substringBefore($headers.\`x-shopify-topic\` ?: "event/", "/"), /s$|_/, " ") ~> $trim }} {{ ${topic} }}${maybe(', ', 'name ?: title ?: email')}`,
        line('$type(available) = "number" ? $string(available)', 'In stock: '),
        each('line_items', 8, '- {{ quantity ?: 1 }} × {{ title ?: name ?: "item" }}'),
        line('total_price ? total_price & (currency ? " " & currency : "")', 'Total: '),
        line('tracking_company', 'Sent with '),
        line('tracking_url'),
      ),
    },
  ],
};

/** https://docs.adyen.com/development-resources/webhooks/webhook-types/ */
export const adyen: Sender = {
  sender: 'Adyen',
  when: { fields: { 'notificationItems.0.NotificationRequestItem': true } },
  templates: (): Template[] => [
    {
      id: 'adyen-notification',
      label: 'Adyen notification',
      when: {},
      template: lines(
        `${money}{{#each notificationItems.NotificationRequestItem}}`,
        `Adyen: {{ eventCode ? $lowercase($replace(eventCode, "_", " ")) : "payment" }} {{ $string(success) = "true" ? "succeeded" : $string(success) = "false" ? "failed" : "reported" }}{{#if $type(amount.value) = "number"}}, {{ $money(amount.value, amount.currency) }}{{/if}}{{#if $string($$.live) = "false"}} (test){{/if}}`,
        line('$join([paymentMethod ?: "", merchantAccountCode ?: ""][$ != ""], ", ")'),
        line('merchantReference ?: pspReference', 'Reference '),
        // An authorisation has its code, the end of the card's number and how long it is good.
        line(
          String.raw`$contains(reason ?: "", /^\w*:\d{4}:[\d\/]+$/) ? "Card ending in " & $split(reason, ":")[1] : reason`,
        ),
        '{{else}}',
        'Adyen: notification without items',
        '{{/each}}',
      ),
    },
  ],
};
