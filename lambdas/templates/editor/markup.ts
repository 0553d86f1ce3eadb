import { positionOf } from '../errors.ts';
import { formatError } from '../format-error.ts';
import { parseInline } from '../rich/inline.ts';
import { isTextMode } from '../text-mode.ts';
import type { Diagnostic } from './diagnose.ts';
import { tagsIn } from './highlight.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Matches lines that begin a new block: items, headings, quotes. */
const BEGINS = /^\s*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)(?=\s|$)/;
/** Marks of which an unclosed one is probably a mistake. */
const MARKS = ['**', '~~', '`', ']('];

/**
 * Warns about Markdown marks in a template that are never closed and would be shown literally. They are found with the
 * message parser, which leaves them in the text. Use it only for templates of rich messages.
 */
export function diagnoseMarkup(template: string): Diagnostic[] {
  if (!isTextMode(template)) return [];
  const found: Diagnostic[] = [];
  const warn = (from: number, mark: string) => {
    const message = `${mark} is opened here and not closed, so it is shown as it is`;
    const text = formatError({ code: 'W5', message, ...positionOf(template, from) });
    found.push({ from, to: from + mark.length, severity: 'warning', code: 'W5', text });
  };
  let fence: { mark: string; at: number } | undefined;
  let passage = { at: 0, text: '' };
  const look = () => {
    for (const { mark, at } of openMarks(passage.text)) warn(passage.at + at, mark);
    passage = { at: 0, text: '' };
  };
  let at = 0;
  for (const line of lettersForTags(template).split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence.mark) && line.trim() === mark) fence = undefined;
    } else if (mark) {
      look();
      fence = { mark, at: at + line.indexOf(mark) };
    } else if (line.trim() === '') look();
    else {
      if (BEGINS.test(line)) look();
      passage = passage.text === '' ? { at, text: line } : { ...passage, text: `${passage.text}\n${line}` };
    }
    at += line.length + 1;
  }
  look();
  if (fence) warn(fence.at, fence.mark);
  return found.toSorted((one, other) => one.from - other.from);
}

/** Replaces tags and escaped characters with letters, so all other characters keep their positions. */
function lettersForTags(template: string): string {
  let text = '';
  for (const { start, end } of tagsIn(template)) {
    if (start < text.length) continue;
    text += template.slice(text.length, start) + 'x'.repeat(end - start);
  }
  return (text + template.slice(text.length)).replace(/\\[!-/:-@[-`{-~]/g, 'xx');
}

/** Returns the marks that are left in a passage, each at its last position, because that one isn't closed. */
function openMarks(passage: string): { mark: string; at: number }[] {
  const left = parseInline(passage)
    .filter(({ code }) => !code)
    .map(({ text }) => text)
    .join('\0');
  return MARKS.filter((mark) => left.includes(mark)).map((mark) => ({ mark, at: passage.lastIndexOf(mark) }));
}
