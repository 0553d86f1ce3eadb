import { signBefore } from '../../../lambdas/templates/rich/severity-looks.ts';
import {
  type Fact,
  joined,
  type RichMessage,
  type Run,
  type Block as TreeBlock,
} from '../../../lambdas/templates/rich/tree.ts';
import type { Block, Inline } from './message-blocks.tsx';

/** The buttons as links in one line; empty without buttons. */
export function buttonLine({ buttons = [] }: RichMessage): Block[] {
  const ways = buttons.flatMap(({ label, url }, at): Inline[] => [
    ...(at > 0 ? ['  ·  '] : []),
    { mark: 'link', url, of: [label] },
  ]);
  return ways.length > 0 ? [{ kind: 'text', of: ways }] : [];
}

/** A less important line of text; empty without parts. */
export const quiet = (...parts: (string | undefined)[]): Block[] => {
  const text = joined(...parts);
  return text === '' ? [] : [{ kind: 'text', size: 'small', of: [text] }];
};
/** A link that shows its own address. */
export const addressOf = (url: string): Inline => ({ mark: 'link', url, of: [url] });

/** The title with its link, with its severity sign if `sign` is set, and followed by its place if `withPlace` is set. */
export function titleOf(
  { title, link, place, severity }: Omit<RichMessage, 'link'> & { link?: string | undefined },
  {
    sign = false,
    withPlace = false,
    size = 'title',
  }: { sign?: boolean; withPlace?: boolean; size?: 'title' | 'large' } = {},
): Block[] {
  if (!title) return [];
  const said = inlineOf(title);
  const linked: Inline[] = link === undefined ? said : [{ mark: 'link', url: link, of: said }];
  return [
    {
      kind: 'text',
      size,
      of: [...(sign ? [signBefore(severity)] : []), ...linked, ...(withPlace && place ? [` · ${place}`] : [])],
    },
  ];
}

/** Facts as lines of text. */
export const linesOf = (facts: readonly Fact[]): Block[] =>
  facts.length === 0
    ? []
    : [
        {
          kind: 'text',
          of: facts.flatMap(({ label, runs }, at): Inline[] => [
            ...(at > 0 ? ['\n'] : []),
            ...(label === '' ? [] : [{ mark: 'bold', of: [`${label}: `] } as const]),
            ...inlineOf(runs),
          ]),
        },
      ];

/** Facts as a table, or in fields next to each other. */
export const tableOf = (facts: readonly Fact[], look: 'rows' | 'fields'): Block[] =>
  facts.length === 0
    ? []
    : [
        {
          kind: 'facts',
          look,
          facts: facts.map(({ label, runs }) => ({ name: [label], value: inlineOf(runs), short: true })),
        },
      ];

/** Converts a block of a message's tree. */
export function blockOf(block: TreeBlock): Block {
  switch (block.kind) {
    case 'code':
    case 'rule':
      return block;
    case 'list':
      return {
        kind: 'list',
        ordered: block.items[0]?.number !== undefined,
        items: block.items.map(({ runs, depth }) => {
          const of = inlineOf(runs);
          return [{ kind: 'text', of: depth === 0 ? of : ['\u2003'.repeat(depth), ...of] }];
        }),
      };
    case 'quote':
      return { kind: 'quote', of: [{ kind: 'text', of: inlineOf(block.runs) }] };
    case 'heading':
      return { kind: 'text', size: 'title', of: inlineOf(block.runs) };
    case 'paragraph':
      return { kind: 'text', of: inlineOf(block.runs) };
  }
}

const inlineOf = (runs: readonly Run[]): Inline[] =>
  runs.map(({ text, bold, italic, strike, code, link }) => {
    let inline: Inline = text;
    if (code) inline = { mark: 'code', of: [inline] };
    if (strike) inline = { mark: 'strike', of: [inline] };
    if (italic) inline = { mark: 'italic', of: [inline] };
    if (bold) inline = { mark: 'bold', of: [inline] };
    return link === undefined ? inline : { mark: 'link', url: link, of: [inline] };
  });
