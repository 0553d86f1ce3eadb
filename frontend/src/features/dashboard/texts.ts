export const texts = {
  title: 'Dashboard',
  greeting: (email: string) => `Welcome, ${email}`,
  intro:
    'Every call your webhooks received, and where it went. Open a webhook to see single invocations and their dispatches.',
  free: {
    lead: 'You are on the free plan.',
    holds: (webhooks: string, targets: string, invocations: string) =>
      `${webhooks}, ${targets} and ${invocations} invocations a day.`,
    premium: 'Premium',
    gives: (webhooks: string, invocations: string, price: string) =>
      `gives you ${webhooks}, ${invocations} invocations a day and guaranteed delivery for ${price} a month.`,
  },
  limits: {
    title: 'Limits',
    target: 'Target Limit',
    webhook: 'Webhook Limit',
    invocation: 'Invocation Limit',
    left: 'Invocations Left Today',
    help: 'What happens now',
    failed: 'The limits could not be loaded.',
  },
  webhooks: {
    title: 'Your Webhooks',
    failed: 'The webhooks could not be loaded.',
    empty: 'No Webhooks found',
    emptyText: 'A webhook is an address that takes calls and tells them to your targets.',
    add: 'Add Webhook',
    limit: 'Limit',
  },
  targets: {
    title: 'Your Targets',
    failed: 'The targets could not be loaded.',
    empty: 'No Targets found',
    emptyText: 'A target is a chat, channel or mailbox that your webhooks write to.',
    create: 'Create Target',
    last: 'last dispatch',
    unused: 'never used',
  },
  checklist: {
    title: 'Get your first message',
    target: 'Create a target',
    targetText: 'where messages should arrive',
    webhook: 'Create a webhook',
    webhookText: 'the address that other services call',
    call: 'Send the first call',
    callText: 'a sample of ours, or from a service of yours',
    hide: 'Hide these steps',
    done: 'done',
  },
} as const;
