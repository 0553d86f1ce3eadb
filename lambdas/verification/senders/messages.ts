import type { Scheme } from '../scheme.ts';
import { sentSecret, signedBody, standardWebhooks, timedHeaders } from './shapes.ts';

/** Chats, calls and email. */
export const messageSenders = {
  resend: standardWebhooks({ name: 'Resend', source: 'resend.com/docs, Verify webhooks requests' }, 'svix'),
  slack: timedHeaders(
    { name: 'Slack', source: 'docs.slack.dev, Verifying requests from Slack' },
    { header: 'x-slack-signature', encoding: 'hex', prefix: 'v0=' },
    [{ text: 'v0:' }, 'time', { text: ':' }, 'body'],
    { header: 'x-slack-request-timestamp', unit: 's' },
  ),
  telegram: sentSecret(
    { name: 'Telegram', source: 'tdlib/telegram-bot-api, WebhookActor.cpp' },
    'x-telegram-bot-api-secret-token',
  ),
  discord: {
    ...timedHeaders(
      { name: 'Discord', source: 'discord-interactions 4.4.0, verifyKey' },
      { header: 'x-signature-ed25519', encoding: 'hex' },
      ['time', 'body'],
      { header: 'x-signature-timestamp', unit: 's' },
    ),
    proof: { by: 'ed25519' },
  },
  line: signedBody({ name: 'LINE', source: '@line/bot-sdk 11.2.0, validate-signature.js' }, 'x-line-signature', {
    encoding: 'base64',
  }),
  zoom: timedHeaders(
    { name: 'Zoom', source: '@zoom/rivet 0.4.0, CommonHttpRequest.isEventVerified' },
    { header: 'x-zm-signature', encoding: 'hex', prefix: 'v0=' },
    [{ text: 'v0:' }, 'time', { text: ':' }, 'body'],
    { header: 'x-zm-request-timestamp', unit: 's' },
  ),
  twilio: {
    name: 'Twilio',
    source: 'twilio 6.2.0, webhooks.js',
    proof: { by: 'hmac', hash: 'sha1', key: 'text' },
    signature: { header: 'x-twilio-signature', encoding: 'base64' },
    signed: ['url', 'form'],
  },
  sendgrid: {
    ...timedHeaders(
      { name: 'SendGrid', source: '@sendgrid/eventwebhook 8.0.0, eventwebhook.js' },
      { header: 'x-twilio-email-event-webhook-signature', encoding: 'base64' },
      ['time', 'body'],
      { header: 'x-twilio-email-event-webhook-timestamp', unit: 's' },
    ),
    proof: { by: 'ecdsa-p256' },
  },
  // The signature covers neither the event nor the address. It proves only that Mailgun made the call, and when.
  mailgun: timedHeaders(
    { name: 'Mailgun', source: 'documentation.mailgun.com, Securing webhooks' },
    { body: 'signature.signature', encoding: 'hex' },
    [{ fields: ['signature.timestamp', 'signature.token'], separator: '' }],
    { body: 'signature.timestamp', unit: 's' },
  ),
} as const satisfies Record<string, Scheme>;
