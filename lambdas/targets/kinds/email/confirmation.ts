import { confirmAddressMail } from '../../../mail/confirm-address.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { newToken } from '../../../platform/ids.ts';
import type { BeginContext, Beginning } from '../../target-kind.ts';
import { sameAddress } from './address.ts';

export const CONFIRM = 'confirm';
const LIFETIME_SECONDS = 24 * 3600;
const HOUR = 3600;
/** Keeps anybody from filling a stranger's mailbox, or the operator's bill, with confirmation mails. */
const PER_ADDRESS = 3;
const PER_OWNER = 10;

/**
 * Nobody gets mail who did not ask for it: an address that is not the owner's proven one is pending until the link in
 * a mail to it is clicked. Every target has its own random key for its unsubscribe links.
 */
export const beginConfirmation = async (
  address: string,
  context: BeginContext,
  unsubscribeKey = newToken(16),
): Promise<Beginning> => {
  const secrets = { unsubscribeKey };
  if (context.ownerEmailVerified && sameAddress(address, context.ownerEmail))
    return { status: 'active', options: { address, confirmed: true }, secrets };
  const allowed =
    (await context.attempt(`confirm to ${address.toLowerCase()}`, PER_ADDRESS, HOUR)) &&
    (await context.attempt(`confirm by ${context.userId}`, PER_OWNER, HOUR));
  if (!allowed)
    throw new AppError('throttled', 'Too many confirmation mails. Try again in an hour.', { retryAfterSeconds: HOUR });
  const code = await context.issueCode(CONFIRM, LIFETIME_SECONDS);
  const sent = await context.mail.send(confirmationMail(address, code, context));
  if (sent.kind === 'fail_target' || sent.kind === 'fail_message')
    throw invalidField('options.address', 'No mail can be sent to this address', sent.reason);
  if (sent.kind !== 'ok')
    throw new AppError('unavailable', 'The confirmation mail could not be sent. Try again in a few minutes.');
  return {
    status: 'pending',
    statusReason: `Open the link in the mail to ${address}.`,
    options: {
      address,
      // Only this very link confirms: one that was sent to an earlier address of the target must not.
      confirmedBy: context.hashOf(code),
      expires_at: secondsAfter(context.now(), LIFETIME_SECONDS).toISOString(),
    },
    secrets,
  };
};

const confirmationMail = (
  address: string,
  code: string,
  { appUrl, ownerEmail, targetName, targetId, userId }: BeginContext,
) => ({
  to: address,
  ...confirmAddressMail({ ownerEmail, targetName, link: `${appUrl}/api/callbacks/email/confirm?t=${code}` }),
  id: `confirm-${targetId.toString(36)}-${code.slice(0, 8)}`,
  tags: { purpose: 'confirm', user: String(userId), target: String(targetId) },
});
