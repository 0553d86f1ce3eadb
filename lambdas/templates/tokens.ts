/**
 * Splits an expression into tokens exactly as JSONata 2.2.2 does. In addition, it recognises our extensions: `==`, a
 * leading `.`, `//` (to reject it) and `\( )` inside double quotes.
 */
type TokenKind =
  | 'operator'
  | 'name'
  | 'quoted-name'
  | 'variable'
  | 'string'
  | 'interpolation'
  | 'number'
  | 'value'
  | 'regex'
  /** A leading dot, which means the context: `self` if it is alone, `self-path` before a step. */
  | 'self'
  | 'self-path';

export interface Token {
  kind: TokenKind;
  /** Offsets in the template; `end` is exclusive. */
  start: number;
  end: number;
  /** The text of an operator or a value, a name (without `$`), or the raw text inside a string. */
  text: string;
  /** True if an operand was expected here, so `[` begins a list and not a filter, and `/` a regex. */
  operand: boolean;
  /** An interpolation's pieces in order: raw texts, and the tokens of embedded expressions. */
  pieces?: Piece[];
}
type Piece = { raw: string; start: number } | { tokens: Token[]; start: number; end: number };

/** The end of an expression: the end of the text, `}}`, or the `)` of an interpolation. */
export type Ending = 'text' | 'tag' | 'parenthesis';

interface Scan {
  tokens: Token[];
  /** Offset of the expression's end: of `}}` or `)`, or the end of the text. */
  end: number;
  /** True if the ending was found. */
  closed: boolean;
  /** True if the tag ends with ` -}}`. */
  trimAfter: boolean;
}

const BLANKS = ' \t\n\r\v';
const OPERATOR_CHARS = '.[]{}(),@#;:?+-*/%|=<>^&!~';
const LONG_OPERATORS = ['..', ':=', '!=', '>=', '<=', '**', '~>', '?:', '??', '=='];
const NUMBER = /(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[Ee][-+]?[0-9]+)?/y;
/** Operators that are written as words. */
export const KEYWORDS = new Set(['and', 'or', 'in']);

export const isBlank = (char: string) => char !== '' && BLANKS.includes(char);
const endsName = (char: string) => char === '' || BLANKS.includes(char) || OPERATOR_CHARS.includes(char);

/** Scans `source` from `start`. Never throws: an unclosed part extends to the end, and the engine reports the error. */
export function scan(source: string, start: number, ending: Ending): Scan {
  const tokens: Token[] = [];
  let at = start;
  let curly = 0;
  let round = 0;
  let operand = true;

  const push = (kind: TokenKind, end: number, text: string, next: boolean, pieces?: Piece[]) => {
    tokens.push({ kind, start: at, end, text, operand, ...(pieces && { pieces }) });
    at = end;
    operand = next;
  };
  const finish = (closed: boolean, trimAfter = false): Scan => ({ tokens, end: at, closed, trimAfter });

  while (at < source.length) {
    const char = source.charAt(at);
    const next = source.charAt(at + 1);
    if (isBlank(char)) {
      at++;
    } else if (char === '/' && next === '*') {
      const close = source.indexOf('*/', at + 2);
      // The engine reports an unclosed comment.
      if (close === -1) push('operator', source.length, source.slice(at), true);
      else at = close + 2;
    } else if (ending === 'tag' && curly === 0 && char === '}' && next === '}') {
      return finish(true);
    } else if (ending === 'tag' && curly === 0 && char === '-' && isTrim(source, at, start)) {
      at++;
      return finish(true, true);
    } else if (ending === 'parenthesis' && round === 0 && char === ')') {
      return finish(true);
    } else if (char === '/' && operand) {
      const end = endOfRegex(source, at + 1);
      if (end === -1) push('operator', at + 1, '/', true);
      else push('regex', end, source.slice(at, end), false);
    } else if (char === '/' && next === '/') {
      push('operator', at + 2, '//', true);
    } else if (LONG_OPERATORS.includes(char + next)) {
      // In the position of an operand, `**` means all descendants.
      push('operator', at + 2, char + next, !(char === '*' && operand));
    } else if (char === '.' && operand) {
      const path = startsStep(source, at + 1);
      push(path ? 'self-path' : 'self', at + 1, '.', path);
    } else if (OPERATOR_CHARS.includes(char)) {
      if (char === '{') curly++;
      if (char === '}' && curly > 0) curly--;
      if (char === '(') round++;
      if (char === ')' && round > 0) round--;
      const isOperand = ')]}'.includes(char) || (operand && '*%?'.includes(char));
      push('operator', at + 1, char, !isOperand);
    } else if (char === '"') {
      scanText(source, at, push);
    } else if (char === "'") {
      const end = endOfQuoted(source, at + 1);
      push('string', end, source.slice(at + 1, end - 1), false);
    } else if (char === '`') {
      const close = source.indexOf('`', at + 1);
      if (close === -1) push('operator', source.length, source.slice(at), false);
      else push('quoted-name', close + 1, source.slice(at + 1, close), false);
    } else {
      scanWord(source, at, operand, push);
    }
  }
  return finish(ending === 'text');
}

