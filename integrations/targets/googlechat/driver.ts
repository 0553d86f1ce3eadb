import * as z from 'zod';
import type { Message } from '../../../lambdas/model/message.ts';
import { invalidField } from '../../../lambdas/platform/errors.ts';
import { type HttpAnswer, isAnswer, jsonPost } from '../../../lambdas/platform/outbound/outbound.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import { sendRich, withNote } from '../../../lambdas/targets/send-rich.ts';
import type { Driver } from '../../../lambdas/targets/target-kind.ts';
import { cardMessage, fitsCard } from './card.ts';
import { classify, errorOf } from './classify.ts';
import { literal } from './text.ts';
import { HOOK_URL, WRONG_URL } from './url.ts';

const HOSTS = ['chat.googleapis.com'];
const hookUrl = z.string().regex(HOOK_URL, WRONG_URL);

const stored = (sent: Record<string, unknown>) => {
  const parsed = hookUrl.safeParse(typeof sent.url === 'string' ? sent.url.trim() : sent.url);
  if (!parsed.success) throw invalidField('options.url', 'webhook-url-wrong', WRONG_URL);
  const url = parsed.data;
  const { searchParams } = new URL(url);
  return {
    status: 'active' as const,
    options: { url: url.replace(/\?.*/, '?***') },
    secrets: { url, token: searchParams.get('token') ?? '' },
  };
};

/**
 * Returns a small link to the call, which is shown below the last part of a message. The kind's limit leaves space for
 * it.
 */
const callLink = ({ link, part, parts }: Message): string =>
  part === parts && link ? `\n<${encodeURI(link)}|Open in Tellhook>` : '';

/** Returns the webhook's name, which is shown above the first part, unless the text begins with it. */
const heading = ({ text, webhookName, part }: Message): string =>
  part !== 1 || webhookName === '' || text.startsWith(webhookName)
    ? ''
    : `*${literal(webhookName.replaceAll('*', ''))}*\n`;

/** True if Google Chat rejected the card. Its error names the part of the body, such as `message.cards_v2[0].card…`. */
const refusesLooks = (answer: HttpAnswer) => answer.status === 400 && /card/i.test(errorOf(answer).message);

export const driver: Driver = {
  fitsRich: fitsCard,
  begin: async (sent) => stored(sent),
  change: async (sent) => (sent.url === undefined ? undefined : stored(sent)),
  deliver: async (message, target, { http, clock }) => {
    const post = (body: object) => http.send(jsonPost(target.secrets.url ?? '', body, HOSTS));
    const plain = () => post({ text: heading(message) + literal(message.text) + callLink(message) });
    const { rich } = message;
    const { result, note } = rich
      ? await sendRich(
          { name: 'Google Chat', kind: 'googlechat', refusesLooks },
          { rich: () => post(cardMessage({ ...message, rich })), plain },
        )
      : { result: await plain(), note: undefined };
    return withNote(isAnswer(result) ? classify(result, clock()) : networkOutcome(result, 'Google Chat'), note);
  },
};
