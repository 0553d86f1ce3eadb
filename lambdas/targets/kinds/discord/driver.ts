import * as z from 'zod';
import { isAnswer, jsonPost } from '../../../outbound/outbound.ts';
import { invalidField } from '../../../platform/errors.ts';
import { networkOutcome } from '../../provider-answer.ts';
import type { Driver, Message } from '../../target-kind.ts';
import { classify } from './classify.ts';
import { escapeMarkdown, userName } from './text.ts';
import { HOOK_URL, WRONG_URL } from './url.ts';

const HOSTS = ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'];
const hookUrl = z.string().max(300).regex(HOOK_URL, WRONG_URL);

const stored = (sent: Record<string, unknown>) => {
  const parsed = hookUrl.safeParse(typeof sent.url === 'string' ? sent.url.trim() : sent.url);
  if (!parsed.success) throw invalidField('options.url', 'webhook-url-wrong', WRONG_URL);
  const url = parsed.data.replace(/\/$/, '');
  return {
    status: 'active' as const,
    options: { url: url.replace(/[^/]+$/, '***') },
    secrets: { url, token: url.slice(url.lastIndexOf('/') + 1) },
  };
};

/** Below the last part, small: the way to the call. The limit of the kind leaves room for it. */
const wayBack = ({ link, part, parts }: Message): string =>
  part === parts && link ? `\n-# [Open in Tellhook](<${encodeURI(link)}>)` : '';

export const driver: Driver = {
  begin: async (sent) => stored(sent),
  change: async (sent) => (sent.url === undefined ? undefined : stored(sent)),
  deliver: async (message, target, { http, clock }) => {
    const username = userName(message.webhookName);
    const body = {
      content: escapeMarkdown(message.text) + wayBack(message),
      ...(username && { username }),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    };
    // wait=true: without it, Discord answers before it has tried to store the message.
    const result = await http.send(jsonPost(`${target.secrets.url}?wait=true`, body, HOSTS));
    return isAnswer(result) ? classify(result, clock()) : networkOutcome(result, 'Discord');
  },
};

/** Message flag 1 << 2: links stay links instead of growing previews. */
const SUPPRESS_EMBEDS = 4;
