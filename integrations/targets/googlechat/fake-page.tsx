import * as z from 'zod';
import { cardFrame } from '../../../frontend/fakes/card-frame.tsx';
import { type FakePage, SHOWN_ONCE } from '../../../frontend/fakes/fake-page.ts';
import { bareLink, code, marks, quoteLines, type Rule, textBlocks } from '../../../frontend/fakes/marked-text.ts';
import type { Block, Inline } from '../../../frontend/src/ui/message-blocks.tsx';

/** Google Chat's markup (developers.google.com/workspace/chat/format-messages). */
const rules: readonly Rule[] = [
  code,
  [/<(https?:\/\/[^\s|>]+)\|([^>\n]+)>/, ([, url = '', label = '']) => ({ mark: 'link', url, of: [label] })],
  [/<users\/(\w+)>/, ([, who = '']) => ({ mark: 'mention', of: [`@${who}`] })],
  [/(?<!\w)\*(\S(?:[^*\n]*\S)?)\*(?!\w)/, marks('bold')],
  [/(?<!\w)_(\S(?:[^_\n]*\S)?)_(?!\w)/, marks('italic')],
  [/(?<!\w)~(\S(?:[^~\n]*\S)?)~(?!\w)/, marks('strike')],
  bareLink,
];
const lines = [quoteLines(/^>\s?(.*)$/)];

const button = z.object({ text: z.string(), onClick: z.object({ openLink: z.object({ url: z.string() }) }) });
const widget = z.object({
  textParagraph: z.object({ text: z.string() }).optional(),
  divider: z.object({}).optional(),
  buttonList: z.object({ buttons: z.array(button) }).optional(),
});
const shown = z.object({
  cardsV2: z.array(z.object({ card: z.object({ sections: z.array(z.object({ widgets: z.array(widget) })) }) })),
});

/** Parses the HTML of a card's text. The browser neither runs nor loads anything in it. */
const htmlText = (html: string): Inline[] => inlineOf(new DOMParser().parseFromString(html, 'text/html').body);

const inlineOf = (node: Node): Inline[] =>
  [...node.childNodes].flatMap((child): Inline[] => {
    if (!(child instanceof Element)) return [child.textContent ?? ''];
    const of = inlineOf(child);
    switch (child.tagName) {
      case 'B':
        return [{ mark: 'bold', of }];
      case 'I':
        return [{ mark: 'italic', of }];
      case 'S':
        return [{ mark: 'strike', of }];
      case 'FONT':
        return [{ mark: 'tone', tone: 'quiet', of }];
      case 'A':
        return [{ mark: 'link', url: child.getAttribute('href') ?? '', of }];
      case 'BR':
        return ['\n'];
      default:
        return of;
    }
  });

const widgetBlocks = ({ textParagraph, divider, buttonList }: z.infer<typeof widget>): Block[] => [
  ...(textParagraph ? [{ kind: 'text', of: htmlText(textParagraph.text) } as const] : []),
  ...(divider ? [{ kind: 'rule' } as const] : []),
  ...(buttonList
    ? [
        {
          kind: 'buttons',
          buttons: buttonList.buttons.map(({ text, onClick }) => ({ label: text, url: onClick.openLink.url })),
        } as const,
      ]
    : []),
];

const blocks = (text: string, message: unknown): Block[] => {
  const { cardsV2 } = shown.safeParse(message).data ?? { cardsV2: [] };
  return [
    ...textBlocks(text, rules, lines),
    ...cardsV2.flatMap(({ card }): Block[] => [
      {
        kind: 'bar',
        colour: undefined,
        framed: true,
        of: card.sections.flatMap(({ widgets }) => widgets.flatMap(widgetBlocks)),
      },
    ]),
  ];
};

export const page: FakePage = {
  guide: {
    title: 'No webhook yet',
    steps: [
      'Add a webhook to a space with the button above, and copy its URL.',
      'In Tellhook, create a target of the kind Google Chat and paste the URL.',
      'The messages of Tellhook appear here.',
    ],
  },
  creator: {
    label: 'New webhook',
    title: 'Add a webhook to a space',
    fields: [{ name: 'space', label: 'Space', value: 'Releases' }],
    path: 'googlechat/webhook',
    reveals: SHOWN_ONCE,
  },
  acts: ({ id, state }) => (state ? [] : [{ label: 'Delete webhook', path: 'googlechat/remove', input: { id } }]),
  formats: { googlechat: blocks },
  frame: cardFrame,
  plainChannels: true,
};
