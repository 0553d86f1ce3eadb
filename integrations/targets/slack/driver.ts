import type { Delivery, Message } from '../../../lambdas/model/message.ts';
import { type HttpAnswer, type HttpFailure, isAnswer, jsonPost } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Reason } from '../../../lambdas/platform/outbound/outcome.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';
import { type RichPart, sendRich, withNote } from '../../../lambdas/targets/send-rich.ts';
import type { BeginContext, DeliverContext, Driver, OnboardingResult } from '../../../lambdas/targets/target-kind.ts';
import { linkedPieces } from '../../../lambdas/templates/rich/addresses.ts';
import { plainOf } from '../../../lambdas/templates/rich/plain.ts';
import { severityColours } from '../../../lambdas/templates/rich/severity-looks.ts';
import { blocksOf, escapeText, READ_AS_MARKUP } from './blocks.ts';
import { callback } from './callback.ts';
import { classify } from './classify.ts';
import { authorization } from './connect.ts';
import { mentionElements, mentionText } from './mention.ts';
import { operatorSetup } from './operator-setup.ts';
import { callMethod, classifyMethod, errorOf, isOfMethod, placeOfRef } from './web-api.ts';

const HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com'];
/** Errors for a message that no longer exists. */
const GONE = ['message_not_found', 'thread_not_found', 'channel_not_found'];

/** Errors if the bot is not in a private channel. */
const OUTSIDE = ['not_in_channel', 'channel_not_found'];

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
  type: 'mrkdwn',
  text: `${escapeText(webhookName)} · <${encodeURI(link)}|Open in Tellhook>`,
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
          blocks: [{ type: 'context', elements: [callLink(message.webhookName, message.link)] }],
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
  const title = firstLine(plainOf(rich));
  const below = [
    // The place is a value of the call, so it must not be read as markup.
    ...(rich.place ? [{ type: 'plain_text', text: rich.place, emoji: false }] : []),
    ...(part === parts && link ? [callLink(webhookName, link)] : []),
  ];
  return {
    ...(mention && { text: mentioning(title, mention), blocks: [section(mentionElements(mention))] }),
    attachments: [
      {
        color: severityColours[rich.severity ?? 'info'],
        fallback: escapeText(title),
        blocks: [...blocksOf(rich), ...(below.length > 0 ? [{ type: 'context', elements: below }] : [])],
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
};

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

const REFUSES_BLOCKS = /invalid_blocks|invalid_attachments|invalid_payload|no_text/;

const refusesLooks = (answer: HttpAnswer) =>
  (answer.status === 400 && REFUSES_BLOCKS.test(answer.body)) || REFUSES_BLOCKS.test(errorOf(answer) ?? '');

/** Posts a message in its best form: formatted, literal blocks for a text that Slack would parse, or plain. */
const send = async (message: Message, post: (payload: object) => Promise<HttpAnswer | HttpFailure>) => {
  const { rich } = message;
  const asRichText = READ_AS_MARKUP.test(message.text);
  const looks = rich ? richBody({ ...message, rich }) : asRichText && body(message, true);
  const plain = () => post(body(message, false));
  return looks
    ? sendRich({ name: 'Slack', kind: 'slack', refusesLooks }, { rich: () => post(looks), plain })
    : { result: await plain(), note: undefined };
};

/**
 * Posts a message as the app's bot.
 * @returns `outside` if the bot is not in a private channel; undefined without a token, or if Slack does not let the bot
 *   post
 */
const sendAsBot = async (
  message: Message,
  { secrets: { token }, options: { channel_id: channel } }: OpenTarget,
  { http, clock }: DeliverContext,
): Promise<Delivery | 'outside' | undefined> => {
  if (token === undefined || typeof channel !== 'string') return undefined;
  const { result, note } = await send(message, (payload) =>
    callMethod('chat.postMessage', { channel, ...payload }, token, http),
  );
  if (!isAnswer(result)) return networkOutcome(result, 'Slack');
  if (OUTSIDE.includes(errorOf(result) ?? '')) return 'outside';
  const outcome = isOfMethod(result) ? classifyMethod(result, clock()) : classify(result, clock());
  return outcome && withNote<Delivery>(outcome, note);
};

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
  deliver: async (message, target, context) => {
    // A rejection is remembered, so it costs no request for each message. A test message shows if the bot was invited.
    const { outside: wasOutside, ...options } = target.options;
    const sent = wasOutside && !message.isTest ? undefined : await sendAsBot(message, target, context);
    if (sent && sent !== 'outside') return { ...sent, ...(wasOutside === true && { options }) };
    const { result, note } = await send(message, (payload) =>
      context.http.send(jsonPost(target.secrets.url ?? '', payload, HOSTS)),
    );
    const outcome = isAnswer(result) ? classify(result, context.clock()) : networkOutcome(result, 'Slack');
    const isNews = sent === 'outside' && !wasOutside && outcome.kind === 'ok';
    return { ...withNote<Delivery>(outcome, note), ...(isNews && { options: { ...options, outside: true } }) };
  },
  follow: async (message, { ref, how }, { secrets: { token } }, { http, clock }) => {
    // An owner may have reconnected the target without the permission.
    if (token === undefined) return { kind: 'lost', why: 'refused' };
    const { channel, ts } = placeOfRef(ref);
    const { result, note } = await send(message, (payload) =>
      how === 'update'
        ? // A change replaces only the parts that it names.
          callMethod('chat.update', { channel, ts, text: '', blocks: [], attachments: [], ...payload }, token, http)
        : callMethod('chat.postMessage', { channel, thread_ts: ts, ...payload }, token, http),
    );
    if (!isAnswer(result)) return networkOutcome(result, 'Slack');
    if (!isOfMethod(result)) return withNote(classify(result, clock()), note);
    const outcome = classifyMethod(result, clock());
    if (outcome) return withNote(outcome, note);
    return { kind: 'lost', why: GONE.includes(errorOf(result) ?? '') ? 'gone' : 'refused' };
  },
  callback,
};
