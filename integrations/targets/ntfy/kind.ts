import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';
import { TOKEN, TOPIC_URL, WRONG_TOKEN, WRONG_URL } from './topic.ts';

/** A topic of the public ntfy server or another one, with notifications on phones and desktops (docs.ntfy.sh). */
export const kind: TargetKind = {
  slug: 'ntfy',
  place: 65,
  name: 'ntfy',
  description: 'Notifications on your phone, through ntfy.sh or your own ntfy server.',
  setup: 'form',
  guide: [
    'Subscribe to a topic in the ntfy app. On ntfy.sh, choose a name that no one can guess. Anyone who knows it can read and post.',
    'Enter the URL of the topic, for example https://ntfy.sh/my-topic.',
    'Create an access token in your ntfy account and enter it too. Without one, you share ntfy.sh’s limit with all other users of this service.',
  ],
  company: 'ntfy (or the ntfy server that you enter)',
  keywords: 'phone push notification topic access token self-hosted priority',
  fields: [
    {
      name: 'url',
      label: 'Topic URL',
      type: 'url',
      placeholder: 'https://ntfy.sh/my-topic',
      hint: 'The server’s address followed by the topic’s name.',
      pattern: TOPIC_URL.source,
      message: WRONG_URL,
      code: 'target-options-wrong',
    },
    {
      name: 'token',
      label: 'Access token',
      type: 'text',
      placeholder: 'tk_…',
      optional: true,
      hint: 'Needed for a protected topic, or to use your own limits at ntfy.sh. In ntfy: Account > Access tokens.',
      pattern: TOKEN.source,
      message: WRONG_TOKEN,
      code: 'target-options-wrong',
    },
  ],
  settings: { link: true, silent_below: true },
  follows: ['update'],
  icon: { paths: ['M4 5.5h16v11H9.5L6 20v-3.5H4z', 'M8 9l2.5 2L8 13', 'M12.5 13.500H16'], colour: '#317f6f' },
  // ntfy turns a longer message into an attached file.
  limit: { max: 4096, counted: 'utf8Bytes' },
  longest: '4,096 bytes',
  // A server accepts a burst of 60 messages per client, then one every five seconds. Further messages get 429.
  pace: { messagesPerSecond: 1 },
  provider: { name: 'The ntfy server', hostOf: ({ url }) => URL.parse(String(url))?.host },
  secretPattern: /\btk_[a-z0-9]{29}/,
  unavailable: () => undefined,
  publicOptions: (options) => options,
  driver: async () => (await import('./driver.ts')).driver,
};
