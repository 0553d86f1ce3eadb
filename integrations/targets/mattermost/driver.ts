import * as z from 'zod';
import type { Message } from '../../../lambdas/model/message.ts';
import { invalidField } from '../../../lambdas/platform/errors.ts';
import { type HttpAnswer, isAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import { RECEIVERS, whyNoReceiver } from '../../../lambdas/platform/outbound/receivers.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import { sendRich, withNote } from '../../../lambdas/targets/send-rich.ts';
import type { Driver } from '../../../lambdas/targets/target-kind.ts';
import { attachmentOf, fitsAttachment } from './attachment.ts';
import { classify } from './classify.ts';
import { escapeMarkdown, linked } from './text.ts';
import { HOOK_URL, WRONG_URL } from './url.ts';

const SERVER = 'The Mattermost server';
const hookUrl = z.string().max(2048).regex(HOOK_URL, WRONG_URL);

const stored = (sent: Record<string, unknown>, ownHosts: readonly string[]) => {
  const parsed = hookUrl.safeParse(typeof sent.url === 'string' ? sent.url.trim() : sent.url);
  if (!parsed.success) throw invalidField('options.url', 'webhook-url-wrong', WRONG_URL);
  const why = whyNoReceiver(parsed.data, ownHosts);
  if (why) throw invalidField('options.url', 'target-options-wrong', `The URL cannot be used: ${why}`);
  const url = parsed.data.replace(/\/$/, '');
  return {
    status: 'active' as const,
    options: { url: url.replace(/[^/]+$/, '***') },
    secrets: { url, hook: url.slice(url.lastIndexOf('/') + 1) },
  };
};

const callLink = ({ link, part, parts }: Message): string =>
  part === parts && link ? linked('Open in Tellhook', encodeURI(link)) : '';

/**
 * Returns the webhook's name, which is shown above the text. A server can stop webhooks from setting their sender's
 * name, so the text has to contain it.
 */
const heading = ({ text, webhookName, part }: Message): string =>
  part !== 1 || webhookName === '' || text.startsWith(webhookName) ? '' : `**${escapeMarkdown(webhookName)}**\n`;

/** True if the server rejected the attachments, which it stores in the post's properties ("props"). */
const refusesLooks = ({ status, body }: HttpAnswer) => status === 400 && /attachment|props/i.test(body);

export const driver: Driver = {
  fitsRich: fitsAttachment,
  begin: async (sent, { ownHosts }) => stored(sent, ownHosts),
  change: async (sent, _target, { ownHosts }) => (sent.url === undefined ? undefined : stored(sent, ownHosts)),
  deliver: async (message, { secrets: { url = '' } }, { http, clock }) => {
    const post = (body: object) =>
      http.send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        allow: RECEIVERS,
      });
    const behind = callLink(message);
    const plain = () =>
      post({ text: `${heading(message)}${escapeMarkdown(message.text)}${behind && `\n\n${behind}`}` });
    const { rich } = message;
    const { result, note } = rich
      ? await sendRich(
          { name: SERVER, kind: 'mattermost', refusesLooks },
          { rich: () => post({ attachments: [attachmentOf(rich, behind)] }), plain },
        )
      : { result: await plain(), note: undefined };
    return withNote(isAnswer(result) ? classify(result, clock()) : networkOutcome(result, SERVER, "the owner's"), note);
  },
};
