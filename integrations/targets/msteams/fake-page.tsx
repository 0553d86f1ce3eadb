import { type FakePage, SHOWN_ONCE } from '../../../frontend/fakes/fake-page.ts';
import {
  bareLink,
  inline,
  listLines,
  markdownLink,
  marks,
  type Rule,
  textBlocks,
} from '../../../frontend/fakes/marked-text.ts';
import type { Block, Inline } from '../../../frontend/src/ui/message-blocks.tsx';
import { CardBox, Post } from '../../../frontend/src/ui/message-frame.tsx';
import { adaptiveCard, type CardAction, type CardElement, type TextRun } from './fake/card.ts';

/** The Markdown that card texts support (learn.microsoft.com, "Text features"). */
const rules: readonly Rule[] = [
  markdownLink,
  [/\*\*([^\n]+?)\*\*/, marks('bold')],
  [/(?<!\w)[*_](\S(?:[^*_\n]*\S)?)[*_](?!\w)/, marks('italic')],
  bareLink,
];
const lists = [listLines(/^[-*] (.+)$/, false), listLines(/^\d+\. (.+)$/, true)];

/** Converts a card to blocks in Teams's layout. An invalid card is shown as sent. */
const cardBlocks = (text: string, message: unknown): Block[] => {
  const { success, data } = adaptiveCard.safeParse(message);
  if (success) return [...elementsOf(data.body), ...buttons(data.actions)];
  return [text === '' ? { kind: 'code', text: JSON.stringify(message, null, 2) } : { kind: 'text', of: [text] }];
};

/**
 * Replaces `{{DATE(…)}}` and `{{TIME(…)}}` in every text, as Teams does, so developers notice if they forgot to escape
 * them.
 */
const dated = (text: string): string =>
  text.replace(/\{\{(DATE|TIME)\(([^,)]+)[^)]*\)\}\}/g, (whole, kind: string, at: string) => {
    const date = new Date(at);
    if (Number.isNaN(date.getTime())) return whole;
    return kind === 'DATE' ? date.toLocaleDateString() : date.toLocaleTimeString();
  });

const boxTones = { good: 'ok', attention: 'err', warning: 'warn', accent: 'accent', emphasis: 'quiet' } as const;
const textTones = { good: 'ok', attention: 'err', warning: 'warn', accent: 'accent' } as const;
const toneIn = <Tones extends object>(tones: Tones, name: string | undefined): Tones[keyof Tones] | undefined =>
  name !== undefined && Object.hasOwn(tones, name) ? tones[name as keyof Tones] : undefined;

const buttons = (actions: readonly CardAction[] | undefined): Block[] =>
  actions && actions.length > 0
    ? [{ kind: 'buttons', buttons: actions.map(({ title = 'Open', url }) => ({ label: title, url })) }]
    : [];

/** Converts elements to blocks. Texts without spacing between them form one paragraph. */
const elementsOf = (elements: readonly CardElement[]): Block[] => {
  const blocks: Block[] = [];
  for (const element of elements) {
    const shown = withoutLine(element);
    const [first, ...rest] = shown;
    const above = blocks.at(-1);
    if (element.separator) blocks.push({ kind: 'rule' }, ...shown);
    else if (element.spacing === 'none' && isPlainText(above) && isPlainText(first))
      blocks.splice(-1, 1, { kind: 'text', of: [...above.of, '\n', ...first.of] }, ...rest);
    else blocks.push(...shown);
  }
  return blocks;
};

const isPlainText = (block: Block | undefined): block is Extract<Block, { kind: 'text' }> =>
  block?.kind === 'text' && block.size === undefined;

const withoutLine = (element: CardElement): Block[] => {
  switch (element.type) {
    case 'TextBlock': {
      const large = element.size === 'large' || element.size === 'extralarge';
      return textBlocks(dated(element.text), rules, lists).map((block) =>
        block.kind === 'text'
          ? { ...block, ...(large ? { size: 'large' as const } : {}), of: looking(element, block.of) }
          : block,
      );
    }
    case 'RichTextBlock':
      return [{ kind: 'text', of: element.inlines.map(run) }];
    case 'FactSet':
      return [
        {
          kind: 'facts',
          look: 'rows',
          facts: element.facts.map(({ title, value }) => ({
            name: [dated(title)],
            value: inline(dated(value), rules),
          })),
        },
      ];
    case 'Container': {
      const of = elementsOf(element.items);
      const tone = toneIn(boxTones, element.style);
      return tone ? [{ kind: 'box', tone, of }] : of;
    }
    case 'ColumnSet':
      return [{ kind: 'columns', columns: element.columns.map(({ items }) => elementsOf(items)) }];
    case 'CodeBlock':
      return [{ kind: 'code', text: element.codeSnippet }];
    case 'ActionSet':
      return buttons(element.actions);
    case 'Image':
      return [{ kind: 'text', size: 'small', of: [`[${element.altText ?? 'image'}]`] }];
  }
};

type Look = Pick<TextRun, 'weight' | 'color' | 'isSubtle' | 'fontType'>;

const looking = ({ weight, color, isSubtle, fontType }: Look, of: readonly Inline[]): Inline[] => {
  let shown: readonly Inline[] = of;
  if (fontType === 'monospace') shown = [{ mark: 'code', of: shown }];
  if (weight === 'bolder') shown = [{ mark: 'bold', of: shown }];
  const tone = toneIn(textTones, color) ?? (isSubtle ? 'quiet' : undefined);
  return tone ? [{ mark: 'tone', tone, of: shown }] : [...shown];
};

const run = (given: string | TextRun): Inline => {
  if (typeof given === 'string') return dated(given);
  let of = looking(given, [dated(given.text)]);
  if (given.italic) of = [{ mark: 'italic', of }];
  if (given.strikethrough) of = [{ mark: 'strike', of }];
  if (given.underline) of = [{ mark: 'underline', of }];
  const { selectAction } = given;
  return selectAction ? { mark: 'link', url: selectAction.url, of } : (of[0] ?? '');
};

export const page: FakePage = {
  guide: {
    title: 'No workflow yet',
    steps: [
      'Add a workflow to a channel with the button above, and copy its URL.',
      'In Tellhook, create a target of the kind Microsoft Teams and paste the URL.',
      'The cards Tellhook posts appear here.',
    ],
  },
  creator: {
    label: 'Add a workflow',
    title: 'Add a workflow to a channel',
    hint: 'Like the template “Send webhook alerts to a channel”.',
    fields: [
      { name: 'channel', label: 'Channel', value: 'Releases' },
      {
        name: 'form',
        label: 'URL',
        options: [
          ['powerplatform', 'Power Platform (today)'],
          ['logicapps', 'Logic Apps (before 2026)'],
        ],
      },
    ],
    path: 'msteams/workflow',
    reveals: SHOWN_ONCE,
  },
  acts: ({ id, state }) => {
    const off = state !== undefined;
    return [
      {
        label: off ? 'Turn the flow on' : 'Turn the flow off',
        path: 'msteams/switch',
        input: { channel: id, off: !off },
      },
    ];
  },
  formats: { card: cardBlocks },
  frame: ({ bubble, said, time }) => (
    <Post name={bubble.author} time={time}>
      <div className="mt-1">
        <CardBox>{said}</CardBox>
      </div>
    </Post>
  ),
};
