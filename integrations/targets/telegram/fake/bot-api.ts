import { type FakeAnswer, type FakeRequest, parseObject } from '../../../../lib/local/fakes/fake.ts';
import type { StateFile } from '../../../../lib/local/fakes/state.ts';
import { failure, magicAnswer, refusal, refusesMarkup, success } from './answers.ts';
import { type Chat, chatOf, type TelegramState, titleOf, topicOf, typeOf, wireChat } from './chats.ts';
import { buttonsError, callbackButtons, entitiesError, entitiesOf } from './entities.ts';
import { markupError } from './markup.ts';

export interface Bot {
  token: string;
  name: string;
  appUrl: string;
  state: StateFile<TelegramState>;
  now: () => Date;
  /** The number of messages sent to each chat, for chats that fail only at first. */
  sends: Map<number, number>;
}

/** Parses the token and method of `/bot<token>/<method>`. Returns undefined for another path. */
export const parsePath = (path: string): { token: string; method: string } | undefined => {
  const match = /^\/bot([^/]*)\/([^/]*)$/.exec(path);
  return match ? { token: match[1] as string, method: (match[2] as string).toLowerCase() } : undefined;
};

/** Parses parameters, which can be JSON, a form or a query. */
export const parametersOf = (request: FakeRequest): Record<string, unknown> => {
  const query = Object.fromEntries(request.query);
  if (request.headers['content-type']?.includes('json')) return { ...query, ...parseObject(request.body) };
  return { ...query, ...Object.fromEntries(new URLSearchParams(request.body)) };
};

/** Handles an HTTP call. Checks the path and token before the method. */
export const answerCall = (bot: Bot, request: FakeRequest): FakeAnswer => {
  const call = parsePath(request.path);
  if (!call) return failure(404, 'Not Found');
  if (!/^[1-9]\d*:[\w-]+$/.test(call.token) || call.token.length > 80) {
    return failure(401, 'Unauthorized: invalid token specified');
  }
  if (call.token !== bot.token) return failure(401, 'Unauthorized');
  return callMethod(bot, call.method, parametersOf(request));
};

export const callMethod = (bot: Bot, method: string, parameters: Record<string, unknown>): FakeAnswer => {
  switch (method.toLowerCase()) {
    case 'getme':
      return success(me(bot));
    case 'sendmessage':
      return sendMessage(bot, parameters);
    case 'editmessagetext':
      return editMessage(bot, parameters);
    case 'answercallbackquery':
      return success(true);
    case 'setwebhook':
      return setWebhook(bot, parameters);
    case 'deletewebhook':
      bot.state.current.webhook = { url: '', secret: '' };
      bot.state.save();
      return success(true, 'Webhook was deleted');
    case 'getwebhookinfo':
      return success({
        url: bot.state.current.webhook.url,
        has_custom_certificate: false,
        pending_update_count: 0,
        max_connections: 40,
      });
    case 'getupdates':
      return bot.state.current.webhook.url === '' ? success([]) : refusal('conflict');
    default:
      return failure(404, 'Not Found: method not found');
  }
};

const me = (bot: Bot): Record<string, unknown> => ({
  id: Number(bot.token.split(':')[0]),
  is_bot: true,
  first_name: bot.name,
  username: bot.name,
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
});

/** Checks a message's chat, for a new message or a change. */
const writableChat = (bot: Bot, parameters: Record<string, unknown>): Chat | FakeAnswer => {
  const chatId = Number(parameters.chat_id);
  if (parameters.chat_id === undefined || parameters.chat_id === '') {
    return failure(400, 'Bad Request: chat_id is empty');
  }
  if (!Number.isSafeInteger(chatId)) return refusal('chat_not_found');
  const sends = (bot.sends.get(chatId) ?? 0) + 1;
  bot.sends.set(chatId, sends);
  const magic = magicAnswer(chatId, sends);
  if (magic) return magic;

  const chat = chatOf(bot.state.current, chatId) ?? magicSupergroup(chatId);
  if (!chat) return refusal('chat_not_found');
  if (chat.migratedTo !== undefined) return refusal('upgraded', { migrate_to_chat_id: chat.migratedTo });
  if (chat.closed === 'blocked') return refusal('blocked');
  if (chat.closed === 'kicked') return refusal(chat.type === 'private' ? 'blocked' : `kicked_${chat.type}`);
  return chat;
};

