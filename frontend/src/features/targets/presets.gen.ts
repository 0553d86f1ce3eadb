// Written by npm run shelf.
import type { Preset } from './fill-preset.ts';

/** The target kind of all presets. */
export const presetKind = 'http';

/** Services with a preset instead of a kind. */
export const presets: readonly Preset[] = [
  {
    "name": "Apprise API",
    "docs": "https://github.com/caronc/apprise-api",
    "about": "Sends to all services in a configuration of your Apprise API server.",
    "fields": [
      {
        "name": "url",
        "label": "Apprise API URL",
        "type": "url",
        "placeholder": "https://apprise.example.com",
        "hint": "Reachable from the internet, https only.",
        "pattern": "^https://\\S+$",
        "message": "The URL must begin with https://"
      },
      {
        "name": "key",
        "label": "Configuration key",
        "type": "text",
        "placeholder": "apprise"
      },
      {
        "name": "tag",
        "label": "Tag",
        "type": "text",
        "optional": true
      }
    ],
    "url": "{url}/notify/{key}",
    "values": {
      "tag": "{tag}"
    },
    "body": "{\n  \"title\": title,\n  \"body\": message,\n  \"type\": state = \"resolved\" ? \"success\" : severity = \"critical\" ? \"failure\" : severity = \"warning\" ? \"warning\" : \"info\",\n  \"format\": \"text\",\n  \"tag\": values.tag\n}",
    "success": [
      200
    ]
  },
  {
    "name": "Feishu and Lark",
    "docs": "https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot",
    "about": "Posts to a group through a custom bot without a signature.",
    "fields": [
      {
        "name": "url",
        "label": "Webhook URL",
        "type": "url",
        "placeholder": "https://open.feishu.cn/open-apis/bot/v2/hook/token",
        "hint": "Add a custom bot to the group and copy its webhook URL. Leave its signature verification off.",
        "pattern": "^https://open\\.(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/v2/hook/[\\w-]+/?$",
        "message": "The URL must be a custom bot’s webhook"
      }
    ],
    "url": "{url}",
    "body": "{\"msg_type\": \"text\", \"content\": {\"text\": $replace(message, \"<at\", \"<\\u200bat\")}}",
    "success_text": "\"success\"",
    "limit": {
      "max": 11000,
      "counted": "utf8Bytes"
    }
  },
  {
    "name": "Gotify",
    "docs": "https://gotify.net/docs/pushmsg",
    "about": "Sends a push message through your Gotify server.",
    "fields": [
      {
        "name": "url",
        "label": "Gotify URL",
        "type": "url",
        "placeholder": "https://gotify.example.com",
        "hint": "Reachable from the internet, https only.",
        "pattern": "^https://\\S+$",
        "message": "The URL must begin with https://"
      },
      {
        "name": "token",
        "label": "Application token",
        "type": "text",
        "hint": "In Gotify, create an application under Apps and copy its token."
      }
    ],
    "url": "{url}/message",
    "headers": {
      "X-Gotify-Key": "{token}"
    },
    "body": "{\"title\": title, \"message\": message, \"priority\": severity = \"critical\" ? 8 : 5}"
  },
  {
    "name": "Opsgenie and Jira Service Management",
    "docs": "https://docs.opsgenie.com/docs/alert-api",
    "about": "Creates an alert. It does not close alerts; a resolution is an alert of the lowest priority.",
    "fields": [
      {
        "name": "url",
        "label": "API URL",
        "type": "url",
        "placeholder": "https://api.atlassian.com/jsm/ops/integration",
        "hint": "https://api.atlassian.com/jsm/ops/integration, https://api.opsgenie.com, or https://api.eu.opsgenie.com.",
        "pattern": "^https://(?:api\\.(?:eu\\.)?opsgenie\\.com|api\\.atlassian\\.com/jsm/ops/integration)/?$",
        "message": "The URL must be one of those below"
      },
      {
        "name": "key",
        "label": "API key",
        "type": "text",
        "hint": "The key of an API integration."
      }
    ],
    "url": "{url}/v2/alerts",
    "headers": {
      "Authorization": "GenieKey {key}"
    },
    "body": "{\n  \"message\": $substring(title, 0, 130),\n  \"alias\": key,\n  \"description\": message,\n  \"priority\": state = \"resolved\" ? \"P5\" : severity = \"critical\" ? \"P1\" : severity = \"warning\" ? \"P3\" : \"P5\",\n  \"source\": webhook\n}",
    "limit": {
      "max": 15000,
      "counted": "utf16"
    }
  },
  {
    "name": "PagerDuty",
    "docs": "https://developer.pagerduty.com/docs/events-api-v2/trigger-events/",
    "about": "Triggers an alert, and resolves it when the call says so.",
    "fields": [
      {
        "name": "url",
        "label": "Events API URL",
        "type": "url",
        "placeholder": "https://events.pagerduty.com",
        "hint": "https://events.pagerduty.com, or https://events.eu.pagerduty.com for accounts in the EU.",
        "pattern": "^https://events\\.(?:eu\\.)?pagerduty\\.com/?$",
        "message": "The URL must be https://events.pagerduty.com or https://events.eu.pagerduty.com"
      },
      {
        "name": "key",
        "label": "Integration key",
        "type": "text",
        "hint": "In PagerDuty, add an integration of the type Events API v2 to a service.",
        "pattern": "^[0-9a-zA-Z]{32}$",
        "message": "The key has 32 letters and digits"
      }
    ],
    "url": "{url}/v2/enqueue",
    "values": {
      "routing_key": "{key}"
    },
    "body": "{\n  \"routing_key\": values.routing_key,\n  \"event_action\": state = \"resolved\" ? \"resolve\" : \"trigger\",\n  \"dedup_key\": key,\n  \"payload\": {\n    \"summary\": $substring(title & \": \" & message, 0, 1000),\n    \"source\": webhook,\n    \"severity\": severity in [\"critical\", \"warning\"] ? severity : \"info\",\n    \"custom_details\": {\"message\": message}\n  },\n  \"links\": link ? [{\"href\": link, \"text\": \"Call\"}]\n}"
  },
  {
    "name": "Rocket.Chat",
    "docs": "https://docs.rocket.chat/docs/integrations",
    "about": "Posts to a channel through an incoming webhook.",
    "fields": [
      {
        "name": "url",
        "label": "Webhook URL",
        "type": "url",
        "placeholder": "https://chat.example.com/hooks/6512ab/token",
        "hint": "In Rocket.Chat, create an incoming integration under Workspace > Integrations and copy its URL.",
        "pattern": "^https://\\S+/hooks/\\S+$",
        "message": "The URL must contain /hooks/"
      }
    ],
    "url": "{url}",
    "body": "{\"text\": $replace(message, \"@\", \"@\\u200b\")}",
    "limit": {
      "max": 4500,
      "counted": "utf16"
    }
  },
  {
    "name": "SMS through Twilio",
    "docs": "https://www.twilio.com/docs/messaging/api/message-resource",
    "about": "Sends a text message from your own Twilio account, which is billed for it.",
    "fields": [
      {
        "name": "sid",
        "label": "Account SID",
        "type": "text",
        "pattern": "^AC[0-9a-f]{32}$",
        "message": "The SID begins with AC and has 34 characters"
      },
      {
        "name": "token",
        "label": "Auth token",
        "type": "text"
      },
      {
        "name": "from",
        "label": "From",
        "type": "text",
        "placeholder": "+15550100",
        "hint": "One of your Twilio numbers, with the country code.",
        "pattern": "^\\+[1-9]\\d{6,14}$",
        "message": "Enter a number such as +15550100"
      },
      {
        "name": "to",
        "label": "To",
        "type": "text",
        "placeholder": "+15550101",
        "pattern": "^\\+[1-9]\\d{6,14}$",
        "message": "Enter a number such as +15550101"
      }
    ],
    "url": "https://api.twilio.com/2010-04-01/Accounts/{sid}/Messages.json",
    "basic": "{sid}:{token}",
    "values": {
      "from": "{from}",
      "to": "{to}"
    },
    "body": "\"From=\" & $encodeUrlComponent(values.from) & \"&To=\" & $encodeUrlComponent(values.to) & \"&Body=\" & $encodeUrlComponent(message)",
    "content_type": "application/x-www-form-urlencoded",
    "limit": {
      "max": 1600,
      "counted": "utf16"
    }
  },
  {
    "name": "Webex",
    "docs": "https://developer.webex.com/docs/api/v1/messages/create-a-message",
    "about": "Posts to a space as a bot.",
    "fields": [
      {
        "name": "token",
        "label": "Bot access token",
        "type": "text",
        "hint": "Create a bot at developer.webex.com and add it to the space."
      },
      {
        "name": "room",
        "label": "Room ID",
        "type": "text",
        "hint": "The ID that the Webex API lists for the space."
      }
    ],
    "url": "https://webexapis.com/v1/messages",
    "headers": {
      "Authorization": "Bearer {token}"
    },
    "values": {
      "room": "{room}"
    },
    "body": "{\"roomId\": values.room, \"text\": message}",
    "limit": {
      "max": 7439,
      "counted": "utf8Bytes"
    }
  },
  {
    "name": "Zulip",
    "docs": "https://zulip.com/api/send-message",
    "about": "Posts to a topic of a channel as a bot.",
    "fields": [
      {
        "name": "url",
        "label": "Zulip URL",
        "type": "url",
        "placeholder": "https://example.zulipchat.com",
        "pattern": "^https://\\S+$",
        "message": "The URL must begin with https://"
      },
      {
        "name": "email",
        "label": "Bot email",
        "type": "email",
        "placeholder": "tellhook-bot@example.zulipchat.com",
        "hint": "In Zulip, add a generic bot in your personal settings. It must be able to post to the channel."
      },
      {
        "name": "key",
        "label": "Bot API key",
        "type": "text"
      },
      {
        "name": "channel",
        "label": "Channel",
        "type": "text",
        "placeholder": "ops"
      },
      {
        "name": "topic",
        "label": "Topic",
        "type": "text",
        "placeholder": "alerts",
        "pattern": "^.{1,60}$",
        "message": "The topic must have at most 60 characters"
      }
    ],
    "url": "{url}/api/v1/messages",
    "basic": "{email}:{key}",
    "values": {
      "channel": "{channel}",
      "topic": "{topic}"
    },
    "body": "\"type=stream&to=\" & $encodeUrlComponent(values.channel) & \"&topic=\" & $encodeUrlComponent(values.topic) & \"&content=\" & $encodeUrlComponent($replace(message, \"@\", \"@\\u200b\"))",
    "content_type": "application/x-www-form-urlencoded",
    "limit": {
      "max": 9000,
      "counted": "utf16"
    }
  }
];
