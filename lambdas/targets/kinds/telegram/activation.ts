import type { BeginContext, Beginning } from '../../target-kind.ts';
import { botOf } from './credentials.ts';

export const ACTIVATION = 'activation';
const LIFETIME_SECONDS = 30 * 60;

/**
 * A new activation code, shown to the owner in the options until a chat sends it to the bot:
 * `ActivationKey`, the links that send it with one tap (`ActivationUrl` for a chat with the bot, `ActivationGroupUrl`
 * for a group), the bot's name and `expires_at`. Reading the target never makes a new code; `{renew: true}` does, and
 * makes the old one worthless.
 */
export const beginActivation = async (context: BeginContext, oldCode?: unknown): Promise<Beginning> => {
  if (typeof oldCode === 'string') await context.revokeCode(ACTIVATION, oldCode);
  const bot = botOf(context.credentials);
  const code = await context.issueCode(ACTIVATION, LIFETIME_SECONDS, 'typed');
  const link = `${context.links.telegramLink ?? 'https://t.me'}/${bot?.botName}`;
  return {
    status: 'pending',
    statusReason: 'Send the activation code to the bot.',
    options: {
      ActivationKey: code,
      ActivationUrl: `${link}?start=${code}`,
      ActivationGroupUrl: `${link}?startgroup=${code}`,
      bot_name: bot?.botName,
      expires_at: new Date(context.now().getTime() + LIFETIME_SECONDS * 1000).toISOString(),
    },
  };
};
