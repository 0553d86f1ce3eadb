import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';
import { HOOK_URL, WRONG_URL } from './url.ts';

/** A space of Google Chat, reached through a webhook (developers.google.com/workspace/chat/quickstart/webhooks). */
export const kind: TargetKind = {
  slug: 'googlechat',
  place: 35,
  name: 'Google Chat',
  description: 'Posts to one space through a webhook you create there.',
  setup: 'form',
  guide: [
    'In Google Chat, open the space in a browser. Webhooks need a Google Workspace account of a company or school.',
    'Click the arrow next to the name of the space, then Apps & integrations, Add webhooks. Enter a name and save.',
    'Copy the webhook’s URL and paste it here. Treat it like a password: anyone with it can post.',
  ],
  company: 'Google',
  keywords: 'google workspace space hangouts gchat webhook url card',
  fields: [
    {
      name: 'url',
      label: 'Webhook URL',
      type: 'url',
      placeholder: 'https://chat.googleapis.com/v1/spaces/…',
      hint: 'In the space: Apps & integrations, Webhooks, then copy the URL.',
      pattern: HOOK_URL.source,
      message: WRONG_URL,
      code: 'webhook-url-wrong',
    },
  ],
  settings: { link: true },
  follows: ['reply'],
  icon: { paths: ['M5 4.5h14v11h-8L7 19.500v-4H5z', 'M9 8.500h6', 'M9 11.500h4'], colour: '#1a8f4a' },
  // A message can have 32,000 bytes. A character of markup becomes seven bytes, and counts as two here.
  limit: { max: 9000, counted: 'markdownEscaped' },
  longest: '9,000 characters',
  // All webhooks of a space together can send one message a second.
  pace: { messagesPerSecond: 1 },
  secretPattern: /\btoken=[\w%-]{10,}/,
  secretAddress: [/\b(chat\.googleapis\.com\/v1\/spaces\/[\w-]+\/messages)\?[^\s"'<>\\|]+/g, '$1?***'],
  unavailable: () => undefined,
  publicOptions: ({ url }) => ({ url }),
  driver: async () => (await import('./driver.ts')).driver,
};
