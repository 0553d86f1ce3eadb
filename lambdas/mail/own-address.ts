import type { OwnerReader } from '../model/owner.ts';
import type { CallbackAnswer } from '../platform/outbound/callback.ts';
import { layOut, type MailContent } from './layout.ts';
import { linkPage } from './link-page.ts';
import { quoted } from './plain-text.ts';

/** The names of an account's webhooks and targets. */
export interface AccountResources {
  webhooks: string[];
  targets: string[];
}

/** The address of an account, and whether its owner has confirmed it. */
export interface OwnerAccounts extends OwnerReader<'email' | 'emailVerified'> {
  /**
   * Records that the owner has read an email at `email`.
   * @returns false if the account does not exist
   */
  verify(userId: number, email: string): Promise<boolean>;
}

/** The form field that a declining button sends. */
const NO = { name: 'answer', value: 'no' };

export const saysNo = (body: Buffer): boolean => new URLSearchParams(body.toString('utf8')).get(NO.name) === NO.value;

export const noButton = (label: string) => ({ label, ...NO });

/** Builds the email that asks the owner of an account's address whether the account is theirs. */
export const confirmOwnAddressMail = ({ link, stop }: { link: string; stop: string }): MailContent =>
  layOut({
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [
      'A Tellhook account was created with this address. If it’s yours, confirm the address. You can then receive alerts here and send messages to other addresses.',
    ],
    action: { label: 'Confirm this address', url: link },
    footer: `Not your account? Ignore this email, or open the link and choose No. ${AT_MOST_TWO}`,
    stop: { label: 'Stop these emails to this address', url: stop },
  });

/** The footer about the limit on confirmation emails, see `consent.ts`. */
export const AT_MOST_TWO =
  'If you don’t answer, you’ll get at most two of these emails in 30 days. If you choose No, you’ll get none for 30 days.';

const MAX_NAMED = 10;

const named = (names: string[], one: string): string[] => {
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_NAMED).map(quoted).join(', ');
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return [`${names.length} ${one}${names.length === 1 ? '' : 's'}: ${shown}${more}.`];
};

/**
 * Builds the page behind the link of {@link confirmOwnAddressMail}. A stranger may have created the account with this
 * address. The page therefore lists its webhooks and targets, which the owner of the address accepts with it.
 */
export const ownAddressPage = (email: string, { webhooks, targets }: AccountResources): CallbackAnswer => {
  const things = [...named(webhooks, 'webhook'), ...named(targets, 'target')];
  const question =
    things.length > 0
      ? `The account for ${email} has ${things.join(' It has ')} Confirm only if you created these.`
      : `The account for ${email} is empty. Confirm only if you created it.`;
  return linkPage(200, 'Is this your account?', question, [
    { label: things.length > 0 ? 'Yes, this is all mine' : 'Yes, this is my account' },
    noButton('No, this is not mine'),
  ]);
};

export const declinedPage = linkPage(
  200,
  'Declined',
  'You won’t receive messages at this address, and no one can ask you again for 30 days.',
);
