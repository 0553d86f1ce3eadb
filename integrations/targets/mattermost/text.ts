import { markOf } from '../../../lambdas/templates/rich/markdown.ts';
import type { Block, Run } from '../../../lambdas/templates/rich/tree.ts';

const URL_OR_REST = /(https?:\/\/[^\s<>|[\]\\]+)|([\s\S])/g;
/** Characters that start Markdown anywhere in a line. */
const ANYWHERE = /[\\*_~`|[\]()!]/;
/** Characters that start Markdown only at the beginning of a line. */
const AT_LINE_START = /[>#+-]/;
/** Matches the start of an HTML entity, which would be shown as a character. */
const ENTITY = /&(?=#?\w+;)/g;
const NUMBERED = /^( *\d+)([.)])(?= )/gm;
/** Match the starts of mentions (`@channel`) and of emoji names (`:tada:`). */
const MENTION = /@(?=[\w.-])/g;
const EMOJI = /:(?=[a-z_+-][\w+-]*:)/gi;

/**
 * Escapes a text, so Mattermost shows it unchanged. A backslash does not stop mentions, so an invisible space is
 * inserted. `<` becomes an entity, because `<url|text>` would be a link.
 */
export const escapeMarkdown = (text: string): string => {
  let atLineStart = true;
  return text
    .replace(ENTITY, '&amp;')
    .replace(URL_OR_REST, (match, url: string | undefined) => {
      const special = url === undefined && (ANYWHERE.test(match) || (atLineStart && AT_LINE_START.test(match)));
      atLineStart = match === '\n' || (atLineStart && (match === ' ' || match === '\t'));
      if (url !== undefined) return match;
      return match === '<' ? '&lt;' : special ? `\\${match}` : match;
    })
    .replace(NUMBERED, '$1\\$2')
    .replace(MENTION, '@\u200b')
    .replace(EMOJI, ':\u200b')
    .toWellFormed();
};

/** Converts blocks to Markdown. */
export const markdownOf = (blocks: readonly Block[]): string => blocks.map(blockText).join('\n\n');

function blockText(block: Block): string {
  switch (block.kind) {
    case 'code':
      // A zero-width space stops three backticks from ending the block.
      return `\`\`\`${block.language ?? ''}\n${block.text.replaceAll('```', '`\u200b`\u200b`')}\n\`\`\``;
    case 'rule':
      return '---';
    case 'list':
      return block.items
        .map((item) => {
          const indent = '    '.repeat(item.depth);
          const mark = item.number === undefined ? '-' : markOf({ ...item, depth: 0 }).trimEnd();
          return `${indent}${mark} ${marked(item.runs).replaceAll('\n', `\n${indent}    `)}`;
        })
        .join('\n');
    case 'quote':
      return marked(block.runs).replace(/^/gm, '> ');
    case 'heading':
      return marked(block.runs.map((run) => ({ ...run, bold: true })));
    case 'paragraph':
      return marked(block.runs);
  }
}

/** Converts runs to Markdown. Spaces stay outside the marks, because a mark next to a space has no effect. */
export const marked = (runs: readonly Run[]): string => runs.map(runText).join('');

export const linked = (label: string, url: string): string =>
  `[${escapeMarkdown(label).replaceAll('\n', ' ')}](${url.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))})`;

function runText({ text, bold, italic, strike, code, link }: Run): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (inner === '') return text;
  let shown = code && !inner.includes('`') ? `\`${inner.replace(MENTION, '@\u200b')}\`` : escapeMarkdown(inner);
  if (link !== undefined && !link.startsWith('mailto:')) shown = code ? `[${shown}](${link})` : linked(inner, link);
  if (strike) shown = `~~${shown}~~`;
  if (italic) shown = `*${shown}*`;
  if (bold) shown = `**${shown}**`;
  return before + shown + after;
}
