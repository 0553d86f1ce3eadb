// Written by npm run shelf.
import type { Signature } from './shapes.ts';

/** The signature of each described sender. */
export const signatures = {
  "adyen": {
    "name": "Adyen (payments)",
    "source": "@adyen/api-library 32.1.0, utils/hmacValidator.js",
    "proof": {
      "by": "hmac",
      "hash": "sha256",
      "key": "hex"
    },
    "at": {
      "body": "NotificationRequestItem.additionalData.hmacSignature",
      "encoding": "base64"
    },
    "signed": [
      {
        "fields": [
          "NotificationRequestItem.pspReference",
          "NotificationRequestItem.originalReference",
          "NotificationRequestItem.merchantAccountCode",
          "NotificationRequestItem.merchantReference",
          "NotificationRequestItem.amount.value",
          "NotificationRequestItem.amount.currency",
          "NotificationRequestItem.eventCode",
          "NotificationRequestItem.success"
        ],
        "separator": ":"
      }
    ],
    "each": "notificationItems"
  },
  "asana": {
    "name": "Asana",
    "source": "developers.asana.com, Webhooks",
    "at": {
      "header": "x-hook-signature",
      "encoding": "hex"
    }
  },
  "bitbucket": {
    "name": "Bitbucket",
    "source": "confluence.atlassian.com, Bitbucket event payload, securing your webhook",
    "at": {
      "header": "x-hub-signature",
      "encoding": "hex",
      "prefix": "sha256="
    }
  },
  "btcpay-server": {
    "name": "BTCPay Server",
    "source": "btcpay-client 0.1.0, docs/WebhookDataCreate.md",
    "at": {
      "header": "btcpay-sig",
      "encoding": "hex",
      "prefix": "sha256="
    }
  },
  "buildkite": {
    "name": "Buildkite",
    "source": "buildkite/docs, pages/apis/webhooks/_verifying_hmac_signatures.md",
    "at": {
      "header": "x-buildkite-signature",
      "encoding": "hex",
      "list": {
        "separator": ",",
        "join": "=",
        "name": "signature"
      }
    },
    "signed": [
      "time",
      {
        "text": "."
      },
      "body"
    ],
    "time": {
      "listed": "timestamp",
      "unit": "s"
    }
  },
  "cal-com": {
    "name": "Cal.com",
    "source": "calcom/cal.com, packages/features/webhooks/lib/sendPayload.ts",
    "at": {
      "header": "x-cal-signature-256",
      "encoding": "hex"
    }
  },
  "circleci": {
    "name": "CircleCI",
    "source": "circleci.com, Outbound webhooks",
    "at": {
      "header": "circleci-signature",
      "encoding": "hex",
      "list": {
        "separator": ",",
        "join": "=",
        "name": "v1"
      }
    }
  },
  "clerk": {
    "name": "Clerk",
    "source": "@clerk/backend 3.25.0, webhooks",
    "standard": "svix"
  },
  "clickup": {
    "name": "ClickUp",
    "source": "developer.clickup.com, Webhook signature",
    "at": {
      "header": "x-signature",
      "encoding": "hex"
    }
  },
  "cloudflare": {
    "name": "Cloudflare",
    "source": "cloudflare-docs, Webhook payload schema > Validate webhook payloads",
    "proof": {
      "by": "secret"
    },
    "at": {
      "header": "cf-webhook-auth",
      "encoding": "text"
    }
  },
  "discord": {
    "name": "Discord",
    "source": "discord-interactions 4.4.0, verifyKey",
    "proof": {
      "by": "ed25519"
    },
    "at": {
      "header": "x-signature-ed25519",
      "encoding": "hex"
    },
    "signed": [
      "time",
      "body"
    ],
    "time": {
      "header": "x-signature-timestamp",
      "unit": "s"
    }
  },
  "discourse": {
    "name": "Discourse",
    "source": "discourse/discourse, app/jobs/regular/emit_web_hook_event.rb",
    "at": {
      "header": "x-discourse-event-signature",
      "encoding": "hex",
      "prefix": "sha256="
    }
  },
  "docusign": {
    "name": "DocuSign",
    "source": "developers.docusign.com, How to validate an HMAC signature",
    "at": {
      "headersFrom": "x-docusign-signature-",
      "encoding": "base64"
    }
  },
  "elevenlabs": {
    "name": "ElevenLabs",
    "source": "@elevenlabs/elevenlabs-js 2.73.0, wrapper webhooks",
    "at": {
      "header": "elevenlabs-signature",
      "encoding": "hex",
      "list": {
        "separator": ",",
        "join": "=",
        "name": "v0"
      }
    },
    "signed": [
      "time",
      {
        "text": "."
      },
      "body"
    ],
    "time": {
      "listed": "t",
      "unit": "s",
      "toleranceSeconds": 1800
    }
  },
  "ghost": {
    "name": "Ghost",
    "source": "TryGhost/Ghost, webhook-trigger.js",
    "at": {
      "header": "x-ghost-signature",
      "encoding": "hex",
      "list": {
        "separator": ", ",
        "join": "=",
        "name": "sha256"
      }
    },
    "signed": [
      "body",
      "time"
    ],
    "time": {
      "listed": "t",
      "unit": "ms"
    }
  },
  "gitea": {
    "name": "Gitea",
    "source": "go-gitea/gitea, services/webhook/deliver.go",
    "at": {
      "header": "x-gitea-signature",
      "encoding": "hex"
    }
  },
  "github": {
    "name": "GitHub",
    "source": "docs.github.com, Validating webhook deliveries",
    "at": {
      "header": "x-hub-signature-256",
      "encoding": "hex",
      "prefix": "sha256="
    }
  },
  "gitlab": {
    "name": "GitLab (secret token)",
    "source": "docs.gitlab.com, Webhooks",
    "proof": {
      "by": "secret"
    },
    "at": {
      "header": "x-gitlab-token",
      "encoding": "text"
    }
  },
  "gitlab-signed": {
    "name": "GitLab (signing token)",
    "source": "docs.gitlab.com, Webhooks, signing tokens",
    "standard": "webhook"
  },
  "gocardless": {
    "name": "GoCardless",
    "source": "gocardless-nodejs 10.1.2, webhooks.js",
    "at": {
      "header": "webhook-signature",
      "encoding": "hex"
    }
  },
  "gogs": {
    "name": "Gogs",
    "source": "gogs/gogs, internal/database/webhook.go",
    "at": {
      "header": "x-gogs-signature",
      "encoding": "hex"
    }
  },
  "grafana": {
    "name": "Grafana",
    "source": "grafana/alerting, http/hmac.go",
    "at": {
      "headersFrom": "x-grafana-alert",
      "encoding": "hex"
    },
    "signed": [
      "time",
      {
        "text": ":"
      },
      "body"
    ],
    "time": {
      "header": "x-grafana-alerting-timestamp",
      "unit": "s",
      "optional": true
    }
  },
  "hubspot": {
    "name": "HubSpot (v3)",
    "source": "@hubspot/api-client 13.5.0, signature.js",
    "at": {
      "header": "x-hubspot-signature-v3",
      "encoding": "base64"
    },
    "signed": [
      "method",
      "url",
      "body",
      "time"
    ],
    "time": {
      "header": "x-hubspot-request-timestamp",
      "unit": "ms"
    }
  },
  "intercom": {
    "name": "Intercom",
    "source": "developers.intercom.com, Signed notifications",
    "proof": {
      "by": "hmac",
      "hash": "sha1",
      "key": "text"
    },
    "at": {
      "header": "x-hub-signature",
      "encoding": "hex",
      "prefix": "sha1="
    }
  },
  "katana": {
    "name": "Katana",
    "source": "developer.katanamrp.com, Verifying a webhook signature",
    "at": {
      "header": "x-sha2-signature",
      "encoding": "hex"
    }
  },
  "line": {
    "name": "LINE",
    "source": "@line/bot-sdk 11.2.0, validate-signature.js",
    "at": {
      "header": "x-line-signature",
      "encoding": "base64"
    }
  },
  "linear": {
    "name": "Linear",
    "source": "@linear/sdk 98.0.0, webhooks",
    "at": {
      "header": "linear-signature",
      "encoding": "hex"
    },
    "time": {
      "body": "webhookTimestamp",
      "unit": "ms",
      "toleranceSeconds": 60
    }
  },
  "logto": {
    "name": "Logto",
    "source": "docs.logto.io, Secure webhooks",
    "at": {
      "header": "logto-signature-sha-256",
      "encoding": "hex"
    }
  },
  "mailgun": {
    "name": "Mailgun",
    "source": "documentation.mailgun.com, Securing webhooks",
    "at": {
      "body": "signature.signature",
      "encoding": "hex"
    },
    "signed": [
      {
        "fields": [
          "signature.timestamp",
          "signature.token"
        ],
        "separator": ""
      }
    ],
    "time": {
      "body": "signature.timestamp",
      "unit": "s"
    }
  },
  "memos": {
    "name": "Memos",
    "source": "usememos/memos, internal/webhook/webhook.go",
    "standard": "webhook"
  },
  "miniflux": {
    "name": "Miniflux",
    "source": "miniflux/v2, internal/integration/webhook/webhook.go",
    "at": {
      "header": "x-miniflux-signature",
      "encoding": "hex"
    }
  },
  "openai": {
    "name": "OpenAI",
    "source": "openai 6.49.0, resources/webhooks",
    "standard": "webhook"
  },
  "outline": {
    "name": "Outline",
    "source": "outline/outline, server/models/WebhookSubscription.ts",
    "at": {
      "header": "outline-signature",
      "encoding": "hex",
      "list": {
        "separator": ",",
        "join": "=",
        "name": "s"
      }
    },
    "signed": [
      "time",
      {
        "text": "."
      },
      "body"
    ],
    "time": {
      "listed": "t",
      "unit": "ms"
    }
  },
  "paddle": {
    "name": "Paddle",
    "source": "@paddle/paddle-node-sdk 3.10.0, webhooks-validator.js",
    "at": {
      "header": "paddle-signature",
      "encoding": "hex",
      "list": {
        "separator": ";",
        "join": "=",
        "name": "h1"
      }
    },
    "signed": [
      "time",
      {
        "text": ":"
      },
      "body"
    ],
    "time": {
      "listed": "ts",
      "unit": "s"
    }
  },
  "pagerduty": {
    "name": "PagerDuty",
    "source": "PagerDuty/developer-docs, docs/webhooks/04-Signatures.md",
    "at": {
      "header": "x-pagerduty-signature",
      "encoding": "hex",
      "list": {
        "separator": ",",
        "join": "=",
        "name": "v1"
      }
    }
  },
  "plane": {
    "name": "Plane",
    "source": "makeplane/plane, apps/api/plane/bgtasks/webhook_task.py",
    "at": {
      "header": "x-plane-signature",
      "encoding": "hex"
    }
  },
  "razorpay": {
    "name": "Razorpay",
    "source": "razorpay 2.9.8, utils/razorpay-utils.js",
    "at": {
      "header": "x-razorpay-signature",
      "encoding": "hex"
    }
  },
  "replicate": {
    "name": "Replicate",
    "source": "replicate.com/docs, Verify webhooks",
    "standard": "webhook"
  },
  "resend": {
    "name": "Resend",
    "source": "resend.com/docs, Verify webhooks requests",
    "standard": "svix"
  },
  "sendgrid": {
    "name": "SendGrid",
    "source": "@sendgrid/eventwebhook 8.0.0, eventwebhook.js",
    "proof": {
      "by": "ecdsa-p256"
    },
    "at": {
      "header": "x-twilio-email-event-webhook-signature",
      "encoding": "base64"
    },
    "signed": [
      "time",
      "body"
    ],
    "time": {
      "header": "x-twilio-email-event-webhook-timestamp",
      "unit": "s"
    }
  },
  "sentry": {
    "name": "Sentry",
    "source": "docs.sentry.io, Integration platform, Webhooks",
    "at": {
      "header": "sentry-hook-signature",
      "encoding": "hex"
    }
  },
  "shopify": {
    "name": "Shopify",
    "source": "shopify.dev, Verify webhook deliveries",
    "at": {
      "header": "x-shopify-hmac-sha256",
      "encoding": "base64"
    }
  },
  "slack": {
    "name": "Slack",
    "source": "docs.slack.dev, Verifying requests from Slack",
    "at": {
      "header": "x-slack-signature",
      "encoding": "hex",
      "prefix": "v0="
    },
    "signed": [
      {
        "text": "v0:"
      },
      "time",
      {
        "text": ":"
      },
      "body"
    ],
    "time": {
      "header": "x-slack-request-timestamp",
      "unit": "s"
    }
  },
  "square": {
    "name": "Square",
    "source": "square 46.0.0, wrapper/WebhooksHelper.js",
    "at": {
      "header": "x-square-hmacsha256-signature",
      "encoding": "base64"
    },
    "signed": [
      "url",
      "body"
    ]
  },
  "stripe": {
    "name": "Stripe",
    "source": "stripe 23.1.0, Webhooks.js",
    "at": {
      "header": "stripe-signature",
      "encoding": "hex",
      "list": {
        "separator": ",",
        "join": "=",
        "name": "v1"
      }
    },
    "signed": [
      "time",
      {
        "text": "."
      },
      "body"
    ],
    "time": {
      "listed": "t",
      "unit": "s"
    }
  },
  "tally": {
    "name": "Tally",
    "source": "hookdeck/webhook-skills, tally-webhooks",
    "at": {
      "header": "tally-signature",
      "encoding": "base64"
    }
  },
  "telegram": {
    "name": "Telegram",
    "source": "tdlib/telegram-bot-api, WebhookActor.cpp",
    "proof": {
      "by": "secret"
    },
    "at": {
      "header": "x-telegram-bot-api-secret-token",
      "encoding": "text"
    }
  },
  "twilio": {
    "name": "Twilio",
    "source": "twilio 6.2.0, webhooks.js",
    "proof": {
      "by": "hmac",
      "hash": "sha1",
      "key": "text"
    },
    "at": {
      "header": "x-twilio-signature",
      "encoding": "base64"
    },
    "signed": [
      "url",
      "form"
    ]
  },
  "typeform": {
    "name": "Typeform",
    "source": "typeform.com/developers, Secure your webhooks",
    "at": {
      "header": "typeform-signature",
      "encoding": "base64",
      "prefix": "sha256="
    }
  },
  "vikunja": {
    "name": "Vikunja",
    "source": "go-vikunja/vikunja, pkg/models/webhooks.go",
    "at": {
      "header": "x-vikunja-signature",
      "encoding": "hex"
    }
  },
  "webflow": {
    "name": "Webflow",
    "source": "webflow-api 3.3.4, wrapper/WebhooksClient.js",
    "at": {
      "header": "x-webflow-signature",
      "encoding": "hex"
    },
    "signed": [
      "time",
      {
        "text": ":"
      },
      "body"
    ],
    "time": {
      "header": "x-webflow-timestamp",
      "unit": "ms"
    }
  },
  "woocommerce": {
    "name": "WooCommerce",
    "source": "woocommerce/woocommerce, includes/class-wc-webhook.php",
    "at": {
      "header": "x-wc-webhook-signature",
      "encoding": "base64"
    }
  },
  "workos": {
    "name": "WorkOS",
    "source": "workos/workos-node, src/common/crypto/signature-provider.ts",
    "at": {
      "header": "workos-signature",
      "encoding": "hex",
      "list": {
        "separator": ",",
        "join": "=",
        "name": "v1"
      }
    },
    "signed": [
      "time",
      {
        "text": "."
      },
      "body"
    ],
    "time": {
      "listed": "t",
      "unit": "ms",
      "toleranceSeconds": 180
    }
  },
  "zendesk": {
    "name": "Zendesk",
    "source": "developer.zendesk.com, Verifying webhooks",
    "at": {
      "header": "x-zendesk-webhook-signature",
      "encoding": "base64"
    },
    "signed": [
      "time",
      "body"
    ],
    "time": {
      "header": "x-zendesk-webhook-signature-timestamp",
      "unit": "iso"
    }
  },
  "zoom": {
    "name": "Zoom",
    "source": "@zoom/rivet 0.4.0, CommonHttpRequest.isEventVerified",
    "at": {
      "header": "x-zm-signature",
      "encoding": "hex",
      "prefix": "v0="
    },
    "signed": [
      {
        "text": "v0:"
      },
      "time",
      {
        "text": ":"
      },
      "body"
    ],
    "time": {
      "header": "x-zm-request-timestamp",
      "unit": "s"
    }
  }
} as const satisfies Record<string, Signature>;
