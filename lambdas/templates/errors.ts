/**
 * An error in a template. Codes E… are ours; S…, T… and D… come from the JSONata engine, with its message. This folder
 * also runs in the browser, so it cannot import from Node.
 */
export interface TemplateError {
  code: string;
  message: string;
  /** The line number, from 1. */
  line: number;
  /** The column number, from 1, in UTF-16 units. */
  column: number;
  hint?: string;
  /** Seconds until a retry makes sense. Set only if the cause is temporary. */
  retryAfterSeconds?: number;
}

/**
 * A warning, which only the editor shows. W1 is a value tag without a result, and W2 a comparison with a missing value.
 * W3 is a loop without items, and W4 a name in single braces, which is plain text.
 */
export interface Warning {
  code: 'W1' | 'W2' | 'W3' | 'W4';
  line: number;
  column: number;
  hint?: string;
}

export const messages = {
  E1000: 'The template is empty',
  E1001: 'This tag is not closed',
  E1002: 'This tag has no expression',
  E1003: 'This closing tag does not match an open block',
  E1004: 'This block is not closed',
  E1005: 'Unknown tag',
  E1006: 'An else must be directly inside #if or #each',
  E1007: 'The operator // is not supported',
  E2001: 'The template took too long',
  E2002: 'The template needs too much memory',
  E2003: 'The message is too long',
  E2004: 'The template is too long',
  E2006: 'The template is too deeply nested or too complex',
  E2007: 'The template creates too many values or has too many tags',
  E2008: 'The template’s loops run too many times',
  E3001: 'A function can’t be printed',
  E3002: 'The result is not a finite number',
  E3003: 'The function $eval is not available',
  E3004: 'Unknown time zone',
  E9000: 'The template could not be rendered',
} as const;
export type OwnCode = keyof typeof messages;

/** The code with which `$default()` ends a template; the call then gets its default message. */
export const USE_DEFAULT = 'default';

export const hints: Partial<Record<OwnCode, string>> = {
  E1001: 'Every {{ needs a }}. An open quote or an open { can hide it.',
  E1002: 'Write the name of a field, for example {{ title }}.',
  E1005:
    'Blocks are {{#each …}} … {{/each}} and {{#if …}} … {{/if}}; rich messages also have title, place, facts and buttons.',
  E1007: 'Write a ?? b (if a is missing) or a ?: b (if a is missing, null or empty).',
  E3001: 'To call a function, add parentheses, for example $now().',
  E3004: 'Use a name such as Europe/Berlin or an offset such as +02:00.',
};

/**
 * An error in a template. `offset` counts UTF-16 units from the template's start; -1 means that it is not known yet.
 */
export class TemplateFailure extends Error {
  readonly code: string;
  readonly offset: number;
  readonly hint: string | undefined;

  constructor(code: string, offset: number, message?: string, hint?: string) {
    super(message ?? messages[code as OwnCode] ?? messages.E9000);
    this.code = code;
    this.offset = offset;
    this.hint = hint ?? hints[code as OwnCode];
  }
}

/** Creates an error with one of our codes, for callers without a position in the template. */
export function ownError(code: OwnCode, message: string = messages[code]): TemplateError {
  const hint = hints[code];
  return { code, message, line: 1, column: 1, ...(hint && { hint }) };
}

/** Converts an offset to a 1-based line and column (UTF-16 units). */
export function positionOf(template: string, offset: number): { line: number; column: number } {
  const before = Math.max(0, Math.min(offset, template.length));
  let line = 1;
  let lineStart = 0;
  for (let at = template.indexOf('\n'); at !== -1 && at < before; at = template.indexOf('\n', lineStart)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: before - lineStart + 1 };
}

/**
 * Converts a failure to an error for the result. An unknown failure becomes E9000, whose message reveals no details.
 */
export function toTemplateError(failure: unknown, template: string): TemplateError {
  if (!(failure instanceof TemplateFailure)) return ownError('E9000');
  const { code, message, offset, hint } = failure;
  return { code, message, ...positionOf(template, offset), ...(hint && { hint }) };
}
