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
  "Airbyte": {
    "where": "In the settings: Notifications > Webhook.",
    "choose": "The messages that matter."
  },
  "Apprise": {
    "where": "In Apprise’s configuration: the URL with jsons:// instead of https://."
  },
  "AppVeyor": {
    "where": "In the project’s settings: Notifications > Add notification > Webhook.",
    "choose": "The events that matter."
  },
  "Appwrite": {
    "where": "In the console: the project > Settings > Webhooks > Create webhook.",
    "choose": "The events that matter."
  },
  "Atlantis": {
    "where": "In the server’s configuration: webhooks.",
    "choose": "The kind http, with the event apply or drift."
  },
  "AWX and Ansible Tower": {
    "where": "Notifications > Add: the type Webhook. Then choose its events at the organization."
  },
  "Axiom": {
    "where": "Monitors > Notifiers: a new webhook."
  },
  "Basecamp": {
    "where": "In the project: Settings > Set up webhooks > Add a new webhook.",
    "choose": "The events that matter."
  },
  "BookStack": {
    "where": "Settings > Webhooks > Create New Webhook.",
    "choose": "The events that matter."
  },
  "Casdoor": {
    "where": "Webhooks > Add.",
    "choose": "The events that matter."
  },
  "Chatwoot": {
    "where": "Settings > Integrations > Webhooks > Configure > Add new webhook.",
    "choose": "The events that matter."
  },
  "ChirpStack": {
    "where": "In the application: Integrations > HTTP > +.",
    "choose": "JSON."
  },
  "Cloudflare": {
    "where": "In the dashboard: Notifications > Destinations > Webhooks."
  },
  "Coolify": {
    "where": "Notifications > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Send test."
  },
  "Coralogix": {
    "where": "Data Flow > Outbound Webhooks > Generic Webhook > Add New.",
    "choose": "The method POST."
  },
  "CrowdSec": {
    "where": "In notifications/http.yaml: url."
  },
  "Dash0": {
    "where": "Organization settings > Notification Channels: the type Webhook."
  },
  "Dependency-Track": {
    "where": "Administration > Notifications > Alerts, with the publisher Outbound Webhook."
  },
  "Discourse": {
    "where": "In the admin area: Webhooks.",
    "choose": "The events that matter."
  },
  "Diun": {
    "where": "In Diun’s configuration: notif > webhook > endpoint.",
    "choose": "The method POST."
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
    "where": "Alerts > Notifications: the type HTTP Notification."
  },
  "Hugging Face": {
    "where": "Settings > Webhooks: https://huggingface.co/settings/webhooks."
  },
  "Jellyfin": {
    "where": "With the Webhook plugin, in its settings: a generic destination.",
    "choose": "Send All Properties, and the events that matter."
  },
  "Jenkins": {
    "where": "With the Notification plugin, in the job: Configure > Job Notifications.",
    "choose": "JSON and HTTP."
  },
  "Kanboard": {
    "where": "Settings > Webhooks: the webhook URL. Then in each project: Notifications > Webhook."
  },
  "Lidarr": {
    "where": "Settings > Connect > + > Webhook.",
    "choose": "The events that matter.",
    "test": "Click Test."
  },
  "Miniflux": {
    "where": "Settings > Integrations > Webhook."
  },
  "MinIO": {
    "where": "Set MINIO_NOTIFY_WEBHOOK_ENDPOINT. Then run mc event add."
  },
  "OpenProject": {
    "where": "Administration > API and webhooks > Webhooks > + Webhook.",
    "choose": "The events and projects that matter."
  },
  "Outline": {
    "where": "Settings > Webhooks.",
    "choose": "The events that matter."
  },
  "Papertrail": {
    "where": "At a saved search: Create an alert > Webhook."
  },
  "Patreon": {
    "where": "In the Patreon Portal: My Webhooks.",
    "choose": "The events that matter.",
    "test": "Click Send Test."
  },
  "Pipedrive": {
    "where": "Settings > Tools and apps > Webhooks.",
    "choose": "The events that matter."
  },
  "Plane": {
    "where": "Workspace Settings > Webhooks > Add webhook.",
    "choose": "The events that matter."
  },
  "Planka": {
    "where": "Administration > Webhooks > Add Webhook.",
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
  "Raygun": {
    "where": "In the application: Integrations > Webhook."
  },
  "Rundeck": {
    "where": "In the job: Actions > Edit this Job… > Notifications > Add Notification > Send Webhook.",
    "choose": "The payload format JSON and the method POST."
  },
  "Scrutiny": {
    "where": "In scrutiny.yaml: the https URL under notify > urls."
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
  "Spacelift": {
    "where": "Integrations > Webhooks > View > Create webhook. A notification policy then refers to the webhook."
  },
  "Strapi": {
    "where": "In the admin panel: Settings > Webhooks.",
    "choose": "The events that matter.",
    "test": "Click Trigger."
  },
  "Supabase": {
    "where": "In the dashboard: Integrations > Database Webhooks."
  },
  "Taiga": {
    "where": "In the project: Admin > Integrations > Add a new webhook."
  },
  "The Things Stack": {
    "where": "In the console, in the application: Integrations > Webhooks > + Add Webhook > Custom webhook.",
    "choose": "The format JSON, and the messages that matter."
  },
  "Thinkst Canary": {
    "where": "In the settings: Webhooks > Generic > Add Generic Webhook."
  },
  "Traccar": {
    "where": "In traccar.xml: event.forward.url."
  },
  "updown.io": {
    "where": "Settings > Webhooks > Webhook endpoint URLs."
  },
  "Vikunja": {
    "where": "In the project’s menu: Webhooks.",
    "choose": "The events that matter."
  }
};
