import { failuresOf } from '../compile.ts';
import { positionOf } from '../errors.ts';
import { formatError } from '../format-error.ts';
import type { CallFacts } from '../payload.ts';
import { render } from '../render.ts';
import { highlight } from './highlight.ts';

export interface Diagnostic {
  from: number;
  to: number;
  severity: 'error' | 'warning';
  code: string;
  /** As `formatError` writes it, with line and column. */
  text: string;
}

/**
 * What is wrong with a template: all errors that need no payload, or, when there are none and a call is given, the error
 * or the warnings of rendering it. An empty template is no diagnostic: somebody is about to write one.
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
  if (!sample) return [];
  const result = render({ ...sample, template });
  if ('error' in result) {
    const { error } = result;
    const offset = offsetOf(template, error.line, error.column);
    return [{ ...stretchAt(template, offset), severity: 'error', code: error.code, text: formatError(error) }];
  }
  return (result.warnings ?? []).map(({ code, line, column, hint }) => {
    const message = 'This call has no such value';
    const text = formatError({ code, message, line, column, ...(hint && { hint }) });
    return { ...tagAt(template, offsetOf(template, line, column)), severity: 'warning', code, text };
  });
}

/** The offset of a 1-based line and column. */
function offsetOf(template: string, line: number, column: number): number {
  let lineStart = 0;
  for (let at = 1; at < line; at++) lineStart = template.indexOf('\n', lineStart) + 1;
  return lineStart + column - 1;
}

/** The token at an offset, or one character, so that there is something to underline. */
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
