import * as z from 'zod';
import type { Message } from '../../../lambdas/model/message.ts';
import { AppError } from '../../../lambdas/platform/errors.ts';
import { type HttpAnswer, isAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import { RECEIVERS, whyNoReceiver } from '../../../lambdas/platform/outbound/receivers.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import { sendRich, withNote } from '../../../lambdas/targets/send-rich.ts';
import type { Driver, OnboardingResult } from '../../../lambdas/targets/target-kind.ts';
import { plainOf } from '../../../lambdas/templates/rich/plain.ts';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';
import { classify, errorOf } from './classify.ts';
import { htmlOf } from './html.ts';
import { ROOM_ID, SERVER_URL, TOKEN, WRONG_ROOM, WRONG_TOKEN, WRONG_URL } from './room.ts';

const SERVER = 'The homeserver';
/**
 * Maximum bytes of an event's content. An event can have 65,536 bytes, including the fields and signatures that the
 * homeserver adds.
 */
const MAX_CONTENT = 58_000;

const trimmed = z.string().trim().max(2048);
const schema = (ownHosts: readonly string[]) =>
  z.object({
    url: trimmed.regex(SERVER_URL, WRONG_URL).superRefine((text, { addIssue }) => {
      const reason = whyNoReceiver(text, ownHosts);
      if (reason) addIssue({ code: 'custom', message: `cannot be used: ${reason}` });
    }),
    room: trimmed.regex(ROOM_ID, WRONG_ROOM),
    token: trimmed.regex(TOKEN, WRONG_TOKEN),
  });

const stored = (sent: Record<string, unknown>, ownHosts: readonly string[]): OnboardingResult => {
  const parsed = schema(ownHosts).safeParse(sent);
  if (!parsed.success)
    throw new AppError('target-options-wrong', 'The target’s options are invalid', {
      fields: parsed.error.issues.map(({ path, message }) => ({ path: ['options', ...path].join('.'), message })),
    });
  const { room, token } = parsed.data;
  return {
    status: 'active',
    options: { url: parsed.data.url.replace(/\/$/, ''), room, token: '***' },
    secrets: { token },
  };
};

const linkOf = ({ link, part, parts }: Message): string => (part === parts ? link : '');

/**
 * Builds an event's content. By default, clients don't notify anyone of a notice. The empty `m.mentions` stops them
 * from searching the text for mentions.
 */
const content = (message: Message, body: string, html?: string) => ({
  msgtype: message.silent ? 'm.notice' : 'm.text',
  body: body.toWellFormed(),
  'm.mentions': {},
  ...(html !== undefined && { format: 'org.matrix.custom.html', formatted_body: html }),
});

/** Returns the plain body, whose URLs clients turn into links. */
const plainBody = (message: Message): string => {
  const { text, webhookName, part } = message;
  const head = part !== 1 || webhookName === '' || text.startsWith(webhookName) ? '' : `${webhookName}\n`;
  const link = linkOf(message);
  return `${head}${text}${link && `\n\n${link}`}`;
};

const richContent = (message: Message, rich: RichMessage) =>
  content(message, message.text, htmlOf(rich, linkOf(message)));

const fits = (rich: RichMessage): boolean => {
  const longest = { text: plainOf(rich), id: '', part: 1, parts: 1, webhookName: '', link: 'x'.repeat(250) };
  return Buffer.byteLength(JSON.stringify(richContent(longest, rich))) <= MAX_CONTENT;
};

const refusesLooks = (answer: HttpAnswer) =>
  answer.status === 400 && /^M_(?:BAD_JSON|INVALID_PARAM)$/.test(errorOf(answer).errcode) && /format/.test(answer.body);

export const driver: Driver = {
  fitsRich: fits,
  begin: async (sent, { ownHosts }) => stored(sent, ownHosts),
  // A token belongs to one homeserver, so a new URL requires a new token.
  change: async (sent, { options, secrets }, { ownHosts }) => {
    const { url = options.url, room = options.room, token = sent.url === undefined ? secrets.token : undefined } = sent;
    const isChanged = [sent.url, sent.room, sent.token].some((each) => each !== undefined);
    return isChanged ? stored({ url, room, token }, ownHosts) : undefined;
  },
  deliver: async (message, { options, secrets: { token = '' } }, { http, clock }) => {
    // A homeserver treats a repeated transaction id with the same token as the same event, so a retry posts no second
    // message.
    const put = (body: object, transaction: string) =>
      http.send({
        method: 'PUT',
        url: `${options.url}/_matrix/client/v3/rooms/${encodeURIComponent(String(options.room))}/send/m.room.message/${encodeURIComponent(transaction)}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        allow: RECEIVERS,
      });
    const { rich, id } = message;
    const { result, note } = rich
      ? await sendRich(
          { name: SERVER, kind: 'matrix', refusesLooks },
          {
            rich: () => put(richContent(message, rich), id),
            plain: () => put(content(message, plainBody(message)), `${id}.plain`),
          },
        )
      : { result: await put(content(message, plainBody(message)), id), note: undefined };
    return withNote(isAnswer(result) ? classify(result, clock()) : networkOutcome(result, SERVER, "the owner's"), note);
  },
};
