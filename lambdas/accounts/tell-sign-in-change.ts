import { type SignInChange, signInChangedMail } from '../mail/sign-in-changed.ts';
import type { AccountStore } from '../model/account-ports.ts';
import type { OutboundMail } from '../model/message.ts';
import type { Clock } from '../platform/clock.ts';
import { newToken } from '../platform/ids.ts';
import { log } from '../platform/log.ts';

export interface SignInChangePorts {
  accounts: Pick<AccountStore, 'get'>;
  mail: Pick<OutboundMail, 'send'>;
  clock: Clock;
  appUrl: string;
}

/**
 * Emails a user about a change of their sign-in, unless they never confirmed the address. The change stays valid if the
 * email cannot be sent.
 */
export const tellSignInChange = async (
  { userId, ip }: { userId: number; ip: string },
  change: SignInChange,
  { accounts, mail, clock, appUrl }: SignInChangePorts,
): Promise<void> => {
  try {
    const account = await accounts.get(userId);
    if (!account?.emailVerified) return;
    const outcome = await mail.send({
      to: account.email,
      ...signInChangedMail(change, { at: clock(), ip, link: `${appUrl}/user/settings` }),
      id: `sign-in-${newToken(16)}`,
    });
    if (outcome.kind !== 'ok') log.warn('sign-in change not mailed', { userId, reason: outcome.reason });
  } catch (error) {
    log.error('sign-in change not mailed', { userId }, error);
  }
};
