import { isAnswer, jsonPost } from '../../outbound.ts';
import { networkOutcome } from '../../provider-answer.ts';
import type { BeginContext, Beginning, Message, TargetKind } from '../../target-kind.ts';
import { callback } from './callback.ts';
import { classify } from './classify.ts';
import { authorization } from './connect.ts';
import { appOf } from './credentials.ts';
import { operatorSetup } from './operator-setup.ts';

const HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com'];

/** The only three characters that Slack reads as control characters; escaped, they can form no mention and no link. */
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

const begin = async (context: BeginContext): Promise<Beginning> => ({
  status: 'pending',
  statusReason: 'Choose a channel in Slack.',
  options: await authorization(context),
});

/** The rendered text stays as it is; webhook and link follow below it, once per message. */
const body = ({ text, webhookName, link, part, parts }: Message) => ({
  text: escapeText(text),
  unfurl_links: false,
  unfurl_media: false,
  ...(part === parts &&
    link && {
      attachments: [
        {
          fallback: escapeText(webhookName),
          blocks: [
            {
              type: 'context',
              elements: [
                { type: 'mrkdwn', text: `${escapeText(webhookName)} · <${encodeURI(link)}|Open in Tellhook>` },
              ],
            },
          ],
        },
      ],
    }),
});

/** One channel of a workspace, through Slack's own incoming webhooks. */
export const slack: TargetKind = {
  slug: 'slack',
  name: 'Slack',
  description: 'Posts into one channel of your workspace. You choose the channel at Slack.',
  setup: 'redirect',
  guide: [
    'Press Create. You continue at Slack, where you choose the workspace and one channel and allow the app.',
    'You come back to the active target. For another channel, or when the access was removed, connect it again on its page.',
  ],
  fields: [],
  icon: { paths: ['M9.5 3.5v17', 'M14.5 3.5v17', 'M3.5 9.5h17', 'M3.5 14.5h17'], colour: '#611f69' },
  // Slack advises 4,000 characters; a little room stays for what it counts differently.
  limit: { max: 3900, counted: 'entitiesEscaped' },
  pace: { messagesPerSecond: 1 },
  secretPattern: /hooks\.slack(?:-gov)?\.com\/services\/[^\s"'\\]+|\bxox[a-z]-[\w-]+/,
  unavailable: (credentials) =>
    appOf(credentials) ? undefined : 'The operator of this service has not set up a Slack app.',
  operatorSetup,
  publicCredentials: ['clientId'],
  begin: async (_options, context) => begin(context),
  // Reconnecting keeps the old channel at work until the new one is chosen.
  change: async (options, target, context) => {
    if (options.renew !== true) return undefined;
    if (!target.secrets.url) return begin(context);
    const next = await authorization(context);
    return {
      status: target.status === 'inactive' ? 'pending' : 'active',
      statusReason: target.status === 'inactive' ? 'Choose a channel in Slack.' : '',
      options: { ...target.options, ...next },
      secrets: target.secrets,
    };
  },
  publicOptions: (options) => options,
  deliver: async (message, target, { http, now }) => {
    const result = await http.send(jsonPost(target.secrets.url ?? '', body(message), HOSTS));
    return isAnswer(result) ? classify(result, now()) : networkOutcome(result, 'Slack');
  },
  callback,
};
