import * as z from 'zod';
import type { Delivery, Message } from '../../../lambdas/model/message.ts';
import { isAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import type { OpenTarget, SendContext } from '../../../lambdas/targets/send-context.ts';
import { classify, type WhatsappVerdict } from './classify.ts';
import { messageTo, plainText, sendMessage } from './cloud-api.ts';
import { accountOf, type WhatsappAccount } from './credentials.ts';
import { literal, markedUpText } from './markup.ts';

/**
 * Free text is allowed for 24 hours after the recipient last wrote. Half an hour is reserved for deliveries in
 * progress.
 */
const WINDOW_SECONDS = 23.5 * 3600;
/**
 * Maximum length of a template parameter. WhatsApp accepts about a thousand characters, without line breaks, tabs or
 * repeated spaces.
 */
const PARAMETER_LENGTH = 900;

/** If the recipient has not written for this time, a reminder follows the next message. */
const REMIND_AFTER_SECONDS = 20 * 3600;

/**
 * Sends free text while the 24-hour window is open, otherwise the operator's pre-approved template with the message's
 * start. If there is no template, the recipient is reminded to write before the window closes. Later messages are still
 * attempted and then wait, because only WhatsApp knows when the recipient last wrote.
 * @param quoted the id of an earlier message, which free text quotes. WhatsApp shows no quote of a deleted message
 *   (developers.facebook.com/documentation/business-messaging/whatsapp/messages/contextual-replies)
 */
export const deliver = async (
  message: Message,
  target: OpenTarget,
  context: SendContext,
  quoted?: string,
): Promise<Delivery> => {
  const account = accountOf(context.credentials);
  if (!account)
    return {
      kind: 'fail_config',
      code: 'credentials-missing',
      reason: 'This service’s WhatsApp account is not set up.',
    };
  const silentSeconds = (context.clock().getTime() - Date.parse(String(target.options.lastInboundAt))) / 1000;
  const open = silentSeconds < WINDOW_SECONDS;
  const tryFreeText = open || !account.templateName;
  const first = tryFreeText ? await post(freeText(message, target, quoted), account, context) : undefined;
  if (first?.kind === 'ok' && !account.templateName && open && silentSeconds > REMIND_AFTER_SECONDS)
    return remind(first, message, target, account, context);
  if (first && first.kind !== 'window closed') return first;
  const words = first?.providerWords;
  if (!account.templateName) return waitForRecipient(words);
  const second = await post(template(message, target, account), account, context);
  if (second.kind === 'window closed') return waitForRecipient(second.providerWords);
  return second.kind === 'ok'
    ? {
        ...second,
        note: 'Sent as a short notice, because the recipient has not written for 24 hours',
        noteCode: 'reply-window-closed',
      }
    : second;
};

const REMINDER =
  'WhatsApp stops full messages 24 hours after you last wrote. Reply with any text to keep receiving them.';

/**
 * Sends a reminder once per window, after the last part of a message. A failed reminder is sent again with the next
 * message.
 */
const remind = async (
  delivered: Delivery,
  message: Message,
  target: OpenTarget,
  account: WhatsappAccount,
  context: SendContext,
): Promise<Delivery> => {
  const { lastInboundAt, remindedFor } = target.options;
  if (remindedFor === lastInboundAt || message.part < message.parts) return delivered;
  // The reminder's id belongs to no dispatch, so a later failure of the reminder does not affect the message before it.
  const reminder = { ...message, text: REMINDER, link: '', id: `reminder-${message.id}` };
  const sent = await post(freeText(reminder, target), account, context);
  return sent.kind === 'ok' ? { ...delivered, options: { ...target.options, remindedFor: lastInboundAt } } : delivered;
};

const HOUR = 3600;
const waitForRecipient = (words?: string): Delivery => ({
  kind: 'retry',
  code: 'reply-window-closed',
  reason:
    'WhatsApp accepts messages only within 24 hours of the recipient’s last message. From that phone, send any message to our number.',
  ...(words && { providerWords: words }),
  afterSeconds: HOUR,
});

const post = async (
  body: object,
  account: WhatsappAccount,
  { http, clock }: SendContext,
): Promise<WhatsappVerdict | Delivery> => {
  const result = await sendMessage(body, account, http);
  if (!isAnswer(result)) return networkOutcome(result, 'WhatsApp');
  const verdict = classify(result, clock());
  const { data } = sentMessage.safeParse(parseJson(result.body));
  return verdict.kind === 'ok' && data ? { ...verdict, ref: data.messages[0].id } : verdict;
};

const sentMessage = z.object({ messages: z.tuple([z.object({ id: z.string().max(300) })]) });

/**
 * Returns the data that Meta repeats with every status of the message. It identifies the dispatch if the message fails
 * later.
 */
const trace = (message: Message, target: OpenTarget) => `${target.userId}.${target.id}.${message.id}`;

const envelope = (message: Message, target: OpenTarget) => ({
  ...messageTo(String(target.options.waId)),
  biz_opaque_callback_data: trace(message, target),
});

const freeText = (message: Message, target: OpenTarget, quoted?: string) => ({
  ...envelope(message, target),
  ...(quoted !== undefined && { context: { message_id: quoted } }),
  ...plainText(textOf(message)),
});

/** WhatsApp's text limit in characters. */
export const MOST = 4096;

/** Returns the text to send. The zero-width characters are left out if they would make it too long. */
const textOf = (message: Message): string => {
  const behind = callLink(message);
  const signed = message.rich ? markedUpText(message.rich) + behind : literal(message.text + behind);
  return signed.length <= MOST ? signed : (message.text + behind).slice(0, MOST);
};

const NAME_LENGTH = 60;
/**
 * Returns the webhook's name and the link to the call, which are shown below the last part. WhatsApp has no buttons for
 * free text.
 */
const callLink = ({ webhookName, link, part, parts }: Message): string =>
  part === parts && link ? `\n\n${Array.from(webhookName).slice(0, NAME_LENGTH).join('')}: ${link}` : '';

const template = (message: Message, target: OpenTarget, { templateName, templateLanguage }: WhatsappAccount) => ({
  ...envelope(message, target),
  type: 'template',
  template: {
    name: templateName,
    language: { code: templateLanguage },
    components: [
      {
        type: 'body',
        parameters: [message.webhookName, message.text].map((text) => ({ type: 'text', text: flat(text) })),
      },
    ],
  },
});

const flat = (text: string): string => {
  const signs = Array.from(text.replace(/\s+/g, ' ').trim());
  return (
    (signs.length > PARAMETER_LENGTH ? `${signs.slice(0, PARAMETER_LENGTH - 1).join('')}…` : signs.join('')) || '-'
  );
};
