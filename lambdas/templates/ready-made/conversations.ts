import type { Sender, Template } from './ready-made.ts';
import { excerpt, inWords, line, lines, maybe, spaced } from './snippets.ts';

/** https://docs.slack.dev/apis/events-api and /interactivity */
export const slack: Sender = {
  sender: 'Slack',
  // Without a signature, commands and interactions are known by a field that no one else has.
  when: [{ headers: { 'x-slack-signature': true } }, { fields: { is_enterprise_install: ['false', 'true'] } }],
  templates: (): Template[] => [
    {
      id: 'slack-message',
      label: 'Slack message',
      when: { fields: { 'event.type': ['message', 'app_mention'] } },
      template: lines(
        `Slack: {{ event.subtype == "message_deleted" ? "a message was deleted" : event.subtype == "message_changed" ? "a message was edited" : event.type == "app_mention" ? "the app was mentioned" : "new message" }}${maybe(' by ', 'event.username ?: event.user_profile.real_name')}`,
        excerpt('event.text ?: event.message.text', 1500, '$not(event.subtype == "message_deleted")'),
      ),
    },
    {
      id: 'slack-interaction',
      label: 'Slack interaction',
      when: {
        fields: {
          type: [
            'block_actions',
            'interactive_message',
            'view_submission',
            'view_closed',
            'shortcut',
            'message_action',
          ],
          user: true,
        },
      },
      template: lines(
        `Slack: {{ user.name ?: user.username ?: "somebody" }} {{ ${inWords('type', { block_actions: 'pressed a button', interactive_message: 'pressed a button', view_submission: 'sent a form', view_closed: 'closed a form', shortcut: 'used a shortcut', message_action: 'used a message shortcut' }, 'did something')} }}${maybe(' in #', 'channel.name')}`,
        '{{#each actions}}',
        '{{#if text.text ?: name ?: action_id}}',
        `- {{ $replace(text.text ?: name ?: action_id, "_", " ") }}${maybe(': ', 'value ?: selected_option.text.text ?: selected_option.value ?: selected_options.value')}`,
        '{{/if}}',
        '{{/each}}',
      ),
    },
    {
      id: 'slack-command',
      label: 'Slack slash command',
      when: [{ fields: { command: true, user_name: true } }, { fields: { is_enterprise_install: ['false', 'true'] } }],
      template: `{{ user_name ?: "Somebody" }} used {{ command ?: "a command of Slack" }}${maybe(' ', 'text')}${maybe(' in #', 'channel_name')}`,
    },
    {
      id: 'slack-event',
      label: 'Slack event',
      when: { fields: { 'event.type': true } },
      template: lines(
        `{{ $who := $type(event.user) = "object" ? event.user.real_name ?: event.user.name }}Slack: {{#if event.type = "team_join" and $who}}{{$who}} joined the team{{else}}{{ ${spaced('event.type', 'event')} }}{{#if $who}} by {{$who}}{{/if}}{{/if}}`,
        line(
          'event.channel.name ? "#" & event.channel.name : event.reaction ?: event.links.url ?: event.file.title ?: event.file.name',
        ),
      ),
    },
  ],
};

