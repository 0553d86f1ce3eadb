import * as z from 'zod';
import type { Delivery, FollowedMessage, Message } from '../../../lambdas/model/message.ts';
import { AppError } from '../../../lambdas/platform/errors.ts';
import { type HttpAnswer, isAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import { RECEIVERS, whyNoReceiver } from '../../../lambdas/platform/outbound/receivers.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';
import { sendRich, withNote } from '../../../lambdas/targets/send-rich.ts';
import type { DeliverContext, Driver, OnboardingResult } from '../../../lambdas/targets/target-kind.ts';
import { plainOf } from '../../../lambdas/templates/rich/plain.ts';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';
import { classify, errorOf, lostOf } from './classify.ts';
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
  deliver: async (message, target, context) => {
    const { answer, note } = await send(message, target, context);
    if (!isAnswer(answer)) return networkOutcome(answer, SERVER, "the owner's");
    const delivery = withNote<Delivery>(classify(answer, context.clock()), note);
    const { data } = sentEvent.safeParse(parseJson(answer.body));
    return delivery.kind === 'ok' && data ? { ...delivery, ref: data.event_id } : delivery;
  },
  follow: async (message, followed, target, context) => {
    // An edit contains its text twice, for clients that show no edits.
    if (followed.how === 'update' && sizeOf(message) > MAX_CONTENT / 2) return { kind: 'lost', why: 'refused' };
    const { answer, note } = await send(message, target, context, followed);
    if (!isAnswer(answer)) return networkOutcome(answer, SERVER, "the owner's");
    return lostOf(answer) ?? withNote(classify(answer, context.clock()), note);
  },
};

const sentEvent = z.object({ event_id: z.string().max(300) });

const sizeOf = (message: Message): number =>
  Buffer.byteLength(
    JSON.stringify(message.rich ? richContent(message, message.rich) : content(message, plainBody(message))),
  );

/** Relates an event's content to an earlier event: as its new content, or as a reply in its thread. */
const related = <Content extends { body: string }>(body: Content, { ref, how }: FollowedMessage): object =>
  how === 'update'
    ? {
        ...body,
        body: `* ${body.body}`,
        'm.new_content': body,
        'm.relates_to': { rel_type: 'm.replace', event_id: ref },
      }
    : {
        ...body,
        'm.relates_to': {
          rel_type: 'm.thread',
          event_id: ref,
          // Clients without threads show a reply to the first message.
          is_falling_back: true,
          'm.in_reply_to': { event_id: ref },
        },
      };

const send = async (
  message: Message,
  { options, secrets: { token = '' } }: OpenTarget,
  { http }: DeliverContext,
  followed?: FollowedMessage,
) => {
  // A homeserver treats a repeated transaction id with the same token as the same event, so a retry posts no second
  // message.
  const put = (body: ReturnType<typeof content>, transaction: string) =>
    http.send({
      method: 'PUT',
      url: `${options.url}/_matrix/client/v3/rooms/${encodeURIComponent(String(options.room))}/send/m.room.message/${encodeURIComponent(transaction)}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(followed ? related(body, followed) : body),
      allow: RECEIVERS,
    });
  const { rich } = message;
  const id = followed ? `${message.id}.${followed.how}` : message.id;
  if (!rich) return { answer: await put(content(message, plainBody(message)), id), note: undefined };
  const { result: answer, note } = await sendRich(
    { name: SERVER, kind: 'matrix', refusesLooks },
    {
      rich: () => put(richContent(message, rich), id),
      plain: () => put(content(message, plainBody(message)), `${id}.plain`),
    },
  );
  return { answer, note };
};
