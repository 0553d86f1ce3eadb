import type { DeliveryCode } from '#contract/codes';
import { type Clock, DAY_MS } from '../platform/clock.ts';
import type { Outcome } from '../platform/outbound/outcome.ts';
import type { MailEvent } from './mail-event.ts';

/** The reason for a suppression: an email to the address bounced permanently, or its owner reported one as spam. */
type Suppression = 'bounce' | 'complaint';

/** Addresses that receive no email of any kind. */
export interface Suppressions {
  of(address: string, now: Date): Promise<Suppression | undefined>;
  /** Adds a suppression. A complaint takes precedence over a bounce, in any order. */
  add(address: string, why: Suppression, until: Date): Promise<void>;
  /** Ends a suppression caused by a bounce, but not one caused by a complaint. */
  clearSuppression(address: string): Promise<void>;
}

/**
 * Days for which an address is suppressed. A bounced mailbox can become valid again, so its suppression is shorter than
 * that after a complaint.
 */
const DAYS: Record<Suppression, number> = { bounce: 14, complaint: 365 };

/** SES's mailbox simulator bounces and complains on demand, so its addresses are never suppressed. */
const SIMULATOR = /@simulator\.amazonses\.com$/i;

/** Suppresses the recipients of a bounce or a complaint. */
export const recordMailEvent = async (
  event: Pick<MailEvent, 'type' | 'permanent' | 'recipients'>,
  suppressions: Pick<Suppressions, 'add'>,
  now: Date,
): Promise<void> => {
  const why =
    event.type === 'complaint' ? 'complaint' : event.type === 'bounce' && event.permanent ? 'bounce' : undefined;
  if (!why) return;
  const until = new Date(now.getTime() + DAYS[why] * DAY_MS);
  for (const address of event.recipients) if (!SIMULATOR.test(address)) await suppressions.add(address, why, until);
};

const reasons: Record<Suppression, (address: string) => { code: DeliveryCode; reason: string }> = {
  bounce: (address) => ({
    code: 'mail-bounced',
    reason: `Emails to ${address} bounced. Check the address for typos. To try again, reactivate the target or wait two weeks.`,
  }),
  complaint: () => ({
    code: 'mail-reported-as-spam',
    reason: 'The recipient reported an email as spam, so no more emails are sent to this address. Use another address.',
  }),
};

interface Sender<Mail> {
  send(mail: Mail): Promise<Outcome>;
}

/**
 * Wraps a mailer that sends nothing to suppressed addresses and returns the reason instead. The operator's address is
 * exempt: the contact form must arrive even if an earlier email bounced.
 */
export const withSuppressionList = <Mail extends { to: string }>(
  mailer: Sender<Mail>,
  { suppressions, operator, clock }: { suppressions: Suppressions; operator: string; clock: Clock },
): Sender<Mail> & Pick<Suppressions, 'clearSuppression'> => ({
  send: async (mail) => {
    const why = mail.to === operator ? undefined : await suppressions.of(mail.to, clock());
    return why ? { kind: 'fail_target', ...reasons[why](mail.to) } : mailer.send(mail);
  },
  clearSuppression: suppressions.clearSuppression,
});
