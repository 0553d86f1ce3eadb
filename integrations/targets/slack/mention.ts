import type { Message } from '../../../lambdas/model/message.ts';

type Who = NonNullable<Message['mention']>;

/** True if an id is a user group's. Ids of groups start with S, ids of people with U or W. */
const isGroup = (id: string): boolean => id.startsWith('S');

/** Returns mentions in Slack's markup (docs.slack.dev, formatting message text). */
export const mentionText = (who: Who): string =>
  typeof who === 'string' ? `<!${who}>` : who.map((id) => (isGroup(id) ? `<!subteam^${id}>` : `<@${id}>`)).join(' ');

/** Returns mentions as rich text elements, because text cannot mention anyone in rich text. */
export const mentionElements = (who: Who): object[] =>
  typeof who === 'string'
    ? [{ type: 'broadcast', range: who }]
    : who.flatMap((id, at) => [
        ...(at > 0 ? [{ type: 'text', text: ' ' }] : []),
        isGroup(id) ? { type: 'usergroup', usergroup_id: id } : { type: 'user', user_id: id },
      ]);
