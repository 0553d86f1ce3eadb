import { marks } from '../../../../integrations/targets/marks.gen.tsx';

const apps = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(marks.flatMap(({ said }) => said ?? []));

export const texts = {
  title: 'Tellhook',
  hero: ['Webhooks in.', 'Readable messages out.'],
  lead: `Point GitHub, Stripe, Grafana or any other service at a Tellhook URL. You get a clear message in ${apps}. Every call is logged, and temporary failures are retried automatically.`,
  audience: 'For teams who want alerts, deployments and orders in the chat app they already use.',
  create: 'Create Free Account',
  dashboard: 'Open your dashboard',
  docs: 'Read the docs',
  tryIt: 'Try it',
  note: (webhooks: string, targets: string, calls: string) =>
    `Free: ${webhooks}, ${targets}, ${calls} calls a day. No card required.`,
  worksWith: 'Delivers to',
  senders: {
    title: 'From raw JSON to a message you can act on',
    text: 'A GitHub push and the message it becomes. No template needed.',
    before: 'GitHub sends',
    after: 'Slack shows',
    play: 'Try it with your own call',
    list: (count: number) => `Recognised without setup: ${count} services`,
    browse: (count: number) => `Browse all ${count} services`,
  },
  blocks: {
    title: 'Features',
    list: (facts: { senders: number; hours: number; days: number; facts: number }) =>
      [
        {
          icon: 'read',
          name: 'Readable from the first call',
          text: `Tellhook recognises ${facts.senders} services and writes the message for you: who did what, and the link to open. Anything else becomes a headline with up to ${facts.facts} key fields. No workflow to build.`,
        },
        {
          icon: 'deliver',
          name: 'Reliable delivery to chat',
          text: `Every call is stored before we confirm it. Messages to a target are sent in order. Temporary failures are retried for about ${facts.hours} hours, or ${facts.days} days with Premium. Resend a message, a call, or everything that failed.`,
        },
        {
          icon: 'debug',
          name: 'Debug it in seconds',
          text: 'See the headers, body, message and provider response for every call. Edit your template against real calls and preview it in each app before you save.',
        },
      ] as const,
    also: 'Also included',
    more: (facts: { parts: number; noise: number; kept: [free: number, premium: number] }) =>
      [
        `Repeated alerts update one message: 100 alert calls become ${facts.noise} messages`,
        `Calls kept for ${facts.kept[0]} days, or ${facts.kept[1]} with Premium`,
        `Long messages split into up to ${facts.parts} parts`,
        'Routing rules and quiet hours per target',
        'Signature verification and URL verification',
        'Duplicate calls marked or dropped',
        'API, command line and config files',
      ] as const,
  },
  why: {
    title: 'Why Tellhook?',
    list: [
      ['Zapier or n8n', 'Nothing to build: paste a URL.'],
      ['Hookdeck', 'Readable messages for people, not raw JSON for a server.'],
      ['Apprise', 'Stored calls, retries and templates.'],
    ],
    instead: 'Instead of',
    licence: 'MIT licensed. Run it on your laptop or in your own AWS account.',
  },
  shots: {
    title: 'See the product',
    list: {
      webhook: {
        title: 'Every call as a sentence',
        text: 'New calls appear within a second. Failures stand out, and the chart shows the last 24 hours.',
        alt: 'A webhook’s page: its URL, its targets, a chart of the last 24 hours and its calls with their status.',
      },
      call: {
        title: 'See where every message went',
        text: 'Each message shows its next attempt and the provider’s response. Resend it with one click.',
        alt: 'A call’s details: the message to Telegram was delivered. The message to a Teams channel is waiting because Teams asked Tellhook to slow down.',
      },
      editor: {
        title: 'From payload to sentence',
        text: 'Click a field to insert it and preview the result in each app before you save.',
        alt: 'The editor: a call’s JSON on the left, the template and its message in Telegram on the right.',
      },
    },
  },
  pricing: {
    title: 'Pricing',
    month: 'a month',
    free: { name: 'Free', button: 'Create Free Account' },
    premium: { name: 'Premium', button: 'Start with Premium' },
    yours: 'See your plan',
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
    tried: (tries: number, hours: number) => `${tries} attempts within ${hours} hours`,
    triedFor: (days: number) => `Retries for ${days} days`,
  },
  contact: { title: 'Contact', text: 'Question, idea or problem? Write to us.' },
} as const;
