import { createHash } from 'node:crypto';
import { type Clock, secondsAfter, secondsUntil } from '../platform/clock.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { dayInWords } from './plain-text.ts';

/*
 * Confirmation emails are sent to people who may never have heard of us. An answer to one of them therefore applies to
 * requests from all accounts.
 */

/** The time in which a mailbox gets at most two unanswered requests. Declining one stops them for the same time. */
export const QUIET_SECONDS = 30 * 86_400;

/** A mailbox's decision. Links in its emails contain `key`, which proves that an email was received. */
interface Consent {
  key: string;
  /** True if the mailbox's owner stopped such emails permanently. */
  never: boolean;
  /** If set, no request is sent before this time. */
  quietUntil: Date | undefined;
}

/** Decisions by mailbox name, see {@link mailboxOf}. */
export interface ConsentStore {
  get(mailbox: string): Promise<Consent | undefined>;
  /**
   * Counts a request, unless the mailbox declined permanently or recently, or got two requests since `since`.
   * @returns the key for the email's links, or undefined if the request was not counted
   */
  count(mailbox: string, now: Date, since: Date): Promise<string | undefined>;
  /** Reverts the count of a request that was not sent. */
  uncount(mailbox: string): Promise<void>;
  /** Records that the mailbox's owner agreed, so earlier requests no longer count. */
  agreed(mailbox: string): Promise<void>;
  declined(mailbox: string, quietUntil: Date): Promise<void>;
  setNever(mailbox: string, never: boolean): Promise<void>;
}

/**
 * Returns a hash that identifies a mailbox without revealing its address. Text after a `+` is dropped and case is
 * ignored, because both lead to the same mailbox.
 */
const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@');
  const [reader] = address.slice(0, at).split('+');
  return createHash('sha256')
    .update(`${reader}${address.slice(at)}`.toLowerCase())
    .digest('base64url');
};

export interface MailboxConsent {
  /**
   * Counts a request to `address`.
   * @returns the link that stops such emails permanently
   * @throws AppError('invalid-input' | 'throttled') if no request can be sent; `path` names the field of the address
   */
  ask(address: string, path: string): Promise<{ stop: string }>;
  uncount(address: string): Promise<void>;
  agreed(address: string): Promise<void>;
  declined(address: string): Promise<void>;
}

export const mailboxConsent = (
  store: ConsentStore,
  { clock, appUrl }: { clock: Clock; appUrl: string },
): MailboxConsent => ({
  ask: async (address, path) => {
    const mailbox = mailboxOf(address);
    const now = clock();
    const key = await store.count(mailbox, now, secondsAfter(now, -QUIET_SECONDS));
    if (key) return { stop: `${appUrl}/api/callbacks/consent?t=${mailbox}.${key}` };
    const consent = await store.get(mailbox);
    if (consent?.never)
      throw invalidField(
        path,
        'address-declined',
        'The owner of this address has blocked all confirmation requests. Use another address.',
      );
    const again = consent?.quietUntil ?? secondsAfter(now, QUIET_SECONDS);
    throw new AppError(
      'confirmation-limit-reached',
      `Earlier emails to this address were declined or not answered. You can ask again on ${dayInWords(again.toISOString())}. Links in earlier emails work until they expire.`,
      { retryAfterSeconds: secondsUntil(again, now) },
    );
  },
  uncount: (address) => store.uncount(mailboxOf(address)),
  agreed: (address) => store.agreed(mailboxOf(address)),
  declined: (address) => store.declined(mailboxOf(address), secondsAfter(clock(), QUIET_SECONDS)),
});
