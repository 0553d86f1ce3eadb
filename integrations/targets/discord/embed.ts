import { severityColours } from '../../../lambdas/templates/rich/severity-looks.ts';
import {
  type Block,
  type Button,
  type Item,
  type RichMessage,
  type Run,
  textOf,
} from '../../../lambdas/templates/rich/tree.ts';
import { escapeMarkdown } from './text.ts';

/** Limits of an embed, in characters (discord.com/developers/docs, Embed Limits). */
const MAX_TITLE = 256;
const MAX_DESCRIPTION = 4096;
const MAX_NAME = 256;
const MAX_VALUE = 1024;
const MAX_ALL = 6000;
export const MAX_FIELDS = 25;

/** Limits of a link button (discord.com/developers/docs, Button). A row has up to five buttons. */
const MAX_BUTTON_LABEL = 80;
const MAX_BUTTON_URL = 512;

/** True if Discord accepts a button with this URL. It rejects hosts without a dot. */
const isForButton = ({ url }: Button): boolean =>
  url.length <= MAX_BUTTON_URL && /^https?:\/\/(?:\[|[^/?#]*\.)/i.test(url);

/** Converts buttons to a row of link buttons. Leaves out the row without buttons. */
export const buttonRow = (buttons: readonly Button[]) => {
  const links = buttons
    .filter(isForButton)
    .map(({ label, url }) => ({ type: 2, style: 5, label: cut(label, MAX_BUTTON_LABEL), url }));
  return links.length > 0 ? [{ type: 1, components: links }] : [];
};

/** Converts a message to one embed, with all text escaped for Markdown. Buttons are below it, if Discord accepts them. */
export const embedOf = ({ title, link, place, severity = 'info', blocks, facts = [], buttons = [] }: RichMessage) => {
  const links = buttons.filter((button) => button.url !== link && !isForButton(button));
  const description = [
    ...blocks.map(blockText),
    ...(links.length > 0 ? [links.map(({ label, url }) => linked(label, url)).join(' · ')] : []),
  ].join('\n');
  return {
    ...(title && { title: cut(escapeMarkdown(textOf(title)), MAX_TITLE) }),
    ...(title && link !== undefined && { url: link }),
    color: Number.parseInt(severityColours[severity].slice(1), 16),
    ...(description !== '' && { description }),
    ...(facts.length > 0 && {
      fields: facts.slice(0, MAX_FIELDS).map(({ label, runs }) => ({
        name: cut(escapeMarkdown(label), MAX_NAME) || '\u200b',
        value: marked(runs),
        inline: true,
      })),
    }),
    ...(place && { footer: { text: place } }),
  };
};

/** True if an embed is within all limits. */
export const isWithinLimits = ({
  title = '',
  description = '',
  fields = [],
  footer,
}: ReturnType<typeof embedOf>): boolean =>
  description.length <= MAX_DESCRIPTION &&
  fields.every(({ value }) => value.length <= MAX_VALUE) &&
  title.length +
    description.length +
    (footer?.text.length ?? 0) +
    fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0) <=
    MAX_ALL;

/** Cuts a text without leaving half of an escape sequence at its end. */
const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : text
        .slice(0, length - 1)
        .replace(/\\+$/, '')
        .toWellFormed()
        .replace(/\ufffd$/, '');

function blockText(block: Block): string {
  switch (block.kind) {
    case 'code':
      // A zero-width space stops three backticks from ending the block.
      return `\`\`\`${block.language ?? ''}\n${block.text.replaceAll('```', '`\u200b`\u200b`')}\n\`\`\``;
    case 'rule':
      return '———';
    case 'list':
      return block.items.map(itemText).join('\n');
    case 'quote':
      return marked(block.runs).replace(/^/gm, '> ');
    case 'heading':
      return marked(block.runs.map((run) => ({ ...run, bold: true })));
    case 'paragraph':
      return `${marked(block.runs)}\n`;
  }
}

const itemText = ({ runs, depth, number }: Item): string =>
  `${'  '.repeat(depth)}${number === undefined ? '-' : `${number}.`} ${marked(runs).replaceAll('\n', `\n${'  '.repeat(depth + 1)}`)}`;

const linked = (label: string, url: string): string => `[${escapeMarkdown(label).replaceAll('\n', ' ')}](<${url}>)`;

/** Converts runs to Markdown. Spaces stay outside the marks, because a mark next to a space has no effect. */
const marked = (runs: readonly Run[]): string => runs.map(runText).join('');

function runText({ text, bold, italic, strike, code, link, time }: Run): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (inner === '') return text;
  if (time !== undefined && !code) return `${before}<t:${time}:f>${after}`;
  let shown = code && !inner.includes('`') ? `\`${inner}\`` : escapeMarkdown(inner);
  if (link !== undefined && !link.startsWith('mailto:')) shown = `[${shown.replaceAll('\n', ' ')}](<${link}>)`;
  if (strike) shown = `~~${shown}~~`;
  if (italic) shown = `*${shown}*`;
  if (bold) shown = `**${shown}**`;
  return before + shown + after;
}
