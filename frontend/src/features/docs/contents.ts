interface DocsPlace {
  to: string;
  title: string;
  about: string;
  /** Sections that stand in the contents of every page, by their address on their own. */
  parts?: readonly { id: string; title: string }[];
}

/** The pages of the documentation, in reading order. */
export const docsPages = [
  {
    to: '/docs',
    title: 'Overview',
    about: 'From the first webhook to the first message, and answers to what people ask most.',
  },
  { to: '/docs/account', title: 'Account', about: 'Registering, signing in, passwords, deleting the account.' },
  {
    to: '/docs/targets',
    title: 'Targets',
    about: 'Slack, Telegram, Microsoft Teams, WhatsApp, e-mail, Discord and your own server.',
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
    about: 'What counts as an invocation, sizes, answers, delivery and retries.',
  },
  {
    to: '/docs/verify',
    title: 'Verifying calls',
    about: 'Letting only GitHub, Stripe or another sender call, and checking a signature yourself.',
  },
  { to: '/docs/templates', title: 'Templates', about: 'Turning a payload into a message, with examples.' },
  {
    to: '/docs/template-reference',
    title: 'Template reference',
    about: 'Every function, error and limit of the template language.',
  },
  { to: '/docs/plans', title: 'Plans and Billing', about: 'What the plans allow, paying, cancelling.' },
  {
    to: '/docs/troubleshooting',
    title: 'Troubleshooting',
    about: 'Every message of the product and what to do about it.',
  },
  { to: '/docs/api', title: 'API reference', about: 'Every call of the API with an example.' },
] as const satisfies readonly DocsPlace[];
export type DocsPath = (typeof docsPages)[number]['to'];
