// Written by npm run shelf.
/** The recognised senders, the most used ones first. */
export const knownSenders = [
  {
    "slug": "github",
    "name": "GitHub",
    "group": "code",
    "docs": "https://docs.github.com/webhooks/webhook-events-and-payloads"
  },
  {
    "slug": "gitlab",
    "name": "GitLab",
    "group": "code",
    "docs": "https://docs.gitlab.com/user/project/integrations/webhook_events/"
  },
  {
    "slug": "stripe",
    "name": "Stripe",
    "group": "payments",
    "docs": "https://docs.stripe.com/api/events/types"
  },
  {
    "slug": "shopify",
    "name": "Shopify",
    "group": "payments",
    "docs": "https://shopify.dev/docs/api/webhooks"
  },
  {
    "slug": "grafana",
    "name": "Grafana",
    "group": "monitoring",
    "docs": "https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/"
  },
  {
    "slug": "alertmanager",
    "name": "Alertmanager",
    "group": "monitoring",
    "docs": "https://prometheus.io/docs/alerting/latest/configuration/#webhook_config"
  },
  {
    "slug": "sentry",
    "name": "Sentry",
    "group": "monitoring",
    "docs": "https://docs.sentry.io/organization/integrations/integration-platform/webhooks/"
  },
  {
    "slug": "jira",
    "name": "Jira",
    "group": "projects",
    "docs": "https://developer.atlassian.com/server/jira/platform/webhooks/"
  },
  {
    "slug": "linear",
    "name": "Linear",
    "group": "projects",
    "docs": "https://linear.app/developers/webhooks"
  },
  {
    "slug": "pagerduty",
    "name": "PagerDuty",
    "group": "monitoring",
    "docs": "https://developer.pagerduty.com/docs/webhooks-overview"
  },
  {
    "slug": "uptimerobot",
    "name": "UptimeRobot",
    "group": "monitoring",
    "docs": "https://uptimerobot.com/help/web-hook-alert-contacts/"
  },
  {
    "slug": "forgejo",
    "name": "Forgejo",
    "group": "code",
    "docs": "https://forgejo.org/docs/latest/user/webhooks"
  },
  {
    "slug": "gitea",
    "name": "Gitea",
    "group": "code",
    "docs": "https://docs.gitea.com/usage/webhooks"
  },
  {
    "slug": "gogs",
    "name": "Gogs",
    "group": "code",
    "docs": "https://gogs.io/advancing/webhooks"
  },
  {
    "slug": "gitee",
    "name": "Gitee",
    "group": "code",
    "docs": ""
  },
  {
    "slug": "bitbucket-data-center",
    "name": "Bitbucket Data Center",
    "group": "code",
    "docs": "https://confluence.atlassian.com/bitbucketserver/event-payload-938025882.html"
  },
  {
    "slug": "bitbucket",
    "name": "Bitbucket",
    "group": "code",
    "docs": "https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/"
  },
  {
    "slug": "circleci",
    "name": "CircleCI",
    "group": "code",
    "docs": "https://circleci.com/docs/webhooks-reference/"
  },
  {
    "slug": "netlify",
    "name": "Netlify",
    "group": "code",
    "docs": "https://docs.netlify.com/deploy/deploy-notifications/"
  },
  {
    "slug": "vercel",
    "name": "Vercel",
    "group": "code",
    "docs": "https://vercel.com/docs/webhooks/webhooks-api"
  },
  {
    "slug": "slack",
    "name": "Slack",
    "group": "messages",
    "docs": "https://docs.slack.dev/apis/events-api"
  },
  {
    "slug": "twilio",
    "name": "Twilio",
    "group": "messages",
    "docs": "https://www.twilio.com/docs/messaging/guides/webhook-request"
  },
  {
    "slug": "mandrill",
    "name": "Mandrill",
    "group": "messages",
    "docs": "https://mailchimp.com/developer/transactional/docs/webhooks/"
  },
  {
    "slug": "sonarqube",
    "name": "SonarQube",
    "group": "code",
    "docs": "https://docs.sonarsource.com/sonarqube-server/discovering/integrations/webhooks"
  },
  {
    "slug": "buildkite",
    "name": "Buildkite",
    "group": "code",
    "docs": "https://buildkite.com/docs/apis/webhooks/pipelines/build-events"
  },
  {
    "slug": "paypal",
    "name": "PayPal",
    "group": "payments",
    "docs": "https://developer.paypal.com/api/rest/webhooks/event-names/"
  },
  {
    "slug": "paddle",
    "name": "Paddle",
    "group": "payments",
    "docs": "https://developer.paddle.com/webhooks/overview"
  },
  {
    "slug": "woocommerce",
    "name": "WooCommerce",
    "group": "payments",
    "docs": "https://woocommerce.com/document/webhooks/"
  },
  {
    "slug": "clerk",
    "name": "Clerk",
    "group": "cloud",
    "docs": "https://clerk.com/docs/guides/development/webhooks/overview"
  },
  {
    "slug": "resend",
    "name": "Resend",
    "group": "messages",
    "docs": "https://resend.com/docs/dashboard/webhooks/event-types"
  },
  {
    "slug": "render",
    "name": "Render",
    "group": "code",
    "docs": "https://render.com/docs/webhooks"
  },
  {
    "slug": "asana",
    "name": "Asana",
    "group": "projects",
    "docs": "https://developers.asana.com/docs/webhooks-guide"
  },
  {
    "slug": "amazon-sns",
    "name": "Amazon SNS",
    "group": "cloud",
    "docs": "https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html"
  },
  {
    "slug": "amazon-ses",
    "name": "Amazon SES",
    "group": "messages",
    "docs": "https://docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html"
  },
  {
    "slug": "chargebee",
    "name": "Chargebee",
    "group": "payments",
    "docs": "https://apidocs.chargebee.com/docs/api/events"
  },
  {
    "slug": "terraform-cloud",
    "name": "Terraform Cloud",
    "group": "code",
    "docs": "https://developer.hashicorp.com/terraform/cloud-docs/workspaces/settings/notifications"
  },
  {
    "slug": "heroku",
    "name": "Heroku",
    "group": "code",
    "docs": "https://devcenter.heroku.com/articles/app-webhooks"
  },
  {
    "slug": "new-relic",
    "name": "New Relic",
    "group": "monitoring",
    "docs": "https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/"
  },
  {
    "slug": "datadog",
    "name": "Datadog",
    "group": "monitoring",
    "docs": "https://docs.datadoghq.com/integrations/webhooks/"
  },
  {
    "slug": "pingdom",
    "name": "Pingdom",
    "group": "monitoring",
    "docs": "https://www.pingdom.com/resources/webhooks/"
  },
  {
    "slug": "better-stack",
    "name": "Better Stack",
    "group": "monitoring",
    "docs": "https://betterstack.com/docs/uptime/api/incidents-api-response-params"
  },
  {
    "slug": "harbor",
    "name": "Harbor",
    "group": "code",
    "docs": "https://goharbor.io/docs/main/working-with-projects/project-configuration/configure-webhooks/"
  },
  {
    "slug": "lemon-squeezy",
    "name": "Lemon Squeezy",
    "group": "payments",
    "docs": "https://docs.lemonsqueezy.com/help/webhooks/webhook-requests"
  },
  {
    "slug": "revenuecat",
    "name": "RevenueCat",
    "group": "payments",
    "docs": "https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields"
  },
  {
    "slug": "zendesk",
    "name": "Zendesk",
    "group": "customers",
    "docs": "https://developer.zendesk.com/api-reference/webhooks/event-types/webhook-event-types/"
  },
  {
    "slug": "intercom",
    "name": "Intercom",
    "group": "customers",
    "docs": "https://developers.intercom.com/docs/references/webhooks/webhook-models"
  },
  {
    "slug": "cal-com",
    "name": "Cal.com",
    "group": "projects",
    "docs": "https://cal.com/docs/developing/guides/automation/webhooks"
  },
  {
    "slug": "notion",
    "name": "Notion",
    "group": "projects",
    "docs": "https://developers.notion.com/reference/webhooks-events-delivery"
  },
  {
    "slug": "webflow",
    "name": "Webflow",
    "group": "projects",
    "docs": "https://developers.webflow.com/data/reference/webhooks/events/form-submission"
  },
  {
    "slug": "hubspot",
    "name": "HubSpot",
    "group": "customers",
    "docs": "https://developers.hubspot.com/docs/api-reference/webhooks"
  },
  {
    "slug": "postmark",
    "name": "Postmark",
    "group": "messages",
    "docs": "https://postmarkapp.com/developer/webhooks/webhooks-overview"
  },
  {
    "slug": "opsgenie",
    "name": "Opsgenie",
    "group": "monitoring",
    "docs": "https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/"
  },
  {
    "slug": "statuspage",
    "name": "Statuspage",
    "group": "monitoring",
    "docs": "https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/"
  },
  {
    "slug": "uptime-kuma",
    "name": "Uptime Kuma",
    "group": "monitoring",
    "docs": "https://github.com/louislam/uptime-kuma"
  },
  {
    "slug": "monit",
    "name": "Monit",
    "group": "monitoring",
    "docs": "https://mmonit.com/monit/documentation/monit.html#event-queue"
  },
  {
    "slug": "signl4",
    "name": "SIGNL4",
    "group": "monitoring",
    "docs": "https://www.signl4.com/integrations/signl4-webhook/"
  },
  {
    "slug": "auth0",
    "name": "Auth0",
    "group": "cloud",
    "docs": "https://auth0.com/docs/customize/log-streams/custom-log-streams"
  },
  {
    "slug": "docker-hub",
    "name": "Docker Hub",
    "group": "code",
    "docs": "https://docs.docker.com/docker-hub/repos/manage/webhooks/"
  },
  {
    "slug": "azure-devops",
    "name": "Azure DevOps",
    "group": "code",
    "docs": "https://learn.microsoft.com/azure/devops/service-hooks/events"
  },
  {
    "slug": "adyen",
    "name": "Adyen",
    "group": "payments",
    "docs": "https://docs.adyen.com/development-resources/webhooks/webhook-types/"
  },
  {
    "slug": "trello",
    "name": "Trello",
    "group": "projects",
    "docs": "https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/"
  },
  {
    "slug": "monday-com",
    "name": "monday.com",
    "group": "projects",
    "docs": "https://developer.monday.com/api-reference/reference/webhooks"
  },
  {
    "slug": "canny",
    "name": "Canny",
    "group": "customers",
    "docs": "https://developers.canny.io/webhooks"
  },
  {
    "slug": "calendly",
    "name": "Calendly",
    "group": "projects",
    "docs": "https://developer.calendly.com/api-docs/"
  },
  {
    "slug": "typeform",
    "name": "Typeform",
    "group": "projects",
    "docs": "https://www.typeform.com/developers/webhooks/example-payload/"
  },
  {
    "slug": "telegram",
    "name": "Telegram",
    "group": "messages",
    "docs": "https://core.telegram.org/bots/api#update"
  },
  {
    "slug": "whatsapp",
    "name": "WhatsApp",
    "group": "messages",
    "docs": "https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples"
  },
  {
    "slug": "sendgrid",
    "name": "SendGrid",
    "group": "messages",
    "docs": "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event"
  },
  {
    "slug": "mailgun",
    "name": "Mailgun",
    "group": "messages",
    "docs": "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads"
  },
  {
    "slug": "mailjet",
    "name": "Mailjet",
    "group": "messages",
    "docs": "https://dev.mailjet.com/email/guides/webhooks/"
  },
  {
    "slug": "cdevents",
    "name": "CDEvents",
    "group": "code",
    "docs": "https://github.com/cdevents/spec"
  },
  {
    "slug": "azure-monitor",
    "name": "Azure Monitor",
    "group": "monitoring",
    "docs": "https://learn.microsoft.com/azure/azure-monitor/alerts/alerts-common-schema"
  },
  {
    "slug": "google-cloud-monitoring",
    "name": "Google Cloud Monitoring",
    "group": "monitoring",
    "docs": "https://cloud.google.com/monitoring/support/notification-options#webhooks"
  },
  {
    "slug": "google-cloud",
    "name": "Google Cloud",
    "group": "cloud",
    "docs": "https://cloud.google.com/eventarc/docs/reference/supported-events"
  },
  {
    "slug": "mongodb-atlas",
    "name": "MongoDB Atlas",
    "group": "monitoring",
    "docs": "https://www.mongodb.com/docs/atlas/tutorial/third-party-service-integrations/#webhook-settings"
  },
  {
    "slug": "snyk",
    "name": "Snyk",
    "group": "code",
    "docs": "https://docs.snyk.io/snyk-api/using-specific-snyk-apis/webhooks-apis/snyk-webhooks"
  },
  {
    "slug": "splunk",
    "name": "Splunk",
    "group": "monitoring",
    "docs": "https://docs.splunk.com/Documentation/Splunk/latest/Alert/Webhooks"
  },
  {
    "slug": "travis-ci",
    "name": "Travis CI",
    "group": "code",
    "docs": "https://docs.travis-ci.com/user/notifications/#configuring-webhook-notifications"
  },
  {
    "slug": "expo",
    "name": "Expo",
    "group": "code",
    "docs": "https://docs.expo.dev/eas/webhooks/"
  },
  {
    "slug": "quay",
    "name": "Quay",
    "group": "code",
    "docs": "https://docs.quay.io/guides/notifications.html"
  },
  {
    "slug": "razorpay",
    "name": "Razorpay",
    "group": "payments",
    "docs": "https://razorpay.com/docs/webhooks/payloads/"
  },
  {
    "slug": "discord",
    "name": "Discord",
    "group": "messages",
    "docs": "https://docs.discord.com/developers/events/webhook-events"
  },
  {
    "slug": "olark",
    "name": "Olark",
    "group": "customers",
    "docs": "https://www.olark.com/help/webhooks/"
  },
  {
    "slug": "filestack",
    "name": "Filestack",
    "group": "projects",
    "docs": "https://www.filestack.com/docs/transformations/video/"
  },
  {
    "slug": "okta",
    "name": "Okta",
    "group": "cloud",
    "docs": "https://developer.okta.com/docs/concepts/event-hooks/"
  },
  {
    "slug": "clickup",
    "name": "ClickUp",
    "group": "projects",
    "docs": "https://developer.clickup.com/docs/webhooktaskpayloads"
  },
  {
    "slug": "zoom",
    "name": "Zoom",
    "group": "projects",
    "docs": "https://developers.zoom.us/docs/api/meetings/events/"
  },
  {
    "slug": "twitch",
    "name": "Twitch",
    "group": "messages",
    "docs": "https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/"
  },
  {
    "slug": "rollbar",
    "name": "Rollbar",
    "group": "monitoring",
    "docs": "https://docs.rollbar.com/docs/webhooks"
  },
  {
    "slug": "artifactory",
    "name": "Artifactory",
    "group": "code",
    "docs": "https://jfrog.com/help/r/jfrog-platform-administration-documentation/webhooks"
  },
  {
    "slug": "flux",
    "name": "Flux",
    "group": "code",
    "docs": "https://fluxcd.io/flux/components/notification/providers/#generic-webhook"
  },
  {
    "slug": "amazon-eventbridge",
    "name": "Amazon EventBridge",
    "group": "cloud",
    "docs": "https://docs.aws.amazon.com/eventbridge/latest/ref/overiew-event-structure.html"
  },
  {
    "slug": "airbrake",
    "name": "Airbrake",
    "group": "monitoring",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/airbrake"
  },
  {
    "slug": "airbyte",
    "name": "Airbyte",
    "group": "cloud",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/airbyte"
  },
  {
    "slug": "apprise",
    "name": "Apprise",
    "group": "messages",
    "docs": "https://appriseit.com/services/json/"
  },
  {
    "slug": "appveyor",
    "name": "AppVeyor",
    "group": "code",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/appveyor"
  },
  {
    "slug": "appwrite",
    "name": "Appwrite",
    "group": "cloud",
    "docs": "https://appwrite.io/docs/apis/webhooks"
  },
  {
    "slug": "atlantis",
    "name": "Atlantis",
    "group": "code",
    "docs": "https://www.runatlantis.io/docs/sending-notifications-via-webhooks"
  },
  {
    "slug": "awx",
    "name": "AWX and Ansible Tower",
    "group": "code",
    "docs": "https://github.com/ansible/awx/blob/HEAD/awx/main/models/notifications.py"
  },
  {
    "slug": "axiom",
    "name": "Axiom",
    "group": "monitoring",
    "docs": "https://github.com/keephq/keep/tree/HEAD/keep/providers/axiom_provider"
  },
  {
    "slug": "basecamp",
    "name": "Basecamp",
    "group": "projects",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/basecamp"
  },
  {
    "slug": "bookstack",
    "name": "BookStack",
    "group": "projects",
    "docs": "https://github.com/BookStackApp/BookStack/blob/HEAD/resources/views/settings/webhooks/parts/format-example.blade.php"
  },
  {
    "slug": "btcpay-server",
    "name": "BTCPay Server",
    "group": "payments",
    "docs": "https://docs.rs/crate/btcpay-client/latest/source/docs/WebhookEvent.md"
  },
  {
    "slug": "buildbot",
    "name": "Buildbot",
    "group": "code",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/buildbot"
  },
  {
    "slug": "canarytokens",
    "name": "Canarytokens",
    "group": "monitoring",
    "docs": "https://canarytokens.org"
  },
  {
    "slug": "casdoor",
    "name": "Casdoor",
    "group": "customers",
    "docs": "https://github.com/casdoor/casdoor/blob/HEAD/object/record.go"
  },
  {
    "slug": "chatwoot",
    "name": "Chatwoot",
    "group": "customers",
    "docs": "https://www.chatwoot.com/hc/user-guide/articles/1677693021-how-to-use-webhooks"
  },
  {
    "slug": "chirpstack",
    "name": "ChirpStack",
    "group": "home",
    "docs": "https://github.com/chirpstack/chirpstack-docs/blob/HEAD/src/chirpstack/integrations/events.md"
  },
  {
    "slug": "cloudflare",
    "name": "Cloudflare",
    "group": "monitoring",
    "docs": "https://developers.cloudflare.com/notifications/reference/webhook-payload-schema/"
  },
  {
    "slug": "coolify",
    "name": "Coolify",
    "group": "code",
    "docs": "https://coolify.io/docs/core/notifications/channels/webhook/payload-reference"
  },
  {
    "slug": "coralogix",
    "name": "Coralogix",
    "group": "monitoring",
    "docs": "https://github.com/keephq/keep/tree/HEAD/keep/providers/coralogix_provider"
  },
  {
    "slug": "crowdsec",
    "name": "CrowdSec",
    "group": "monitoring",
    "docs": "https://docs.crowdsec.net/docs/local_api/notification_plugins/http"
  },
  {
    "slug": "dash0",
    "name": "Dash0",
    "group": "monitoring",
    "docs": "https://github.com/keephq/keep/tree/HEAD/keep/providers/dash0_provider"
  },
  {
    "slug": "defectdojo",
    "name": "DefectDojo",
    "group": "monitoring",
    "docs": "https://github.com/DefectDojo/django-DefectDojo/blob/HEAD/docs/content/automation/api/notification_webhooks.md"
  },
  {
    "slug": "delighted",
    "name": "Delighted",
    "group": "customers",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/delighted"
  },
  {
    "slug": "dependency-track",
    "name": "Dependency-Track",
    "group": "code",
    "docs": "https://docs.dependencytrack.org/integrations/notifications/"
  },
  {
    "slug": "discourse",
    "name": "Discourse",
    "group": "customers",
    "docs": "https://github.com/discourse/discourse/blob/HEAD/app/jobs/regular/emit_web_hook_event.rb"
  },
  {
    "slug": "diun",
    "name": "Diun",
    "group": "code",
    "docs": "https://crazymax.dev/diun/notif/webhook/"
  },
  {
    "slug": "drone",
    "name": "Drone",
    "group": "code",
    "docs": "https://github.com/drone/drone/blob/HEAD/core/webhook.go"
  },
  {
    "slug": "falco",
    "name": "Falco",
    "group": "monitoring",
    "docs": "https://github.com/falcosecurity/falcosidekick/blob/master/docs/outputs/webhook.md"
  },
  {
    "slug": "ghost",
    "name": "Ghost",
    "group": "projects",
    "docs": "https://docs.ghost.org/webhooks"
  },
  {
    "slug": "gocd",
    "name": "GoCD",
    "group": "code",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/gocd"
  },
  {
    "slug": "graylog",
    "name": "Graylog",
    "group": "monitoring",
    "docs": "https://github.com/Graylog2/graylog2-server/tree/HEAD/graylog2-server/src/main/java/org/graylog/events/notifications"
  },
  {
    "slug": "greenhouse",
    "name": "Greenhouse",
    "group": "customers",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/greenhouse"
  },
  {
    "slug": "hugging-face",
    "name": "Hugging Face",
    "group": "code",
    "docs": "https://huggingface.co/docs/hub/webhooks"
  },
  {
    "slug": "jellyfin",
    "name": "Jellyfin",
    "group": "home",
    "docs": "https://github.com/jellyfin/jellyfin-plugin-webhook"
  },
  {
    "slug": "jenkins",
    "name": "Jenkins",
    "group": "code",
    "docs": "https://github.com/jenkinsci/notification-plugin"
  },
  {
    "slug": "kanboard",
    "name": "Kanboard",
    "group": "projects",
    "docs": "https://github.com/kanboard/kanboard/blob/HEAD/app/Notification/WebhookNotification.php"
  },
  {
    "slug": "lago",
    "name": "Lago",
    "group": "payments",
    "docs": "https://github.com/getlago/lago-docs/blob/HEAD/docs/api/90_webhooks/messages.md"
  },
  {
    "slug": "lidarr",
    "name": "Lidarr",
    "group": "home",
    "docs": "https://wiki.servarr.com/lidarr/settings#connections"
  },
  {
    "slug": "memos",
    "name": "Memos",
    "group": "projects",
    "docs": "https://github.com/usememos/memos/blob/HEAD/internal/webhook/webhook.go"
  },
  {
    "slug": "miniflux",
    "name": "Miniflux",
    "group": "home",
    "docs": "https://github.com/miniflux/v2/blob/HEAD/internal/integration/webhook/webhook.go"
  },
  {
    "slug": "minio",
    "name": "MinIO",
    "group": "cloud",
    "docs": "https://docs.min.io/community/minio-object-store/reference/minio-server/settings/notifications/webhook-service.html"
  },
  {
    "slug": "netbox",
    "name": "NetBox",
    "group": "cloud",
    "docs": "https://github.com/netbox-community/netbox/blob/HEAD/docs/integrations/webhooks.md"
  },
  {
    "slug": "open-collective",
    "name": "Open Collective",
    "group": "payments",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/opencollective"
  },
  {
    "slug": "openproject",
    "name": "OpenProject",
    "group": "projects",
    "docs": "https://www.openproject.org/docs/system-admin-guide/api-and-webhooks/#webhooks"
  },
  {
    "slug": "outline",
    "name": "Outline",
    "group": "projects",
    "docs": "https://github.com/outline/outline/blob/HEAD/plugins/webhooks/server/presenters/webhook.ts"
  },
  {
    "slug": "papertrail",
    "name": "Papertrail",
    "group": "monitoring",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/papertrail"
  },
  {
    "slug": "patreon",
    "name": "Patreon",
    "group": "customers",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/patreon"
  },
  {
    "slug": "pipedrive",
    "name": "Pipedrive",
    "group": "customers",
    "docs": "https://pipedrive.readme.io/docs/guide-for-webhooks-v2"
  },
  {
    "slug": "plane",
    "name": "Plane",
    "group": "projects",
    "docs": "https://github.com/makeplane/plane/blob/HEAD/apps/api/plane/bgtasks/webhook_task.py"
  },
  {
    "slug": "planka",
    "name": "Planka",
    "group": "projects",
    "docs": "https://github.com/plankanban/planka/blob/HEAD/server/api/helpers/utils/send-webhooks.js"
  },
  {
    "slug": "prowlarr",
    "name": "Prowlarr",
    "group": "home",
    "docs": "https://wiki.servarr.com/prowlarr/settings#connections"
  },
  {
    "slug": "radarr",
    "name": "Radarr",
    "group": "home",
    "docs": "https://wiki.servarr.com/radarr/settings#connections"
  },
  {
    "slug": "raygun",
    "name": "Raygun",
    "group": "monitoring",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/raygun"
  },
  {
    "slug": "redmine",
    "name": "Redmine",
    "group": "projects",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/redmine"
  },
  {
    "slug": "rundeck",
    "name": "Rundeck",
    "group": "code",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/rundeck"
  },
  {
    "slug": "scrutiny",
    "name": "Scrutiny",
    "group": "monitoring",
    "docs": "https://github.com/AnalogJ/scrutiny/blob/HEAD/webapp/backend/pkg/notify/notify.go"
  },
  {
    "slug": "seerr",
    "name": "Seerr",
    "group": "home",
    "docs": "https://github.com/seerr-team/seerr/blob/HEAD/docs/using-seerr/notifications/webhook.md"
  },
  {
    "slug": "semaphore-ci",
    "name": "Semaphore",
    "group": "code",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/semaphore"
  },
  {
    "slug": "shortcut",
    "name": "Shortcut",
    "group": "projects",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/clubhouse"
  },
  {
    "slug": "sonarr",
    "name": "Sonarr",
    "group": "home",
    "docs": "https://wiki.servarr.com/sonarr/settings#connections"
  },
  {
    "slug": "spacelift",
    "name": "Spacelift",
    "group": "code",
    "docs": "https://docs.spacelift.io/integrations/webhooks"
  },
  {
    "slug": "splunk-observability-cloud",
    "name": "Splunk Observability Cloud",
    "group": "monitoring",
    "docs": "https://docs.splunk.com/observability/en/admin/notif-services/webhook.html#observability-cloud-webhook-request"
  },
  {
    "slug": "strapi",
    "name": "Strapi",
    "group": "projects",
    "docs": "https://docs.strapi.io/cms/backend-customization/webhooks"
  },
  {
    "slug": "supabase",
    "name": "Supabase",
    "group": "cloud",
    "docs": "https://supabase.com/docs/guides/database/webhooks"
  },
  {
    "slug": "taiga",
    "name": "Taiga",
    "group": "projects",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/taiga"
  },
  {
    "slug": "tally",
    "name": "Tally",
    "group": "customers",
    "docs": "https://www.skills.sh/hookdeck/webhook-skills/tally-webhooks"
  },
  {
    "slug": "telnyx",
    "name": "Telnyx",
    "group": "messages",
    "docs": "https://developers.telnyx.com/api-reference/callbacks/call-hangup"
  },
  {
    "slug": "the-things-stack",
    "name": "The Things Stack",
    "group": "home",
    "docs": "https://github.com/TheThingsIndustries/lorawan-stack-docs/blob/HEAD/doc/content/integrations/data-formats/_index.md"
  },
  {
    "slug": "thinkst-canary",
    "name": "Thinkst Canary",
    "group": "monitoring",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/thinkst"
  },
  {
    "slug": "thousandeyes",
    "name": "ThousandEyes",
    "group": "monitoring",
    "docs": "https://github.com/keephq/keep/tree/HEAD/keep/providers/thousandeyes_provider"
  },
  {
    "slug": "traccar",
    "name": "Traccar",
    "group": "home",
    "docs": "https://www.traccar.org/forward/"
  },
  {
    "slug": "updown-io",
    "name": "updown.io",
    "group": "monitoring",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/updown"
  },
  {
    "slug": "vikunja",
    "name": "Vikunja",
    "group": "projects",
    "docs": "https://vikunja.io/docs/webhooks/"
  },
  {
    "slug": "wekan",
    "name": "WeKan",
    "group": "projects",
    "docs": "https://github.com/zulip/zulip/tree/HEAD/zerver/webhooks/wekan"
  }
] as const;
