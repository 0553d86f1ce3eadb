import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';
import { accountOf } from './credentials.ts';

/** Masks a number except its last digits. */
const maskedNumber = (waId: unknown) => (typeof waId === 'string' ? `…${waId.slice(-4)}` : undefined);

/** A person's WhatsApp, reached through this deployment's business number. */
export const kind: TargetKind = {
  slug: 'whatsapp',
  place: 50,
  name: 'WhatsApp',
  description: 'Your WhatsApp number. Write to our number once a day to keep receiving full messages.',
  setup: 'code',
  guide: [
    'Click Proceed. You get an activation code and a link that opens a chat with our number.',
    'Send the code. The target becomes active when the code arrives.',
    'WhatsApp delivers full messages only for 24 hours after you last wrote. Send any message once a day to keep receiving them. Otherwise you get a short notice, or the messages wait until you write.',
  ],
  company: 'Meta (WhatsApp)',
  keywords: 'phone number 24 hours meta',
  fields: [],
  settings: { link: true },
  follows: ['reply'],
  chatOf: ({ waId }) => waId,
  icon: {
    paths: [
      'M4 20l1.2-4.1A8.2 8.2 0 1 1 8.3 19z',
      'M9 8.5c-.3 3.3 3 6.8 6.5 6.5l.5-2-2-.8-.9.9c-1-.4-1.8-1.2-2.2-2.2l.9-.9-.8-2z',
    ],
    colour: '#1da851',
  },
  // WhatsApp accepts 4,096 characters; the rest is for the link to the call.
  limit: { max: 3800, counted: 'utf16' },
  longest: '4,096 characters',
  pace: { messagesPerSecond: 1 / 6 },
  unavailable: (credentials) =>
    accountOf(credentials) ? undefined : 'The operator of this service has not set up a WhatsApp number.',
  publicCredentials: [
    'number',
    'phoneNumberId',
    'apiVersion',
    'templateName',
    'templateLanguage',
    'appId',
    'businessAccountId',
  ],
  publicOptions: ({ activatedWith: _hash, remindedFor: _window, waId, ...shown }) => {
    const number = maskedNumber(waId);
    return number === undefined ? shown : { ...shown, number };
  },
  reference: ({ waId }) => (typeof waId === 'string' ? waId : undefined),
  driver: async () => (await import('./driver.ts')).driver,
};
