import { passwordResetMail } from '../mail/password-reset.ts';
import { normalEmail } from '../model/account.ts';
import type {
  AccountStore,
  ChallengeVerifier,
  PasswordHasher,
  ResetTokenStore,
  SessionStore,
} from '../model/account-ports.ts';
import type { OutboundMail } from '../model/message.ts';
import { hashOf } from '../model/session.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { invalidField } from '../platform/errors.ts';
import { newToken } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import type { Limits } from './limits.ts';
import { demandGoodPassword } from './password-rules.ts';

/** One hour, which the email (`mail/password-reset.ts`), the error below and its help text also state. */
const LINK_LIFETIME_SECONDS = 3600;

/** Time until the response, in milliseconds. It is longer than finding an account and sending an email usually take. */
const ANSWER_AFTER_MS = 1000;

export type RequestResetPorts = {
  accounts: AccountStore;
  resetTokens: ResetTokenStore;
  challenges: ChallengeVerifier;
  limits: Limits;
  clock: Clock;
  appUrl: string;
  sleep: (milliseconds: number) => Promise<void>;
  mail: Pick<OutboundMail, 'send'>;
};

const mailLink = async (email: string, ports: RequestResetPorts): Promise<void> => {
  // Both run in any case, so the duration does not reveal whether the account exists.
  const [account, allowed] = await Promise.all([ports.accounts.byEmail(email), ports.limits.mayMailReset(email)]);
  if (!account) return;
  if (!allowed) {
    log.info('reset mail not sent', { userId: account.userId, reason: 'too many for one account' });
    return;
  }
  const token = newToken(32);
  const { userId, epoch } = account;
  const expiresAt = secondsAfter(ports.clock(), LINK_LIFETIME_SECONDS);
  await ports.resetTokens.put(hashOf(token), { userId, epoch, expiresAt });
  const link = `${ports.appUrl}/user/password/reset/${token}`;
  const outcome = await ports.mail.send({ to: email, ...passwordResetMail(link), id: `reset-${newToken(16)}` });
  if (outcome.kind === 'ok') log.info('reset mail sent', { userId });
  else
    log.warn('reset mail not sent', {
      userId,
      outcome: outcome.kind,
      reason: 'reason' in outcome ? outcome.reason : '',
    });
};

/**
 * Emails a reset link to the address if it has an account. Without an account, or after too many emails, the response
 * and its duration are the same. Errors are only logged. The challenge must be solved before an email counts against
 * the account. Otherwise anyone could use up the account's limit.
 * @throws AppError('throttled' | 'challenge-failed')
 */
export const requestPasswordReset = async (
  request: { email: string; challenge: string },
  ip: string,
  ports: RequestResetPorts,
): Promise<void> => {
  const email = normalEmail(request.email);
  await ports.limits.requestReset(ip);
  await ports.challenges.verify(request.challenge, 'FORGOT_PASSWORD', ip);
  const work = mailLink(email, ports).catch((error: unknown) => log.error('reset mail failed', {}, error));
  await Promise.all([work, ports.sleep(ANSWER_AFTER_MS)]);
};

export type ResetPasswordPorts = {
  accounts: AccountStore;
  resetTokens: ResetTokenStore;
  sessions: SessionStore;
  hasher: PasswordHasher;
  limits: Limits;
  suspendForReview: (userId: number, since: string) => Promise<void>;
  clock: Clock;
};

/**
 * Sets a new password with the token of a reset email, once. All sessions of the account end. The first such link also
 * proves who owns the address, which may not be the person who created the account. So existing webhooks and targets
 * are suspended until the owner has reviewed them.
 * @returns the user's id
 * @throws AppError('invalid-input' | 'throttled')
 */
export const resetPassword = async (
  request: { token: string; newPassword: string },
  ip: string,
  ports: ResetPasswordPorts,
): Promise<number> => {
  await demandGoodPassword(request.newPassword, '', 'newPassword');
  await ports.limits.resetPassword(ip);
  // Hash first, so an invalid token takes as long as a valid one.
  const passwordHash = await ports.hasher.hash(request.newPassword);
  const hash = hashOf(request.token);
  const owner = await ports.resetTokens.ownerOf(hash, ports.clock());
  const account = owner === undefined ? undefined : await ports.accounts.get(owner);
  // The password must not resemble the address, which is only known now. The token stays valid for another attempt.
  if (account) await demandGoodPassword(request.newPassword, account.email, 'newPassword');
  const now = ports.clock();
  const review = account !== undefined && !account.emailVerified && account.webhookCount + account.targetCount > 0;
  const userId = await ports.resetTokens.redeem(hash, passwordHash, now, { review });
  if (userId === undefined)
    throw invalidField(
      'token',
      'reset-token-wrong',
      'The reset token is invalid, already used or older than an hour. Request a new one.',
    );
  await ports.sessions.removeAll(userId);
  if (review) await ports.suspendForReview(userId, now.toISOString());
  log.info('password reset', { userId, ip });
  return userId;
};
