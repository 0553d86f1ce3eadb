import { markOf } from './markdown.ts';
import { includesLink } from './title-link.ts';
import { type Block, type Fact, headOf, PAGE, type RichMessage, type Run } from './tree.ts';

/** Converts a message to plain text, for search, for lists, and for targets that reject the formatting. */
export function plainOf(message: RichMessage): string {
  const { title, link, blocks, facts = [], buttons = [] } = message;
  const body = blocks.map(plainBlock).join('\n\n');
  const lines = [
    ...(title ? [headOf(message)] : []),
    ...(body === '' ? [] : [body]),
    ...facts.map(plainFact),
    ...buttons.filter(({ url }) => !title || url !== link).map(({ label, url }) => `${label}: ${url}`),
  ];
  if (link !== undefined && title && !includesLink(lines, link)) lines.push(link);
  return lines.join('\n');
}

/**
 * Converts a fact to a line. The label of the title's page is left out, because links in plain messages have no label.
 */
function plainFact({ label, runs }: Fact): string {
  const said = plainRuns(runs);
  return label === '' || (label === PAGE && /^https?:\/\//i.test(said)) ? said : `${label}: ${said}`;
}

function plainBlock(block: Block): string {
  switch (block.kind) {
    case 'code':
      return block.text;
    case 'rule':
      return '---';
    case 'list':
      return block.items.map((item) => markOf(item) + plainRuns(item.runs)).join('\n');
    case 'quote':
      return plainRuns(block.runs).replace(/^/gm, '> ');
    default:
      return plainRuns(block.runs);
  }
}

/** Adds the address after a link's text, unless the text is the address. */
const plainRuns = (runs: readonly Run[]): string =>
  runs
    .map(({ text, link }, index) => {
      // A link with several formats spans several runs, so its address follows the last one.
      const isEnd = link !== undefined && runs[index + 1]?.link !== link;
      return isEnd && link !== text && link !== `${text}/` && link !== `mailto:${text}` ? `${text} (${link})` : text;
    })
    .join('');
