import * as z from 'zod';
import type { Delivery, Message } from '../../../lambdas/model/message.ts';
import { invalidField } from '../../../lambdas/platform/errors.ts';
import { type HttpAnswer, isAnswer, jsonPost } from '../../../lambdas/platform/outbound/outbound.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';
import { sendRich, withNote } from '../../../lambdas/targets/send-rich.ts';
import type { DeliverContext, Driver } from '../../../lambdas/targets/target-kind.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';
import type { Button } from '../../../lambdas/templates/rich/tree.ts';
import { classify, lostOf } from './classify.ts';
import { buttonRow, embedOf, isWithinLimits, MAX_FIELDS } from './embed.ts';
import { mentionOf, withoutCalls } from './mention.ts';
import { userName } from './name.ts';
import { escapeMarkdown } from './text.ts';
import { HOOK_URL, WRONG_URL } from './url.ts';

const HOSTS = ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'];
const hookUrl = z.string().max(300).regex(HOOK_URL, WRONG_URL);

const stored = (sent: Record<string, unknown>) => {
  const parsed = hookUrl.safeParse(typeof sent.url === 'string' ? sent.url.trim() : sent.url);
  if (!parsed.success) throw invalidField('options.url', 'webhook-url-wrong', WRONG_URL);
  const [address = '', thread] = parsed.data.split('?thread_id=');
  const url = address.replace(/\/$/, '');
  return {
    status: 'active' as const,
    options: { url: url.replace(/[^/]+$/, '***'), ...(thread && { thread_id: thread }) },
    secrets: { url, token: url.slice(url.lastIndexOf('/') + 1) },
  };
};

/** Returns the link to the call, which is shown below the last part. */
const callLink = ({ link, part, parts }: Message): Button[] =>
  part === parts && link ? [{ label: 'Open in Tellhook', url: encodeURI(link) }] : [];

const MAX_CONTENT = 2000;

/**
 * Returns the text with its mentions and the link to the call. The link is left out if mentions leave no space for it.
 */
const contentOf = (message: Message, mention: string): string => {
  const text = escapeMarkdown(message.text);
  const words = mention === '' ? text : `${mention} ${withoutCalls(text)}`;
  // The kind's limit leaves space for the link.
  const behind = callLink(message)
    .map(({ label, url }) => `\n-# [${label}](<${url}>)`)
    .join('');
  return words.length + behind.length <= MAX_CONTENT ? words + behind : words;
};

/**
 * True if Discord rejected embeds or buttons, with `{"code": 50035, "errors": {"embeds": …}}` or `{"embeds": ["0"]}`.
 */
const refusesLooks = ({ status, body }: HttpAnswer) => status === 400 && /"(?:embeds|components)"/.test(body);

export const driver: Driver = {
  fitsRich: (part) => (part.facts ?? []).length <= MAX_FIELDS && isWithinLimits(embedOf(part)),
  begin: async (sent) => stored(sent),
  change: async (sent) => (sent.url === undefined ? undefined : stored(sent)),
  deliver: async (message, target, context) => {
    const { answer, note } = await send(message, target, context);
    if (!isAnswer(answer)) return networkOutcome(answer, 'Discord');
    const delivery = withNote<Delivery>(classify(answer, context.clock()), note);
    const { data } = sentMessage.safeParse(parseJson(answer.body));
    return delivery.kind === 'ok' && data ? { ...delivery, ref: data.id } : delivery;
  },
  follow: async (message, { ref }, target, context) => {
    const { answer, note } = await send(message, target, context, ref);
    if (!isAnswer(answer)) return networkOutcome(answer, 'Discord');
    return lostOf(answer) ?? withNote(classify(answer, context.clock()), note);
  },
};

const sentMessage = z.object({ id: z.string().max(30) });

/**
 * Posts a message, or changes the one with the id `changed`. A change replaces content and embeds, and keeps the name.
 */
const send = async (message: Message, target: OpenTarget, { http }: DeliverContext, changed?: string) => {
  const username = changed === undefined ? userName(message.webhookName) : undefined;
  const { line, allowed } = mentionOf(message.mention);
  const shared = { ...(username && { username }), allowed_mentions: allowed };
  // With `wait=true`, Discord responds only after it has tried to store the message. Without `with_components`, it
  // ignores the buttons.
  const { thread_id: thread } = target.options;
  const query = new URLSearchParams({
    ...(changed === undefined && { wait: 'true' }),
    ...(message.rich && { with_components: 'true' }),
    ...(typeof thread === 'string' && { thread_id: thread }),
  });
  const url = `${target.secrets.url}${changed === undefined ? '' : `/messages/${changed}`}${query.size > 0 ? `?${query}` : ''}`;
  const post = (body: object) =>
    http.send({ ...jsonPost(url, body, HOSTS), ...(changed !== undefined && { method: 'PATCH' }) });
  const none = changed === undefined ? {} : { embeds: [], components: [] };
  const plain = () => post({ content: contentOf(message, line), ...none, ...shared, flags: SUPPRESS_EMBEDS });
  const { rich } = message;
  if (!rich) return { answer: await plain(), note: undefined };
  const content = changed === undefined ? (line ? { content: line } : {}) : { content: line, flags: 0 };
  const components = buttonRow([...withPage(rich), ...callLink(message)]);
  const { result: answer, note } = await sendRich(
    { name: 'Discord', kind: 'discord', refusesLooks },
    { rich: () => post({ ...content, embeds: [embedOf(rich)], components, ...shared }), plain },
  );
  return { answer, note };
};

/** Message flag 1 << 2, which hides link previews. */
const SUPPRESS_EMBEDS = 4;
