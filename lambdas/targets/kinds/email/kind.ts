import { EMAIL_ADDRESS } from '#contract/email-address';
import type { TargetKind } from '../../target-kind.ts';

/** One mailbox, whose reader agreed. */
export const email: TargetKind = {
  slug: 'email',
  name: 'Email',
  description: 'A mailbox. Its reader confirms once and can unsubscribe with one click.',
  setup: 'form',
  guide: [
    'Enter the address. A mail with a link is sent there; the target is active once its reader has opened the link and pressed the button. Your own confirmed address needs no such mail.',
    'Every mail has a link that unsubscribes with one click. An address that mails come back from, or whose reader reports spam, becomes inactive.',
  ],
  fields: [
    {
      name: 'address',
      label: 'Email address',
      type: 'email',
      placeholder: 'name@example.com',
      pattern: EMAIL_ADDRESS.source,
      message: 'This is not an email address',
      code: 'address-refused',
      hint: 'We send a mail with a link there. The target is active once the link was opened and confirmed. Your own address comes first: its link confirms your account, too.',
    },
  ],
  settings: { link: true },
  icon: { paths: ['M3 5.5h18v13H3z', 'M3.5 6.5 12 13l8.5-6.5'], colour: '#d9480f' },
  // Mail takes 10 MB; nothing here is ever that long, so it is never split.
  limit: undefined,
  pace: { messagesPerSecond: 1 },
  provider: { name: 'The mail service' },
  secretPattern: /callbacks\/email\/(?:confirm|unsubscribe)\?t=[\w.-]+/,
  unavailable: () => undefined,
  publicOptions: ({ address, expires_at }) => ({ address, ...(expires_at !== undefined && { expires_at }) }),
  driver: async () => (await import('./driver.ts')).driver,
};