/** https://core.telegram.org/bots/api#update */
export const telegram: Sender = {
  sender: 'Telegram',
  when: { fields: { update_id: true } },
  templates: (): Template[] => [
    {
      id: 'telegram-message',
      label: 'Telegram message',
      when: { fields: { message: true } },
      template: lines(
        `Telegram: {{ $trim((message.from.first_name ?: "") & " " & (message.from.last_name ?: "")) ?: message.from.username ?: "somebody" }} {{ message.text ? "wrote" : message.photo ? "sent a picture" : message.document ? "sent " & (message.document.file_name ?: "a file") : message.voice ?: message.audio ? "sent a recording" : message.video ? "sent a video" : message.location ? "sent a location" : message.contact ? "sent a contact" : message.sticker ? "sent a sticker" : message.new_chat_members ? (message.new_chat_members[0].id = message.from.id and message.from.id ? "joined" : "added " & ($join(message.new_chat_members[first_name].first_name, ", ") ?: "somebody")) : message.left_chat_member ? "left or was removed" : "wrote" }}${maybe(' in ', 'message.chat.title')}`,
        line('message.forward_from.first_name ?: message.forward_from_chat.title', 'Forwarded from: '),
        line('message.reply_to_message.text ? $truncate(message.reply_to_message.text, 100)', 'In reply to: '),
        excerpt('message.text ?: message.caption', 1500),
        '{{#if message.chat.username and message.message_id and $not(message.chat.type == "private")}}https://t.me/{{message.chat.username}}/{{message.message_id}}{{/if}}',
      ),
    },
    {
      id: 'telegram-edited',
      label: 'Telegram edited message',
      when: { fields: { edited_message: true } },
      template: lines(
        `Telegram: {{ $trim((edited_message.from.first_name ?: "") & " " & (edited_message.from.last_name ?: "")) ?: "somebody" }} edited a message${maybe(' in ', 'edited_message.chat.title')}`,
        excerpt('edited_message.text ?: edited_message.caption', 1500),
      ),
    },
    {
      id: 'telegram-post',
      label: 'Telegram channel post',
      when: { fields: { channel_post: true } },
      template: lines(
        `Telegram: new post${maybe(' in ', 'channel_post.chat.title')}`,
        excerpt('channel_post.text ?: channel_post.caption', 1500),
      ),
    },
    {
      id: 'telegram-member',
      label: 'Telegram member',
      when: { fields: { my_chat_member: true } },
      template: `Telegram: {{ my_chat_member.from.first_name ?: "somebody" }} changed what the bot may do${maybe(' in ', 'my_chat_member.chat.title')}{{#if my_chat_member.old_chat_member.status and my_chat_member.new_chat_member.status}}: {{my_chat_member.old_chat_member.status}} → {{my_chat_member.new_chat_member.status}}{{/if}}`,
    },
    {
      id: 'telegram-callback',
      label: 'Telegram button',
      when: { fields: { callback_query: true } },
      template: lines(
        `Telegram: {{ callback_query.from.first_name ?: "somebody" }} pressed {{ callback_query.data ?: "a button" }}${maybe(' in ', 'callback_query.message.chat.title')}`,
      ),
    },
  ],
};

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples */
export const whatsapp: Sender = {
  sender: 'WhatsApp',
  when: { fields: { object: 'whatsapp_business_account', entry: true } },
  templates: (): Template[] => [
    {
      id: 'whatsapp-message',
      label: 'WhatsApp message',
      when: { fields: { 'entry.0.changes.0.value.messages': true } },
      template: lines(
        '{{#each entry.changes.value.messages as $message}}',
        'WhatsApp: {{ $$.entry.changes.value.contacts[wa_id = $message.from].profile.name ?: $$.entry.changes.value.contacts[0].profile.name ?: from ?: "somebody" }} {{ type in ["image", "video", "audio", "document", "sticker"] ? "sent " & ($contains(type, /^[aeiou]/) ? "an " : "a ") & type : type = "location" ? "sent a location" : type = "contacts" ? "sent a contact" : type = "reaction" ? "reacted" : type in ["button", "interactive"] ? "answered" : "wrote" }}',
        excerpt(
          'text.body ?: button.text ?: interactive.button_reply.title ?: interactive.list_reply.title ?: image.caption ?: video.caption ?: document.caption ?: location.name ?: reaction.emoji',
          1500,
        ),
        line('document.filename', 'File: '),
        line('contacts.($join([name.formatted_name, phones[0].phone], ", "))'),
        '{{#if location.latitude and location.longitude}}',
        'https://maps.google.com/?q={{location.latitude}},{{location.longitude}}',
        '{{/if}}',
        line('errors.error_data.details ?: errors.title'),
        '{{else}}',
        'WhatsApp: message without content',
        '{{/each}}',
      ),
    },
    {
      id: 'whatsapp-status',
      label: 'WhatsApp delivery status',
      when: { fields: { 'entry.0.changes.0.value.statuses': true } },
      template: lines(
        '{{#each entry.changes.value.statuses}}',
        `WhatsApp: message${maybe(' to ', 'recipient_id')} {{ ${inWords('status', { sent: 'was sent', delivered: 'was delivered', read: 'was read', deleted: 'was deleted' })} }}`,
        '{{#each errors}}',
        line('error_data.details ?: title ?: message'),
        '{{/each}}',
        '{{else}}',
        'WhatsApp: status without content',
        '{{/each}}',
      ),
    },
    {
      id: 'whatsapp-account',
      label: 'WhatsApp account update',
      when: { fields: { 'entry.0.changes.0.field': true } },
      template: lines(
        '{{#each entry.changes}}',
        `WhatsApp: {{#if value.message_template_name}}template {{value.message_template_name}} {{ value.event ? $lowercase($replace(value.event, "_", " ")) : "changed" }}{{else}}{{ value.event = "ACCOUNT_RESTRICTION" ? "the account is restricted" : (${spaced('field', 'account update')}) & (value.event ? ", " & $lowercase($replace(value.event, "_", " ")) : "") }}{{/if}}`,
        line('value.reason and value.reason != "NONE" ? $lowercase($replace(value.reason, "_", " "))', 'Reason: '),
        '{{#each value.restriction_info}}',
        line(
          `restriction_type ? (${inWords('restriction_type', { RESTRICTED_ADD_PHONE_NUMBER_ACTION: 'no phone number can be added', RESTRICTED_BIZ_INITIATED_MESSAGING: 'no conversation can be begun', RESTRICTED_CUSTOMER_INITIATED_MESSAGING: 'no customer can be answered' })}) & ($contains($string(expiration ?: ""), /^\\d+$/) ? " until " & $date($number(expiration)) : "")`,
          '- ',
        ),
        '{{/each}}',
        '{{else}}',
        'WhatsApp: account updated',
        '{{/each}}',
      ),
    },
  ],
};

