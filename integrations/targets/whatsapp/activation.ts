import { newActivationCode } from '../../../lambdas/targets/activation.ts';
import type { BeginContext, OnboardingResult } from '../../../lambdas/targets/target-kind.ts';
import { accountOf } from './credentials.ts';

/**
 * Issues a new activation code, which the owner sends to our number. The options are `ActivationKey`, a link that opens
 * WhatsApp with the code filled in (`ActivationUrl`), the number, and `expires_at`. The inbound message also opens the
 * 24-hour window for free text. `{renew: true}` creates a new code and invalidates the old one; reading the target
 * never does.
 */
export const beginActivation = async (context: BeginContext, oldCode?: unknown): Promise<OnboardingResult> => {
  const number = accountOf(context.credentials)?.number ?? '';
  const { code, expiresAt } = await newActivationCode(context, oldCode);
  return {
    status: 'pending',
    statusReason: { code: 'activation-code-awaited', text: 'Send the activation code to our WhatsApp number.' },
    options: {
      ActivationKey: code,
      ActivationUrl: `${context.links.whatsappLink ?? 'https://wa.me'}/${number}?text=${code}`,
      number: `+${number}`,
      expires_at: expiresAt,
    },
  };
};
