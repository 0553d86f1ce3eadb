import type { Scheme } from '../scheme.ts';
import { signedBody, timedList } from './shapes.ts';

/** Services that move money: payments and shops. */
export const moneySenders = {
  stripe: timedList({ name: 'Stripe', source: 'stripe 23.1.0, Webhooks.js' }, 'stripe-signature', {
    time: 't',
    signature: 'v1',
  }),
  shopify: signedBody({ name: 'Shopify', source: 'shopify.dev, Verify webhook deliveries' }, 'x-shopify-hmac-sha256', {
    encoding: 'base64',
  }),
  woocommerce: signedBody(
    { name: 'WooCommerce', source: 'woocommerce/woocommerce, includes/class-wc-webhook.php' },
    'x-wc-webhook-signature',
    { encoding: 'base64' },
  ),
  square: {
    name: 'Square',
    source: 'square 46.0.0, wrapper/WebhooksHelper.js',
    proof: { by: 'hmac', hash: 'sha256', key: 'text' },
    signature: { header: 'x-square-hmacsha256-signature', encoding: 'base64' },
    signed: ['url', 'body'],
  },
  paddle: timedList(
    { name: 'Paddle', source: '@paddle/paddle-node-sdk 3.10.0, webhooks-validator.js' },
    'paddle-signature',
    { time: 'ts', signature: 'h1' },
    { separator: ';', between: ':' },
  ),
  razorpay: signedBody({ name: 'Razorpay', source: 'razorpay 2.9.8, utils/razorpay-utils.js' }, 'x-razorpay-signature'),
  gocardless: signedBody({ name: 'GoCardless', source: 'gocardless-nodejs 10.1.2, webhooks.js' }, 'webhook-signature'),
  // Each item is signed over eight of its fields, not over the whole body.
  adyen: {
    name: 'Adyen (payments)',
    source: '@adyen/api-library 32.1.0, utils/hmacValidator.js',
    proof: { by: 'hmac', hash: 'sha256', key: 'hex' },
    each: 'notificationItems',
    signature: { body: 'NotificationRequestItem.additionalData.hmacSignature', encoding: 'base64' },
    signed: [
      {
        separator: ':',
        fields: [
          'pspReference',
          'originalReference',
          'merchantAccountCode',
          'merchantReference',
          'amount.value',
          'amount.currency',
          'eventCode',
          'success',
        ].map((field) => `NotificationRequestItem.${field}`),
      },
    ],
  },
} as const satisfies Record<string, Scheme>;
