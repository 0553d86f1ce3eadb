import { type FakeAnswer, jsonAnswer, rejections } from '../../../../lib/local/fakes/fake.ts';

/** Errors that name an earlier message. No one can choose them for a new message, which never meets them. */
const followUpRefusals = {
  edit_not_found: [400, 'Bad Request: message to edit not found'],
  not_modified: [
    400,
    'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
  ],
  reply_not_found: [400, 'Bad Request: message to be replied not found'],
} satisfies Record<string, readonly [number, string]>;

/** The Bot API server's errors (tdlib/telegram-bot-api and tdlib/td, 2026). The HTTP status is the error code. */
const refusals = {
  chat_not_found: [400, 'Bad Request: chat not found'],
  upgraded: [400, 'Bad Request: group chat was upgraded to a supergroup chat'],
  empty: [400, 'Bad Request: message text is empty'],
  too_long: [400, 'Bad Request: message is too long'],
  cannot_parse: [
    400,
    "Bad Request: can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'",
  ],
  no_rights: [400, 'Bad Request: not enough rights to send text messages to the chat'],
  thread_not_found: [400, 'Bad Request: message thread not found'],
  topic_closed: [400, 'Bad Request: TOPIC_CLOSED'],
  blocked: [403, 'Forbidden: bot was blocked by the user'],
  deactivated: [403, 'Forbidden: user is deactivated'],
  cannot_initiate: [403, "Forbidden: bot can't initiate conversation with a user"],
  to_a_bot: [403, "Forbidden: the bot can't send messages to the bot"],
  kicked_group: [403, 'Forbidden: bot was kicked from the group chat'],
  kicked_supergroup: [403, 'Forbidden: bot was kicked from the supergroup chat'],
  kicked_channel: [403, 'Forbidden: bot was kicked from the channel chat'],
  not_a_member: [403, 'Forbidden: bot is not a member of the supergroup chat'],
  group_deleted: [403, 'Forbidden: the group chat was deleted'],
  unauthorized: [401, 'Unauthorized'],
  not_found: [404, 'Not Found'],
  conflict: [
    409,
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  ],
  restart: [500, 'Internal Server Error: restart'],
} satisfies Record<string, readonly [number, string]>;

const allRefusals = { ...refusals, ...followUpRefusals };

export const refusal = (code: keyof typeof allRefusals, parameters?: Record<string, unknown>): FakeAnswer =>
  failure(...allRefusals[code], parameters);

export const rejected = rejections(
  refusals,
  (code) => refusal(code),
  ([status, text]) => `${status} ${text.replace(/^[^:]*: /, '')}`,
);

export const failure = (status: number, description: string, parameters?: Record<string, unknown>): FakeAnswer =>
  jsonAnswer(status, { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) });

export const success = (result: unknown, description?: string): FakeAnswer =>
  jsonAnswer(200, { ok: true, result, ...(description ? { description } : {}) });

/** Telegram's wait is an integer, and the server repeats it in a Retry-After header. */
export const tooMany = (seconds: number): FakeAnswer => {
  const wait = Math.max(1, Math.ceil(seconds));
  const answer = failure(429, `Too Many Requests: retry after ${wait}`, { retry_after: wait });
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(wait) } };
};

/**
 * Chats whose number selects the response, also after a minus or -100. Writing to them causes each error of the table.
 * If `times` is set, only the first calls fail.
 */
const magicChats: Record<string, { code: keyof typeof refusals; times?: number }> = {
  '400404': { code: 'chat_not_found' },
  '400001': { code: 'upgraded' },
  '400002': { code: 'cannot_parse' },
  '400003': { code: 'no_rights' },
  '400004': { code: 'thread_not_found' },
  '400005': { code: 'topic_closed' },
  '403001': { code: 'blocked' },
  '403002': { code: 'deactivated' },
  '403003': { code: 'cannot_initiate' },
  '403004': { code: 'to_a_bot' },
  '403005': { code: 'kicked_group' },
  '403006': { code: 'kicked_supergroup' },
  '403007': { code: 'kicked_channel' },
  '403008': { code: 'not_a_member' },
  '403009': { code: 'group_deleted' },
  '401001': { code: 'unauthorized' },
  '409001': { code: 'conflict' },
  '500001': { code: 'restart', times: 2 },
};

/** Returns the id of the supergroup that a group became. */
export const migratedChat = (chatId: number): number => -1_000_000_000_000 - Math.abs(chatId % 1_000_000_000_000);

/** Returns the selected response to message number `call` (from 1) in this chat; undefined for an ordinary chat. */
export const magicAnswer = (chatId: number, call: number): FakeAnswer | undefined => {
  // Supergroup ids begin with -100, which is not part of the number. The supergroup from chat 400001 has a longer id,
  // so it works.
  const digits = String(chatId).replace(/^-100(?=\d{6}$)/, '-');
  const busy = /^-?429(\d{3})$/.exec(digits);
  if (busy) return call === 1 ? tooMany(Number(busy[1])) : undefined;
  const magic = magicChats[digits.replace('-', '')];
  if (!magic || call > (magic.times ?? Number.POSITIVE_INFINITY)) return undefined;
  if (magic.code === 'upgraded') return refusal('upgraded', { migrate_to_chat_id: migratedChat(chatId) });
  if (magic.code === 'cannot_parse') return undefined;
  return refusal(magic.code);
};

/** True for the chat that rejects all markup, and accepts the same text as plain text. */
export const refusesMarkup = (chatId: number): boolean => /^-?(?:100)?400002$/.test(String(chatId));