/** https://www.twilio.com/docs/messaging/guides/webhook-request and /voice/twiml */
export const twilio: Sender = {
  sender: 'Twilio',
  when: { headers: { 'x-twilio-signature': true } },
  templates: (): Template[] => [
    {
      id: 'twilio-message',
      label: 'Twilio message',
      when: { fields: { MessageSid: true } },
      template: lines(
        `Message from {{ From ?: "somebody" }}${maybe(' to ', 'To')}${maybe(': ', 'MessageStatus')}`,
        excerpt('Body', 1500),
        line('ErrorCode', 'Error '),
      ),
    },
    {
      id: 'twilio-call',
      label: 'Twilio call',
      when: { fields: { CallSid: true } },
      template: lines(
        `Call from {{ Caller ?: From ?: "somebody" }}${maybe(' to ', 'Called ?: To')}${maybe(', ', 'CallStatus ? $replace(CallStatus, "-", " ")')}`,
        line('Digits', 'Digits: '),
        line('RecordingUrl'),
      ),
    },
  ],
};

/** https://docs.discord.com/developers/events/webhook-events */
export const discord: Sender = {
  sender: 'Discord',
  when: { fields: { application_id: true, version: true, 'event.type': true } },
  templates: (): Template[] => [
    {
      id: 'discord-event',
      label: 'Discord event',
      when: {},
      template: lines(
        `Discord: ${maybe('', 'event.data.user.global_name ?: event.data.user.username', ' ')}{{ ${inWords('event.type', { APPLICATION_AUTHORIZED: 'authorized the app', APPLICATION_DEAUTHORIZED: 'removed the app', ENTITLEMENT_CREATE: 'somebody was given access to a product', ENTITLEMENT_UPDATE: 'access to a product changed', ENTITLEMENT_DELETE: 'access to a product was deleted' }, 'event')} ~> $lowercase() }}`,
        line('event.data.guild.name', 'Server: '),
        line(
          `$contains(event.type ?: "", "ENTITLEMENT") ? $lookup(${JSON.stringify({ 1: 'purchase', 2: 'subscription to Nitro', 3: 'gift of the developer', 4: 'purchase in test mode', 5: 'free purchase', 6: 'gift of another user', 7: 'gift for Nitro', 8: 'subscription' })}, $string(event.data.type))`,
          'Reason: ',
        ),
        line('event.data.ends_at ? $date(event.data.ends_at)', 'Until '),
      ),
    },
  ],
};

