import type { Sender, Template } from './ready-made.ts';
import { each, excerpt, inWords, line, lines, maybe, more } from './snippets.ts';

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
        `{{ $words := ${JSON.stringify({ processed: 'is on its way', delivered: 'delivered', deferred: 'delayed', bounce: 'bounced', dropped: 'dropped', open: 'opened', click: 'clicked', spamreport: 'marked as spam', unsubscribe: 'unsubscribed', group_unsubscribe: 'unsubscribed from a group', group_resubscribe: 'subscribed to a group again' })} }}{{#if $count($) = 1}}SendGrid: mail {{ $lookup($words, .[0].event ?: "") ?: "event" }}{{ .[0].email ? " for " & .[0].email : "" }}{{else}}SendGrid: {{ $count($) }} mail events{{/if}}`,
        line('$count($) = 1 ? .[0].reason ?: .[0].url'),
        each(
          '$',
          '9 and $count($$) > 1',
          `- {{ event ? $lookup($words, event) ?: $replace(event, "_", " ") : "event" }}${maybe(': ', 'email')}${maybe(', ', 'reason ? $truncate(reason, 160)')}`,
        ),
        more('$count($)', 9),
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
      template: lines(
        String.raw`Mandrill: mail {{ $join($distinct($match(mandrill_events, /"event": ?"(\w+)"/).groups.($lookup(${JSON.stringify({ hard_bounce: 'hard-bounced', soft_bounce: 'soft-bounced', spam: 'marked as spam', unsub: 'unsubscribed', open: 'opened', click: 'clicked', send: 'sent', deferral: 'delayed', reject: 'rejected', delivered: 'delivered' })}, $) ?: $)), ", ") ?: "event" }}{{#if $match(mandrill_events, /"email": ?"([^"]+)"/)}} for {{ $join($distinct($match(mandrill_events, /"email": ?"([^"]+)"/).groups), ", ") }}{{/if}}`,
        line(`$join($distinct($match(mandrill_events, /"subject": ?"([^"]+)"/).groups), ", ")`),
        line(`$join($distinct($match(mandrill_events, /"diag": ?"(?:smtp; ?)?([^"]+)"/).groups), ", ")`),
      ),
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
        `Mailgun: {{ \`event-data\`.event = "clicked" ? "link" : "mail" }} {{ ${inWords('`event-data`.event', { complained: 'marked as spam', accepted: 'is on its way' }, 'event')} }}{{#if \`event-data\`.recipient}} {{ \`event-data\`.event in ["opened", "clicked", "unsubscribed", "complained"] ? "by" : "for" }} {{ \`event-data\`.recipient }}{{/if}}${maybe(' (', '`event-data`.severity', ')')}`,
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
  when: { fields: { MessageID: true } },
  templates: (): Template[] => [
    {
      id: 'postmark-event',
      label: 'Postmark mail event',
      when: { fields: { RecordType: ['Bounce', 'SpamComplaint', 'Open', 'Click', 'Delivery', 'SubscriptionChange'] } },
      template: lines(
        `Postmark: {{ RecordType = "SubscriptionChange" ? (SuppressSending = false ? "mails allowed again" : "mails stopped") : ${inWords('RecordType', { Bounce: 'mail bounced', SpamComplaint: 'mail marked as spam', Open: 'mail opened', Click: 'link clicked', Delivery: 'mail delivered' }, 'mail event')} }}{{#if Email ?: Recipient}} {{ RecordType in ["Open", "Click", "SpamComplaint"] ? "by" : "for" }} {{ Email ?: Recipient }}{{/if}}${maybe(' (', 'RecordType = "Bounce" ? $lowercase(Name)', ')')}`,
        line('Subject'),
        line('RecordType != "Click" ? Description ?: Details'),
        line('SuppressionReason ? $lowercase($replace(SuppressionReason, /([a-z])([A-Z])/, "$1 $2"))', 'Reason: '),
        line('RecordType in ["Open", "Click", "Delivery"] ? Tag', 'Tag: '),
        line('RecordType = "Click" ? OriginalLink'),
      ),
    },
    {
      id: 'postmark-inbound',
      label: 'Postmark inbound mail',
      when: { fields: { FromFull: true, Subject: true } },
      template: lines(
        `Mail from {{ FromName ?: From ?: "somebody" }}${maybe(': ', 'Subject')}`,
        excerpt('StrippedTextReply ?: TextBody ?: HtmlBody', 1000),
        line('Attachments.Name', 'Files: '),
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
        `Resend: {{ ${inWords('type', { 'email.sent': 'mail sent', 'email.delivered': 'mail delivered', 'email.delivery_delayed': 'mail delayed', 'email.bounced': 'mail bounced', 'email.complained': 'mail marked as spam', 'email.opened': 'mail opened', 'email.clicked': 'link clicked', 'email.received': 'mail received', 'email.failed': 'mail failed' }, 'mail event')} }}{{#if type == "email.received"}}${maybe(' from ', 'data.from')}{{else if data.to}} {{ type in ["email.opened", "email.clicked", "email.complained"] ? "by" : "for" }} {{ $join(data.to, ", ") }}{{/if}}`,
        line('data.subject'),
        line('data.bounce.message ?: data.failed.reason ?: data.click.link'),
      ),
    },
  ],
};
