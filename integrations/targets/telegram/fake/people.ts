import * as z from 'zod';
import { type Fake, FakeInputError } from '../../../../lib/local/fakes/fake.ts';
import { type Recorder, userEvent } from '../../../../lib/local/fakes/recorder.ts';
import type { UpdateQueue } from '../../../../lib/local/fakes/update-queue.ts';
import { migratedChat } from './answers.ts';
import type { Bot } from './bot-api.ts';
import { type Chat, chatOf, newChatId, ownChat, titleOf, topicOf, typeOf, wireChat } from './chats.ts';

const chatType = z.enum(['private', 'group', 'supergroup', 'channel']);
const chatId = z.coerce.number().int();
const say = z.object({
  chatId,
  topic: z.coerce.number().int().optional(),
  text: z.string().min(1).max(4096),
  type: chatType.optional(),
  title: z.string().optional(),
});
const newChat = z.object({ type: chatType, title: z.string().trim().min(1).max(64), start: z.string().optional() });
const membership = z.object({ chatId, closed: z.boolean() });
const click = z.object({ chatId, message: z.coerce.number().int().optional() });
const migrate = z.object({ chatId });
const newTopic = z.object({ chatId, name: z.string().trim().min(1).max(128) });
const topicChange = z.object({ chatId, topic: z.coerce.number().int(), what: z.enum(['close', 'reopen', 'delete']) });

/** The people who write to a bot. The bot gets an update of each of their acts. */
const peopleOf = (bot: Bot, recorder: Recorder, updates: Pick<UpdateQueue, 'post'>) => {
  const { state, now } = bot;
  const post = (payload: Record<string, unknown>) => {
    state.current.updateId += 1;
    state.save();
    return updates.post({ update_id: state.current.updateId, ...payload });
  };
  const seconds = (): number => Math.floor(now().getTime() / 1000);
  const person = (chat: Chat): Record<string, unknown> =>
    chat.type === 'private'
      ? { id: chat.id, is_bot: false, first_name: chat.title, language_code: 'en' }
      : { id: ownChat.id, is_bot: false, first_name: ownChat.title, language_code: 'en' };
  const member = (status: string): Record<string, unknown> => ({
    user: { id: Number(bot.token.split(':')[0]), is_bot: true, first_name: bot.name, username: bot.name },
    status,
  });
  const joined = (chat: Chat): string => (chat.type === 'channel' ? 'administrator' : 'member');
  const moved = (chat: Chat, from: string, to: string) =>
    post({
      my_chat_member: {
        chat: wireChat(chat),
        from: person(chat),
        date: seconds(),
        old_chat_member: member(from),
        new_chat_member: member(to),
      },
    });

  /**
   * Returns the chat, and creates it if no one has written in it. When the bot is added to a group, it gets an update.
   */
  const openChat = async (id: number, type?: Chat['type'], title?: string): Promise<Chat> => {
    const known = chatOf(state.current, id);
    if (known) return known;
    const chosen = type ?? typeOf(id);
    const chat: Chat = { id, type: chosen, title: title ?? titleOf(id, chosen) };
    state.current.chats.push(chat);
    state.save();
    if (chat.type !== 'private') recorder.add(userEvent('telegram', String(chat.id), 'You added the bot.'));
    if (chat.type !== 'private') await moved(chat, 'left', joined(chat));
    return chat;
  };

  const userSays = (chat: Chat, text: string, note?: string) =>
    recorder.add({
      provider: 'telegram',
      kind: 'user',
      method: '',
      url: '',
      headers: {},
      body: '',
      status: 0,
      thread: String(chat.id),
      bubble: { side: 'user', author: chat.type === 'private' ? chat.title : ownChat.title, format: 'plain', text },
      ...(note === undefined ? {} : { note }),
    });

  /** Builds a message in a topic. It is a reply to the topic's first message. */
  const inTopic = (chat: Chat, id: number) => ({
    message_thread_id: id,
    is_topic_message: true,
    reply_to_message: {
      message_id: id,
      from: person(chat),
      chat: wireChat(chat),
      date: seconds(),
      message_thread_id: id,
      is_topic_message: true,
      forum_topic_created: { name: topicOf(chat, id)?.name, icon_color: 7322096 },
    },
  });

  const sayIn = async (chat: Chat, text: string, topic?: number) => {
    if (topic !== undefined && !topicOf(chat, topic)) throw new FakeInputError(`There is no topic ${topic}.`);
    if (chat.closed === 'blocked') await setClosed(chat, false);
    if (!seenByBot(chat, text, bot.name)) {
      userSays(chat, text, 'The bot does not see this: in groups it reads only commands and replies.');
      return { delivered: false, status: 0, queued: false };
    }
    userSays(chat, text, topic === undefined ? undefined : `In the topic ${topicOf(chat, topic)?.name}.`);
    state.current.messageId += 1;
    const message = {
      message_id: state.current.messageId,
      ...(chat.type === 'channel' ? { sender_chat: wireChat(chat) } : { from: person(chat) }),
      chat: wireChat(chat),
      date: seconds(),
      ...(topic !== undefined && inTopic(chat, topic)),
      text,
      ...commandEntities(text),
    };
    return post(chat.type === 'channel' ? { channel_post: message } : { message });
  };

  const setClosed = async (chat: Chat, closed: boolean) => {
    const reason = chat.type === 'private' ? 'blocked' : 'kicked';
    if (closed) chat.closed = reason;
    else delete chat.closed;
    state.save();
    const [opened, shut] =
      chat.type === 'private'
        ? ['You unblocked the bot.', 'You blocked the bot.']
        : ['You added the bot again.', 'You removed the bot.'];
    recorder.add(userEvent('telegram', String(chat.id), closed ? shut : opened));
    return moved(chat, closed ? joined(chat) : 'kicked', closed ? 'kicked' : joined(chat));
  };

  const topicNews = (chat: Chat, topic: number, news: Record<string, unknown>) => {
    state.current.messageId += 1;
    const message = { message_id: state.current.messageId, from: person(chat), chat: wireChat(chat), date: seconds() };
    return post({ message: { ...message, ...inTopic(chat, topic), ...news } });
  };

  const knownChat = (id: number): Chat => {
    const chat = chatOf(state.current, id);
    if (!chat) throw new FakeInputError(`No one has written in the chat ${id} yet.`);
    return chat;
  };

  return { post, seconds, person, openChat, sayIn, setClosed, topicNews, knownChat };
};

