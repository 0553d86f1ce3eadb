import type { Event } from './event.ts';
import { nameOfParts } from './names.ts';
import { type Dictionary, entriesOf, hasText, own } from './outline.ts';
import type { Naming } from './people.ts';

/* Reads events about a sent email, as email services report them: `{"event": "hard_bounce", "email": "…"}`. */

/** Verbs that apply only to emails. */
const OF_MAIL = /^(?:(?:soft|hard) )?(?:bounced|deferred)$/;
/** Verbs that apply to emails and many other things. */
const OF_MUCH =
  /^(?:(?:un)?delivered|dropped|processed|opened|clicked|sent|rejected|complained|queued|accepted|blocked)$/;
/** Fields that only email services have. */
const MAIL_FIELD =
  /^(?:smtp|sg_|mj_|bounce|rcpt)|smtp|[_-]mta$|^(?:sending_stream|diag|message_?stream|original_?link)$/i;
/** Fields with an email's recipient, the most certain first. */
const RECIPIENTS = ['recipient', 'Recipient', 'rcpt_to', 'email', 'Email', 'email_address', 'to', 'sent_to'];

const ADDRESS = /^[^\s@<>]{1,64}@[^\s@<>]{3,100}$/;

/** Adds the noun `email` to an event without a noun, if the call is about an email. */
export function asMail(event: Event | undefined, levels: Dictionary[]): Event | undefined {
  if (event === undefined || event.noun.length > 0) return event;
  const isMail = OF_MAIL.test(event.verb) || (OF_MUCH.test(event.verb) && levels.some(isOfMail));
  return isMail && levels.some((level) => addressIn(level)) ? { ...event, noun: ['email'] } : event;
}

const isOfMail = (level: Dictionary): boolean =>
  entriesOf(level, 60).some(
    ([key, value]) =>
      MAIL_FIELD.test(key) ||
      (/^message[-_]?id$/i.test(key) && (String(value).includes('@') || ADDRESS.test(String(own(level, 'email'))))),
  ) ||
  own(level, 'channel') === 'email' ||
  ['campaign_id', 'campaignId'].some((field) => own(level, field) !== undefined) ||
  (typeof own(level, 'subject') === 'string' && ADDRESS.test(String(own(level, 'sender'))));

/** True if the event happens to an email after it was sent, so its author is not the actor. */
export const isAfterSending = (event: Event | undefined): boolean =>
  /^e?mails?$/.test(event?.noun.at(-1) ?? '') &&
  (OF_MAIL.test(event?.verb ?? '') ||
    /^(?:accepted|blocked|delivered|dropped|undelivered|opened|clicked|rejected)$/.test(event?.verb ?? ''));

const addressIn = (level: Dictionary): { text: string; field: string } | undefined =>
  RECIPIENTS.flatMap((field) => {
    const value = own(level, field);
    return typeof value === 'string' && ADDRESS.test(value) ? [{ text: value, field }] : [];
  })[0];

/** Names an email after its recipient's address if it has neither a subject nor a recipient's name. */
export function mailNaming(event: Event | undefined, levels: Dictionary[]): Naming | undefined {
  const isNamed = (level: Dictionary) => hasText(level, ['subject', 'name']) || nameOfParts(level) !== undefined;
  if (event?.noun.join(' ') !== 'email' || levels.some(isNamed)) return undefined;
  const found = levels.map(addressIn).find((each) => each !== undefined);
  return found && { ...found, isPerson: true };
}
