export const texts = {
  title: 'Tellhook',
  hero: ['Webhooks in.', 'Readable messages out.'],
  lead: 'Give any service a URL. Tellhook turns its calls into messages for Slack, Teams, Telegram, WhatsApp, Discord or e-mail, tries again what fails and shows you everything.',
  create: 'Create Free Account',
  docs: 'Read the docs',
  note: (webhooks: string, targets: string) => `Free for ${webhooks} and ${targets}. No card.`,
  worksWith: 'Works with',
  senders: {
    title: (names: readonly string[]) =>
      `${names.slice(0, -1).join(', ')} and ${names.at(-1)}: readable before you write anything.`,
    more: (count: number) => `${count} more`,
    text: 'Calls from these senders are recognised and put into sentences. All others become a headline and up to eight facts, until you write a template.',
    before: 'What GitHub sends',
    after: 'What people read',
    play: 'Try it with your own call',
  },
  features: {
    title: 'Built for the moment something breaks',
    list: (facts: {
      senders: number;
      tries: number;
      hours: number;
      days: number;
      parts: number;
      kept: [free: number, premium: number];
    }) =>
      [
        {
          icon: 'eye',
          name: 'See every call',
          text: `Headers, body and each message, linkable, within a second. Kept for ${facts.kept[0]} days, with Premium for ${facts.kept[1]}.`,
        },
        {
          icon: 'retry',
          name: 'Tried again for hours or days',
          text: `What a messenger does not take is tried ${facts.tries} times within ${facts.hours} hours, with Premium for ${facts.days} days.`,
        },
        {
          icon: 'order',
          name: 'In order, at its pace',
          text: 'Messages to one target leave one after the other. While it fails, the others wait in line instead of overtaking.',
        },
        {
          icon: 'braces',
          name: 'Templates that read well',
          text: 'Press a field to put it in, watch the message change, and compare with your latest calls before you save.',
        },
        {
          icon: 'split',
          name: 'Oversize? Split.',
          text: `Long messages arrive in up to ${facts.parts} parts, in order, within the limits of each messenger.`,
        },
        {
          icon: 'repeats',
          name: 'Repeats dropped, if you like',
          text: 'Senders that call twice are recognised by their delivery id: mark their repeats, or drop them.',
        },
        {
          icon: 'replay',
          name: 'Send it again',
          text: 'One message, one call, or everything that failed in a period: stored calls go out again at the press of a button.',
        },
        {
          icon: 'shield',
          name: 'Yours only',
          text: 'Unguessable invoke URLs, encrypted secrets, everything deleted on request.',
        },
        {
          icon: 'server',
          name: 'Open source',
          text: 'MIT licensed. The whole product runs on your laptop with one command, or in an AWS account of your own.',
        },
      ] as const,
  },
  shots: {
    title: 'The product, as it is',
    list: {
      webhook: {
        title: 'Every call, in the words that people read',
        text: 'The list fills by itself within a second. What failed stands out, and the last day is a glance away.',
        alt: 'The page of the webhook Deploys: its address, its targets, bars of the last 24 hours and the list of calls with their status.',
      },
      call: {
        title: 'Who got it, who waits, and why',
        text: "Each message with its next try and the messenger's own words. Send it again with one press.",
        alt: 'The details of a call: the message to a Teams channel waits for its next try because Teams asked to slow down, the one to Telegram has arrived.',
      },
      editor: {
        title: 'From payload to sentence',
        text: 'Press the fields you want and see the message as each messenger shows it, before anything is saved.',
        alt: 'The editor: the JSON of a call on the left, the template and the message as Telegram shows it on the right.',
      },
    },
  },
  pricing: {
    title: 'Pricing',
    month: 'a month',
    free: { name: 'Free', button: 'Create Free Account' },
    premium: { name: 'Premium', button: 'Start with Premium' },
    enterprise: {
      name: 'Enterprise',
      price: 'Talk to us',
      points: ['Your own limits', 'Support in 1-2 business days'],
      button: 'Contact',
    },
    guaranteed: 'Guaranteed eventual delivery',
    unlimitedTargets: 'Unlimited targets',
    invocations: 'invocations a day',
    kept: (days: number) => `Calls kept for ${days} days`,
    tried: (tries: number, hours: number) => `Tried ${tries} times within ${hours} hours`,
    triedFor: (days: number) => `Tried again for ${days} days`,
  },
  contact: { title: 'Contact', text: 'A question, a wish, a problem? Write to us.' },
} as const;
