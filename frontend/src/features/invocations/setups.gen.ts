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
    "choose": "The payload encoding JSON."
  },
  "Cloudflare": {
    "where": "In the dashboard: Notifications > Destinations > Webhooks > Create.",
    "choose": "Then add the webhook to a notification."
  },
  "Coolify": {
    "where": "Notifications > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Send Test Notification."
  },
  "CrowdSec": {
    "where": "In /etc/crowdsec/notifications/http.yaml: url. Keep the default format.",
    "choose": "Then add http_default to the notifications in profiles.yaml."
  },
  "Dependency-Track": {
    "where": "Administration > Notifications > Alerts > Create Alert, with the publisher Outbound Webhook.",
    "choose": "The groups that matter, such as NEW_VULNERABILITY."
  },
  "Discourse": {
    "where": "In the admin area: Webhooks.",
    "choose": "The content type application/json, and the events that matter.",
    "test": "Open the webhook’s events and click Ping."
  },
  "Drone": {
    "where": "In the server’s environment: DRONE_WEBHOOK_ENDPOINT.",
    "choose": "DRONE_WEBHOOK_EVENTS, such as build:updated."
  },
  "Falco": {
    "where": "In Falcosidekick’s configuration: webhook.address.",
    "choose": "Set webhook.minimumpriority to the lowest priority that matters."
  },
  "Ghost": {
    "where": "Settings > Advanced > Integrations > Add custom integration > Add webhook.",
    "choose": "The event. Each webhook has one."
  },
  "Graylog": {
    "where": "Alerts > Notifications: create an HTTP notification.",
    "choose": "Then add the notification to an event definition."
  },
  "Jenkins": {
    "where": "Install the Notification plugin. In the job: Configure > Job Notifications > Add Endpoint.",
    "choose": "The format JSON and the protocol HTTP."
  },
  "Lidarr": {
    "where": "Settings > Connect > + > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Test."
  },
  "MinIO": {
    "where": "Set MINIO_NOTIFY_WEBHOOK_ENABLE and MINIO_NOTIFY_WEBHOOK_ENDPOINT with this URL, and restart MinIO.",
    "choose": "Then add the bucket’s events with mc event add."
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
    "where": "Settings > Notifications > Webhook. Keep the default JSON payload.",
    "choose": "The notification types that matter. Overseerr and Jellyseerr have the same settings.",
    "test": "Click Test."
  },
  "Sonarr": {
    "where": "Settings > Connect > + > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Test."
  },
  "Strapi": {
    "where": "In the admin panel: Settings > Webhooks > Create new webhook.",
    "choose": "The events of entries, media and releases that matter.",
    "test": "Click Trigger."
  },
  "Supabase": {
    "where": "In the dashboard: Integrations > Database Webhooks > Create a new hook.",
    "choose": "The table, the events, and an HTTP request as POST."
  },
  "The Things Stack": {
    "where": "In the console: the application > Integrations > Webhooks > Add webhook > Custom webhook.",
    "choose": "The webhook format JSON, and the messages that matter."
  },
  "Vikunja": {
    "where": "In the project’s menu: Webhooks.",
    "choose": "The events that matter."
  }
};
