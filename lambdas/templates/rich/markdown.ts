import { parseInline } from './inline.ts';
import type { Block, Item, Run } from './tree.ts';

/**
 * Reads the Markdown of messages: paragraphs, headings, lists, quotes, code between fences, rules, and the marks of
 * {@link parseInline}. It differs from CommonMark to suit chats. Line breaks stay, an unindented line ends a list, and
 * indented text isn't code. HTML, tables and references are not supported. Never throws; linear in the text.
 */
export function parseMarkdown(text: string): Block[] {
  return blocksOf(text.split('\n'), 0);
}

/** Maximum depth of quotes inside quotes; deeper ones are text. */
const MAX_QUOTES = 3;
/** Maximum depth of lists inside lists; no target shows more. */
const MAX_DEPTH = 5;

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const HEADING = /^ {0,3}#{1,6}(?=[ \t]|$)/;
const QUOTE = /^ {0,3}> ?/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^( *)([-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const isBlank = (line: string) => line.trim() === '';

function blocksOf(lines: string[], quotes: number): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as string;
    const fence = FENCE.exec(line);
    if (isBlank(line)) at++;
    else if (fence) at = code(lines, at, fence, blocks);
    else if (HEADING.test(line)) {
      const runs = parseInline(headingText(line));
      if (runs.length > 0) blocks.push({ kind: 'heading', runs });
      at++;
    } else if (RULE.test(line)) {
      blocks.push({ kind: 'rule' });
      at++;
    } else if (QUOTE.test(line) && quotes < MAX_QUOTES) at = quote(lines, at, quotes, blocks);
    else if (ITEM.test(line)) at = list(lines, at, blocks);
    else at = paragraph(lines, at, quotes, blocks);
  }
  return blocks;
}

/** Removes a heading's marks: `## Title ##` → `Title`. */
function headingText(line: string): string {
  const text = line.replace(HEADING, '').trim();
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return end === 0 || /[ \t]/.test(text.charAt(end - 1)) ? text.slice(0, end).trim() : text;
}

function code(lines: string[], start: number, fence: RegExpExecArray, blocks: Block[]): number {
  const [, marker = '', info = ''] = fence;
  const indent = /^ */.exec(lines[start] as string)?.[0].length ?? 0;
  const close = new RegExp(`^ {0,3}${marker.charAt(0)}{${marker.length},}[ \\t]*$`);
  let end = start + 1;
  while (end < lines.length && !close.test(lines[end] as string)) end++;
  const indentation = new RegExp(`^ {0,${indent}}`);
  const text = lines
    .slice(start + 1, end)
    .map((line) => line.replace(indentation, ''))
    .join('\n');
  const language = /^[\w#+.-]{1,30}/.exec(info.trimStart())?.[0];
  if (!isBlank(text)) blocks.push({ kind: 'code', text, ...(language && { language }) });
  return end + 1;
}

function quote(lines: string[], start: number, quotes: number, blocks: Block[]): number {
  let end = start;
  const inner: string[] = [];
  for (; end < lines.length && QUOTE.test(lines[end] as string); end++)
    inner.push((lines[end] as string).replace(QUOTE, ''));
  const runs = flatten(blocksOf(inner, quotes + 1));
  if (runs.length > 0) blocks.push({ kind: 'quote', runs });
  return end;
}

/** Turns a quote's blocks into runs, because no target supports lists or code inside a quote. */
function flatten(blocks: Block[]): Run[] {
  return blocks.flatMap((block, index): Run[] => {
    const runs = ((): Run[] => {
      switch (block.kind) {
        case 'code':
          return block.text
            .split('\n')
            .flatMap((text, line) => [...(line > 0 ? [{ text: '\n' }] : []), { text, code: true }]);
        case 'rule':
          return [{ text: '---' }];
        case 'list':
          return block.items.flatMap((item, line) => [
            { text: `${line > 0 ? '\n' : ''}${markOf(item)}` },
            ...item.runs,
          ]);
        default:
          return block.runs;
      }
    })();
    return index > 0 ? [{ text: '\n' }, ...runs] : runs;
  });
}

/** Returns the prefix of a list item in plain text. */
export const markOf = ({ depth, number }: Item): string =>
  `${'  '.repeat(depth)}${number === undefined ? '•' : `${number}.`} `;

function list(lines: string[], start: number, blocks: Block[]): number {
  const items: { text: string[]; depth: number; number: number | undefined }[] = [];
  /** Columns at which the texts of the surrounding items begin, the innermost last. */
  const indents: number[] = [];
  let at = start;
  for (; at < lines.length; at++) {
    const line = lines[at] as string;
    const marker = RULE.test(line) ? null : ITEM.exec(line);
    if (marker) {
      const [whole, blanks = '', sign = ''] = marker;
      while (indents.length > 0 && blanks.length < (indents.at(-1) as number)) indents.pop();
      if (indents.length < MAX_DEPTH) indents.push(Math.min(whole.length, blanks.length + sign.length + 1));
      const number = /\d/.test(sign) ? Number(sign.slice(0, -1)) : undefined;
      items.push({ text: [line.slice(whole.length)], depth: indents.length - 1, number });
    } else if (isBlank(line)) {
      // Only another item continues a list after a blank line.
      const next = lines.slice(at + 1, at + 3).find((each) => !isBlank(each));
      if (next === undefined || RULE.test(next) || !ITEM.test(next)) break;
    } else if (/^ {2,}/.test(line) && !FENCE.test(line.trimStart())) items.at(-1)?.text.push(line.trim());
    else break;
  }
  blocks.push({
    kind: 'list',
    items: items.map(({ text, depth, number }) => ({
      runs: parseInline(text.join('\n').trim()),
      depth,
      ...(number !== undefined && { number }),
    })),
  });
  return at;
}

function paragraph(lines: string[], start: number, quotes: number, blocks: Block[]): number {
  let end = start + 1;
  while (end < lines.length && !startsBlock(lines[end] as string, quotes)) end++;
  const text = lines
    .slice(start, end)
    .map((line) => line.trimEnd())
    .join('\n');
  blocks.push({ kind: 'paragraph', runs: parseInline(text.trim()) });
  return end;
}

function startsBlock(line: string, quotes: number): boolean {
  if (isBlank(line) || FENCE.test(line) || HEADING.test(line) || RULE.test(line)) return true;
  // A number in the middle of a paragraph begins a list only if it is 1.
  const item = ITEM.exec(line);
  return (QUOTE.test(line) && quotes < MAX_QUOTES) || (item !== null && /^(?:[-*+]|1[.)])$/.test(item[2] as string));
}
