import { parseDispatchId } from '../../../lambdas/platform/ids.ts';
import type { CallbackAnswer } from '../../../lambdas/platform/outbound/callback.ts';
import type { Reason } from '../../../lambdas/platform/outbound/outcome.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { sameSecret } from '../../../lambdas/platform/same-secret.ts';
import { CODE_SECONDS, redeemActivation } from '../../../lambdas/targets/activation.ts';
import type { CallbackContext, CallbackHandler } from '../../../lambdas/targets/callback.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';
import { wireChatId } from './bot-api.ts';
import { botOf } from './credentials.ts';
import { type Chat, parseUpdate, type Topic, type Update } from './update.ts';

/** Seconds for which handled updates are remembered. Telegram repeats undelivered updates for 24 hours. */
const REPEATS_SECONDS = 2 * 24 * 3600;

/**
 * Handles the bot's updates, `POST /api/callbacks/telegram`. The secret token given to setWebhook proves their origin.
 * The bot's reply is the body of the response (`method: sendMessage`), so it needs no request.
 */
export const callback: CallbackHandler = async (request, context) => {
  const bot = botOf(context.credentials);
  if (!bot || request.path.length > 0) return { status: 404 };
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
  if (!sameSecret(request.headers['x-telegram-bot-api-secret-token'] ?? '', bot.webhookSecret)) return { status: 401 };
  const update = parseUpdate(parseJson(request.body.toString('utf8')), bot.botName);
  // An unknown update returns 200, because Telegram would otherwise repeat it for a day and delay later updates.
  if (!update) return { status: 200 };
  let answer: CallbackAnswer = { status: 200 };
  await context.once(String(update.id), REPEATS_SECONDS, async () => {
    answer = await react(update, context, bot.botName);
  });
  return answer;
};

const react = async (update: Update, context: CallbackContext, botName: string): Promise<CallbackAnswer> => {
  switch (update.kind) {
    case 'code':
      return activate(update, context);
    case 'chatter':
      return update.chat.type === 'private'
        ? say(
            update.chat,
            `Hello! Send me the activation code from Tellhook to start receiving messages here. In a group, write /start@${botName} and the code.`,
          )
        : { status: 200 };
    case 'clicked':
      return acknowledge(update, context);
    case 'moved':
      for (const target of await context.targetsAt(update.from))
        await context.change(target, { options: { ...target.options, chatId: update.to } });
      return { status: 200 };
    case 'left':
      for (const target of await context.targetsAt(update.chat.id))
        if (target.status === 'active')
          await context.change(target, { status: 'inactive', statusReason: leftReason(update.chat) });
      return { status: 200 };
    case 'joined':
      for (const target of await context.targetsAt(update.chat.id))
        if (target.status === 'inactive') await context.change(target, { status: 'active', statusReason: undefined });
      return { status: 200 };
    case 'reopened':
      for (const target of await context.targetsAt(update.chat.id))
        if (target.status === 'inactive' && target.options.topicId === update.topic.id)
          await context.change(target, { status: 'active', statusReason: undefined });
      return { status: 200 };
    case 'other':
      return { status: 200 };
  }
};

/** A click in a chat to which the message was not sent has no effect, because clients can invent a button's data. */
const acknowledge = async (
  { chat, query, dispatchId, by }: Extract<Update, { kind: 'clicked' }>,
  context: CallbackContext,
): Promise<CallbackAnswer> => {
  const { targetId } = parseDispatchId(dispatchId) ?? {};
  const target = (await context.targetsAt(chat.id)).find(({ id }) => id === targetId);
  const text = target
    ? await context.acknowledge(target, dispatchId, by || target.name)
    : 'This chat is no longer connected to the target that got this message.';
  return method('answerCallbackQuery', { callback_query_id: query, text });
};

const leftReason = ({ type }: Chat): Reason =>
  type === 'private'
    ? { code: 'bot-blocked', text: 'The bot was blocked. Unblock it in Telegram to reactivate this target.' }
    : {
        code: 'bot-removed',
        text: 'The bot was removed from the chat. Add it again to reactivate this target.',
      };

const activate = async (
  { chat, topic, code, isCommand }: Extract<Update, { kind: 'code' }>,
  context: CallbackContext,
): Promise<CallbackAnswer> => {
  const here = (text: string) => say(chat, text, topic?.id);
  // In groups and channels, the bot answers only commands, because people also write to each other there.
  const answer = (text: string): CallbackAnswer =>
    isCommand || chat.type === 'private' ? here(text) : { status: 200 };
  const activation = await redeemActivation(chat.id, code, context);
  switch (activation.kind) {
    case 'too many':
      return answer('You sent too many codes. Wait 30 minutes, then send the code again.');
    case 'unknown':
      return answer(
        'This code is unknown or has expired. Open the target in Tellhook, get a new code and send it here.',
      );
    case 'did before': {
      const { target } = activation;
      if (target.options.topicId === topic?.id) return here(activated(target.name));
      if (!(await movesTo(target, topic, context)))
        return answer('This code was already used. Open the target in Tellhook, get a new code and send it here.');
      return here(activated(target.name));
    }
    case 'activates': {
      const { target } = activation;
      await context.change(target, {
        // A disabled target stays disabled when its chat changes.
        ...(target.status !== 'disabled' && { status: 'active' }),
        statusReason: undefined,
        options: {
          chatId: chat.id,
          chatType: chat.type,
          chatTitle: chat.title ?? chat.first_name ?? chat.username ?? '',
          ...placeIn(topic),
          activatedWith: activation.activatedWith,
          activatedAt: context.clock().toISOString(),
        },
      });
      return here(activated(target.name));
    }
  }
};

/**
 * Handles a code that is sent again. While the code is valid, sending it in another topic of the chat moves the
 * messages there. Later, it has no effect.
 */
const movesTo = async (target: OpenTarget, topic: Topic | undefined, context: CallbackContext): Promise<boolean> => {
  const { topicId: _id, topicName: _name, ...options } = target.options;
  const since = context.clock().getTime() - Date.parse(String(options.activatedAt));
  if (!(since < CODE_SECONDS * 1000)) return false;
  await context.change(target, {
    ...(target.status !== 'disabled' && { status: 'active' }),
    statusReason: undefined,
    options: { ...options, ...placeIn(topic) },
  });
  return true;
};

const placeIn = (topic: Topic | undefined) =>
  topic && { topicId: topic.id, ...(topic.name !== undefined && { topicName: topic.name }) };

const activated = (name: string) => `Activated. Messages for "${name}" will arrive here from now on.`;

const say = (chat: Chat, text: string, topic?: number): CallbackAnswer =>
  method('sendMessage', {
    chat_id: wireChatId(chat.id),
    ...(topic !== undefined && { message_thread_id: topic }),
    text,
  });

/** A call of the Bot API in the response to an update. */
const method = (name: string, parameters: object): CallbackAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ method: name, ...parameters }),
});