type Push = (kind: TokenKind, end: number, text: string, next: boolean, pieces?: Piece[]) => void;

function isTrim(source: string, at: number, start: number): boolean {
  return source.startsWith('}}', at + 1) && at > start - 1 && isBlank(source.charAt(at - 1));
}

function scanWord(source: string, at: number, operand: boolean, push: Push) {
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(source);
  if (number) return push('number', at + number[0].length, number[0], false);
  let end = at + 1;
  while (!endsName(source.charAt(end))) end++;
  const word = source.slice(at, end);
  if (word.startsWith('$')) push('variable', end, word.slice(1), false);
  else if (KEYWORDS.has(word)) push(operand ? 'name' : 'operator', end, word, !operand);
  else if (word === 'true' || word === 'false' || word === 'null') push('value', end, word, false);
  else push('name', end, word, false);
}

/** True if a step follows a leading dot (`.name`, `.*`), false if the dot is the operand (`.`, `.[0]`, `. + 1`). */
function startsStep(source: string, after: number): boolean {
  const char = source.charAt(after);
  if (char !== '' && '`*%({"\'$'.includes(char)) return true;
  if (!endsName(char)) return true;
  let at = after;
  while (isBlank(source.charAt(at))) at++;
  if (at === after) return false;
  let end = at;
  while (!endsName(source.charAt(end))) end++;
  return end > at && !KEYWORDS.has(source.slice(at, end)) && !'"\''.includes(source.charAt(at));
}

/** Returns the offset after the closing quote, or the end of the source. */
function endOfQuoted(source: string, from: number): number {
  const quote = source.charAt(from - 1);
  let at = from;
  while (at < source.length && source.charAt(at) !== quote) at += source.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at + 1, source.length);
}

/** Scans a double-quoted string with its `\( )` parts. */
function scanText(source: string, start: number, push: Push) {
  const pieces: Piece[] = [];
  let at = start + 1;
  let rawStart = at;
  while (at < source.length && source.charAt(at) !== '"') {
    if (source.charAt(at) !== '\\') {
      at++;
    } else if (source.charAt(at + 1) !== '(') {
      at += 2;
    } else {
      pieces.push({ raw: source.slice(rawStart, at), start: rawStart });
      const inner = scan(source, at + 2, 'parenthesis');
      pieces.push({ tokens: inner.tokens, start: at, end: inner.end });
      at = inner.closed ? inner.end + 1 : source.length;
      rawStart = at;
    }
  }
  at = Math.min(at, source.length);
  const end = Math.min(at + 1, source.length);
  if (pieces.length === 0) return push('string', end, source.slice(start + 1, at), false);
  pieces.push({ raw: source.slice(rawStart, at), start: rawStart });
  push('interpolation', end, source.slice(start + 1, at), false, pieces);
}

/** Returns the offset after a regular expression and its flags, as the engine finds it; -1 if it isn't closed. */
function endOfRegex(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === '/' && depth === 0 && !isEscaped(source, at)) {
      let end = at + 1;
      while ('im'.includes(source.charAt(end)) && end < source.length) end++;
      return end;
    }
    if (source.charAt(at - 1) !== '\\') {
      if ('([{'.includes(char)) depth++;
      if (')]}'.includes(char)) depth--;
    }
  }
  return -1;
}

function isEscaped(source: string, at: number): boolean {
  let backslashes = 0;
  while (source.charAt(at - backslashes - 1) === '\\') backslashes++;
  return backslashes % 2 === 1;
}
