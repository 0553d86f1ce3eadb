import { createHash } from 'node:crypto';
import { type Clock, secondsAfter, secondsUntil } from '../platform/clock.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { dayInWords } from './words.ts';

/*
 * Emails that ask an address's reader to act (to confirm it) go to people who may never have heard of us. A mailbox's
 * answer to one of them applies to the requests of all accounts.
 */

/**
 * Requests without an answer that a mailbox gets in {@link QUIET_SECONDS}; a declined request stops them for the same
 * time.
 */
export const MAX_UNANSWERED = 2;
export const QUIET_SECONDS = 30 * 86_400;

/** A mailbox's decision. `key` proves, in the links of the emails, that someone read one. */
interface Consent {
  key: string;
  /** True if its reader wants no such email ever again. */
  never: boolean;
  /** No request before then, if set. */
  quietUntil: Date | undefined;
}

/** By mailbox, see {@link mailboxOf}. */
export interface ConsentStore {
  get(mailbox: string): Promise<Consent | undefined>;
  /**
   * Counts a request, all or nothing: not if the mailbox declined permanently or recently, or had
   * {@link MAX_UNANSWERED} since `since`. @returns the key of its links, or undefined when it was not counted.
   */
  count(mailbox: string, now: Date, since: Date): Promise<string | undefined>;
  /** The last request was not sent. */
  uncount(mailbox: string): Promise<void>;
  /** Its reader agreed: earlier requests are answered. */
  agreed(mailbox: string): Promise<void>;
  declined(mailbox: string, quietUntil: Date): Promise<void>;
  setNever(mailbox: string, never: boolean): Promise<void>;
}

/**
 * Names a mailbox without revealing it: text after a `+` leads to the same reader, and no provider distinguishes case.
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
   * Counts a request to the reader of `address`. @returns where that reader ends such emails for ever
   * @throws AppError('invalid-input' | 'throttled') when the mailbox may not be asked; `path` names the field.
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
        'The reader of this address declined all confirmation requests. Use another address.',
      );
    const again = consent?.quietUntil ?? secondsAfter(now, QUIET_SECONDS);
    throw new AppError(
      'confirmation-limit-reached',
      `This address did not confirm an earlier request. You can ask again on ${dayInWords(again.toISOString())}. Links in earlier emails work for a day.`,
      { retryAfterSeconds: secondsUntil(again, now) },
    );
  },
  uncount: (address) => store.uncount(mailboxOf(address)),
  agreed: (address) => store.agreed(mailboxOf(address)),
  declined: (address) => store.declined(mailboxOf(address), secondsAfter(clock(), QUIET_SECONDS)),
});
