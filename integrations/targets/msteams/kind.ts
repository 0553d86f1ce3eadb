import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';
import { CARD_BYTES } from '../../../lambdas/templates/units.ts';
import { LOGIC_APPS_URL, POWER_PLATFORM_URL, WRONG_URL } from './url.ts';

/** Microsoft Teams, reached through the Workflows template "Send webhook alerts to a channel". */
export const kind: TargetKind = {
  slug: 'msteams',
  place: 30,
  name: 'Microsoft Teams',
  description: 'Posts into a channel or chat through your own workflow.',
  setup: 'form',
  guided: true,
  guide: [
    'In Teams, open the Workflows app and choose "Send webhook alerts to a channel". Older versions call it "Post to a channel when a webhook request is received".',
    'Choose a team and a channel, and create the workflow.',
    'Copy its URL, click Proceed here and paste it. Treat the URL like a password: anyone with it can post.',
    'Teams only confirms that it accepted a message. To see what your workflow did with it, open the workflow’s run history.',
  ],
  company: 'Microsoft',
  keywords: 'teams workflow power automate azure logic apps url channel',
  fields: [
    {
      name: 'url',
      label: 'Webhook URL',
      type: 'url',
      placeholder: 'https://….environment.api.powerplatform.com/…',
      hint: 'In Teams: Workflows > "Send webhook alerts to a channel". Then copy the URL.',
      pattern: `(?:${LOGIC_APPS_URL.source})|(?:${POWER_PLATFORM_URL.source})`,
      message: WRONG_URL,
      code: 'workflow-url-wrong',
    },
  ],
  settings: { link: true },
  icon: {
    paths: [
      'M4 7h9v11H4z',
      'M6.5 10.5h4',
      'M8.5 10.5v4.5',
      'M17 8.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
      'M16 11.5h4.5V16a3.5 3.5 0 0 1-4.5 3.3',
    ],
    colour: '#5b5fc7',
  },
  limit: { max: CARD_BYTES, counted: 'cardBytes' },
  longest: 'about 18,000 bytes',
  pace: { messagesPerSecond: 1 },
  provider: { name: 'Microsoft Teams', hostOf: ({ url }) => URL.parse(String(url))?.host },
  secretPattern: /\bsig=[^&\s"'\\]+/,
  secretAddress: [/\b([\w-]{1,63}\.webhook\.office\.com)\/[^\s"'<>\\|]+/g, '$1/***'],
  unavailable: () => undefined,
  publicOptions: ({ url, warning }) => ({ url, ...(warning !== undefined && { warning }) }),
  driver: async () => (await import('./driver.ts')).driver,
};
