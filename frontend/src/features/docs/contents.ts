interface DocsPlace {
  to: string;
  title: string;
  about: string;
  /** Sections listed in the contents of every page. */
  parts?: readonly { id: string; title: string }[];
}

/** The pages of the documentation, in reading order. */
export const docsPages = [
  {
    to: '/docs',
    title: 'Overview',
    about: 'Your first message in four steps, and frequently asked questions.',
  },
  { to: '/docs/account', title: 'Account', about: 'Register, sign in, reset a password, delete the account.' },
  {
    to: '/docs/targets',
    title: 'Targets',
    about: 'Slack, Telegram, Microsoft Teams, WhatsApp, email, Discord and your own server.',
    parts: [
      { id: 'slack', title: 'Slack' },
      { id: 'telegram', title: 'Telegram' },
      { id: 'msteams', title: 'Microsoft Teams' },
      { id: 'whatsapp', title: 'WhatsApp' },
    ],
  },
  {
    to: '/docs/webhooks',
    title: 'Webhooks',
    about: 'Invocations, limits, responses, delivery, retries and routing.',
    parts: [
      { id: 'samples', title: 'Saved samples' },
      { id: 'routing', title: 'Routing' },
    ],
  },
  {
    to: '/docs/verify',
    title: 'Verification',
    about: 'Accept only calls from GitHub, Stripe or another service, and verify signatures in your code.',
  },
  {
    to: '/docs/templates',
    title: 'Templates',
    about: 'Turn payloads into messages, with examples.',
    parts: [{ id: 'rich', title: 'Rich messages' }],
  },
  {
    to: '/docs/template-reference',
    title: 'Template reference',
    about: 'Every function, error and limit of the template language.',
  },
  { to: '/docs/plans', title: 'Plans and Billing', about: 'Compare, upgrade and cancel plans.' },
  {
    to: '/docs/troubleshooting',
    title: 'Troubleshooting',
    about: 'Causes and fixes for every error message.',
  },
  {
    to: '/docs/cli',
    title: 'Command line',
    about: 'Forward calls to your laptop, test messages, and apply a config file.',
  },
  { to: '/docs/api', title: 'API reference', about: 'Every API request, with an example.' },
  {
    to: '/docs/testing',
    title: 'Testing',
    about: 'Simulated failures, power loss, hostile input, and measured delivery.',
  },
] as const satisfies readonly DocsPlace[];
export type DocsPath = (typeof docsPages)[number]['to'];
