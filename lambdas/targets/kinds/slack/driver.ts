import { isAnswer, jsonPost } from '../../../outbound/outbound.ts';
import type { Reason } from '../../../outbound/outcome.ts';
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

const CHOOSE: Reason = { code: 'connection-awaited', text: 'Choose a channel in Slack.' };

const begin = async (context: BeginContext): Promise<OnboardingResult> => ({
  status: 'pending',
  statusReason: CHOOSE,
  options: await authorization(context),
});

/** What Slack reads as markup in a text: single marks, names of signs, quotes. Only rich text shows them as they are. */
const READ_AS_MARKUP = /[*_~`]|:[\w+-]+:|^\s*(?:>|[•◦▪])/m;

const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

/** The text literally: elements of rich text are never read as markup. Addresses are elements of their own to be pressed. */
const literal = (text: string) => ({
  type: 'rich_text',
  elements: [
    {
      type: 'rich_text_section',
      elements: text
        .split(ADDRESS)
        .filter((piece) => piece !== '')
        .map((piece) => (ADDRESS.test(piece) ? { type: 'link', url: piece } : { type: 'text', text: piece })),
    },
  ],
});

/** The rendered text stays as it is; webhook and link follow below it, once per message. */
const body = ({ text, webhookName, link, part, parts }: Message, asRichText: boolean) => ({
  text: escapeText(text),
  ...(asRichText && { blocks: [literal(text)] }),
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

const REFUSES_BLOCKS = /invalid_blocks|invalid_payload|no_text/;

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
      ...(target.status === 'inactive' && { statusReason: CHOOSE }),
      options: { ...target.options, ...next },
      secrets: target.secrets,
    };
  },
  deliver: async (message, target, { http, clock }) => {
    const asRichText = READ_AS_MARKUP.test(message.text);
    const post = (rich: boolean) => http.send(jsonPost(target.secrets.url ?? '', body(message, rich), HOSTS));
    const result = await post(asRichText);
    if (asRichText && isAnswer(result) && result.status === 400 && REFUSES_BLOCKS.test(result.body)) {
      // The words are worth more than how they look.
      const plain = await post(false);
      const outcome = isAnswer(plain) ? classify(plain, clock()) : networkOutcome(plain, 'Slack');
      return outcome.kind === 'ok' ? { ...outcome, note: 'Slack refused the formatting; sent as plain text' } : outcome;
    }
    return isAnswer(result) ? classify(result, clock()) : networkOutcome(result, 'Slack');
  },
  callback,
};
