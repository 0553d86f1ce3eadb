import type { Scheme } from '../scheme.ts';
import { signedBody, standardWebhooks, timedHeaders, timedList } from './shapes.ts';

/** Services for planning, monitoring, forms and signatures. */
export const workSenders = {
  linear: {
    ...signedBody({ name: 'Linear', source: '@linear/sdk 98.0.0, webhooks' }, 'linear-signature'),
    time: { body: 'webhookTimestamp', unit: 'ms', toleranceSeconds: 60 },
  },
  sentry: signedBody(
    { name: 'Sentry', source: 'docs.sentry.io, Integration platform, Webhooks' },
    'sentry-hook-signature',
  ),
  // The header name is configurable and changed once. A time is sent and signed only if a header name is set for it.
  grafana: {
    ...timedHeaders(
      { name: 'Grafana', source: 'grafana/alerting, http/hmac.go' },
      { headersFrom: 'x-grafana-alert', encoding: 'hex' },
      ['time', { text: ':' }, 'body'],
      { header: 'x-grafana-alerting-timestamp', unit: 's', optional: true },
    ),
  },
  pagerduty: {
    ...signedBody(
      { name: 'PagerDuty', source: 'PagerDuty/developer-docs, docs/webhooks/04-Signatures.md' },
      'x-pagerduty-signature',
    ),
    signature: { header: 'x-pagerduty-signature', encoding: 'hex', list: { separator: ',', join: '=', name: 'v1' } },
  },
  zendesk: timedHeaders(
    { name: 'Zendesk', source: 'developer.zendesk.com, Verifying webhooks' },
    { header: 'x-zendesk-webhook-signature', encoding: 'base64' },
    ['time', 'body'],
    { header: 'x-zendesk-webhook-signature-timestamp', unit: 'iso' },
  ),
  intercom: signedBody(
    { name: 'Intercom', source: 'developers.intercom.com, Signed notifications' },
    'x-hub-signature',
    {
      prefix: 'sha1=',
      hash: 'sha1',
    },
  ),
  hubspot: timedHeaders(
    { name: 'HubSpot (v3)', source: '@hubspot/api-client 13.5.0, signature.js' },
    { header: 'x-hubspot-signature-v3', encoding: 'base64' },
    ['method', 'url', 'body', 'time'],
    { header: 'x-hubspot-request-timestamp', unit: 'ms' },
  ),
  typeform: signedBody(
    { name: 'Typeform', source: 'typeform.com/developers, Secure your webhooks' },
    'typeform-signature',
    { prefix: 'sha256=', encoding: 'base64' },
  ),
  'cal-com': signedBody(
    { name: 'Cal.com', source: 'calcom/cal.com, packages/features/webhooks/lib/sendPayload.ts' },
    'x-cal-signature-256',
  ),
  docusign: {
    ...signedBody({ name: 'DocuSign', source: 'developers.docusign.com, How to validate an HMAC signature' }, ''),
    signature: { headersFrom: 'x-docusign-signature-', encoding: 'base64' },
  },
  asana: signedBody({ name: 'Asana', source: 'developers.asana.com, Webhooks' }, 'x-hook-signature'),
  webflow: timedHeaders(
    { name: 'Webflow', source: 'webflow-api 3.3.4, wrapper/WebhooksClient.js' },
    { header: 'x-webflow-signature', encoding: 'hex' },
    ['time', { text: ':' }, 'body'],
    { header: 'x-webflow-timestamp', unit: 'ms' },
  ),
  clickup: signedBody({ name: 'ClickUp', source: 'developer.clickup.com, Webhook signature' }, 'x-signature'),
  workos: timedList(
    { name: 'WorkOS', source: 'workos/workos-node, src/common/crypto/signature-provider.ts' },
    'workos-signature',
    { time: 't', signature: 'v1' },
    { unit: 'ms', toleranceSeconds: 180 },
  ),
  logto: signedBody({ name: 'Logto', source: 'docs.logto.io, Secure webhooks' }, 'logto-signature-sha-256'),
  katana: signedBody(
    { name: 'Katana', source: 'developer.katanamrp.com, Verifying a webhook signature' },
    'x-sha2-signature',
  ),
  elevenlabs: timedList(
    { name: 'ElevenLabs', source: '@elevenlabs/elevenlabs-js 2.73.0, wrapper webhooks' },
    'elevenlabs-signature',
    { time: 't', signature: 'v0' },
    { toleranceSeconds: 1800 },
  ),
  openai: standardWebhooks({ name: 'OpenAI', source: 'openai 6.49.0, resources/webhooks' }),
  replicate: standardWebhooks({ name: 'Replicate', source: 'replicate.com/docs, Verify webhooks' }),
  clerk: standardWebhooks({ name: 'Clerk', source: '@clerk/backend 3.25.0, webhooks' }, 'svix'),
} as const satisfies Record<string, Scheme>;
