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
  "Cloudflare": {
    "where": "In the dashboard: Notifications > Destinations > Webhooks > Create.",
    "choose": "Then add the webhook to a notification."
  },
  "Coolify": {
    "where": "Notifications > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Send Test Notification."
  },
  "Lidarr": {
    "where": "Settings > Connect > + > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Test."
  },
  "Prowlarr": {
    "where": "Settings > Connect > + > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Test."
  },
  "Radarr": {
    "where": "Settings > Connect > + > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Test."
  },
  "Sonarr": {
    "where": "Settings > Connect > + > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Test."
  }
};
