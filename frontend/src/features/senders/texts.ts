import { marks } from '../../../../integrations/targets/marks.gen.tsx';

const listed = (names: readonly string[], type: 'disjunction' | 'conjunction') =>
  new Intl.ListFormat('en-GB', { type }).format(names);
const apps = listed(
  marks.flatMap(({ said }) => said ?? []),
  'disjunction',
);
const firstApps = listed(
  marks.slice(0, 3).map(({ name }) => name),
  'conjunction',
);

/** Number of events in a description, which search engines cut after about 160 characters. */
const DESCRIBED = 3;

export const texts = {
  list: {
    title: 'Services',
    about: (count: number) =>
      `${count} services whose webhooks Tellhook turns into readable messages in ${apps}, without a template.`,
    intro: (count: number) =>
      `Tellhook recognises the calls of ${count} services and writes the message for you. Any other service works too.`,
    search: 'Search services',
    none: 'No service has this name. Other services work too: their calls become a headline and key fields.',
    groups: {
      code: 'Code and releases',
      monitoring: 'Monitoring and incidents',
      payments: 'Payments and shops',
      projects: 'Projects and content',
      customers: 'Customers and support',
      messages: 'Email and messaging',
      cloud: 'Cloud and identity',
      home: 'Home and media',
      other: 'Other services',
    } as Readonly<Record<string, string>>,
    verified: 'Also verified',
    verifiedText: 'Tellhook checks the signatures of these services. Their calls become a headline and key fields.',
  },
  page: {
    title: (name: string) => `${name} webhooks in ${firstApps}`,
    heading: (name: string) => `${name} webhooks as chat messages`,
    about: (name: string, events: readonly string[]) =>
      `Get ${name} webhooks as readable messages in ${apps}. ${events.length > 1 ? `Includes ${listed(events.slice(0, DESCRIBED), 'conjunction')}.` : 'No template needed.'}`,
    intro: (name: string) =>
      `Point ${name} at a Tellhook URL. Each call becomes a message like the one below. No template needed.`,
    use: 'Create a webhook',
    useHint: (name: string, verifies: boolean) =>
      `Opens a new webhook with its name${verifies ? ', messages and verification' : ' and messages'} filled in for ${name}.`,
    message: 'Message',
    apps: 'App',
    examples: 'Examples',
    sent: (name: string) => `Show the call that ${name} sends`,
    setup: 'Setup',
    docs: (name: string) => `${name}’s documentation`,
    verification: 'Verification',
    unsigned: (name: string) =>
      `Tellhook has no signature check for ${name}. The URL itself is secret. You can also require a custom header, a password, or certain IP addresses.`,
    verificationLink: 'More about verification',
    events: 'Events',
    others: 'Any other event',
  },
} as const;
