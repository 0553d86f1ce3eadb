// Written by npm run shelf.
/** The place of a sender’s webhook settings, by the sender’s name. */
export const setups: Readonly<Record<string, { where: string; choose?: string; test?: string }>> = {
  "Forgejo": {
    "where": "In the repository: Settings > Webhooks > Add webhook > Forgejo.",
    "test": "Its page can send a test."
  },
  "Gitea": {
    "where": "In the repository: Settings > Webhooks > Add webhook > Gitea.",
    "test": "Its page can send a test."
  },
  "GitHub": {
    "where": "In the repository or organisation: Settings > Webhooks > Add webhook.",
    "choose": "Content type application/json, and the events that matter.",
    "test": "GitHub sends a ping immediately."
  },
  "GitLab": {
    "where": "In the project or group: Settings > Webhooks > Add new webhook.",
    "choose": "The triggers that matter.",
    "test": "Click Test and choose an event."
  },
  "Bitbucket": {
    "where": "In the repository: Repository settings > Workflow > Webhooks > Add webhook.",
    "choose": "The triggers."
  },
  "Shopify": {
    "where": "In the admin: Settings > Notifications > Webhooks > Create webhook.",
    "choose": "An event, and the format JSON."
  },
  "Linear": {
    "where": "As a workspace administrator, add a webhook under Settings > API.",
    "choose": "The kinds of change that matter."
  },
  "Stripe": {
    "where": "In the Dashboard: the Webhooks tab of Workbench, with a new destination of type Webhook.",
    "choose": "The events that matter."
  },
  "Grafana": {
    "where": "Alerting > Contact points: add one with the Webhook integration.",
    "test": "Click Test."
  },
  "Alertmanager": {
    "where": "In alertmanager.yml, add a receiver with webhook_configs and this URL, and a route to it."
  },
  "Jira": {
    "where": "As an administrator, add one under System > WebHooks.",
    "choose": "The events that matter."
  },
  "PagerDuty": {
    "where": "Integrations > Generic Webhooks (v3) > New Webhook.",
    "test": "Its page can send a test event."
  },
  "Appwrite": {
    "where": "In the console: the project > Settings > Webhooks > Create webhook.",
    "choose": "The events that matter."
  },
  "Chatwoot": {
    "where": "Settings > Integrations > Webhooks > Configure > Add new webhook.",
    "choose": "The events that matter."
  },
  "ChirpStack": {
    "where": "In the application: Integrations > HTTP > Add.",
    "choose": "JSON."
  },
  "Cloudflare": {
    "where": "In the dashboard: Notifications > Destinations > Webhooks."
  },
  "Coolify": {
    "where": "Notifications > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Send Test Notification."
  },
  "CrowdSec": {
    "where": "In notifications/http.yaml: url."
  },
  "Dependency-Track": {
    "where": "Administration > Notifications > Alerts, with the publisher Outbound Webhook."
  },
  "Discourse": {
    "where": "In the admin area: Webhooks.",
    "choose": "The events that matter."
  },
  "Drone": {
    "where": "In the server’s environment: DRONE_WEBHOOK_ENDPOINT."
  },
  "Falco": {
    "where": "In Falcosidekick’s configuration: webhook.address."
  },
  "Ghost": {
    "where": "Settings > Advanced > Integrations > Add custom integration > Add webhook."
  },
  "Graylog": {
    "where": "Alerts > Notifications: create an HTTP notification."
  },
  "Jenkins": {
    "where": "With the Notification plugin, in the job: Configure > Job Notifications.",
    "choose": "JSON and HTTP."
  },
  "Lidarr": {
    "where": "Settings > Connect > + > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Test."
  },
  "MinIO": {
    "where": "Set MINIO_NOTIFY_WEBHOOK_ENDPOINT. Then run mc event add."
  },
  "Outline": {
    "where": "Settings > Webhooks.",
    "choose": "The events that matter."
  },
  "Plane": {
    "where": "In the workspace settings: Webhooks.",
    "choose": "The events that matter."
  },
  "Prowlarr": {
    "where": "Settings > Notifications > + > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Test."
  },
  "Radarr": {
    "where": "Settings > Connect > + > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Test."
  },
  "Seerr": {
    "where": "Settings > Notifications > Webhook, with the default JSON payload.",
    "test": "Click Test."
  },
  "Sonarr": {
    "where": "Settings > Connect > + > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Test."
  },
  "Strapi": {
    "where": "In the admin panel: Settings > Webhooks.",
    "choose": "The events that matter.",
    "test": "Click Trigger."
  },
  "Supabase": {
    "where": "In the dashboard: Integrations > Database Webhooks."
  },
  "The Things Stack": {
    "where": "In the console: the application > Integrations > Webhooks > Add webhook > Custom webhook."
  },
  "Vikunja": {
    "where": "In the project’s menu: Webhooks.",
    "choose": "The events that matter."
  }
};
