import { escapeHtml } from '../../../mail/layout.ts';
import type { Gathered } from '../../digest.ts';
import type { OpenTarget } from '../../target-kind.ts';
import { htmlMail } from './mail.ts';
import { listHeaders, unsubscribeUrl } from './unsubscribe.ts';

const RULE = '\n\n----------------------------------------\n\n';

/** One mail with many messages, oldest first, each as it would have come alone. */
export const digestMail = (messages: Gathered[], id: string, target: OpenTarget, appUrl: string) => {
  const stop = unsubscribeUrl(appUrl, target);
  const title = `${messages.length} ${messages.length === 1 ? 'message' : 'messages'} for ${target.name}`;
  const text = messages.map((message) => `${message.webhookName}: ${message.link}\n\n${message.text}`).join(RULE);
  return {
    to: String(target.options.address),
    subject: title,
    text: `${text}\n\n-- \nGathered, because many messages came today.\nUnsubscribe: ${stop}\n`,
    html: htmlMail({
      title,
      text,
      link: { url: `${appUrl}/targets/${target.id}`, label: 'Open in Tellhook' },
      footer: `Gathered, because many messages came today. <a href="${escapeHtml(stop)}">Unsubscribe</a>`,
    }),
    headers: listHeaders(stop),
    id,
    tags: { purpose: 'digest', user: String(target.userId), target: String(target.id), message: id },
  };
};
