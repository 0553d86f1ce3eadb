import { inColumns } from '../../../lambdas/templates/rich/columns.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';
import { type Fact, type RichMessage, type Run, textOf } from '../../../lambdas/templates/rich/tree.ts';
import { DATE_FORMAT, richText } from './rich-text.ts';

/** Slack's only control characters. Once escaped, they can form neither mentions nor links. */
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

/** Matches Slack's markup in a text: marks, emoji names, quotes and bullets. */
export const READ_AS_MARKUP = /[*_~`]|:[\w+-]+:|^\s*(?:>|[•◦▪])/m;

/** Maximum fields of a section (docs.slack.dev/reference/block-kit/blocks/section-block). */
const MAX_FIELDS = 10;

/**
 * Converts a fact to a field. A bold label requires markup, so the label is not bold if it or the value could be read
 * as markup.
 */
const field = ({ label, runs }: Fact) => {
  const said = textOf(runs.filter(({ time }) => time === undefined));
  return READ_AS_MARKUP.test(label) || READ_AS_MARKUP.test(said)
    ? { type: 'plain_text', text: `${label}\n${textOf(runs)}`, emoji: false }
    : { type: 'mrkdwn', text: `*${escapeText(label)}*\n${runs.map(inField).join('')}`, verbatim: true };
};

const inField = ({ text, time }: Run) =>
  time === undefined ? escapeText(text) : `<!date^${time}^${DATE_FORMAT}|${escapeText(text)}>`;

/** Converts a message to blocks: its text, its facts (in two columns if short), and its buttons. */
export function blocksOf(rich: RichMessage): object[] {
  const buttons = withPage(rich);
  const { facts = [] } = rich;
  if (!inColumns(facts)) return [richText({ ...rich, buttons })];
  const sections = Array.from({ length: Math.ceil(facts.length / MAX_FIELDS) }, (_, at) => ({
    type: 'section',
    fields: facts.slice(at * MAX_FIELDS, (at + 1) * MAX_FIELDS).map(field),
  }));
  return [
    ...(rich.title || rich.blocks.length > 0 ? [richText({ ...rich, facts: [], buttons: [] })] : []),
    ...sections,
    ...(buttons.length > 0 ? [richText({ blocks: [], buttons })] : []),
  ];
}
