import { markOf } from '../../../lambdas/templates/rich/markdown.ts';
import { signBefore } from '../../../lambdas/templates/rich/severity-looks.ts';
import { includesLink } from '../../../lambdas/templates/rich/title-link.ts';
import type { Block, RichMessage, Run } from '../../../lambdas/templates/rich/tree.ts';

/**
 * Matches the marks for bold, italic, strikethrough and code, and the position before a `>` at the start of a line.
 * Inside a word (`team_name`), marks have no effect.
 */
const MARKS = /(?<![A-Za-z0-9])[*_~`]|[*_~`](?![A-Za-z0-9])|^(?=[>])/gm;
const ADDRESS = /(https?:\/\/\S+)/;

/**
 * Makes WhatsApp show the text literally. Zero-width characters around each mark prevent it from formatting the text.
 * URLs stay unchanged.
 */
export const literal = (text: string): string =>
  text
    .split(ADDRESS)
    .map((piece, at) =>
      at % 2 ? piece : piece.replace(MARKS, (mark) => (mark === '' ? '\u200b' : `\ufeff${mark}\ufeff`)),
    )
    .join('');

/** Converts a message to text with WhatsApp's formatting (faq.whatsapp.com, how to format your messages). */
export const markedUpText = ({
  title,
  link,
  place,
  severity,
  blocks,
  facts = [],
  buttons = [],
}: RichMessage): string => {
  const lines = [
    ...(title
      ? [
          signBefore(severity) +
            signed(title.map((run) => ({ ...run, bold: true }))) +
            (place ? ` · ${literal(place)}` : ''),
        ]
      : []),
    ...(blocks.length > 0 ? [blocks.map(blockText).join('\n\n')] : []),
    ...facts.map(({ label, runs }) =>
      label === '' ? signed(runs) : `${signed([{ text: `${label}:`, bold: true }])} ${signed(runs)}`,
    ),
    ...buttons.map(({ label, url }) => `${literal(label)}: ${url}`),
  ];
  if (title && link !== undefined && !includesLink(lines, link)) lines.push(link);
  return lines.join('\n');
};

function blockText(block: Block): string {
  switch (block.kind) {
    case 'code':
      return `\`\`\`${block.text.replaceAll('`', '`\u200b')}\`\`\``;
    case 'rule':
      return '———';
    case 'list':
      return block.items.map((item) => markOf(item) + signed(item.runs)).join('\n');
    case 'quote':
      return signed(block.runs).replace(/^/gm, '> ');
    case 'heading':
      return signed(block.runs.map((run) => ({ ...run, bold: true })));
    case 'paragraph':
      return signed(block.runs);
  }
}

const signed = (runs: readonly Run[]): string => runs.map((run, at) => runText(run, runs[at + 1]?.link)).join('');

/** Formats a run line by line, because marks work only within one line and at word boundaries. */
function runText({ text, bold, italic, strike, code, link }: Run, nextLink: string | undefined): string {
  // Three backticks start a block, so they are used only if the text contains a backtick.
  const tick = code && text.includes('`') ? '```' : '`';
  const around = `${code ? tick : ''}${bold ? '*' : ''}${italic ? '_' : ''}${strike ? '~' : ''}`;
  const closing = `${strike ? '~' : ''}${italic ? '_' : ''}${bold ? '*' : ''}${code ? tick : ''}`;
  const shown =
    around === ''
      ? literal(text)
      : text.replace(
          /(\S(?:[^\n]*\S)?)/g,
          (words) => around + (code ? words.replaceAll('`', '`\u200b') : literal(words)) + closing,
        );
  const isEnd = link !== undefined && link !== nextLink && link !== text && !link.startsWith('mailto:');
  return isEnd ? `${shown} (${link})` : shown;
}
