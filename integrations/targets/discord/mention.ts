import type { Message } from '../../../lambdas/model/message.ts';

/** Roles carry the sign that Discord writes before them. */
const isRole = (id: string): boolean => id.startsWith('&');

const words = { here: '@here', channel: '@everyone' } as const;

/**
 * Whom a message mentions: the line that does, and the list without which Discord mentions nobody. Embeds mention nobody
 * whatever they say (discord.com/developers/docs, Allowed Mentions Object).
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
 * A text that stands in one message with a mention of all: its own words for all become words, with a sign that looks like
 * the one that calls people and is as long, so that no limit is passed.
 */
export const withoutCalls = (text: string): string => text.replace(/@(?=everyone|here)/gi, '\uff20');