/** https://www.olark.com/help/webhooks/ */
export const olark: Sender = {
  sender: 'Olark',
  when: { fields: { kind: 'Conversation', visitor: true, items: true } },
  templates: (): Template[] => [
    {
      id: 'olark-conversation',
      label: 'Olark conversation',
      when: {},
      template: lines(
        `Olark: {{ items[0].kind = "OfflineMessage" ? "offline message" : "conversation" }} from {{ visitor.fullName ?: visitor.emailAddress ?: "a visitor" }}`,
        line('visitor.fullName ? visitor.emailAddress'),
        excerpt(
          '$join(items[body].(kind = "OfflineMessage" and $contains(body, "Message: ") ? $substringAfter(body, "Message: ") : (nickname ? nickname & ": " : "") & body), "\\n")',
          1500,
        ),
        line('visitor.conversationBeginPage', 'Began at: '),
      ),
    },
  ],
};

/** https://developers.zoom.us/docs/api/meetings/events/ */
export const zoom: Sender = {
  sender: 'Zoom',
  when: { fields: { event: true, event_ts: true, 'payload.object': true } },
  templates: (): Template[] => [
    {
      id: 'zoom-event',
      label: 'Zoom event',
      when: {},
      template: lines(
        `Zoom: {{#if payload.object.participant.user_name}}{{payload.object.participant.user_name}} {{ $contains(event ?: "", "left") ? "left" : $contains(event ?: "", "joined") ? "joined" : $replace($substringAfter(event ?: "", "meeting.") ?: "was in", "_", " ") }} {{ payload.object.topic ?: "a meeting" }}{{else}}{{ payload.object.topic ? payload.object.topic & " " & (${inWords('$substringAfter(event ?: "", ".")', { completed: 'recorded', transcript_completed: 'written down' })}) : ${spaced('event', 'event')} }}{{/if}}`,
        line(
          '$contains(event ?: "", /created|updated/) and payload.object.start_time ? $date(payload.object.start_time, "", payload.object.timezone ?: "UTC")',
        ),
        '{{ payload.object.share_url ?: payload.object.join_url }}',
      ),
    },
  ],
};

/** https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/ */
export const twitch: Sender = {
  sender: 'Twitch',
  when: { fields: { 'subscription.type': true, 'event.broadcaster_user_login': true } },
  templates: (): Template[] => [
    {
      id: 'twitch-event',
      label: 'Twitch event',
      when: {},
      template: lines(
        `{{ $channel := event.broadcaster_user_name ?: event.broadcaster_user_login ?: "a channel" }}{{ $who := event.user_name ?: "somebody" }}{{ $kind := subscription.type ?: "event" }}{{ $kind = "stream.online" ? $channel & " is live on Twitch" : $kind = "stream.offline" ? $channel & " is no longer live on Twitch" : $kind = "channel.follow" ? $who & " follows " & $channel & " on Twitch" : $contains($kind, /^channel.subscri/) ? $who & " subscribed to " & $channel & " on Twitch" : $kind = "channel.cheer" ? $who & " cheered" & (event.bits ? " " & $string(event.bits) & " bits" : "") & " for " & $channel & " on Twitch" : "Twitch: " & $replace($kind, /[._]/, " ") & " of " & $channel }}`,
        line('event.title'),
        line('event.category_name', 'Category: '),
        excerpt('$type(event.message) = "string" ? event.message : event.message.text', 300),
        '{{#if event.broadcaster_user_login}}https://www.twitch.tv/{{event.broadcaster_user_login}}{{/if}}',
      ),
    },
  ],
};
