import type { Sender } from './ready-made.ts';

/** https://docs.slack.dev/apis/events-api and /interactivity */
export const slack: Sender = {
  sender: 'Slack',
  when: { headers: { 'x-slack-signature': true } },
  templates: [
    {
      id: 'slack-command',
      label: 'Slack slash command',
      when: { fields: { command: true, user_name: true } },
      template: '{{user_name}} in #{{channel_name}}: {{command}} {{text}}',
    },
    {
      id: 'slack-message',
      label: 'Slack message',
      when: { fields: { 'event.type': ['message', 'app_mention'], 'event.channel': true } },
      template: `Slack{{#if event.channel}} {{event.channel}}{{/if}}: {{ event.user ?? event.message.user ?? event.username ?? "bot" }}{{#if event.subtype}} ({{ $replace(event.subtype, "_", " ") }}){{/if}}
{{ $truncate(event.text ?: event.message.text, 1500) }}`,
    },
    {
      id: 'slack-interaction',
      label: 'Slack interaction',
      when: {
        fields: {
          type: ['block_actions', 'interactive_message', 'view_submission', 'shortcut', 'message_action'],
          user: true,
        },
      },
      template: `Slack: {{ user.name ?? user.username }} used {{ $replace(type, "_", " ") }}{{#if channel.name}} in #{{channel.name}}{{/if}}
{{#each actions}}
- {{ action_id ?? name }}{{#if value ?? selected_option.value ?? selected_options.value}}: {{ value ?? selected_option.value ?? selected_options.value }}{{/if}}
{{/each}}`,
    },
    {
      id: 'slack-event',
      label: 'Slack event',
      when: { fields: { 'event.type': true } },
      template: `Slack: {{ $replace(event.type, "_", " ") }}{{#if event.user}} by {{ $type(event.user) = "object" ? (event.user.real_name ?? event.user.name) : event.user }}{{/if}}
{{ event.channel.name ?? event.reaction ?? event.links.url ?? event.file_id }}`,
    },
  ],
};

/** https://core.telegram.org/bots/api#update */
export const telegram: Sender = {
  sender: 'Telegram',
  when: { fields: { update_id: true } },
  templates: [
    {
      id: 'telegram-message',
      label: 'Telegram message',
      when: { fields: { message: true } },
      template:
        '{{ message.from.first_name }}{{#if message.from.last_name}} {{message.from.last_name}}{{/if}}{{#if message.chat.title}} in {{message.chat.title}}{{/if}}\n{{ message.text ?? message.caption ?? "(no text)" }}',
    },
  ],
};

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples */
export const whatsapp: Sender = {
  sender: 'WhatsApp',
  when: { fields: { object: 'whatsapp_business_account', entry: true } },
  templates: [
    {
      id: 'whatsapp-message',
      label: 'WhatsApp message',
      when: { fields: { 'entry.0.changes.0.value.messages': true } },
      template: `{{#each entry.changes.value}}
{{#each messages as $message}}
WhatsApp from {{ contacts[0].profile.name ?? $$.entry.changes.value.contacts[wa_id = $message.from].profile.name ?? from }}
{{ text.body ?? button.text ?? interactive.button_reply.title ?? interactive.list_reply.title ?? image.caption ?? document.filename ?? location.name ?? contacts.name.formatted_name ?? errors.title ?? ("(" & type & ")") }}
{{/each}}
{{/each}}`,
    },
    {
      id: 'whatsapp-status',
      label: 'WhatsApp delivery status',
      when: { fields: { 'entry.0.changes.0.value.statuses': true } },
      template: `{{#each entry.changes.value.statuses}}
WhatsApp to {{recipient_id}}: {{status}}
{{#each errors}}
{{title}} ({{code}})
{{/each}}
{{/each}}`,
    },
  ],
};

/** https://www.twilio.com/docs/messaging/guides/webhook-request and /voice/twiml */
export const twilio: Sender = {
  sender: 'Twilio',
  when: { headers: { 'x-twilio-signature': true } },
  templates: [
    {
      id: 'twilio-message',
      label: 'Twilio message',
      when: { fields: { MessageSid: true } },
      template: '{{From}} → {{To}}{{#if MessageStatus}}: {{MessageStatus}}{{/if}}\n{{Body}}',
    },
    {
      id: 'twilio-call',
      label: 'Twilio call',
      when: { fields: { CallSid: true } },
      template:
        'Call {{ Caller ?? From }} → {{ Called ?? To }}{{#if CallStatus}}: {{CallStatus}}{{/if}}{{#if Digits}}\nDigits: {{Digits}}{{/if}}',
    },
  ],
};

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
export const sendgrid: Sender = {
  sender: 'SendGrid',
  when: { fields: { '0.sg_message_id': true, '0.event': true } },
  templates: [
    {
      id: 'sendgrid-events',
      label: 'SendGrid mail events',
      when: {},
      template: `SendGrid: {{ $count($) }} mail {{ $count($) = 1 ? "event" : "events" }}
{{#each $}}
{{#if $index < 15}}
- {{event}} {{email}}{{#if reason}}: {{ $truncate(reason, 160) }}{{/if}}
{{/if}}
{{/each}}`,
    },
  ],
};

/** https://mailchimp.com/developer/transactional/docs/webhooks/ */
export const mandrill: Sender = {
  sender: 'Mandrill',
  when: { headers: { 'x-mandrill-signature': true } },
  templates: [
    {
      id: 'mandrill-events',
      label: 'Mandrill mail events',
      when: { fields: { mandrill_events: true } },
      template: String.raw`Mandrill mail event: {{ $distinct($match(mandrill_events, /"event": ?"(\w+)"/).groups) }}
{{ $distinct($match(mandrill_events, /"email": ?"([^"]+)"/).groups) }}
{{ $distinct($match(mandrill_events, /"(?:diag|bounce_description)": ?"([^"]+)"/).groups) }}`,
    },
  ],
};

/** https://dev.mailjet.com/email/guides/webhooks/ */
export const mailjet: Sender = {
  sender: 'Mailjet',
  when: { fields: { mj_campaign_id: true, event: true } },
  templates: [
    {
      id: 'mailjet-event',
      label: 'Mailjet mail event',
      when: {},
      template:
        'Mailjet: {{event}} {{email}}, {{ $date(time) }}{{#if error}}\n{{error}} {{error_related_to}}{{/if}}{{#if url}}\n{{url}}{{/if}}',
    },
  ],
};

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
export const mailgun: Sender = {
  sender: 'Mailgun',
  when: { fields: { 'event-data.event': true } },
  templates: [
    {
      id: 'mailgun-event',
      label: 'Mailgun mail event',
      when: {},
      template: `Mailgun: {{ \`event-data\`.event }} {{ \`event-data\`.recipient }}
{{#if \`event-data\`.message.headers.subject}}
{{ \`event-data\`.message.headers.subject }}
{{/if}}
{{#if \`event-data\`.\`delivery-status\`.message ?: \`event-data\`.\`delivery-status\`.description}}
{{ \`event-data\`.\`delivery-status\`.message ?: \`event-data\`.\`delivery-status\`.description }}
{{/if}}`,
    },
  ],
};
