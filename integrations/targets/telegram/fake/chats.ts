import type { StateFile } from '../../../../lib/local/fakes/state.ts';
import type { Thread } from '../../../../lib/local/fakes/wire.ts';

export interface Chat {
  id: number;
  type: 'private' | 'group' | 'supergroup' | 'channel';
  title: string;
  /** The reason why the bot cannot write here. Undefined if it can. */
  closed?: 'blocked' | 'kicked';
  migratedTo?: number;
  /** The topics of a supergroup, except the general one, which has no number in messages. */
  topics?: Topic[];
}

export interface Topic {
  id: number;
  name: string;
  closed?: true;
  deleted?: true;
}

/** Finds an existing topic. */
export const topicOf = ({ topics = [] }: Chat, id: number): Topic | undefined =>
  topics.find((topic) => topic.id === id && !topic.deleted);

export interface TelegramState {
  chats: Chat[];
  updateId: number;
  messageId: number;
  /** The bot's latest messages, which it can edit and reply to. `said` is their text and markup. */
  sent?: { chatId: number; id: number; said: string; buttons?: { text: string; callback_data: string }[] }[];
  webhook: { url: string; secret: string };
}

/** A new user's own chat with the bot. */
export const ownChat: Chat = { id: 100200300, type: 'private', title: 'You' };

export const chatOf = (state: TelegramState, chatId: number): Chat | undefined =>
  state.chats.find((chat) => chat.id === chatId);

/** Converts a chat to the form of the Bot API. */
export const wireChat = (chat: Chat): Record<string, unknown> =>
  chat.type === 'private'
    ? { id: chat.id, first_name: chat.title, type: 'private' }
    : { id: chat.id, title: chat.title, type: chat.type, ...(chat.topics && { is_forum: true }) };

/** Returns a chat's type by its id: positive for people, starting with -100 for supergroups and channels. */
export const typeOf = (chatId: number): Chat['type'] =>
  chatId > 0 ? 'private' : String(chatId).startsWith('-100') ? 'supergroup' : 'group';

export const titleOf = (chatId: number, type: Chat['type']): string => {
  const tail = String(Math.abs(chatId)).slice(-6);
  return type === 'private' ? `Person ${tail}` : type === 'channel' ? `Channel ${tail}` : `Group ${tail}`;
};

/** Returns an unused id for a chat that a user starts on the page. */
export const newChatId = (state: StateFile<TelegramState>, type: Chat['type']): number => {
  const taken = new Set(state.current.chats.map((chat) => chat.id));
  const base = type === 'private' ? 100200301 : type === 'group' ? -4001001 : -1002003004001;
  const step = base > 0 ? 1 : -1;
  let id = base;
  while (taken.has(id)) id += step;
  return id;
};

/** A chat with the buttons of its newest message that has some. */
export const threadOf = (chat: Chat, sent: TelegramState['sent'] = []): Thread => ({
  id: String(chat.id),
  title: chat.title,
  kind: chat.type === 'private' ? 'person' : chat.type === 'channel' ? 'channel' : 'group',
  ...(chat.migratedTo !== undefined
    ? { state: 'became a supergroup' }
    : chat.closed === undefined
      ? {}
      : { state: chat.closed === 'blocked' ? 'bot blocked' : 'bot removed' }),
  ...buttonsIn(sent.findLast(({ chatId, buttons = [] }) => chatId === chat.id && buttons.length > 0)),
  ...(chat.topics && {
    topics: chat.topics.flatMap(({ id, name, closed, deleted }) =>
      deleted ? [] : [{ id, name, ...(closed && { closed: true as const }) }],
    ),
  }),
});

const buttonsIn = (message: NonNullable<TelegramState['sent']>[number] | undefined): Pick<Thread, 'buttons'> =>
  message ? { buttons: (message.buttons ?? []).map(({ text }) => ({ message: message.id, text })) } : {};
