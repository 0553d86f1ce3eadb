import { newActivationCode } from '../../../lambdas/targets/activation.ts';
import type { BeginContext, OnboardingResult } from '../../../lambdas/targets/target-kind.ts';
import { botOf } from './credentials.ts';

/**
 * Issues a new activation code, shown to the owner in the options until a chat sends it to the bot. The options are
 * `ActivationKey`, the bot's name, `expires_at`, and links that send the key with one tap: `ActivationUrl` for a chat,
 * `ActivationGroupUrl` for a group. Reading the target never creates a new code; `{renew: true}` does, and invalidates
 * the old one.
 */
export const beginActivation = async (context: BeginContext, oldCode?: unknown): Promise<OnboardingResult> => {
  const bot = botOf(context.credentials);
  const { code, expiresAt } = await newActivationCode(context, oldCode);
  const link = `${context.links.telegramLink ?? 'https://t.me'}/${bot?.botName}`;
  return {
    status: 'pending',
    statusReason: { code: 'activation-code-awaited', text: 'Send the activation code to the bot.' },
    options: {
      ActivationKey: code,
      ActivationUrl: `${link}?start=${code}`,
      ActivationGroupUrl: `${link}?startgroup=${code}`,
      bot_name: bot?.botName,
      expires_at: expiresAt,
    },
  };
};
