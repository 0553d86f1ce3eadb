// Written by npm run shelf.
/** The most used senders, which come first wherever users look for theirs. */
export const popularSenders: readonly string[] = [
  "GitHub",
  "GitLab",
  "Stripe",
  "Shopify",
  "Grafana",
  "Alertmanager",
  "Sentry",
  "Jira",
  "Linear",
  "PagerDuty",
  "UptimeRobot"
];
