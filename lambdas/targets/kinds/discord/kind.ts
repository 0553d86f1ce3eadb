import * as z from 'zod';
import { invalidField } from '../../../platform/errors.ts';
import { isAnswer, jsonPost } from '../../outbound.ts';
import { networkOutcome } from '../../provider-answer.ts';
import type { TargetKind } from '../../target-kind.ts';
import { classify } from './classify.ts';
import { escapeMarkdown, userName } from './text.ts';

/** `https://discord.com/api/webhooks/<id>/<token>`, also of the test clients and with an API version. */
const HOOK_URL =
  /^https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/[\w\-]{40,100}\/?$/v;
const HOSTS = ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'];
const WRONG_URL = 'The URL is not a Discord webhook URL';
const hookUrl = z.string().max(300).regex(HOOK_URL, WRONG_URL);

const stored = (sent: Record<string, unknown>) => {
  const parsed = hookUrl.safeParse(typeof sent.url === 'string' ? sent.url.trim() : sent.url);
  if (!parsed.success) throw invalidField('options.url', WRONG_URL);
  const url = parsed.data.replace(/\/$/, '');
  return {
    status: 'active' as const,
    options: { url: url.replace(/[^/]+$/, '***') },
    secrets: { url, token: url.slice(url.lastIndexOf('/') + 1) },
  };
};

/** One channel of a Discord server, through a webhook made in the channel's settings. */
export const discord: TargetKind = {
  slug: 'discord',
  name: 'Discord',
  description: 'Posts into one channel of your server through a webhook of yours.',
  setup: 'form',
  guide: [
    'In Discord, open the settings of the channel, then Integrations, Webhooks, New Webhook, Copy Webhook URL.',
    'Paste the URL here and press Create. Treat it like a password: whoever knows it can post.',
  ],
  fields: [
    {
      name: 'url',
      label: 'Webhook URL',
      type: 'url',
      placeholder: 'https://discord.com/api/webhooks/…',
      hint: 'In Discord: channel settings, Integrations, Webhooks, New Webhook, Copy Webhook URL.',
      pattern: HOOK_URL.source,
      message: WRONG_URL,
    },
  ],
  icon: {
    paths: [
      'M8 6.2c2.6-.8 5.4-.8 8 0 2.3 3 3.5 6.5 3.5 10.3-1.5 1.2-3 1.9-4.5 2.2l-1.1-2.1',
      'M10.1 16.6 9 18.7c-1.5-.3-3-1-4.5-2.2C4.5 12.7 5.7 9.2 8 6.2',
      'M8 16.1c2.6.9 5.4.9 8 0',
      'M9.5 12.2h.01',
      'M14.5 12.2h.01',
    ],
    colour: '#5865f2',
  },
  limit: { max: 2000, counted: 'markdownEscaped' },
  pace: { messagesPerSecond: 0.5 },
  secretPattern: /webhooks\/\d{15,22}\/[\w-]+/,
  unavailable: () => undefined,
  begin: async (sent) => stored(sent),
  change: async (sent) => (sent.url === undefined ? undefined : stored(sent)),
  publicOptions: ({ url }) => ({ url }),
  deliver: async (message, target, { http, now }) => {
    const username = userName(message.webhookName);
    const body = {
      content: escapeMarkdown(message.text),
      ...(username && { username }),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    };
    // wait=true: without it, Discord answers before it has tried to store the message.
    const result = await http.send(jsonPost(`${target.secrets.url}?wait=true`, body, HOSTS));
    return isAnswer(result) ? classify(result, now()) : networkOutcome(result, 'Discord');
  },
};

/** Message flag 1 << 2: links stay links instead of growing previews. */
const SUPPRESS_EMBEDS = 4;
