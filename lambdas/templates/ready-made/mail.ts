import type { Sender, Template } from './ready-made.ts';
import { excerpt, inWords, line, lines, maybe, spaced } from './words.ts';

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
export const sendgrid: Sender = {
  sender: 'SendGrid',
  when: { fields: { '0.sg_message_id': true, '0.event': true } },
  templates: (): Template[] => [
    {
      id: 'sendgrid-events',
      label: 'SendGrid mail events',
      when: {},
      template: lines(
        'SendGrid: {{ $count($) }} mail {{ $count($) = 1 ? "event" : "events" }}',
        '{{#each $}}',
        '{{#if $index < 9}}',
        `- {{ event ? $replace(event, "_", " ") : "event" }}${maybe(' ', 'email')}${maybe(': ', 'reason ? $truncate(reason, 160)')}`,
        '{{/if}}',
        '{{/each}}',
        '{{#if $count($) > 9}}',
        '… and {{ $count($) - 9 }} more',
        '{{/if}}',
      ),
    },
  ],
};

/** https://mailchimp.com/developer/transactional/docs/webhooks/: its events are JSON inside of a form field. */
export const mandrill: Sender = {
  sender: 'Mandrill',
  when: { headers: { 'x-mandrill-signature': true } },
  templates: (): Template[] => [
    {
      id: 'mandrill-events',
      label: 'Mandrill mail events',
      when: { fields: { mandrill_events: true } },
      template: String.raw`Mandrill: mail {{ $replace($join($distinct($match(mandrill_events, /"event": ?"(\w+)"/).groups), ", "), "_", " ") }} for {{ $join($distinct($match(mandrill_events, /"email": ?"([^"]+)"/).groups), ", ") }}
{{#if $match(mandrill_events, /"diag": ?"([^"]+)"/)}}
{{ $distinct($match(mandrill_events, /"diag": ?"([^"]+)"/).groups) }}
{{/if}}`,
    },
  ],
};

/** https://dev.mailjet.com/email/guides/webhooks/ */
export const mailjet: Sender = {
  sender: 'Mailjet',
  when: { fields: { mj_campaign_id: true, event: true } },
  templates: (): Template[] => [
    {
      id: 'mailjet-event',
      label: 'Mailjet mail event',
      when: {},
      template: lines(
        `Mailjet: mail {{ ${inWords('event', { open: 'opened', click: 'clicked', unsub: 'unsubscribed', spam: 'marked as spam', bounce: 'bounced' })} }}${maybe(' by ', 'event in ["open", "click", "unsub", "spam"] ? email')}${maybe(' for ', '$not(event in ["open", "click", "unsub", "spam"]) ? email')}`,
        line('error ? error & (error_related_to ? " (" & error_related_to & ")" : "")'),
        '{{url}}',
      ),
    },
  ],
};

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
export const mailgun: Sender = {
  sender: 'Mailgun',
  when: { fields: { 'event-data.event': true } },
  templates: (): Template[] => [
    {
      id: 'mailgun-event',
      label: 'Mailgun mail event',
      when: {},
      template: lines(
        `Mailgun: mail {{ ${spaced('`event-data`.event', 'event')} }}${maybe(' for ', '`event-data`.recipient')}`,
        line('`event-data`.message.headers.subject'),
        line('`event-data`.`delivery-status`.message ?: `event-data`.`delivery-status`.description'),
        '{{ `event-data`.url }}',
      ),
    },
  ],
};

/** https://postmarkapp.com/developer/webhooks/webhooks-overview */
export const postmark: Sender = {
  sender: 'Postmark',
  when: { fields: { MessageID: true, MessageStream: true } },
  templates: (): Template[] => [
    {
      id: 'postmark-event',
      label: 'Postmark mail event',
      when: { fields: { RecordType: true } },
      template: lines(
        `Postmark: {{ ${inWords('RecordType', { Bounce: 'mail bounced', SpamComplaint: 'mail marked as spam', Open: 'mail opened', Click: 'link clicked', Delivery: 'mail delivered', SubscriptionChange: 'subscription changed' }, 'mail event')} }}${maybe(' for ', 'Email ?: Recipient')}`,
        line('Subject'),
        line('RecordType != "Click" ? Description ?: Details ?: SuppressionReason'),
        line('RecordType = "Click" ? OriginalLink'),
      ),
    },
    {
      id: 'postmark-inbound',
      label: 'Postmark inbound mail',
      when: { fields: { From: true, Subject: true } },
      template: lines(
        `Mail from {{ FromName ?: From ?: "somebody" }}${maybe(': ', 'Subject')}`,
        excerpt('StrippedTextReply ?: TextBody', 1000),
      ),
    },
  ],
};

/** https://resend.com/docs/dashboard/webhooks/event-types */
export const resend: Sender = {
  sender: 'Resend',
  when: { headers: { 'svix-id': true }, fields: { type: 'email.*', 'data.email_id': true } },
  templates: (): Template[] => [
    {
      id: 'resend-event',
      label: 'Resend mail event',
      when: {},
      template: lines(
        `Resend: {{ ${inWords('type', { 'email.sent': 'mail sent', 'email.delivered': 'mail delivered', 'email.delivery_delayed': 'mail delayed', 'email.bounced': 'mail bounced', 'email.complained': 'mail marked as spam', 'email.opened': 'mail opened', 'email.clicked': 'link clicked', 'email.received': 'mail received', 'email.failed': 'mail failed' }, 'mail event')} }}{{#if type == "email.received"}}${maybe(' from ', 'data.from')}{{else if data.to}} for {{ $join(data.to, ", ") }}{{/if}}`,
        line('data.subject'),
        line('data.bounce.message ?: data.failed.reason ?: data.click.link'),
      ),
    },
  ],
};
