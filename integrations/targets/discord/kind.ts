import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';
import { HOOK_URL, WRONG_URL } from './url.ts';

/** A channel of a Discord server, reached through a webhook from the channel's settings. */
export const kind: TargetKind = {
  slug: 'discord',
  place: 60,
  name: 'Discord',
  description: 'Posts to one channel on your server through a webhook you create there.',
  setup: 'form',
  guide: [
    'In Discord, open the channel’s settings > Integrations > Webhooks. Click New Webhook, then Copy Webhook URL.',
    'Paste the URL here and click Create. Treat it like a password: anyone with it can post.',
    'To post in a thread or in a forum’s post, add ?thread_id= and its ID to the URL.',
  ],
  company: 'Discord',
  keywords: 'server channel webhook url',
  fields: [
    {
      name: 'url',
      label: 'Webhook URL',
      type: 'url',
      placeholder: 'https://discord.com/api/webhooks/…',
      hint: 'In Discord: channel settings > Integrations > Webhooks > New Webhook > Copy Webhook URL.',
      pattern: HOOK_URL.source,
      message: WRONG_URL,
      code: 'webhook-url-wrong',
    },
  ],
  settings: {
    link: true,
    mention: {
      id: /^&?\d{15,20}$/,
      hint: 'IDs of people, or of roles with & in front. To copy an ID in Discord, turn on Developer Mode.',
    },
  },
  icon: {
    paths: [
      'M8 6.2c2.6-.8 5.4-.8 8 0 2.3 3 3.5 6.5 3.5 10.3-1.5 1.2-3 1.9-4.5 2.2l-1.1-2.1',
      'M10.1 16.6 9 18.7c-1.5-.3-3-1-4.5-2.2C4.5 12.7 5.7 9.2 8 6.2',
      'M8 16.1c2.6.9 5.4.9 8 0',
      'M9.5 12.2h.01',
      'M14.5 12.2h.01',
    ],
    colour: '#5865f2',
  },
  // Discord accepts 2,000 characters; the rest is for the link to the call.
  limit: { max: 1800, counted: 'markdownEscaped' },
  longest: '2,000 characters',
  follows: ['update'],
  pace: { messagesPerSecond: 0.5 },
  secretPattern: /webhooks\/\d{15,22}\/[\w-]+/,
  secretAddress: [/\b(discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+)\/[\w-]+/g, '$1/***'],
  unavailable: () => undefined,
  publicOptions: ({ url, thread_id }) => ({ url, ...(thread_id !== undefined && { thread_id }) }),
  driver: async () => (await import('./driver.ts')).driver,
};