/** Checks a message's text, entities and buttons. Returns undefined if they are accepted. */
const contentRefusal = (bot: Bot, chat: Chat, parameters: Record<string, unknown>): FakeAnswer | undefined => {
  const text = textOf(parameters);
  const parseMode = parseModeOf(parameters);
  if ((parseMode || parameters.entities) && refusesMarkup(chat.id)) return refusal('cannot_parse');
  const broken = markupError(text, parseMode);
  if (broken) return failure(400, `Bad Request: ${broken}`);
  if (text.trim() === '') return refusal('empty');
  const entities = parseMode ? undefined : entitiesOf(parameters.entities);
  const wrong =
    (entities === undefined ? undefined : entitiesError(text, entities, bot.appUrl)) ??
    buttonsError(parameters.reply_markup, bot.appUrl);
  if (wrong) return failure(400, `Bad Request: ${wrong}`);
  return [...visibleText(text, parseMode)].length > 4096 ? refusal('too_long') : undefined;
};

const textOf = ({ text }: Record<string, unknown>): string => (typeof text === 'string' ? text : '');
const parseModeOf = ({ parse_mode: mode }: Record<string, unknown>) => (typeof mode === 'string' ? mode : undefined);

/** The number of the bot's messages that it can still edit here; real chats keep all of them. */
const KEPT_MESSAGES = 500;

/** The content that an edit has to change. */
const saidIn = ({ text, entities, reply_markup }: Record<string, unknown>): string =>
  JSON.stringify([text, entities ?? null, reply_markup ?? null]);

const contentOf = (parameters: Record<string, unknown>) => ({
  said: saidIn(parameters),
  buttons: callbackButtons(parameters.reply_markup),
});

const sendMessage = (bot: Bot, parameters: Record<string, unknown>): FakeAnswer => {
  const chat = writableChat(bot, parameters);
  if ('status' in chat) return chat;
  const thread = threadRefusal(chat, parameters.message_thread_id);
  if (thread) return thread;
  const { disable_notification: silent } = parameters;
  if (silent !== undefined && !['true', 'false'].includes(String(silent)))
    return failure(400, 'Bad Request: can\'t parse parameter "disable_notification"');
  const wrong = contentRefusal(bot, chat, parameters);
  if (wrong) return wrong;
  const repliesTo = replyOf(parameters.reply_parameters);
  if (repliesTo !== undefined && !sentOf(bot, chat.id, repliesTo)) return refusal('reply_not_found');

  const { current } = bot.state;
  current.messageId += 1;
  const id = current.messageId;
  current.sent = [...(current.sent ?? []), { chatId: chat.id, id, ...contentOf(parameters) }].slice(-KEPT_MESSAGES);
  bot.state.save();
  const topic = topicOf(chat, Number(parameters.message_thread_id));
  const notes = [
    ...(topic ? [`In the topic ${topic.name}.`] : []),
    ...(String(silent) === 'true' ? ['Arrives without a sound.'] : []),
  ];
  const answer = success({
    ...sentMessage(bot, chat, id, parameters),
    ...(topic && { message_thread_id: topic.id, is_topic_message: true }),
    ...(repliesTo !== undefined && { reply_to_message: { message_id: repliesTo, chat: wireChat(chat) } }),
  });
  const message = { id: `${chat.id}/${id}`, ...(repliesTo !== undefined && { repliesTo: `${chat.id}/${repliesTo}` }) };
  return { ...answer, message, ...(notes.length > 0 && { note: notes.join(' ') }) };
};

