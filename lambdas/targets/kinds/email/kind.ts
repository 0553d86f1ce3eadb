import { escapeHtml } from '../../../mail/layout.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Message, OpenTarget, TargetKind } from '../../target-kind.ts';
import { parseAddress } from './address.ts';
import { callback, mailEvent } from './callback.ts';
import { beginConfirmation } from './confirmation.ts';
import { digestMail } from './digest-mail.ts';
import { htmlMail, oneLine } from './mail.ts';
import { operatorSetup } from './operator-setup.ts';
import { listHeaders, unsubscribeUrl } from './unsubscribe.ts';

/** Room for webhook and first line; mail programs show about so much. */
const SUBJECT_LENGTH = 120;

/** Webhook and first line, unless that line begins with the webhook anyway. */
const subject = ({ text, webhookName, part, parts }: Message): string => {
  const firstLine = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const title = firstLine.startsWith(webhookName) ? firstLine : `${webhookName}: ${firstLine}`;
  return oneLine(`${title}${parts > 1 ? ` (${part}/${parts})` : ''}`, SUBJECT_LENGTH);
};

/** A clean mail: the text as it is, in both parts, and below it where it comes from and how to stop it. */
const mailOf = (message: Message, target: OpenTarget, appUrl: string) => {
  const stop = unsubscribeUrl(appUrl, target);
  return {
    to: String(target.options.address),
    subject: subject(message),
    text: `${message.text}\n\n-- \n${message.webhookName}: ${message.link}\nUnsubscribe: ${stop}\n`,
    html: htmlMail({
      title: message.webhookName,
      text: message.text,
      link: { url: message.link, label: 'Open in Tellhook' },
      footer: `Sent because somebody forwards a webhook to this address. <a href="${escapeHtml(stop)}">Unsubscribe</a>`,
    }),
    headers: listHeaders(stop),
    id: message.id,
    tags: { purpose: 'message', user: String(target.userId), target: String(target.id), message: message.id },
  };
};

/** One mailbox, whose reader agreed. */
export const email: TargetKind = {
  slug: 'email',
  name: 'E-mail',
  description: 'A mailbox. Its reader confirms once and can unsubscribe with one click.',
  setup: 'form',
  guide: [
    'Enter the address. A mail with a link is sent there; the target is active once its reader has opened the link and pressed the button. Your own confirmed address needs no such mail.',
    'Every mail has a link that unsubscribes with one click. An address that mails come back from, or whose reader reports spam, becomes inactive.',
  ],
  fields: [
    {
      name: 'address',
      label: 'E-mail address',
      type: 'email',
      placeholder: 'name@example.com',
      // Only what is surely wrong; the server has the last word.
      pattern: '[^\\s@]+@[^\\s@]+\\.[^\\s@]+',
      message: 'This is not an e-mail address',
      hint: 'We send a mail with a link there. The target is active once the link was opened and confirmed.',
    },
  ],
  icon: { paths: ['M3 5.5h18v13H3z', 'M3.5 6.5 12 13l8.5-6.5'], colour: '#d9480f' },
  // Mail takes 10 MB; nothing here is ever that long, so it is never split.
  limit: undefined,
  pace: { messagesPerSecond: 1 },
  secretPattern: /callbacks\/email\/(?:confirm|unsubscribe)\?t=[\w.-]+/,
  unavailable: () => undefined,
  operatorSetup,
  begin: (options, context) => beginConfirmation(parseAddress(options.address ?? options.email), context),
  change: async (options, target, context) => {
    if (options.address !== undefined) return beginConfirmation(parseAddress(options.address), context);
    if (options.renew === true && target.status === 'pending')
      return beginConfirmation(String(target.options.address), context, target.secrets.unsubscribeKey);
    return undefined;
  },
  // Who never agreed, or agrees no more, is asked again before anything is sent.
  reactivate: async ({ options, secrets }, context) => {
    const address = String(options.address);
    if (options.suppressed === 'complaint')
      throw new AppError('conflict', 'The recipient reported a mail as spam, so no further mail is sent there.');
    return options.confirmed === true
      ? { status: 'active', options: { address, confirmed: true }, secrets }
      : beginConfirmation(address, { ...context, ownerEmailVerified: false }, secrets.unsubscribeKey);
  },
  publicOptions: ({ address, expires_at }) => ({ address, ...(expires_at !== undefined && { expires_at }) }),
  deliver: async (message, target, { mail, appUrl, gatherer }) => {
    const goesOutAt = await gatherer?.gather(target, message);
    return goesOutAt
      ? {
          kind: 'ok',
          note: `Gathered: goes out with others in one mail at ${goesOutAt.toISOString().slice(11, 16)} UTC`,
        }
      : mail.send(mailOf(message, target, appUrl));
  },
  deliverGathered: (messages, id, target, { mail, appUrl }) => mail.send(digestMail(messages, id, target, appUrl)),
  callback,
  mailEvent,
};
