import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';
import { KEY, WRONG_KEY } from './keys.ts';

/**
 * A user or group of Pushover, reached through the owner's application, with notifications on their devices
 * (pushover.net/api).
 */
export const kind: TargetKind = {
  slug: 'pushover',
  place: 67,
  name: 'Pushover',
  description: 'Notifications on your phone and desktop, through your Pushover account.',
  setup: 'form',
  guide: [
    'Sign in at pushover.net. Your user key is at the top of the page. To notify several people, create a group and use its key.',
    'Click Create an Application/API Token, enter a name and create it. Copy its API token.',
    'Enter both here. An application can send 10,000 messages a month for free; a message in three parts counts as three.',
  ],
  company: 'Pushover, LLC',
  keywords: 'phone push notification user key group api token application priority',
  fields: [
    {
      name: 'user',
      label: 'User or group key',
      type: 'text',
      placeholder: 'u…',
      hint: 'At pushover.net, at the top of the page after you sign in.',
      pattern: KEY.source,
      message: WRONG_KEY,
      code: 'target-options-wrong',
    },
    {
      name: 'token',
      label: 'API token',
      type: 'text',
      placeholder: 'a…',
      hint: 'Of an application that you create at pushover.net/apps/build.',
      pattern: KEY.source,
      message: WRONG_KEY,
      code: 'target-options-wrong',
    },
  ],
  settings: { link: true, silent_below: true },
  icon: {
    paths: [
      'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17',
      'M10 16.500 12.500 7',
      'M9 8.500c5-3.500 8 2.500 1.500 4',
    ],
    colour: '#1673a5',
  },
  limit: { max: 1024, counted: 'utf16' },
  longest: '1,024 characters',
  // Pushover allows two requests at a time, and documents no rate.
  pace: { messagesPerSecond: 1 },
  unavailable: () => undefined,
  publicOptions: (options) => options,
  driver: async () => (await import('./driver.ts')).driver,
};
