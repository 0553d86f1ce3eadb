import { failuresOf } from '../compile.ts';
import { positionOf, USE_DEFAULT, type Warning } from '../errors.ts';
import { formatError } from '../format-error.ts';
import type { CallFacts } from '../payload.ts';
import { render } from '../render.ts';
import { isTextMode } from '../text-mode.ts';
import { highlight, tagsIn } from './highlight.ts';

export interface Diagnostic {
  from: number;
  to: number;
  severity: 'error' | 'warning';
  code: string;
  /** The text from `formatError`, with line and column. */
  text: string;
}

/**
 * Returns all errors in a template that can be found without a payload. If there are none, returns the error or the
 * warnings from rendering the sample. An empty template has no diagnostics, because its user has not started yet.
 */
export function diagnose(template: string, sample?: CallFacts): Diagnostic[] {
  if (template.trim() === '') return [];
  const failures = failuresOf(template);
  if (failures.length > 0) {
    return failures.map(({ code, message, offset, hint }) => {
      const error = { code, message, ...positionOf(template, offset), ...(hint && { hint }) };
      return { ...stretchAt(template, offset), severity: 'error', code, text: formatError(error) };
    });
  }
  const braces = singleBraces(template);
  if (!sample) return braces;
  const result = render({ ...sample, template, advise: true });
  if ('error' in result) {
    const { error } = result;
    if (error.code === USE_DEFAULT) return braces;
    const offset = offsetOf(template, error.line, error.column);
    return [{ ...stretchAt(template, offset), severity: 'error', code: error.code, text: formatError(error) }];
  }
  const warnings = (result.warnings ?? []).map(({ code, line, column, hint }): Diagnostic => {
    const text = formatError({ code, message: ADVICE[code], line, column, ...(hint && { hint }) });
    const offset = offsetOf(template, line, column);
    const stretch = code === 'W1' ? tagAt(template, offset) : stretchAt(template, offset);
    return { ...stretch, severity: 'warning', code, text };
  });
  return [...warnings, ...braces].toSorted((left, right) => left.from - right.from);
}

const ADVICE: Record<Warning['code'], string> = {
  W1: 'This call has no such value',
  W2: 'This call has no such value to compare',
  W3: 'This call has nothing to repeat here',
  W4: 'A single brace is only text; write two to print a value',
};

const SINGLE_BRACE = /(?<![{\\$])\$?\{[ \t]{0,20}[.$]?[A-Za-z_][\w.]{0,100}[ \t]{0,20}\}(?!\})/g;

/** Finds names in single braces outside tags. In other template languages, they print a value. */
function singleBraces(template: string): Diagnostic[] {
  if (!isTextMode(template)) return [];
  const found: Diagnostic[] = [];
  let from = 0;
  const look = (to: number) => {
    for (const match of template.slice(from, to).matchAll(SINGLE_BRACE)) {
      const at = from + match.index;
      const text = formatError({ code: 'W4', message: ADVICE.W4, ...positionOf(template, at) });
      found.push({ from: at, to: at + match[0].length, severity: 'warning', code: 'W4', text });
    }
  };
  for (const tag of tagsIn(template)) {
    look(tag.start);
    from = tag.end;
  }
  look(template.length);
  return found;
}

/** Converts a 1-based line and column to an offset. */
function offsetOf(template: string, line: number, column: number): number {
  let lineStart = 0;
  for (let at = 1; at < line; at++) lineStart = template.indexOf('\n', lineStart) + 1;
  return lineStart + column - 1;
}

/**
 * Returns the range from an offset to the end of its token, or one character outside tokens, so an underline is
 * visible.
 */
function stretchAt(template: string, offset: number): { from: number; to: number } {
  const token = highlight(template).find(({ from, to }) => from <= offset && offset < to);
  if (token) return { from: offset, to: token.to };
  const from = Math.min(offset, Math.max(0, template.length - 1));
  return { from, to: Math.min(from + 1, template.length) };
}

function tagAt(template: string, offset: number): { from: number; to: number } {
  const token = highlight(template).find(({ from, type }) => from > offset && type === 'tag');
  return { from: offset, to: token?.to ?? template.length };
}
