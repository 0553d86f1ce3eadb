import { EMAIL_ADDRESS } from '#contract/email-address';
import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';

/** A mailbox whose owner has agreed to receive messages. */
export const kind: TargetKind = {
  slug: 'email',
  place: 40,
  name: 'Email',
  description: 'An email address. The recipient confirms once and can unsubscribe with one click.',
  setup: 'form',
  guide: [
    'Enter the email address. The recipient gets a link by email. The target becomes active once they confirm. Your own confirmed address needs no link.',
    'Every email has an unsubscribe link. If emails bounce or the recipient reports spam, the target becomes inactive.',
  ],
  keywords: 'mail mailbox smtp confirm unsubscribe',
  fields: [
    {
      name: 'address',
      label: 'Email address',
      type: 'email',
      placeholder: 'name@example.com',
      pattern: EMAIL_ADDRESS.source,
      message: 'This is not an email address',
      code: 'address-refused',
      hint: 'We send a link to this address. The target becomes active once the recipient confirms. Confirm your own address first.',
    },
  ],
  settings: { link: true },
  icon: { paths: ['M3 5.5h18v13H3z', 'M3.5 6.5 12 13l8.5-6.5'], colour: '#d9480f' },
  // An email can have 10 MB, and no message is that long, so none is split.
  limit: undefined,
  follows: ['reply'],
  metered: true,
  chatOf: ({ address }) => address,
  pace: { messagesPerSecond: 1 },
  provider: { name: 'The email service' },
  secretPattern: /callbacks\/email\/(?:confirm|unsubscribe)\?t=[\w.-]+/,
  unavailable: () => undefined,
  publicOptions: ({ address, expires_at }) => ({ address, ...(expires_at !== undefined && { expires_at }) }),
  driver: async () => (await import('./driver.ts')).driver,
};
