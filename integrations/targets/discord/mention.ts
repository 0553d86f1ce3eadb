import type { Message } from '../../../lambdas/model/message.ts';

/** Ids of roles begin with the `&` that Discord writes before them. */
const isRole = (id: string): boolean => id.startsWith('&');

const words = { here: '@here', channel: '@everyone' } as const;

/**
 * Returns the line with a message's mentions, and its `allowed_mentions`. If that list is empty, Discord notifies no
 * one. Embeds never mention anyone (discord.com/developers/docs, Allowed Mentions Object).
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
 * Stops a text from mentioning everyone when its message has other mentions. A wide character of the same length
 * replaces the `@`.
 */
export const withoutCalls = (text: string): string => text.replace(/@(?=everyone|here)/gi, '\uff20');
