import type { BeginContext, Beginning } from '../../target-kind.ts';
import { accountOf } from './credentials.ts';

export const ACTIVATION = 'activation';
const LIFETIME_SECONDS = 30 * 60;

/**
 * A new activation code for the owner to send to our number: `ActivationKey`, a link that opens WhatsApp with it typed
 * in (`ActivationUrl`), the number, `expires_at`. The inbound message also opens the 24 hours of free text.
 * `{renew: true}` makes a new code and the old one worthless; reading the target never does.
 */
export const beginActivation = async (context: BeginContext, oldCode?: unknown): Promise<Beginning> => {
  if (typeof oldCode === 'string') await context.revokeCode(ACTIVATION, oldCode);
  const number = accountOf(context.credentials)?.number ?? '';
  const code = await context.issueCode(ACTIVATION, LIFETIME_SECONDS, 'typed');
  return {
    status: 'pending',
    statusReason: 'Send the activation code to our WhatsApp number.',
    options: {
      ActivationKey: code,
      ActivationUrl: `${context.links.whatsappLink ?? 'https://wa.me'}/${number}?text=${code}`,
      number: `+${number}`,
      expires_at: new Date(context.now().getTime() + LIFETIME_SECONDS * 1000).toISOString(),
    },
  };
};
