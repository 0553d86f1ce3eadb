import { AppError } from '../../../lambdas/platform/errors.ts';
import type { Driver } from '../../../lambdas/targets/target-kind.ts';
import { parseAddress } from './address.ts';
import { callback, mailEvent } from './callback.ts';
import { beginConfirmation } from './confirmation.ts';
import { beginConversation, continueConversation } from './conversation.ts';
import { mailOfDigest, mailOfMessage } from './mails.ts';
import { operatorSetup } from './operator-setup.ts';
import { mailSubject } from './subject.ts';

export const driver: Driver = {
  operatorSetup,
  begin: (options, context) => beginConfirmation(parseAddress(options.address), context),
  change: async (options, target, context) => {
    if (options.address !== undefined) return beginConfirmation(parseAddress(options.address), context);
    if (options.renew === true && target.status === 'pending')
      return beginConfirmation(String(target.options.address), context, {
        unsubscribeKey: target.secrets.unsubscribeKey,
      });
    return undefined;
  },
  // If consent is missing or was withdrawn, the recipient has to confirm again before anything is sent.
  reactivate: async ({ options, secrets }, context) => {
    const address = String(options.address);
    if (options.suppressed === 'complaint')
      throw new AppError(
        'mail-reported-as-spam',
        'The recipient reported an email as spam, so no more emails are sent to this address. Use another address.',
      );
    // By reactivating the target, its owner confirms that the mailbox accepts email again.
    if (options.suppressed === 'bounce') await context.mail.clearSuppression(address);
    return options.confirmed === true
      ? { status: 'active', options: { address, confirmed: true }, secrets }
      : beginConfirmation(address, context, { unsubscribeKey: secrets.unsubscribeKey, agreed: false });
  },
  deliver: async (message, target, context) => {
    const { mail, appUrl } = context;
    if (!message.follows && message.acknowledge === undefined) return mail.send(mailOfMessage(message, target, appUrl));
    const { headers, ref } = beginConversation(message.id, mailSubject(message), appUrl);
    const delivery = await mail.send(mailOfMessage(message, target, appUrl, { headers }));
    return delivery.kind === 'ok' ? { ...delivery, ref } : delivery;
  },
  follow: async (message, { ref }, target, context) => {
    const part = continueConversation(ref);
    if (!part) return { kind: 'lost', why: 'gone' };
    return context.mail.send(mailOfMessage(message, target, context.appUrl, part));
  },
  deliverDigest: (messages, id, target, { mail, appUrl }) => mail.send(mailOfDigest(messages, id, target, appUrl)),
  callback,
  mailEvent,
};
