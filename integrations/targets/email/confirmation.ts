import { confirmAddressMail } from '../../../lambdas/mail/confirm-address.ts';
import { listHeaders } from '../../../lambdas/mail/list-headers.ts';
import { confirmOwnAddressMail } from '../../../lambdas/mail/own-address.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { AppError, invalidField } from '../../../lambdas/platform/errors.ts';
import { newToken } from '../../../lambdas/platform/ids.ts';
import type { BeginContext, OnboardingResult } from '../../../lambdas/targets/target-kind.ts';
import { sameAddress } from './address.ts';

export const CONFIRM = 'confirm';
const LIFETIME_SECONDS = 24 * 3600;
const HOUR = 3600;
/** The hourly limit of confirmation emails per account. It stops an account from asking many mailboxes. */
const PER_OWNER = 10;

/**
 * Activates an address or asks for its consent, because no one gets email without consent. An address is pending until
 * the link in an email to it is clicked, unless it is the owner's confirmed one. Owners confirm their own address
 * first, with the same link. Every target has its own random key for its unsubscribe links.
 * @param agreed false if consent was withdrawn, so even the owner has to confirm again
 */
export const beginConfirmation = async (
  address: string,
  context: BeginContext,
  { unsubscribeKey = newToken(16), agreed = true }: { unsubscribeKey?: string | undefined; agreed?: boolean } = {},
): Promise<OnboardingResult> => {
  const secrets = { unsubscribeKey };
  const own = sameAddress(address, context.ownerEmail);
  if (own && agreed && context.ownerEmailVerified)
    return { status: 'active', options: { address, confirmed: true }, secrets };
  if (!own && !context.ownerEmailVerified)
    throw invalidField(
      'options.address',
      'own-address-unconfirmed',
      `You haven’t confirmed your own address yet. Create an email target for ${context.ownerEmail}, or request a link in Settings.`,
    );
  if (!(await context.attempt(`confirm by ${context.userId}`, PER_OWNER, HOUR)))
    throw new AppError(
      'confirmation-limit-reached',
      'You requested too many confirmation emails. Try again in an hour.',
      {
        retryAfterSeconds: HOUR,
      },
    );
  const { stop } = await context.consent.ask(address, 'options.address');
  const code = await context.issueCode(CONFIRM, LIFETIME_SECONDS);
  const sent = await context.mail.send(confirmationMail(address, { code, stop, own }, context));
  if (sent.kind !== 'ok') await context.consent.uncount(address);
  if (sent.kind === 'fail_target' || sent.kind === 'fail_message')
    throw invalidField('options.address', 'address-refused', 'Email can’t be sent to this address.', sent.reason);
  if (sent.kind !== 'ok')
    throw new AppError('mail-not-sent', 'The confirmation email could not be sent. Try again in a few minutes.');
  return {
    status: 'pending',
    statusReason: { code: 'address-unconfirmed', text: `Open the link in the email to ${address}.` },
    options: {
      address,
      // Only this link confirms the address; links to earlier addresses of the target don't.
      confirmedBy: context.hashOf(code),
      expires_at: secondsAfter(context.clock(), LIFETIME_SECONDS).toISOString(),
    },
    secrets,
  };
};

const confirmationMail = (
  address: string,
  { code, stop, own }: { code: string; stop: string; own: boolean },
  { appUrl, ownerEmail, targetName, targetId, userId }: BeginContext,
) => {
  const link = `${appUrl}/api/callbacks/email/confirm?t=${code}`;
  return {
    to: address,
    ...(own ? confirmOwnAddressMail({ link, stop }) : confirmAddressMail({ ownerEmail, targetName, link, stop })),
    headers: listHeaders(stop),
    id: `confirm-${targetId.toString(36)}-${code.slice(0, 8)}`,
    tags: { purpose: 'confirm', user: String(userId), target: String(targetId) },
  };
};
