import * as z from 'zod';
import { type FakePage, SHOWN_ONCE } from '../../../frontend/fakes/fake-page.ts';
import {
  bareLink,
  code,
  escaped,
  inline,
  type LineKind,
  listLines,
  markdownLink,
  marks,
  quoteLines,
  type Rule,
  sizedLines,
  textBlocks,
} from '../../../frontend/fakes/marked-text.ts';
import type { Block, Inline } from '../../../frontend/src/ui/message-blocks.tsx';
import { type DiscordEmbed, discordMessage, SUPPRESS_EMBEDS } from './fake/message.ts';

/** Discord's Markdown (support.discord.com, "Markdown Text 101"). */
const rules: readonly Rule[] = [
  escaped,
  code,
  markdownLink,
  [/<t:(-?\d+)(?::[a-zA-Z])?>/, (match) => new Date(Number(match[1]) * 1000).toLocaleString()],
  [/<(https?:\/\/[^\s>]+)>/, (match) => ({ mark: 'link', url: match[1] ?? '', of: [match[1] ?? ''] })],
  [/<([@#]&?!?\d+)>|@(everyone|here)\b/, ([said]) => ({ mark: 'mention', of: [said] })],
  [/\*\*([^\n]+?)\*\*/, marks('bold')],
  [/__([^\n]+?)__/, marks('underline')],
  [/~~([^\n]+?)~~/, marks('strike')],
  [/(?<!\w)[*_](\S(?:[^*_\n]*\S)?)[*_](?!\w)/, marks('italic')],
  bareLink,
];
const lines: readonly LineKind[] = [
  sizedLines(/^-# (.+)$/, 'small'),
  sizedLines(/^#{1,2} (.+)$/, 'large'),
  sizedLines(/^### (.+)$/, 'title'),
  quoteLines(/^> (.*)$/),
  listLines(/^ *[-*] (.+)$/, false),
  listLines(/^ *\d+\. (.+)$/, true),
];

const markdown = (text: string): Block[] => textBlocks(text, rules, lines);

/** The embeds, buttons and flags of a message. Invalid ones are ignored. */
const kept = z.object({
  embeds: discordMessage.shape.embeds.catch(undefined),
  components: discordMessage.shape.components.catch(undefined),
  flags: z.number().optional().catch(undefined),
});

/** Converts a webhook's message to blocks: its content, its embeds unless the sender hides them, and its buttons. */
const discordBlocks = (text: string, message: unknown): Block[] => {
  const { embeds = [], components = [], flags = 0 } = kept.safeParse(message ?? {}).data ?? {};
  const shown = flags & SUPPRESS_EMBEDS ? [] : embeds;
  const rows = components.map((row): Block => ({ kind: 'buttons', buttons: row.components }));
  return [...markdown(text), ...shown.map(embedOf), ...rows];
};

const embedOf = ({ title, url, description, color, author, fields = [], footer, timestamp }: DiscordEmbed): Block => {
  const heading: Inline[] = inline(title ?? '', rules);
  const foot = [footer?.text, timestamp && new Date(timestamp).toLocaleString()].filter(Boolean).join(' • ');
  return {
    kind: 'bar',
    colour: color === undefined ? undefined : `#${color.toString(16).padStart(6, '0')}`,
    framed: true,
    of: [
      ...(author ? [{ kind: 'text' as const, size: 'small' as const, of: [author.name] }] : []),
      ...(title
        ? [
            {
              kind: 'text' as const,
              size: 'title' as const,
              of: url ? [{ mark: 'link' as const, url, of: heading }] : heading,
            },
          ]
        : []),
      ...(description ? markdown(description) : []),
      ...(fields.length > 0
        ? [
            {
              kind: 'facts' as const,
              look: 'fields' as const,
              facts: fields.map(({ name, value, inline: short = false }) => ({
                name: inline(name, rules),
                value: inline(value, rules),
                short,
              })),
            },
          ]
        : []),
      ...(foot ? [{ kind: 'text' as const, size: 'small' as const, of: [foot] }] : []),
    ],
  };
};

export const page: FakePage = {
  guide: {
    title: 'No webhook yet',
    steps: [
      'Add a webhook to a channel with the button above, and copy its URL.',
      'In Tellhook, create a target of the kind Discord and paste the URL.',
      'The messages of Tellhook appear here.',
    ],
  },
  creator: {
    label: 'New webhook',
    title: 'Add a webhook to a channel',
    fields: [{ name: 'channel', label: 'Channel', value: 'announcements' }],
    path: 'discord/webhook',
    reveals: SHOWN_ONCE,
  },
  acts: ({ id, state }) => (state ? [] : [{ label: 'Delete the webhook', path: 'discord/remove', input: { id } }]),
  formats: { discord: discordBlocks },
};
