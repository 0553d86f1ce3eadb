import type { MessageLimit } from '../../../lambdas/model/message.ts';
import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';

/** Any https endpoint. Messages are signed as in Standard Webhooks (github.com/standard-webhooks/standard-webhooks). */
export const kind: TargetKind = {
  slug: 'http',
  place: 70,
  name: 'HTTP',
  description: 'Posts signed JSON to your HTTPS URL (Standard Webhooks).',
  setup: 'form',
  guide: [
    'Enter an https address that the internet can reach. The signing secret is shown once, after you click Create.',
    'Each message is a POST with JSON, signed according to Standard Webhooks. Check webhook-signature over webhook-id, webhook-timestamp and the body. Reject timestamps older than five minutes.',
    'Return 2xx within ten seconds. 410 disables the target. 413 and 508 fail the message. Any other status is retried.',
  ],
  keywords: 'server own endpoint signature standard webhooks forward relay',
  fields: [
    {
      name: 'url',
      label: 'URL',
      type: 'url',
      placeholder: 'https://example.com/hooks/tellhook',
      hint: 'Reachable from the internet, https only. The signing secret is shown once, after you click Create.',
      pattern: '^https://\\S+$',
      message: 'The URL must begin with https://',
      code: 'target-options-wrong',
    },
  ],
  icon: { paths: ['M3.5 12h11', 'M10.5 8l4 4-4 4', 'M18 4.5h2.5v15H18'], colour: '#0f766e' },
  limit: undefined,
  // Parsed before it was stored.
  limitOf: ({ limit }) => limit as MessageLimit | undefined,
  follows: ['data'],
  pace: { messagesPerSecond: 10 },
  provider: { name: 'The receiver', hostOf: ({ url }) => URL.parse(String(url))?.host },
  secretPattern: /\bwhsec_[A-Za-z0-9+/=_-]+/,
  unavailable: () => undefined,
  publicOptions: (options) => options,
  driver: async () => (await import('./driver.ts')).driver,
};
