import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';
import { botOf } from './credentials.ts';

/** A private chat, a group or a channel, reached through this deployment's bot. */
export const kind: TargetKind = {
  slug: 'telegram',
  place: 10,
  name: 'Telegram',
  description: 'A chat, group or channel, through our bot. Send the bot a code and you are done.',
  setup: 'code',
  guide: [
    'Click Proceed. You get an activation code and a link that opens the bot.',
    'Follow the link and press Start, or send the code to the bot yourself. In a group or channel, add the bot and send /start@Bot followed by the code. In a channel, the bot must be an administrator.',
    'In a group with topics, send the code in the topic that should receive the messages. To move them later, send a new code in another topic or chat.',
    'The target becomes active when the code arrives. The dialog checks every 15 seconds. A code works once and expires after 30 minutes.',
  ],
  company: 'Telegram',
  keywords: 'bot group channel activation code start chat',
  fields: [],
  movable: true,
  settings: { link: true, silent_below: true },
  icon: { paths: ['M21 4 3 11.2l6 2.3L18 7.5l-6.6 7.4 5.9 4.6z', 'M9 13.5V20l2.9-3.3'], colour: '#229ed9' },
  // The documentation is ambiguous about the unit of this limit after parsing entities. UTF-16 units are safe either
  // way.
  limit: { max: 4096, counted: 'utf16' },
  longest: '4,096 characters',
  follows: ['update', 'reply'],
  acknowledgeButton: true,
  chatOf: ({ chatId, topicId }) => [chatId, topicId ?? null],
  pace: { messagesPerSecond: 1 },
  secretPattern: /\bbot\d+:[\w-]+/,
  duplicateName: 'error when creating telegram target',
  secretAddress: [/\b(api\.telegram\.org\/(?:file\/)?bot)\d+:[\w-]+/g, '$1***'],
  unavailable: (credentials) =>
    botOf(credentials) ? undefined : 'The operator of this service has not set up a Telegram bot.',
  publicCredentials: ['botName'],
  publicOptions: ({ activatedWith: _hash, activatedAt: _at, ...shown }) => shown,
  reference: ({ chatId }) => (typeof chatId === 'string' ? chatId : undefined),
  driver: async () => (await import('./driver.ts')).driver,
};
