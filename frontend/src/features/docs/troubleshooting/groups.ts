import type { answers } from './answers.ts';

/** The headings of the troubleshooting with the answers below each. */
export const groups: readonly {
  id: string;
  title: string;
  keywords: string;
  about: readonly (keyof typeof answers)[];
}[] = [
  {
    id: 'telegram',
    title: 'A Telegram message did not arrive',
    keywords: 'telegram missing nothing arrives bot not delivered why',
    about: ['bot-blocked', 'bot-removed', 'bot-not-allowed', 'recipient-must-write-first', 'chat-gone', 'topic-gone'],
  },
  {
    id: 'slack',
    title: 'A Slack message did not arrive',
    keywords: 'slack missing nothing arrives not delivered',
    about: ['connection-revoked', 'posting-restricted', 'channel-closed'],
  },
  {
    id: 'teams',
    title: 'A Teams message did not arrive',
    keywords: 'microsoft teams missing nothing arrives not delivered workflow',
    about: [
      'workflow-url-wrong',
      'workflow-off',
      'workflow-access-denied',
      'workflow-schema-mismatch',
      'accepted-unconfirmed',
    ],
  },
  {
    id: 'whatsapp',
    title: 'A WhatsApp message did not arrive',
    keywords: 'whatsapp missing nothing arrives not delivered',
    about: ['reply-window-closed', 'number-unreachable', 'recipient-limit-reached'],
  },
  {
    id: 'email',
    title: 'A mail did not arrive',
    keywords: 'email missing nothing arrives not delivered spam',
    about: ['address-unconfirmed', 'mail-bounced', 'recipient-unsubscribed', 'address-refused'],
  },
  {
    id: 'discord-http',
    title: 'Discord and HTTP targets',
    keywords: 'server missing nothing arrives not delivered',
    about: [
      'incoming-webhook-gone',
      'channel-not-writable',
      'receiver-error',
      'receiver-redirects',
      'receiver-gone',
      'receiver-loop',
      'address-not-allowed',
      'target-options-wrong',
    ],
  },
  {
    id: 'waiting',
    title: 'A message waits, came late or was given up',
    keywords: 'pending delayed stuck slow queue retrying',
    about: [
      'target-disabled',
      'target-pending',
      'activation-code-awaited',
      'target-inactive',
      'target-deleted',
      'provider-rate-limited',
      'provider-unavailable',
      'answer-lost',
      'late-failure',
      'given-up',
      'message-under-way',
      'credentials-refused',
      'processing-interrupted',
      'processing-failed',
    ],
  },
  {
    id: 'text',
    title: 'The message is not what I expected',
    keywords: 'wrong text empty cut short template',
    about: ['message-empty', 'message-too-long', 'message-refused'],
  },
  {
    id: 'calls',
    title: 'A call is refused',
    keywords: 'status code error rejected invoke url',
    about: [
      'webhook-unknown',
      'unverified',
      'call-not-kept',
      'webhook-beyond-plan',
      'quota-exceeded',
      'storage-full',
      'payload-too-large',
      'address-not-public',
      'call-not-stored',
      'loop-detected',
      'verify-token-wrong',
    ],
  },
  {
    id: 'forms',
    title: 'A form refuses what I enter',
    keywords: 'create save button disabled error',
    about: [
      'target-limit-reached',
      'webhook-limit-reached',
      'target-needed',
      'target-exists',
      'target-changed',
      'rotation-limit-reached',
      'method-not-allowed',
      'challenge-failed',
      'mail-not-sent',
    ],
  },
  {
    id: 'account',
    title: 'Signing in and the account',
    keywords: 'login password session logged out',
    about: [
      'sign-in-failed',
      'address-taken',
      'password-too-weak',
      'reset-token-wrong',
      'unauthenticated',
      'too-many-tries',
      'key-scope-missing',
      'key-limit-reached',
      'no-subscription',
    ],
  },
  {
    id: 'connection',
    title: 'The application and the API',
    keywords: 'network error toast program',
    about: ['offline', 'not-found', 'unsupported-media-type'],
  },
];
