import * as z from 'zod';
import type { Delivery, FollowedMessage, Lost, Message } from '../../../lambdas/model/message.ts';
import { metrics } from '../../../lambdas/platform/metrics.ts';
import { isAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { messageFaults, networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';
import { formattingRejectedNote, withNote } from '../../../lambdas/targets/send-rich.ts';
import type { DeliverContext } from '../../../lambdas/targets/target-kind.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';
import { callBot, wireChatId } from './bot-api.ts';
import { classify, isUnchanged, lostOf, type TelegramVerdict } from './classify.ts';
import { botOf } from './credentials.ts';
import { entityText, namedText } from './entities.ts';
import { ACKNOWLEDGE } from './update.ts';

/**
 * Sends the text unchanged, without parse mode, so nothing in it can become markup. The link to the invocation is a
 * button below it. A group that became a supergroup has a new chat id: the message is sent there immediately and the
 * target is updated.
 */
export const deliver = async (message: Message, target: OpenTarget, context: DeliverContext): Promise<Delivery> => {
  const topic = target.options.topicId;
  const first = await sendMessage(message, { chatId: String(target.options.chatId), topic }, context);
  if (first.kind !== 'moved') return outcome(first);
  const again = outcome(await sendMessage(message, { chatId: first.chatId, topic }, context));
  return { ...again, options: { ...target.options, chatId: first.chatId } };
};

/** Changes an earlier message silently, or replies to it. Both stay in the message's chat and topic. */
export const follow = async (
  message: Message,
  { ref, how }: FollowedMessage,
  target: OpenTarget,
  context: DeliverContext,
): Promise<Delivery | Lost> => {
  const place = { chatId: String(target.options.chatId), topic: target.options.topicId };
  const [chatId, messageId] = ref.split('/');
  // An id is unique in its chat only.
  if (chatId !== place.chatId || !messageId) return { kind: 'lost', why: 'gone' };
  const verdict = await sendMessage(message, { ...place, earlier: { messageId: Number(messageId), how } }, context);
  return verdict.kind === 'lost' ? verdict : outcome(verdict);
};

/** A wait of at least this length applies to the whole bot, not to one chat. Each further request would extend it. */
const BOT_PAUSE_FROM_SECONDS = 60;

/**
 * Times (milliseconds since the epoch) until which a bot sends nothing to any chat. Each process learns the time from
 * its own response. That costs at most one call per process and saves a write per message.
 */
const pausedUntil = new WeakMap<WeakKey, number>();

/** A chat and its topic. If `topic` is undefined, messages go to the general topic. */
interface Place {
  chatId: string;
  topic: unknown;
  /** The message to change or to reply to. */
  earlier?: { messageId: number; how: FollowedMessage['how'] };
}

/** The parameters that decide where a message appears. */
const placement = ({ chatId, topic, earlier }: Place) => ({
  chat_id: wireChatId(chatId),
  ...(earlier?.how === 'update'
    ? { message_id: earlier.messageId }
    : {
        ...(topic !== undefined && { message_thread_id: topic }),
        ...(earlier && { reply_parameters: { message_id: earlier.messageId } }),
      }),
});

const sentMessage = z.object({ result: z.object({ message_id: z.number() }) });

/** The id of a sent message, with its chat; empty if the response has none. */
const refOf = (body: string, { chatId }: Place): { ref?: string } => {
  const { data } = sentMessage.safeParse(parseJson(body));
  return data ? { ref: `${chatId}/${data.result.message_id}` } : {};
};

/** True for groups and channels, whose ids are negative. In a private chat, there is no one else to mention. */
const isGroup = ({ chatId }: Place): boolean => chatId.startsWith('-');

const sendMessage = async (
  message: Message,
  place: Place,
  context: DeliverContext,
  button = buttonOf(message),
  hasLooks = true,
): Promise<TelegramVerdict | Lost> => {
  const { http, client, credentials, clock } = context;
  const bot = botOf(credentials);
  if (!bot)
    return { kind: 'fail_config', code: 'credentials-missing', reason: 'This service’s Telegram bot is not set up.' };
  const pauseMs = (pausedUntil.get(client) ?? 0) - clock().getTime();
  if (pauseMs > 0)
    return {
      kind: 'retry',
      code: 'provider-rate-limited',
      reason: 'Telegram is limiting our message rate.',
      promise: 'again',
      afterSeconds: Math.ceil(pauseMs / 1000),
    };
  const isUpdate = place.earlier?.how === 'update';
  const looks = message.rich && entityText(message.rich);
  const parameters = {
    ...placement(place),
    // A message that has only buttons is sent as plain text.
    ...(looks?.text ? looks : hasLooks && isGroup(place) ? namedText(message.text) : { text: message.text }),
    link_preview_options: { is_disabled: true },
    ...(message.silent && !isUpdate && { disable_notification: true }),
    ...(button.reply_markup && { reply_markup: button.reply_markup }),
  };
  const result = await callBot(bot, isUpdate ? 'editMessageText' : 'sendMessage', parameters, http);
  if (!isAnswer(result)) return networkOutcome(result, 'Telegram');
  // Telegram has its own rules for a button's URL. The message is more important than its links.
  if (button.reply_markup && result.status === 400 && /button/i.test(result.body))
    return sendMessage(message, place, context, button.hasLinks ? buttonsOf(acknowledgeRow(message)) : {}, hasLooks);
  // Entities are a list, not markup, so Telegram should never reject them. If it does, the text is more important than
  // its formatting.
  if ('entities' in parameters && result.status === 400 && /entit/i.test(result.body)) {
    metrics.count('looksRefused', 1, 'telegram');
    const { rich: _looks, ...plain } = message;
    const verdict = await sendMessage(plain, place, context, button, false);
    return verdict.kind === 'ok' ? withNote(verdict, formattingRejectedNote('Telegram')) : verdict;
  }
  const lost = place.earlier && lostOf(result);
  if (lost) return lost;
  if (isUpdate && isUnchanged(result)) return { kind: 'ok' };
  const verdict = classify(result, clock());
  const { afterSeconds = 0 } = verdict.kind === 'retry' ? verdict : {};
  if (result.status === 429 && afterSeconds >= BOT_PAUSE_FROM_SECONDS)
    pausedUntil.set(client, clock().getTime() + afterSeconds * 1000);
  return verdict.kind === 'ok' ? { ...verdict, ...refOf(result.body, place) } : verdict;
};

/**
 * Returns the buttons. The link to the call is only below the last part, and only if public: Telegram rejects other
 * URLs, such as a developer's machine.
 */
const buttonOf = (message: Message): Keyboard => {
  const { part, parts, link, rich } = message;
  const links = [
    ...(rich ? withPage(rich) : []).map(({ label, url }) => [{ text: label, url }]),
    ...(part === parts && link.startsWith('https://') ? [[{ text: 'Open in Tellhook', url: link }]] : []),
  ];
  return { ...buttonsOf([...acknowledgeRow(message), ...links]), hasLinks: links.length > 0 };
};

/** `hasLinks` is true if buttons have URLs, which Telegram can reject. */
type Keyboard = { reply_markup?: object; hasLinks?: boolean };

const buttonsOf = (rows: object[][]): Keyboard => (rows.length > 0 ? { reply_markup: { inline_keyboard: rows } } : {});

/** The button whose click the callback receives. Its data has at most 64 bytes (Bot API, InlineKeyboardButton). */
const acknowledgeRow = ({ id, acknowledge }: Message): object[][] =>
  acknowledge === undefined
    ? []
    : [[{ text: 'Acknowledge', callback_data: `${ACKNOWLEDGE}${id.slice(0, id.indexOf('.'))}` }]];

/** Converts a verdict to an outcome. Messages have no parse mode, so an error about markup concerns this text. */
const outcome = (verdict: TelegramVerdict | Lost): Delivery => {
  switch (verdict.kind) {
    case 'markup':
      return {
        kind: 'fail_message',
        code: 'message-refused',
        reason: messageFaults.unreadable('Telegram'),
        providerWords: verdict.providerWords,
      };
    case 'lost':
      return {
        kind: 'fail_message',
        code: 'message-refused',
        reason: messageFaults.refused('Telegram'),
      };
    case 'moved':
      return {
        kind: 'retry',
        code: 'provider-unavailable',
        reason: 'The chat moved twice in a row.',
        promise: 'again',
      };
    default:
      return verdict;
  }
};
