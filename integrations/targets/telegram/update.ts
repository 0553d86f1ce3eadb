import * as z from 'zod';

/** A chat. Its id can exceed 2^53 in theory, so it is kept as text. */
const chat = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: z.string().optional(),
  first_name: z.string().optional(),
  username: z.string().optional(),
});
const chatId = z.union([z.number(), z.string()]).transform(String);
const message = z.object({
  chat,
  text: z.string().optional(),
  /** Replies in groups without topics have this field too. It is a topic only if `is_topic_message` is true. */
  message_thread_id: z.number().optional(),
  is_topic_message: z.boolean().optional(),
  forum_topic_reopened: z.looseObject({}).optional(),
  /** A message in a topic replies to the message that created the topic, unless it replies to another message. */
  reply_to_message: z
    .looseObject({ forum_topic_created: z.looseObject({ name: z.string() }).optional() })
    .optional()
    .catch(undefined),
  migrate_to_chat_id: chatId.optional(),
  migrate_from_chat_id: chatId.optional(),
});

/** The updates that setWebhook subscribes to (`allowed_updates`). Other fields are ignored. */
const updateSchema = z.object({
  update_id: z.number(),
  message: message.optional(),
  channel_post: message.optional(),
  callback_query: z
    .object({
      id: z.string(),
      from: z.object({ first_name: z.string(), username: z.string().optional() }),
      /** Older messages have only their chat and id. */
      message: z.object({ chat }).optional(),
      data: z.string().optional(),
    })
    .optional(),
  my_chat_member: z.object({ chat, new_chat_member: z.object({ status: z.string() }) }).optional(),
});

export type Chat = z.infer<typeof chat>;

/** A topic of a group. The name is undefined if the message doesn't contain it. */
export interface Topic {
  id: number;
  name: string | undefined;
}

/** The kinds of update that the callback distinguishes. */
export type Update = { id: number } & (
  | { kind: 'code'; chat: Chat; topic: Topic | undefined; code: string; isCommand: boolean }
  | { kind: 'reopened'; chat: Chat; topic: Topic }
  | { kind: 'chatter'; chat: Chat }
  | { kind: 'moved'; from: string; to: string }
  | { kind: 'clicked'; chat: Chat; query: string; dispatchId: string; by: string }
  | { kind: 'left'; chat: Chat }
  | { kind: 'joined'; chat: Chat }
  | { kind: 'other' }
);

/** The beginning of the data of the button that acknowledges a call; its dispatch id follows. */
export const ACKNOWLEDGE = 'ack:';

/** `/start CODE`, `/start@Bot CODE` or only the code. */
const CODE = /^(?:\/start(@\w+)?\s+)?([A-Za-z0-9_-]{8,64})\s*$/i;

/**
 * Parses an update of the Bot API. Returns undefined if the body is invalid.
 * @param botName the bot's name; commands for other bots in the group are ignored
 */
export const parseUpdate = (body: unknown, botName: string): Update | undefined => {
  const parsed = updateSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { update_id: id, message, channel_post, my_chat_member: member, callback_query: click } = parsed.data;
  if (member) {
    const { status } = member.new_chat_member;
    if (status === 'kicked' || status === 'left') return { id, kind: 'left', chat: member.chat };
    return status === 'member' || status === 'administrator'
      ? { id, kind: 'joined', chat: member.chat }
      : { id, kind: 'other' };
  }
  if (click) {
    const { id: query, from, message: clicked, data = '' } = click;
    if (!clicked || !data.startsWith(ACKNOWLEDGE)) return { id, kind: 'other' };
    const dispatchId = data.slice(ACKNOWLEDGE.length);
    return { id, kind: 'clicked', chat: clicked.chat, query, dispatchId, by: nameOf(from) };
  }
  const post = message ?? channel_post;
  if (!post) return { id, kind: 'other' };
  if (post.migrate_to_chat_id) return { id, kind: 'moved', from: post.chat.id, to: post.migrate_to_chat_id };
  if (post.migrate_from_chat_id) return { id, kind: 'moved', from: post.migrate_from_chat_id, to: post.chat.id };
  // Messages without a topic number belong to the general topic, which has none.
  const topic = topicOf(post);
  if (post.forum_topic_reopened && topic) return { id, kind: 'reopened', chat: post.chat, topic };
  const match = CODE.exec(post.text?.trim() ?? '');
  const [, addressee, code] = match ?? [];
  if (!code) return { id, kind: 'chatter', chat: post.chat };
  if (addressee && addressee.slice(1).toLowerCase() !== botName.toLowerCase()) return { id, kind: 'other' };
  return { id, kind: 'code', chat: post.chat, topic, code, isCommand: /^\s*\/start/i.test(post.text ?? '') };
};

/** A person's name without signs that become links or mentions in other chats. May be empty. */
const nameOf = ({ first_name, username = '' }: { first_name: string; username?: string | undefined }): string => {
  const plain = (name: string) =>
    name
      .replace(/[^\p{L}\p{M}\p{N} '_-]/gu, '')
      .trim()
      .slice(0, 64);
  return plain(first_name) || plain(username);
};

const topicOf = ({
  is_topic_message,
  message_thread_id,
  reply_to_message,
}: z.infer<typeof message>): Topic | undefined =>
  is_topic_message && message_thread_id !== undefined
    ? { id: message_thread_id, name: reply_to_message?.forum_topic_created?.name }
    : undefined;
