import type { Message } from '../../../lambdas/model/message.ts';

/** Roles have the sign that Discord writes before them. */
const isRole = (id: string): boolean => id.startsWith('&');

const words = { here: '@here', channel: '@everyone' } as const;

/**
 * A message's mentions: the line that mentions, and the list without which Discord mentions no one. Embeds never
 * mention anyone (discord.com/developers/docs, Allowed Mentions Object).
 */
export const mentionOf = (who: Message['mention']) => {
  if (who === undefined) return { line: '', allowed: { parse: [] } };
  if (typeof who === 'string') return { line: words[who], allowed: { parse: ['everyone'] } };
  const roles = who.filter(isRole).map((id) => id.slice(1));
  const users = who.filter((id) => !isRole(id));
  return {
    line: who.map((id) => `<@${id}>`).join(' '),
    allowed: { parse: [], ...(users.length > 0 && { users }), ...(roles.length > 0 && { roles }) },
  };
};

/**
 * A text in the same message as a mention of everyone. Mentions of everyone in the text become plain words: another
 * character of the same length replaces the one that notifies people.
 */
export const withoutCalls = (text: string): string => text.replace(/@(?=everyone|here)/gi, '\uff20');
