import * as z from 'zod';
import type { Delivery, Message } from '../../../lambdas/model/message.ts';
import { AppError } from '../../../lambdas/platform/errors.ts';
import { isAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import { RECEIVERS, whyNoReceiver } from '../../../lambdas/platform/outbound/receivers.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';
import { sendRich, withNote } from '../../../lambdas/targets/send-rich.ts';
import type { DeliverContext, Driver, OnboardingResult } from '../../../lambdas/targets/target-kind.ts';
import { plainOf } from '../../../lambdas/templates/rich/plain.ts';
import { headOf, type RichMessage } from '../../../lambdas/templates/rich/tree.ts';
import { units } from '../../../lambdas/templates/units.ts';
import { classify, errorCode } from './classify.ts';
import { TOKEN, TOPIC_URL, WRONG_TOKEN, WRONG_URL } from './topic.ts';

/** Maximum bytes of a JSON body: twice the message limit (server/server.go). */
const MAX_BODY_BYTES = 8192;
const MAX_TITLE = 200;
const MAX_ACTIONS = 3;
/** Priority 2 makes no sound; 3 is the default, 4 is high. */
const SILENT = 2;
const HIGH = 4;
/** Tags by severity. ntfy shows a tag with an emoji's name as that emoji before the title. */
const tagOf = { ok: 'white_check_mark', info: undefined, warning: 'warning', critical: 'rotating_light' } as const;
const ACTIONS_INVALID = 40018;

const trimmed = z.string().trim().max(2048);
const schema = (ownHosts: readonly string[]) =>
  z.object({
    url: trimmed.regex(TOPIC_URL, WRONG_URL).superRefine((text, { addIssue }) => {
      const reason = whyNoReceiver(text, ownHosts);
      if (reason) addIssue({ code: 'custom', message: `cannot be used: ${reason}` });
    }),
    token: trimmed.refine((text) => text === '' || TOKEN.test(text), WRONG_TOKEN).default(''),
  });

/**
 * Parses the options and returns the data to store. The topic's name acts as a password if anyone can publish to it, so
 * it is stored as a secret.
 */
const stored = (sent: Record<string, unknown>, ownHosts: readonly string[]): OnboardingResult => {
  const parsed = schema(ownHosts).safeParse(sent);
  if (!parsed.success)
    throw new AppError('target-options-wrong', 'The target’s options are invalid', {
      fields: parsed.error.issues.map(({ path, message }) => ({ path: ['options', ...path].join('.'), message })),
    });
  const { token } = parsed.data;
  const url = parsed.data.url.replace(/\/$/, '');
  const { origin, pathname } = new URL(url);
  return {
    status: 'active',
    options: { url: `${origin}/***`, ...(token !== '' && { token: 'tk_***' }) },
    secrets: { url, topic: pathname.slice(1), ...(token !== '' && { token }) },
  };
};

const bytesOf = (body: object): number => Buffer.byteLength(JSON.stringify(body));
const line = (text: string): string =>
  Array.from(text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .slice(0, MAX_TITLE)
    .join('');

/** Returns the text below the title, without parts that the notification shows elsewhere. */
const bodyOf = ({ title: _title, link: _link, buttons: _buttons, ...rest }: RichMessage): string => plainOf(rest);

/** Converts a message to a notification. Its text is plain, so nothing in it can become markup. */
const notification = ({ text, webhookName, link, part, parts, silent, rich }: Message, topic: string) => {
  const { severity = 'info', buttons = [] } = rich ?? {};
  const named = rich?.title && line(headOf(rich));
  const said = rich && bodyOf(rich);
  const titled = named !== undefined && said ? { title: named, message: said } : undefined;
  const title = titled?.title ?? (text.startsWith(webhookName) ? '' : line(webhookName));
  const tag = tagOf[severity];
  const priority = silent ? SILENT : severity === 'critical' ? HIGH : undefined;
  const click = rich?.link ?? link;
  const own = part === parts && link !== '' && click !== link ? [{ label: 'Open in Tellhook', url: link }] : [];
  const actions = [...buttons, ...own]
    .slice(0, MAX_ACTIONS)
    .map(({ label, url }) => ({ action: 'view', label: line(label), url }));
  const plain = {
    topic,
    message: (titled?.message ?? text).toWellFormed(),
    ...(title !== '' && { title: title.toWellFormed() }),
    ...(tag && { tags: [tag] }),
    ...(priority && { priority }),
  };
  const clickable = { ...plain, ...(click !== '' && { click }) };
  const whole = { ...clickable, ...(actions.length > 0 && { actions }) };
  // If the body is too large, the buttons are dropped first, because the text is more important.
  return { whole: [whole, clickable].find((body) => bytesOf(body) <= MAX_BODY_BYTES) ?? plain, plain };
};

const published = z.object({ id: z.string().regex(/^[-\w]{1,64}$/) });

/**
 * Publishes a notification. With `changed`, the id of an earlier one, clients replace that one (docs.ntfy.sh/publish,
 * "Updating notifications"; servers before 2.16 show both).
 */
const publish = async (
  message: Message,
  { secrets: { url = '', topic = '', token } }: OpenTarget,
  { http, clock }: DeliverContext,
  changed?: string,
): Promise<Delivery> => {
  const { whole, plain } = notification(message, topic);
  const post = (body: object) =>
    http.send({
      method: 'POST',
      url: `${URL.parse(url)?.origin}/`,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      // A change must not sound again.
      body: JSON.stringify(changed === undefined ? body : { ...body, priority: SILENT, sequence_id: changed }),
      allow: RECEIVERS,
    });
  const refusesLooks = (answer: Parameters<typeof errorCode>[0]) => errorCode(answer) === ACTIONS_INVALID;
  const { result, note } = await sendRich(
    { name: 'The ntfy server', kind: 'ntfy', refusesLooks },
    { rich: () => post(whole), plain: () => post(plain) },
  );
  if (!isAnswer(result)) return networkOutcome(result, 'The ntfy server', "the owner's");
  const delivery = withNote<Delivery>(classify(result, clock()), note);
  const { data } = published.safeParse(parseJson(result.body));
  return delivery.kind === 'ok' && data ? { ...delivery, ref: changed ?? data.id } : delivery;
};

export const driver: Driver = {
  fitsRich: (part) => units.utf8Bytes(bodyOf(part)) <= 4096 && units.utf8Bytes(plainOf(part)) <= 4096,
  begin: async (sent, { ownHosts }) => stored(sent, ownHosts),
  // A token belongs to one server, so a new URL without a token removes the old one.
  change: async (sent, { secrets }, { ownHosts }) =>
    sent.url === undefined && sent.token === undefined
      ? undefined
      : stored({ url: sent.url ?? secrets.url, token: sent.token ?? '' }, ownHosts),
  deliver: (message, target, context) => publish(message, target, context),
  follow: (message, { ref }, target, context) => publish(message, target, context, ref),
};
