// Written by npm run shelf.
/** The place of each described sender’s secret. */
export const senderGuides = {
  "adyen": {
    "way": "theirs",
    "where": "In the Customer Area: Developers > Webhooks > the webhook > HMAC key > Generate.",
    "called": "HMAC key",
    "check": "Click Test configuration there.",
    "note": "The signature covers the payment, not the whole body."
  },
  "asana": {
    "way": "brought",
    "where": "Create the webhook with Asana’s API and enter this invoke URL as its target.",
    "called": "X-Hook-Secret",
    "note": "Asana sends the secret with its first call. Tellhook stores it and responds as Asana expects. Save here first."
  },
  "bitbucket": {
    "way": "chosen",
    "where": "In the repository: Repository settings > Webhooks > the webhook > Secret.",
    "called": "Secret",
    "check": "Push a commit and check View requests there."
  },
  "btcpay-server": {
    "way": "theirs",
    "where": "At the store’s webhook: its secret.",
    "called": "secret"
  },
  "buildkite": {
    "way": "theirs",
    "where": "In the organisation: Settings > Notification Services > the webhook.",
    "called": "Token",
    "note": "Choose signed calls (X-Buildkite-Signature) there instead of the token."
  },
  "cal-com": {
    "way": "chosen",
    "where": "Settings > Developer > Webhooks > the webhook > Secret.",
    "called": "Secret",
    "check": "Click Ping test there."
  },
  "circleci": {
    "way": "chosen",
    "where": "Project Settings > Webhooks > the webhook > Secret token.",
    "called": "Secret token",
    "check": "Click Test Ping Event there."
  },
  "clerk": {
    "way": "theirs",
    "where": "In the Clerk Dashboard: Webhooks > the endpoint > Signing Secret.",
    "called": "Signing Secret",
    "check": "Send an example from its Testing tab."
  },
  "clickup": {
    "way": "theirs",
    "where": "In the response of ClickUp’s API when you create the webhook.",
    "called": "secret"
  },
  "cloudflare": {
    "way": "chosen",
    "where": "In the dashboard: Notifications > Destinations > Webhooks > the webhook > Secret.",
    "called": "Secret",
    "note": "The secret itself is sent."
  },
  "discord": {
    "way": "public",
    "where": "In the Developer Portal: the application > General Information > Public Key.",
    "called": "Public Key",
    "check": "Save the Endpoint URL on the application’s Webhooks page. Discord sends a ping, and Tellhook responds.",
    "note": "Save here first: Discord rejects a URL that does not check its signatures."
  },
  "discourse": {
    "way": "chosen",
    "where": "In the admin area: Webhooks > the webhook > Secret.",
    "called": "Secret",
    "check": "Open the webhook’s events and click Ping."
  },
  "docusign": {
    "way": "theirs",
    "where": "Settings > Connect > Connect Keys > Add Secret Key. Then choose HMAC in the Connect configuration.",
    "called": "Secret key"
  },
  "elevenlabs": {
    "way": "theirs",
    "where": "In the Webhooks settings. It is shown when you create the webhook.",
    "called": "Webhook secret"
  },
  "ghost": {
    "way": "chosen",
    "where": "Settings > Advanced > Integrations > the integration > the webhook > Secret.",
    "called": "Secret"
  },
  "gitea": {
    "way": "chosen",
    "where": "In the repository: Settings > Webhooks > the webhook > Secret.",
    "called": "Secret",
    "check": "Click Test Delivery there.",
    "note": "Forgejo sends the same header."
  },
  "github": {
    "way": "chosen",
    "where": "In the repository or organisation: Settings > Webhooks > the webhook > Secret.",
    "called": "Secret",
    "check": "Click Redeliver under Recent Deliveries there."
  },
  "gitlab": {
    "way": "chosen",
    "where": "In the project or group: Settings > Webhooks > the webhook > Secret token.",
    "called": "Secret token",
    "check": "Click Test and choose an event.",
    "note": "The token itself is sent. Use a signing token if your GitLab offers one."
  },
  "gitlab-signed": {
    "way": "theirs",
    "where": "In the project or group: Settings > Webhooks > the webhook > Signing token.",
    "called": "Signing token",
    "check": "Click Test and choose an event."
  },
  "gocardless": {
    "way": "chosen",
    "where": "In the dashboard: Developers > Webhook endpoints > the endpoint > Secret.",
    "called": "Secret"
  },
  "gogs": {
    "way": "chosen",
    "where": "In the repository: Settings > Webhooks > the webhook > Secret.",
    "called": "Secret",
    "check": "Click Test Delivery there.",
    "note": "Choose the content type application/json: for a form, Gogs signs one field, not the body."
  },
  "grafana": {
    "way": "chosen",
    "where": "Alerting > Contact points > the contact point > Optional Webhook settings > HMAC Signature > Secret.",
    "called": "Secret",
    "check": "Click Test in the contact point."
  },
  "hubspot": {
    "way": "theirs",
    "where": "In the developer account: the app > Auth > Client secret.",
    "called": "Client secret"
  },
  "intercom": {
    "way": "theirs",
    "where": "In the Developer Hub: the app > Basic information > Client secret.",
    "called": "Client secret"
  },
  "katana": {
    "way": "theirs",
    "where": "In the response of Katana’s API when you create the webhook.",
    "called": "token"
  },
  "line": {
    "way": "theirs",
    "where": "In the LINE Developers Console: the channel > Basic settings > Channel secret.",
    "called": "Channel secret",
    "check": "Click Verify next to the Webhook URL of the Messaging API."
  },
  "linear": {
    "way": "theirs",
    "where": "Settings > API > Webhooks > the webhook > Signing secret.",
    "called": "Signing secret"
  },
  "logto": {
    "way": "theirs",
    "where": "In the Console: Webhooks > the webhook > Signing key.",
    "called": "Signing key",
    "check": "Click Send test payload there."
  },
  "mailgun": {
    "way": "theirs",
    "where": "In the Control Panel: the webhooks’ HTTP webhook signing key.",
    "called": "HTTP webhook signing key",
    "check": "Click Test webhook there.",
    "note": "The signature proves that Mailgun made the call, and when. It does not cover the event or the address."
  },
  "memos": {
    "way": "theirs",
    "where": "Settings > Webhooks > the webhook: its signing secret.",
    "called": "signing secret"
  },
  "miniflux": {
    "way": "theirs",
    "where": "Settings > Integrations > Webhook: the secret.",
    "called": "secret"
  },
  "openai": {
    "way": "theirs",
    "where": "In the project settings, under Webhooks. It is shown when you create the endpoint.",
    "called": "Signing secret"
  },
  "outline": {
    "way": "theirs",
    "where": "Settings > Webhooks > the webhook > Signing secret.",
    "called": "Signing secret"
  },
  "paddle": {
    "way": "theirs",
    "where": "Developer tools > Notifications > the destination > Secret key.",
    "called": "Secret key",
    "check": "Run a simulation to this destination."
  },
  "pagerduty": {
    "way": "theirs",
    "where": "Integrations > Generic Webhooks (v3); it is shown once, when you create the webhook.",
    "called": "Webhook signing secret",
    "check": "Click Send Test Event there."
  },
  "plane": {
    "way": "theirs",
    "where": "Workspace Settings > Webhooks > ··· > Edit > Secret key.",
    "called": "Secret key"
  },
  "razorpay": {
    "way": "chosen",
    "where": "In the Dashboard: Account & Settings > Webhooks > the webhook > Secret.",
    "called": "Secret"
  },
  "replicate": {
    "way": "theirs",
    "where": "From Replicate’s API: GET /v1/webhooks/default/secret.",
    "called": "key"
  },
  "resend": {
    "way": "theirs",
    "where": "In Webhooks, on the webhook’s page: Signing Secret.",
    "called": "Signing Secret",
    "note": "It begins with whsec_: copy all of it."
  },
  "sendgrid": {
    "way": "public",
    "where": "Settings > Mail Settings > Event Webhooks > the webhook > Signature Verification.",
    "called": "Verification Key",
    "check": "Click Test Your Integration there."
  },
  "sentry": {
    "way": "theirs",
    "where": "Settings > Custom Integrations > the integration > Client Secret.",
    "called": "Client Secret",
    "note": "Only your own integrations sign their calls; the older plug-in WebHooks does not."
  },
  "shopify": {
    "way": "theirs",
    "where": "In the admin: Settings > Notifications > Webhooks, below the list. For an app: its client secret.",
    "called": "Signing key",
    "check": "Click Send test notification next to the webhook."
  },
  "slack": {
    "way": "theirs",
    "where": "At api.slack.com/apps: the app > Basic Information > Signing Secret.",
    "called": "Signing Secret"
  },
  "square": {
    "way": "theirs",
    "where": "In the Developer Console: the application > Webhooks > Subscriptions > the subscription > Signature key.",
    "called": "Signature key",
    "check": "Click Send test event there."
  },
  "stripe": {
    "way": "theirs",
    "where": "In the Dashboard: Workbench > Webhooks > the destination > Signing secret.",
    "called": "Signing secret",
    "check": "Resend an event of the destination."
  },
  "tally": {
    "way": "chosen",
    "where": "At the form’s webhook: the signing secret.",
    "called": "signing secret"
  },
  "telegram": {
    "way": "chosen",
    "where": "The parameter secret_token of the bot’s setWebhook request.",
    "called": "secret_token",
    "check": "Send the bot a message.",
    "note": "The token itself is sent. Use only letters, digits, _ and -."
  },
  "twilio": {
    "way": "theirs",
    "where": "In the Console: the Auth Token of the account.",
    "called": "Auth Token",
    "note": "The signature covers the URL exactly as you entered it in Twilio."
  },
  "typeform": {
    "way": "chosen",
    "where": "In the form: Connect > Webhooks > the webhook > Edit > Secret.",
    "called": "Secret",
    "check": "Click Send test request there."
  },
  "vikunja": {
    "way": "chosen",
    "where": "In the project’s menu: Webhooks > the webhook > Secret.",
    "called": "Secret"
  },
  "webflow": {
    "way": "theirs",
    "where": "The client secret of the app, or secretKey in the response of Webflow’s API when you create the webhook.",
    "called": "Client secret"
  },
  "woocommerce": {
    "way": "chosen",
    "where": "WooCommerce > Settings > Advanced > Webhooks > the webhook > Secret.",
    "called": "Secret",
    "note": "The ping sent when you save the webhook has no signature."
  },
  "workos": {
    "way": "theirs",
    "where": "In the Dashboard: Webhooks > the endpoint > Signing secret.",
    "called": "Signing secret"
  },
  "zendesk": {
    "way": "theirs",
    "where": "In the Admin Center: Apps and integrations > Webhooks > the webhook > Signing secret.",
    "called": "Signing secret",
    "check": "Click Test webhook there."
  },
  "zoom": {
    "way": "theirs",
    "where": "In the App Marketplace: the app > Feature > Event Subscriptions > Secret Token.",
    "called": "Secret Token",
    "check": "Click Validate next to the endpoint. Tellhook responds to Zoom’s URL verification.",
    "note": "Save here first."
  }
} as const;
