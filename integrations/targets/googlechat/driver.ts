import * as z from 'zod';
import type { Delivery, Message } from '../../../lambdas/model/message.ts';
import { invalidField } from '../../../lambdas/platform/errors.ts';
import { type HttpAnswer, isAnswer, jsonPost } from '../../../lambdas/platform/outbound/outbound.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';
import { sendRich, withNote } from '../../../lambdas/targets/send-rich.ts';
import type { DeliverContext, Driver } from '../../../lambdas/targets/target-kind.ts';
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

const postedMessage = z.object({ thread: z.object({ name: z.string().max(300) }) });

/**
 * Posts a message, or a reply to a thread. If the thread no longer exists, the reply fails with 404
 * (developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create, "messageReplyOption").
 */
const send = async (message: Message, target: OpenTarget, { http }: DeliverContext, thread?: string) => {
  const url = target.secrets.url ?? '';
  const post = (body: object) =>
    http.send(
      thread === undefined
        ? jsonPost(url, body, HOSTS)
        : jsonPost(`${url}&messageReplyOption=REPLY_MESSAGE_OR_FAIL`, { ...body, thread: { name: thread } }, HOSTS),
    );
  const plain = () => post({ text: heading(message) + literal(message.text) + callLink(message) });
  const { rich } = message;
  if (!rich) return { result: await plain(), note: undefined };
  return sendRich(
    { name: 'Google Chat', kind: 'googlechat', refusesLooks },
    { rich: () => post(cardMessage({ ...message, rich })), plain },
  );
};

export const driver: Driver = {
  fitsRich: fitsCard,
  begin: async (sent) => stored(sent),
  change: async (sent) => (sent.url === undefined ? undefined : stored(sent)),
  deliver: async (message, target, context) => {
    const { result, note } = await send(message, target, context);
    if (!isAnswer(result)) return networkOutcome(result, 'Google Chat');
    const delivery = withNote<Delivery>(classify(result, context.clock()), note);
    const { data } = postedMessage.safeParse(parseJson(result.body));
    return delivery.kind === 'ok' && data ? { ...delivery, ref: data.thread.name } : delivery;
  },
  follow: async (message, { ref }, target, context) => {
    const { result, note } = await send(message, target, context, ref);
    if (!isAnswer(result)) return networkOutcome(result, 'Google Chat');
    // A deleted webhook has the same answer. The new message that follows finds out.
    if (result.status === 404) return { kind: 'lost', why: 'gone' };
    return withNote(classify(result, context.clock()), note);
  },
};
