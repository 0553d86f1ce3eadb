export const texts = {
  title: 'Tellhook',
  hero: ['Webhooks in.', 'Readable messages out.'],
  lead: 'Give any service a URL. Tellhook turns its calls into messages for Slack, Teams, Telegram, WhatsApp or e-mail, retries what fails and shows you everything.',
  create: 'Create Free Account',
  docs: 'Read the docs',
  note: (webhooks: string, targets: string) => `Free for ${webhooks} and ${targets}. No card.`,
  worksWith: 'Works with',
  features: {
    title: 'Built for the moment something breaks',
    list: [
      {
        icon: 'eye',
        name: 'See every call',
        text: 'Headers, body and each dispatch, linkable and live. No more guessing what a service sent.',
      },
      {
        icon: 'retry',
        name: 'Retried until it arrives',
        text: 'Failed deliveries wait and try again, in order, at the pace of the messenger.',
      },
      {
        icon: 'braces',
        name: 'Templates that read well',
        text: 'Write a small expression, watch the message change, save it back to the webhook.',
      },
      {
        icon: 'split',
        name: 'Oversize? Split.',
        text: 'Long payloads arrive in parts, in order, within the limits of each messenger.',
      },
      {
        icon: 'shield',
        name: 'Yours only',
        text: 'Unguessable invoke URLs, encrypted secrets, everything deleted on request.',
      },
      {
        icon: 'zap',
        name: 'Live in a minute',
        text: 'Create a target, create a webhook, paste the URL. The first call shows up by itself.',
      },
    ],
  },
  shots: {
    title: 'The product, as it is',
    list: {
      webhook: {
        title: 'Every call, the moment it comes in',
        text: 'The list fills by itself. What failed stands out, and the last day is a glance away.',
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
  },
  contact: { title: 'Contact', text: 'A question, a wish, a problem? Write to us.' },
} as const;
