import { AppError } from '../../../platform/errors.ts';
import type { TargetKind } from '../../target-kind.ts';
import { parseAddress } from './address.ts';
import { callback, mailEvent } from './callback.ts';
import { beginConfirmation } from './confirmation.ts';
import { mailOfGathered, mailOfMessage } from './mails.ts';
import { operatorSetup } from './operator-setup.ts';

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
  provider: { name: 'The mail service' },
  secretPattern: /callbacks\/email\/(?:confirm|unsubscribe)\?t=[\w.-]+/,
  unavailable: () => undefined,
  operatorSetup,
  begin: (options, context) => beginConfirmation(parseAddress(options.address), context),
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
    // Its owner says that the mailbox takes mail again.
    if (options.suppressed === 'bounce') await context.mail.forgiveBounces(address);
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
      : mail.send(mailOfMessage(message, target, appUrl));
  },
  deliverGathered: (messages, id, target, { mail, appUrl }) => mail.send(mailOfGathered(messages, id, target, appUrl)),
  callback,
  mailEvent,
};
