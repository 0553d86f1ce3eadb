import type { MailboxConsent } from '../mail/consent.ts';
import { linkPage } from '../mail/link-page.ts';
import { listHeaders } from '../mail/list-headers.ts';
import {
  type AccountResources,
  confirmOwnAddressMail,
  declinedPage,
  type OwnerAccounts,
  ownAddressPage,
  saysNo,
} from '../mail/own-address.ts';
import type { AccountStore } from '../model/account-ports.ts';
import type { OutboundMail } from '../model/message.ts';
import type { OwnerReader } from '../model/owner.ts';
import { hashOf } from '../model/session.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { AppError, tokenInvalid } from '../platform/errors.ts';
import { newToken } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import type { CallbackAnswer, CallbackRequest } from '../platform/outbound/callback.ts';
import { assertOwnAccount } from './read-account.ts';

const LINK_LIFETIME_SECONDS = 86_400;

/** Links that confirm an account's address, by the hash of their token. */
export interface VerificationStore {
  put(hash: string, token: { userId: number; email: string; expiresAt: Date }): Promise<void>;
  get(hash: string, now: Date): Promise<{ userId: number; email: string } | undefined>;
  /**
   * Removes a link.
   * @returns true for only one of several calls
   */
  remove(hash: string): Promise<boolean>;
}

export type RequestVerificationPorts = {
  accounts: AccountStore;
  verifications: VerificationStore;
  consent: MailboxConsent;
  clock: Clock;
  appUrl: string;
  mail: Pick<OutboundMail, 'send'>;
};

/**
 * Emails the caller a link that confirms the account's address. Does nothing if it is already confirmed.
 * @throws AppError('not-found' | 'unauthenticated' | 'throttled' | 'invalid-input' | 'unavailable')
 */
export const requestVerification = async (
  userId: number,
  callerId: number,
  ports: RequestVerificationPorts,
): Promise<void> => {
  assertOwnAccount(userId, callerId);
  const account = await ports.accounts.get(userId);
  if (!account) throw tokenInvalid();
  const { email, emailVerified } = account;
  if (emailVerified) return;
  const { stop } = await ports.consent.ask(email, 'email');
  const token = newToken(16);
  await ports.verifications.put(hashOf(token), {
    userId,
    email,
    expiresAt: secondsAfter(ports.clock(), LINK_LIFETIME_SECONDS),
  });
  const link = `${ports.appUrl}/api/callbacks/address?t=${token}`;
  const outcome = await ports.mail.send({
    to: email,
    ...confirmOwnAddressMail({ link, stop }),
    headers: listHeaders(stop),
    id: `address-${newToken(16)}`,
  });
  if (outcome.kind === 'ok') return;
  await ports.consent.uncount(email);
  log.warn('confirmation not mailed', { userId, reason: outcome.reason });
  throw new AppError('mail-not-sent', 'The email could not be sent. Try again in a few minutes.');
};

type VerificationCallbackPorts = {
  owners: OwnerReader & OwnerAccounts;
  consent: MailboxConsent;
  belongings: (userId: number) => Promise<AccountResources>;
  clock: Clock;
  verifications: Pick<VerificationStore, 'get' | 'remove'>;
};

const EXPIRED = linkPage(
  410,
  'This link has expired',
  'The link was already used or is older than 24 hours. Request a new one in Settings.',
);

/**
 * Responds to `/api/callbacks/address?t=…`. Opening the link only shows buttons, because email scanners open links,
 * too. A button confirms the address.
 */
export const verificationCallback = async (
  request: CallbackRequest,
  ports: VerificationCallbackPorts,
): Promise<CallbackAnswer> => {
  if (request.path.length > 0) return { status: 404 };
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return { status: 405, headers: { allow: 'GET, HEAD, POST' } };
  const hash = hashOf(request.query.get('t') ?? '');
  const claim = await ports.verifications.get(hash, ports.clock());
  const owner = claim && (await ports.owners.get(claim.userId));
  if (!claim || owner?.email !== claim.email) return EXPIRED;
  if (request.method !== 'POST') return ownAddressPage(claim.email, await ports.belongings(claim.userId));
  if (!(await ports.verifications.remove(hash))) return EXPIRED;
  if (saysNo(request.body)) {
    await ports.consent.declined(claim.email);
    log.info('address declined', { userId: claim.userId });
    return declinedPage;
  }
  await ports.owners.verify(claim.userId, claim.email);
  await ports.consent.agreed(claim.email);
  log.info('address confirmed', { userId: claim.userId });
  return linkPage(200, 'Confirmed', `${claim.email} is confirmed. You can close this page.`);
};
