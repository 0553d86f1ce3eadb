import { isAnswer, jsonPost } from '../../../outbound/outbound.ts';
import { networkOutcome } from '../../provider-answer.ts';
import type { BeginContext, Driver, Message, OnboardingResult } from '../../target-kind.ts';
import { callback } from './callback.ts';
import { classify } from './classify.ts';
import { authorization } from './connect.ts';
import { operatorSetup } from './operator-setup.ts';

const HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com'];

/** The only three characters that Slack reads as control characters; escaped, they can form no mention and no link. */
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

const begin = async (context: BeginContext): Promise<OnboardingResult> => ({
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

export const driver: Driver = {
  operatorSetup,
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
  deliver: async (message, target, { http, now }) => {
    const result = await http.send(jsonPost(target.secrets.url ?? '', body(message), HOSTS));
    return isAnswer(result) ? classify(result, now()) : networkOutcome(result, 'Slack');
  },
  callback,
};