/** The actions of the people who write to a bot. */
export const actionsOf = (...parts: Parameters<typeof peopleOf>): ReturnType<Fake['create']>['actions'] => {
  const [bot, recorder] = parts;
  const { state } = bot;
  const { post, seconds, person, openChat, sayIn, setClosed, topicNews, knownChat } = peopleOf(...parts);
  return {
    say: async (input) => {
      const { chatId, text, type, title, topic } = say.parse(input);
      return sayIn(await openChat(chatId, type, title), text, topic);
    },
    chat: async (input) => {
      const { type, title, start } = newChat.parse(input);
      const chat = await openChat(newChatId(state, type), type, title);
      if (start) await sayIn(chat, type === 'private' ? `/start ${start}` : `/start@${bot.name} ${start}`);
      return { chatId: chat.id };
    },
    /** Clicks the first callback button of a message, or of the newest message that has one. */
    click: async (input) => {
      const { chatId, message: chosen } = click.parse(input);
      const chat = knownChat(chatId);
      const sent = state.current.sent?.findLast(
        ({ chatId: at, id, buttons = [] }) => at === chatId && buttons.length > 0 && (chosen ?? id) === id,
      );
      const [button] = sent?.buttons ?? [];
      if (!button) throw new FakeInputError('There is no button.');
      recorder.add(userEvent('telegram', String(chatId), `You clicked ${button.text}.`));
      const query = { id: `${state.current.updateId}:${chatId}`, from: person(chat), chat_instance: '1' };
      const message = { message_id: sent?.id, chat: wireChat(chat), date: seconds() };
      return post({ callback_query: { ...query, data: button.callback_data, message } });
    },
    /** Deletes the bot's messages in a chat, as an administrator can. */
    forget: async (input) => {
      const { chatId } = migrate.parse(input);
      knownChat(chatId);
      state.current.sent = (state.current.sent ?? []).filter((sent) => sent.chatId !== chatId);
      state.save();
      recorder.add(userEvent('telegram', String(chatId), 'You deleted the bot’s messages.'));
      return { chatId };
    },
    block: async (input) => {
      const { chatId, closed } = membership.parse(input);
      return setClosed(knownChat(chatId), closed);
    },
    /** Creates a topic; the first one turns the supergroup into a forum. Its first message has the topic's number. */
    topic: async (input) => {
      const { chatId, name } = newTopic.parse(input);
      const chat = knownChat(chatId);
      if (chat.type !== 'supergroup') throw new FakeInputError('Only a supergroup has topics.');
      state.current.messageId += 1;
      const id = state.current.messageId;
      chat.topics = [...(chat.topics ?? []), { id, name }];
      state.save();
      recorder.add(userEvent('telegram', String(chat.id), `You made the topic ${name}.`));
      await topicNews(chat, id, { forum_topic_created: { name, icon_color: 7322096 } });
      return { topic: id };
    },
    topicstate: async (input) => {
      const { chatId, topic: id, what } = topicChange.parse(input);
      const chat = knownChat(chatId);
      const topic = topicOf(chat, id);
      if (!topic) throw new FakeInputError(`There is no topic ${id}.`);
      if (what === 'close') topic.closed = true;
      else if (what === 'reopen') delete topic.closed;
      else topic.deleted = true;
      state.save();
      const done = { close: 'closed', reopen: 'opened', delete: 'deleted' }[what];
      recorder.add(userEvent('telegram', String(chat.id), `You ${done} the topic ${topic.name}.`));
      // Telegram doesn't notify bots of deleted topics.
      if (what !== 'delete')
        await topicNews(chat, id, { [`forum_topic_${done === 'closed' ? 'closed' : 'reopened'}`]: {} });
      return { topic: id };
    },
    migrate: async (input) => {
      const chat = knownChat(migrate.parse(input).chatId);
      if (chat.type !== 'group') throw new FakeInputError('Only a basic group can become a supergroup.');
      const id = migratedChat(chat.id);
      const supergroup: Chat = { id, type: 'supergroup', title: chat.title };
      state.current.chats.push(supergroup);
      chat.migratedTo = id;
      recorder.add(userEvent('telegram', String(chat.id), 'This group became a supergroup.'));
      recorder.add(userEvent('telegram', String(id), 'This supergroup was a group before.'));
      const notice = { date: seconds(), from: person(chat) };
      await post({ message: { message_id: 1, chat: wireChat(chat), ...notice, migrate_to_chat_id: id } });
      await post({
        message: { message_id: 1, chat: wireChat(supergroup), ...notice, migrate_from_chat_id: chat.id },
      });
      return { chatId: id };
    },
  };
};

/** True if the bot sees a text. In privacy mode, the default of every bot, it sees only its own commands in groups. */
const seenByBot = (chat: Chat, text: string, botName: string): boolean => {
  if (chat.closed === 'kicked') return false;
  if (chat.type === 'private' || chat.type === 'channel') return true;
  const command = /^\/\w+(?:@(\w+))?/.exec(text);
  return command !== null && (command[1] === undefined || command[1].toLowerCase() === botName.toLowerCase());
};

const commandEntities = (text: string): Record<string, unknown> => {
  const command = /^\/\w+(?:@\w+)?/.exec(text);
  return command ? { entities: [{ type: 'bot_command', offset: 0, length: command[0].length }] } : {};
};
