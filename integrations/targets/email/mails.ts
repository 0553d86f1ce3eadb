import { digestMail } from '../../../lambdas/mail/digest.ts';
import { listHeaders } from '../../../lambdas/mail/list-headers.ts';
import type { Message } from '../../../lambdas/model/message.ts';
import type { DigestEntry } from '../../../lambdas/targets/digest.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';
import { messageMail } from './message.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/**
 * Returns the recipient, headers and tags of an email. The tags identify the target and the message in later events.
 */
const addressed = (target: OpenTarget, id: string, purpose: string, stop: string) => ({
  to: String(target.options.address),
  headers: listHeaders(stop),
  id,
  tags: { purpose, user: String(target.userId), target: String(target.id), message: id },
});

/**
 * Returns the email with one message to a target.
 * @param part its place in a conversation, which replaces the subject and adds headers
 */
export const mailOfMessage = (
  message: Message,
  target: OpenTarget,
  appUrl: string,
  { subject, headers }: { subject?: string; headers?: Record<string, string> } = {},
) => {
  const stop = unsubscribeUrl(appUrl, target);
  const mail = { ...messageMail({ ...message, stop }), ...addressed(target, message.id, 'message', stop) };
  return { ...mail, headers: { ...mail.headers, ...headers }, subject: subject ?? mail.subject };
};

/** Returns the email with a batch of messages to a target, oldest first. */
export const mailOfDigest = (messages: DigestEntry[], id: string, target: OpenTarget, appUrl: string) => {
  const stop = unsubscribeUrl(appUrl, target);
  const link = `${appUrl}/targets/${target.id}`;
  return {
    ...digestMail({ targetName: target.name, link, messages, stop }),
    ...addressed(target, id, 'digest', stop),
  };
};
