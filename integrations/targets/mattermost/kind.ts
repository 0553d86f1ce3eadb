import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';
import { HOOK_URL, WRONG_URL } from './url.ts';

/** A channel of a Mattermost server, reached through an incoming webhook (docs.mattermost.com, "Incoming webhooks"). */
export const kind: TargetKind = {
  slug: 'mattermost',
  place: 62,
  name: 'Mattermost',
  description: 'Posts to one channel of your Mattermost server through an incoming webhook.',
  setup: 'form',
  guide: [
    'In Mattermost, open the product menu and go to Integrations > Incoming Webhooks > Add Incoming Webhook. If Integrations is missing, ask your system admin to allow incoming webhooks.',
    'Choose a channel, lock the webhook to it, and save.',
    'Copy the URL and paste it here. Treat it like a password: anyone with it can post. The server must be reachable from the internet.',
  ],
  company: 'the operator of the Mattermost server that you enter',
  keywords: 'self-hosted channel incoming webhook url attachment',
  fields: [
    {
      name: 'url',
      label: 'Webhook URL',
      type: 'url',
      placeholder: 'https://chat.example.com/hooks/…',
      hint: 'In Mattermost: Integrations, Incoming Webhooks, then copy the URL.',
      pattern: HOOK_URL.source,
      message: WRONG_URL,
      code: 'webhook-url-wrong',
    },
  ],
  settings: { link: true },
  icon: {
    paths: ['M12 3.500a8.500 8.500 0 1 0 7.500 4.500', 'M13.500 4.500v6', 'M9 9.500a4 4 0 1 0 7 2.500'],
    colour: '#1e5bb8',
  },
  // A post can have 16,383 characters, and the server splits a longer text. The rest is for the link and for broken
  // mentions.
  limit: { max: 15_000, counted: 'markdownEscaped' },
  longest: '15,000 characters',
  pace: { messagesPerSecond: 1 },
  provider: { name: 'The Mattermost server', hostOf: ({ url }) => URL.parse(String(url))?.host },
  secretPattern: /\/hooks\/[a-z0-9]{26}\b/,
  unavailable: () => undefined,
  publicOptions: ({ url }) => ({ url }),
  driver: async () => (await import('./driver.ts')).driver,
};
