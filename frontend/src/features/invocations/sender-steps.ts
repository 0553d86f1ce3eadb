/**
 * The place of a service's webhook settings in its own words, and the options to choose there. By the service’s name,
 * from the services' documentation as of November 2026. Buttons are named only if it names them.
 */
const ways: Readonly<Record<string, { where: string; choose?: string; test?: string }>> = {
  GitHub: {
    where: 'In the repository or organisation: Settings > Webhooks > Add webhook.',
    choose: 'Content type application/json, and the events that matter.',
    test: 'GitHub sends a ping immediately.',
  },
  GitLab: {
    where: 'In the project or group: Settings > Webhooks > Add new webhook.',
    choose: 'The triggers that matter.',
    test: 'Click Test and choose an event.',
  },
  Gitea: {
    where: 'In the repository: Settings > Webhooks > Add webhook > Gitea.',
    test: 'Its page can send a test.',
  },
  Forgejo: {
    where: 'In the repository: Settings > Webhooks > Add webhook > Forgejo.',
    test: 'Its page can send a test.',
  },
  Bitbucket: {
    where: 'In the repository: Repository settings > Workflow > Webhooks > Add webhook.',
    choose: 'The triggers.',
  },
  Stripe: {
    where: 'In the Dashboard: the Webhooks tab of Workbench, with a new destination of type Webhook.',
    choose: 'The events that matter.',
  },
  Shopify: {
    where: 'In the admin: Settings > Notifications > Webhooks > Create webhook.',
    choose: 'An event, and the format JSON.',
  },
  Grafana: {
    where: 'Alerting > Contact points: add one with the Webhook integration.',
    test: 'Click Test.',
  },
  Alertmanager: {
    where: 'In alertmanager.yml: a receiver with webhook_configs, whose url is this one, and a route to it.',
  },
  Jira: { where: 'As an administrator, add one under System > WebHooks.', choose: 'The events that matter.' },
  Linear: {
    where: 'As a workspace administrator, add a webhook under Settings > API.',
    choose: 'The kinds of change that matter.',
  },
  PagerDuty: {
    where: 'Integrations > Generic Webhooks (v3) > New Webhook.',
    test: 'Its page can send a test event.',
  },
};

const any = (sender: string) => `In ${sender}, find Webhooks under settings or integrations and add one.`;

/** The steps to set up a sender, in order; the URL is next to the second one. */
export function stepsFor(sender: string): [where: string, paste: string, test: string] {
  const way = ways[sender];
  return [
    way?.where ?? any(sender),
    `Paste this as its URL.${way?.choose ? ` Choose: ${way.choose}` : ''}`,
    way?.test ?? 'Save it, then trigger an event there.',
  ];
}
