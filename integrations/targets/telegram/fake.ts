import { type Fake, type FakeRequest, given, type Placement, parseObject } from '../../../lib/local/fakes/fake.ts';
import { userEvent } from '../../../lib/local/fakes/recorder.ts';
import { createUpdateQueue } from '../../../lib/local/fakes/update-queue.ts';
import { botOf, type TelegramCredentials } from './credentials.ts';
import { migratedChat, refusal, rejected, tooMany } from './fake/answers.ts';
import { answerCall, type Bot, callMethod, parametersOf, parsePath } from './fake/bot-api.ts';
import { ownChat, type TelegramState, threadOf, typeOf } from './fake/chats.ts';
import { entitiesOf } from './fake/entities.ts';
import { actionsOf } from './fake/people.ts';

const initialState = (appUrl: string, credentials: TelegramCredentials, now: Date): TelegramState => ({
  chats: [ownChat],
  // As in reality, the ids don't begin at 1 and are not reused, not even after a reset.
  updateId: Math.floor(now.getTime() / 1000),
  messageId: 100,
  webhook: { url: `${appUrl}/api/callbacks/telegram`, secret: credentials.webhookSecret },
});

/**
 * Simulates the Bot API of one bot, and the people who write to it. The bot's webhook is set from the start, as after
 * an operator's `setWebhook`.
 */
const create: Fake['create'] = (parts) => {
  const { product, recorder, now } = parts;
  const credentials = given(botOf(parts.credentials));
  const fresh = initialState(product.appUrl, credentials, now());
  const state = parts.state(fresh);
  // Port and secret can have changed since the last run, so the webhook is set again.
  state.current.webhook = fresh.webhook;
  const bot: Bot = {
    token: credentials.botToken,
    name: credentials.botName,
    appUrl: product.appUrl,
    state,
    now,
    sends: new Map(),
  };
  const secretPart = credentials.botToken.slice(credentials.botToken.indexOf(':') + 1);
  const mask = (text: string): string =>
    text.replaceAll(secretPart, '***').replaceAll(state.current.webhook.secret || '\0', '***');
  const maskUrl = (url: string): string => url.replace(/\/bot(\d+):[^/]+/, '/bot$1:***');

  const place = (parameters: Record<string, unknown>): Placement => {
    const mode = String(parameters.parse_mode ?? '').toLowerCase();
    const entities = mode === '' ? entitiesOf(parameters.entities) : undefined;
    return {
      thread: String(parameters.chat_id ?? ''),
      bubble: {
        side: 'product',
        author: bot.name,
        format:
          mode === 'html'
            ? 'telegram-html'
            : mode.startsWith('markdown')
              ? 'telegram-markdown'
              : entities === undefined
                ? 'plain'
                : 'telegram-entities',
        text: String(parameters.text ?? ''),
        ...(entities === undefined ? {} : { message: { entities } }),
      },
    };
  };

  const updates = createUpdateQueue({
    provider: 'telegram',
    ports: parts,
    mask,
    write: (update) => ({
      url: state.current.webhook.url,
      headers: {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': state.current.webhook.secret,
      },
      body: JSON.stringify(update),
    }),
    threadOf: chatOfUpdate,
    // The response's body can contain a call of a method.
    onDelivered: ({ body }) => {
      const { method, ...parameters } = parseObject(body) ?? {};
      if (typeof method !== 'string') return;
      const answer = callMethod(bot, method, parameters);
      recorder.add({
        provider: 'telegram',
        kind: 'received',
        method: 'POST',
        url: maskUrl(`https://api.telegram.org/bot${bot.token}/${method}`),
        headers: { 'content-type': 'application/json' },
        body: mask(JSON.stringify(parameters)),
        status: answer.status,
        answer: { headers: answer.headers, body: answer.body },
        note: 'Came as the answer to an update.',
        ...(method.toLowerCase() === 'sendmessage' ? place(parameters) : {}),
      });
      // The client shows the answer to a click for a moment.
      const [, asked = ''] = String(parameters.callback_query_id).split(':');
      if (method === 'answerCallbackQuery')
        recorder.add(userEvent('telegram', asked, `The bot answers: ${parameters.text}`));
    },
  });

  return {
    name: 'Telegram',
    deepLinks: true,
    isDelivery: (request) => ['sendmessage', 'editmessagetext'].includes(parsePath(request.path)?.method ?? ''),
    placement: (request) => place(parametersOf(request)),
    handle: (request) => answerCall(bot, request),
    refuse: (mode, retryAfter, request) => {
      if (mode === '429') return tooMany(retryAfter);
      if (mode === '500') return refusal('restart');
      const type = typeOf(Number(parametersOf(request).chat_id));
      return refusal(type === 'private' ? 'blocked' : `kicked_${type}`);
    },
    answers: rejected.answers,
    answer: (code, request) =>
      code === 'upgraded'
        ? refusal(code, { migrate_to_chat_id: migratedChat(chatIdOf(request)) })
        : rejected.answer(code),
    mask,
    maskUrl,
    threads: () => state.current.chats.map((chat) => threadOf(chat, state.current.sent)),
    facts: () => ({ bot: bot.name }),
    actions: actionsOf(bot, recorder, updates),
  };
};

/** Returns an update's chat id, which names its conversation. */
const chatOfUpdate = (update: Record<string, unknown>): string => {
  const [content] = Object.entries(update).flatMap(([name, value]) => (name === 'update_id' ? [] : [value]));
  type Content = { chat?: { id?: unknown }; message?: Content } | undefined;
  const { chat, message } = (content as Content) ?? {};
  return String((chat ?? message?.chat)?.id ?? '');
};

const chatIdOf = (request: FakeRequest): number => Number(parametersOf(request).chat_id) || 0;

export const fake: Fake = { hosts: ['api.telegram.org'], create };