const editMessage = (bot: Bot, parameters: Record<string, unknown>): FakeAnswer => {
  const chat = writableChat(bot, parameters);
  if ('status' in chat) return chat;
  const id = Number(parameters.message_id);
  if (!Number.isSafeInteger(id) || id <= 0) return failure(400, 'Bad Request: message identifier is not specified');
  const wrong = contentRefusal(bot, chat, parameters);
  if (wrong) return wrong;
  const sent = sentOf(bot, chat.id, id);
  if (!sent) return refusal('edit_not_found');
  if (sent.said === saidIn(parameters)) return refusal('not_modified');
  Object.assign(sent, contentOf(parameters));
  bot.state.save();
  const editedAt = { edit_date: Math.floor(bot.now().getTime() / 1000) };
  const answer = success({ ...sentMessage(bot, chat, id, parameters), ...editedAt });
  return { ...answer, message: { id: `${chat.id}/${id}`, isEdit: true } };
};

const sentOf = (bot: Bot, chatId: number, id: number) =>
  bot.state.current.sent?.find((sent) => sent.chatId === chatId && sent.id === id);

/** The id in `reply_parameters`, which a form sends as JSON text. */
const replyOf = (parameters: unknown): number | undefined => {
  const read = typeof parameters === 'string' ? parseObject(parameters) : parameters;
  const id = (read as { message_id?: unknown } | undefined)?.message_id;
  return id === undefined ? undefined : Number(id);
};

const sentMessage = (bot: Bot, chat: Chat, id: number, parameters: Record<string, unknown>) => ({
  message_id: id,
  from: { id: me(bot).id, is_bot: true, first_name: bot.name, username: bot.name },
  chat: wireChat(chat),
  date: Math.floor(bot.now().getTime() / 1000),
  text: visibleText(textOf(parameters), parseModeOf(parameters)),
});

/** Returns an error if the topic does not exist or is closed. The general topic has no number. */
const threadRefusal = (chat: Chat, sent: unknown): FakeAnswer | undefined => {
  if (sent === undefined || sent === '') return undefined;
  const id = Number(sent);
  if (!Number.isSafeInteger(id)) return failure(400, 'Bad Request: message thread identifier is invalid');
  const topic = topicOf(chat, id);
  if (!topic) return refusal('thread_not_found');
  return topic.closed ? refusal('topic_closed') : undefined;
};

/** Removes the markup, because the limit of 4,096 code points applies to the visible text. */
const visibleText = (text: string, parseMode: string | undefined): string => {
  switch (parseMode?.toLowerCase()) {
    case 'html':
      return text
        .replace(/<[^>]*>/g, '')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&amp;/g, '&');
    case 'markdownv2':
      return text.replace(/\\(.)/gs, '$1');
    default:
      return text;
  }
};

/** The supergroup that replaced chat 400001 exists without being created, like the other chats here. */
const magicSupergroup = (chatId: number): ReturnType<typeof chatOf> =>
  /^-?(?:100)?0*(?:400001|400002|429\d{3}|500001)$/.test(String(chatId))
    ? { id: chatId, type: typeOf(chatId), title: titleOf(chatId, typeOf(chatId)) }
    : undefined;

const setWebhook = (bot: Bot, parameters: Record<string, unknown>): FakeAnswer => {
  const url = String(parameters.url ?? '');
  const secret = String(parameters.secret_token ?? '');
  if (!/^[A-Za-z0-9_-]{0,256}$/.test(secret)) {
    return failure(400, 'Bad Request: secret token contains unallowed characters');
  }
  // The product's own URL counts as public. Any other URL must be one that the real server accepts.
  if (url !== '' && !url.startsWith(`${bot.appUrl}/`)) {
    const parsed = URL.parse(url);
    if (!parsed) return failure(400, 'Bad Request: invalid webhook URL specified');
    if (parsed.protocol !== 'https:') {
      return failure(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook');
    }
    if (!['', '443', '80', '88', '8443'].includes(parsed.port)) {
      return failure(400, 'Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
    }
  }
  const same = bot.state.current.webhook.url === url && bot.state.current.webhook.secret === secret;
  bot.state.current.webhook = { url, secret };
  bot.state.save();
  return success(true, same ? 'Webhook is already set' : url === '' ? 'Webhook was deleted' : 'Webhook was set');
};
