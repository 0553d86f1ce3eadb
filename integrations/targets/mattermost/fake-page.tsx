import * as z from 'zod';
import { type FakePage, SHOWN_ONCE } from '../../../frontend/fakes/fake-page.ts';
import {
  bareLink,
  code,
  escaped,
  inline,
  listLines,
  markdownLink,
  marks,
  quoteLines,
  type Rule,
  textBlocks,
} from '../../../frontend/fakes/marked-text.ts';
import type { Block, Inline } from '../../../frontend/src/ui/message-blocks.tsx';

/** Mattermost's Markdown (docs.mattermost.com, "Format messages"). */
const rules: readonly Rule[] = [
  escaped,
  [/&(amp|lt|gt);/, ([, name = '']) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? ''],
  code,
  markdownLink,
  [/(?<![\w.-])@[a-z][\w.-]*/i, ([said]) => ({ mark: 'mention', of: [said] })],
  [/\*\*([^\n]+?)\*\*/, marks('bold')],
  [/~~([^\n]+?)~~/, marks('strike')],
  [/(?<!\w)[*_](\S(?:[^*_\n]*\S)?)[*_](?!\w)/, marks('italic')],
  bareLink,
];
const lines = [quoteLines(/^> (.*)$/), listLines(/^ *[-*] (.+)$/, false), listLines(/^ *\d+\. (.+)$/, true)];
const markdown = (text: string): Block[] => textBlocks(text, rules, lines);

const shown = z.object({
  attachments: z.array(
    z.object({
      color: z.string().optional(),
      title: z.string().optional(),
      title_link: z.string().optional(),
      text: z.string().optional(),
      fields: z.array(z.object({ title: z.string(), value: z.string(), short: z.boolean() })).default([]),
    }),
  ),
});

const blocks = (text: string, message: unknown): Block[] => [
  ...markdown(text),
  ...(shown.safeParse(message).data?.attachments ?? []).map(
    ({ color, title = '', title_link: url, text: body = '', fields }): Block => {
      const words = inline(title, rules);
      const heading: Inline[] = url ? [{ mark: 'link', url, of: words }] : words;
      return {
        kind: 'bar',
        colour: color,
        framed: true,
        of: [
          ...(title ? [{ kind: 'text', size: 'title', of: heading } as const] : []),
          ...markdown(body),
          ...(fields.length > 0
            ? [
                {
                  kind: 'facts',
                  look: 'fields',
                  facts: fields.map(({ title: name, value, short }) => ({
                    name: inline(name, rules),
                    value: inline(value, rules),
                    short,
                  })),
                } as const,
              ]
            : []),
        ],
      };
    },
  ),
];

export const page: FakePage = {
  guide: {
    title: 'No webhook yet',
    steps: [
      'Add an incoming webhook to a channel with the button above, and copy its URL.',
      'In Tellhook, create a target of the kind Mattermost and paste the URL.',
      'The messages of Tellhook appear here.',
    ],
  },
  creator: {
    label: 'New webhook',
    title: 'Add an incoming webhook to a channel',
    fields: [{ name: 'channel', label: 'Channel', value: 'deployments' }],
    path: 'mattermost/webhook',
    reveals: SHOWN_ONCE,
  },
  acts: ({ id, state }) => (state ? [] : [{ label: 'Delete webhook', path: 'mattermost/remove', input: { id } }]),
  formats: { mattermost: blocks },
};
