import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';
import { appOf } from './credentials.ts';

const INVITE =
  'The channel is private. Invite the app to the channel to get updates instead of new messages: /invite @Tellhook. Then send a test message.';

/** A channel of a workspace, reached as the app's bot, or through its incoming webhook if the bot is not in the channel. */
export const kind: TargetKind = {
  slug: 'slack',
  place: 20,
  name: 'Slack',
  description: 'Posts to one channel in your workspace. You choose the channel in Slack.',
  setup: 'redirect',
  guide: [
    'Click Create. In Slack, choose the workspace and one channel, then click Allow.',
    'You return to the active target. To change the channel or restore access, reconnect the target on its page.',
    'If a webhook updates its messages and the channel is private, invite Tellhook to the channel (/invite @Tellhook).',
  ],
  company: 'Slack',
  keywords: 'workspace channel app install oauth',
  fields: [],
  settings: {
    link: true,
    mention: {
      id: /^[UWS][A-Z0-9]{5,14}$/,
      hint: 'IDs of people (U…) or user groups (S…). In Slack, open a profile and choose “Copy member ID”.',
    },
  },
  icon: { paths: ['M9.5 3.5v17', 'M14.5 3.5v17', 'M3.5 9.5h17', 'M3.5 14.5h17'], colour: '#611f69' },
  // Slack recommends at most 4,000 characters. It counts differently, so the limit has a small margin.
  limit: { max: 3900, counted: 'entitiesEscaped' },
  longest: '3,900 characters',
  follows: ['update', 'reply'],
  chatOf: ({ channel_id }) => channel_id,
  pace: { messagesPerSecond: 1 },
  secretPattern: /hooks\.slack(?:-gov)?\.com\/services\/[^\s"'\\]+|\bxox[a-z]-[\w-]+/,
  secretAddress: [
    /\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[^\s"'<>\\|]+/g,
    'hooks.slack.com/***',
  ],
  unavailable: (credentials) =>
    appOf(credentials) ? undefined : 'The operator of this service has not set up a Slack app.',
  publicCredentials: ['clientId'],
  publicOptions: ({ outside, ...options }) => ({ ...options, ...(outside === true && { hint: INVITE }) }),
  driver: async () => (await import('./driver.ts')).driver,
};
