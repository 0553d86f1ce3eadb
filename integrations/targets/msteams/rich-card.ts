import type { RichPart } from '../../../lambdas/targets/send-rich.ts';
import { markOf } from '../../../lambdas/templates/rich/markdown.ts';
import { plainOf } from '../../../lambdas/templates/rich/plain.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';
import { type Block, headOf, joined, type RichMessage, type Run } from '../../../lambdas/templates/rich/tree.ts';
import { envelope, inert } from './card.ts';

/** Maximum length of a card's notification text. */
const SUMMARY_LENGTH = 150;
/** Maximum bytes of a card. Teams accepts 28 KB, including the workflow's envelope. */
const MAX_BYTES = 22_000;

const styles = { ok: 'good', info: 'default', warning: 'warning', critical: 'attention' } as const;
const colours = { ok: 'good', info: 'default', warning: 'warning', critical: 'attention' } as const;

/**
 * Converts a message to an Adaptive Card. All text is in text runs, because text blocks and fact sets would parse
 * Markdown.
 */
export const richCard = ({ rich, webhookName, link, part, parts }: RichPart) => {
  const { severity = 'info', title, blocks, facts = [] } = rich;
  const below = joined(rich.place, part === parts ? webhookName : '');
  const head =
    title &&
    line(
      title.map((run) => ({ ...run, bold: true, ...(rich.link !== undefined && { link: rich.link }) })),
      {
        size: 'Medium',
        ...(severity !== 'info' && { color: colours[severity] }),
      },
    );
  const body = [
    ...(head ? [{ type: 'Container', style: styles[severity], bleed: severity !== 'info', items: [head] }] : []),
    ...blocks.flatMap(blockItems),
    ...facts.map(({ label, runs }) => ({
      type: 'ColumnSet',
      spacing: 'Small',
      columns: [column(1, [{ text: label, bold: true }]), column(3, runs)],
    })),
    // The message appears under the flow's name, so the card contains the webhook's name.
    ...(below !== '' ? [line([{ text: below }], { isSubtle: true, size: 'Small' }, { spacing: 'Small' })] : []),
  ];
  const actions = [
    ...withPage(rich).map(({ label, url }) => ({ type: 'Action.OpenUrl', title: inert(label), url })),
    ...(part === parts && link ? [{ type: 'Action.OpenUrl', title: 'Open in Tellhook', url: link }] : []),
  ];
  const summary = Array.from((title ? headOf(rich) : plainOf(rich)).replace(/\s+/g, ' ').trim());
  return { ...envelope(body, actions), summary: inert(summary.slice(0, SUMMARY_LENGTH).join('')) };
};

/** True if a part's card is small enough for Teams, including the link to the call. */
export const fitsCard = (rich: RichMessage): boolean =>
  Buffer.byteLength(
    JSON.stringify(
      richCard({ rich, text: '', id: '', webhookName: 'x'.repeat(100), link: 'x'.repeat(200), part: 1, parts: 1 }),
    ),
  ) <= MAX_BYTES;

const column = (width: number, runs: readonly Run[]) => ({
  type: 'Column',
  width,
  items: linesOf(runs).map((each) => line(each)),
});

/** Returns one line as a block, because line breaks inside a run are lost. */
const line = (runs: readonly Run[], look: object = {}, more: object = {}) => ({
  type: 'RichTextBlock',
  spacing: 'None',
  ...more,
  inlines: runs.length > 0 ? runs.map((run, at) => inline(run, at === 0, look)) : [{ type: 'TextRun', text: '\u00a0' }],
});

const inline = ({ text, bold, italic, strike, code, link }: Run, isFirst: boolean, look: object) => ({
  type: 'TextRun',
  // Teams drops spaces at the start of a line, so no-break spaces keep the indentation.
  text: inert(isFirst ? text.replace(/^ +/, (blanks) => '\u00a0'.repeat(blanks.length)) : text),
  ...look,
  ...(bold && { weight: 'Bolder' }),
  ...(italic && { italic: true }),
  ...(strike && { strikethrough: true }),
  ...(code && { fontType: 'Monospace' }),
  ...(link !== undefined && { selectAction: { type: 'Action.OpenUrl', url: link } }),
});

/** Splits runs at their line breaks. */
function linesOf(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const run of runs) {
    run.text.split('\n').forEach((text, at) => {
      if (at > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...run, text });
    });
  }
  return lines;
}

function blockItems(block: Block): object[] {
  const apart = { spacing: 'Small' };
  const lines = (runs: readonly Run[]) => linesOf(runs).map((each, at) => line(each, {}, at === 0 ? apart : {}));
  switch (block.kind) {
    case 'rule':
      return [{ ...line([]), separator: true }];
    case 'code':
      return [
        {
          type: 'Container',
          style: 'emphasis',
          ...apart,
          items: block.text.split('\n').map((text) => line(text === '' ? [] : [{ text, code: true }])),
        },
      ];
    case 'list':
      return block.items.flatMap((item, at) =>
        linesOf(item.runs).map((each, row) =>
          line(
            [{ text: row === 0 ? markOf(item) : '  '.repeat(item.depth + 1) }, ...each],
            {},
            at === 0 && row === 0 ? apart : {},
          ),
        ),
      );
    case 'quote':
      return [{ type: 'Container', style: 'emphasis', ...apart, items: lines(block.runs) }];
    case 'heading':
      return lines(block.runs.map((run) => ({ ...run, bold: true })));
    case 'paragraph':
      return lines(block.runs);
  }
}
