import type { Message } from '../../../lambdas/model/message.ts';
import { type HttpAnswer, isAnswer, jsonPost } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Reason } from '../../../lambdas/platform/outbound/outcome.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import { type RichPart, sendRich, withNote } from '../../../lambdas/targets/send-rich.ts';
import type { BeginContext, Driver, OnboardingResult } from '../../../lambdas/targets/target-kind.ts';
import { linkedPieces } from '../../../lambdas/templates/rich/addresses.ts';
import { plainOf } from '../../../lambdas/templates/rich/plain.ts';
import { severityColours } from '../../../lambdas/templates/rich/severity-looks.ts';
import { textOf } from '../../../lambdas/templates/rich/tree.ts';
import { blocksOf, escapeText, READ_AS_MARKUP } from './blocks.ts';
import { callback } from './callback.ts';
import { classify } from './classify.ts';
import { authorization } from './connect.ts';
import { mentionElements, mentionText } from './mention.ts';
import { operatorSetup } from './operator-setup.ts';

const HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com'];

const CHOOSE: Reason = { code: 'connection-awaited', text: 'Choose a channel in Slack.' };

const begin = async (context: BeginContext): Promise<OnboardingResult> => ({
  status: 'pending',
  statusReason: CHOOSE,
  options: await authorization(context),
});

/**
 * Returns the text as rich text elements, which Slack never parses as markup. URLs are separate elements, so they can
 * be clicked.
 */
const literal = ({ text, mention }: Message) =>
  section([
    ...(mention ? [...mentionElements(mention), { type: 'text', text: ' ' }] : []),
    ...linkedPieces(text).map((piece) =>
      piece.link === undefined
        ? { type: 'text', text: piece.text }
        : { type: 'link', url: piece.link, ...(piece.link !== piece.text && { text: piece.text }) },
    ),
  ]);

const section = (elements: object[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});

/** Puts the mentions before the text, which is escaped and mentions no one. */
const mentioning = (text: string, mention: Message['mention']): string =>
  mention ? `${mentionText(mention)} ${escapeText(text)}` : escapeText(text);

const callLink = (webhookName: string, link: string) => ({
  type: 'context',
  elements: [{ type: 'mrkdwn', text: `${escapeText(webhookName)} · <${encodeURI(link)}|Open in Tellhook>` }],
});

/** Builds the body of a plain message. The webhook's name and the link follow below the text, once per message. */
const body = (message: Message, asRichText: boolean) => ({
  text: mentioning(message.text, message.mention),
  ...(asRichText && { blocks: [literal(message)] }),
  unfurl_links: false,
  unfurl_media: false,
  ...(message.part === message.parts &&
    message.link && {
      attachments: [
        {
          fallback: escapeText(message.webhookName),
          blocks: [callLink(message.webhookName, message.link)],
        },
      ],
    }),
});

/**
 * Builds the body of a formatted message: a bar in the colour of its severity, with all text in literal blocks. A
 * separate text would appear above the bar and repeat the title, so there is none; notifications and screen readers use
 * the fallback. Mentions appear in a block above the bar, and a separate text is then used only for the notification.
 */
const richBody = ({ rich, webhookName, link, part, parts, mention }: RichPart) => {
  const title = rich.title ? textOf(rich.title) : firstLine(plainOf(rich));
  return {
    ...(mention && { text: mentioning(title, mention), blocks: [section(mentionElements(mention))] }),
    attachments: [
      {
        color: severityColours[rich.severity ?? 'info'],
        fallback: escapeText(title),
        blocks: [...blocksOf(rich), ...(part === parts && link ? [callLink(webhookName, link)] : [])],
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
};

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

const REFUSES_BLOCKS = /invalid_blocks|invalid_attachments|invalid_payload|no_text/;

const refusesLooks = ({ status, body: said }: HttpAnswer) => status === 400 && REFUSES_BLOCKS.test(said);

export const driver: Driver = {
  operatorSetup,
  begin: async (_options, context) => begin(context),
  // While the target is being reconnected, messages go to the old channel until a new one is chosen.
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
    const post = (payload: object) => http.send(jsonPost(target.secrets.url ?? '', payload, HOSTS));
    const { rich } = message;
    const asRichText = READ_AS_MARKUP.test(message.text);
    const looks = rich ? richBody({ ...message, rich }) : asRichText && body(message, true);
    const plain = () => post(body(message, false));
    const { result, note } = looks
      ? await sendRich({ name: 'Slack', kind: 'slack', refusesLooks }, { rich: () => post(looks), plain })
      : { result: await plain(), note: undefined };
    return withNote(isAnswer(result) ? classify(result, clock()) : networkOutcome(result, 'Slack'), note);
  },
  callback,
};
