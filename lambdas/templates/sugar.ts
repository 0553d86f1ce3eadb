import { TemplateFailure } from './errors.ts';
import type { Token } from './tokens.ts';

/** Part of the rewritten code, with its position in the source. */
interface Segment {
  start: number;
  end: number;
  source: number;
  /** True for a token, whose errors are reported at its start. In white space and comments, offsets are kept. */
  token: boolean;
}

/** A path that consists only of names. `head` is the variable at its start, or undefined for the context. */
export interface NamePath {
  head: string | undefined;
  names: string[];
}

export interface Rewritten {
  code: string;
  segments: Segment[];
  /** Names of the variables in the code, without `$`. */
  variables: string[];
  path: NamePath | undefined;
}

/** `$$` is rewritten to this variable, because inside `#each` the engine's own root is the item. */
export const ROOT = '$root';

/** Maximum nesting of `??` and `?:` on their left side, because the parser duplicates the left side at each level. */
const MAX_COPIES = 10;

/**
 * Rewrites our extensions of the language into plain JSONata and records the original position of each token.
 * @param source the template, to which the tokens' offsets refer
 * @throws TemplateFailure E1002, E1007 or E2006
 */
export function rewrite(source: string, tokens: Token[], start: number, end: number): Rewritten {
  const writer = new Writer(source);
  writeTokens(writer, tokens, start, end);
  refuseExponentialCopies(tokens);
  return {
    code: writer.code,
    segments: writer.segments,
    variables: [...writer.variables],
    path: namePath(writer.words),
  };
}

class Writer {
  code = '';
  readonly segments: Segment[] = [];
  readonly variables = new Set<string>();
  /** The original tokens, from which paths of names are recognised. */
  readonly words: { kind: string; text: string }[] = [];
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  token(text: string, source: number, kind: string, value: string): void {
    this.segments.push({ start: this.code.length, end: this.code.length + text.length, source, token: true });
    this.code += text;
    this.words.push({ kind, text: value });
  }

  gap(from: number, to: number): void {
    if (to <= from) return;
    this.segments.push({ start: this.code.length, end: this.code.length + to - from, source: from, token: false });
    this.code += this.source.slice(from, to);
  }
}

function writeTokens(writer: Writer, tokens: Token[], start: number, end: number): void {
  let at = start;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    writer.gap(at, token.start);
    at = token.end;
    if (isKeyFilter(tokens, index)) {
      const key = tokens[index + 1] as Token;
      writeKey(writer, key, token.start);
      at = (tokens[index + 2] as Token).end;
      index += 2;
    } else {
      writeToken(writer, token);
    }
  }
  writer.gap(at, end);
}

function writeToken(writer: Writer, token: Token) {
  const { source } = writer;
  const verbatim = source.slice(token.start, token.end);
  switch (token.kind) {
    case 'self':
      return writer.token('$', token.start, 'variable', '');
    case 'self-path':
      writer.token('$', token.start, 'variable', '');
      return writer.token('.', token.start, 'operator', '.');
    case 'interpolation':
      return writeInterpolation(writer, token);
    case 'variable': {
      const name = token.text === '$' ? ROOT : token.text;
      writer.variables.add(name);
      return writer.token(`$${name}`, token.start, 'variable', name);
    }
    case 'operator':
      if (token.text === '//') throw new TemplateFailure('E1007', token.start);
      if (token.text === '/' && token.operand)
        throw new TemplateFailure('S0302', token.start, 'This regular expression has no closing /');
      return writer.token(token.text === '==' ? '=' : verbatim, token.start, 'operator', token.text);
    case 'regex':
      checkRegex(token, verbatim);
      return writer.token(verbatim, token.start, 'regex', verbatim);
    case 'name':
    case 'quoted-name':
      return writer.token(verbatim, token.start, 'name', token.text);
    case 'string':
    case 'number':
    case 'value':
      return writer.token(verbatim, token.start, token.kind, token.text);
  }
}

/** Rewrites an interpolation: `"a \(b) c"` → `("a " & $print(b) & " c")`. */
function writeInterpolation(writer: Writer, token: Token): void {
  const at = token.start;
  const words = (text: string) => writer.token(text, at, 'operator', text);
  words('(');
  for (const [index, piece] of (token.pieces ?? []).entries()) {
    if (index > 0) words(' & ');
    if ('raw' in piece) {
      writer.token(`"${piece.raw}"`, at, 'string', piece.raw);
      continue;
    }
    if (piece.tokens.length === 0) throw new TemplateFailure('E1002', piece.start);
    writer.token('$print', piece.start, 'operator', '$print');
    writer.token('(', piece.start, 'operator', '(');
    writeTokens(writer, piece.tokens, piece.start + 2, piece.end);
    writer.token(')', piece.end, 'operator', ')');
  }
  words(')');
}

/** True for a filter that contains only a literal text, such as `x["key"]`, unless it follows `*`, `%` or a literal. */
function isKeyFilter(tokens: Token[], index: number): boolean {
  const open = tokens[index] as Token;
  if (open.kind !== 'operator' || open.text !== '[' || open.operand) return false;
  const before = tokens[index - 1];
  if (!before || ['string', 'number', 'value', 'regex', 'interpolation'].includes(before.kind)) return false;
  if (before.kind === 'operator' && ['*', '**', '%', '?'].includes(before.text)) return false;
  const close = tokens[index + 2];
  return tokens[index + 1]?.kind === 'string' && close?.kind === 'operator' && close.text === ']';
}

function writeKey(writer: Writer, key: Token, at: number) {
  const name = unescapeText(key.text);
  writer.token('.', at, 'operator', '.');
  if (name === undefined || name.includes('`')) {
    // A quoted name can't contain a backtick, so this key is read with `$lookup`.
    const literal = writer.source.slice(key.start, key.end);
    return writer.token(`$lookup($,${literal})`, key.start, 'call', '');
  }
  writer.token(`\`${name}\``, key.start, 'name', name);
}

/** Decodes a literal with JSON escapes. Returns undefined if it is invalid; the engine then reports the error. */
function unescapeText(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw.replaceAll(/\\.|"/g, (found) => (found === '"' || found === "\\'" ? '\\"' : found))}"`);
  } catch {
    return undefined;
  }
}

/** Reports an invalid regular expression here, because the engine would throw without its position. */
function checkRegex(token: Token, verbatim: string): void {
  const close = verbatim.lastIndexOf('/');
  if (close <= 1) return;
  try {
    new RegExp(verbatim.slice(1, close), `${verbatim.slice(close + 1)}g`);
  } catch {
    throw new TemplateFailure('S0302', token.start, 'This regular expression is not valid');
  }
}

function refuseExponentialCopies(tokens: Token[]): void {
  const levels = [{ most: 0, left: 0 }];
  for (const { kind, text, start, pieces } of tokens) {
    const level = levels.at(-1) as { most: number; left: number };
    for (const piece of pieces ?? []) if ('tokens' in piece) refuseExponentialCopies(piece.tokens);
    if (kind !== 'operator') continue;
    if (text === '(' || text === '[' || text === '{') {
      levels.push({ most: 0, left: 0 });
    } else if ((text === ')' || text === ']' || text === '}') && levels.length > 1) {
      levels.pop();
      const outer = levels.at(-1) as { most: number; left: number };
      outer.left = Math.max(outer.left, level.most);
      outer.most = Math.max(outer.most, level.most);
    } else if (text === '??' || text === '?:') {
      level.most = Math.max(level.most, level.left + 1);
      level.left = 0;
      if (level.most > MAX_COPIES) throw new TemplateFailure('E2006', start);
    } else if (text === ',' || text === ';') {
      level.left = 0;
    }
  }
}

function namePath(words: { kind: string; text: string }[]): NamePath | undefined {
  const [first] = words;
  if (!first || (first.kind !== 'name' && first.kind !== 'variable') || words.length % 2 === 0) return undefined;
  const names: string[] = first.kind === 'name' ? [first.text] : [];
  for (let index = 1; index < words.length; index += 2) {
    const [dot, name] = [words[index], words[index + 1]];
    if (dot?.kind !== 'operator' || dot.text !== '.' || name?.kind !== 'name') return undefined;
    names.push(name.text);
  }
  if (first.kind === 'name') return { head: undefined, names };
  return { head: first.text, names };
}

/** Codes whose position is the start of the faulty text. For all other codes, it is the end of the token. */
const AT_START = new Set(['S0102', 'S0106']);

/** Converts the engine's position in the rewritten code to an offset in the template. */
export function originalOffset({ segments }: Rewritten, position: number, code: string): number {
  const found = AT_START.has(code)
    ? segments.find(({ start, end }) => position >= start && position < end)
    : segments.find(({ start, end }) => position > start && position <= end);
  const segment = found ?? segments.at(-1);
  if (!segment) return 0;
  return segment.token ? segment.source : segment.source + Math.max(0, position - segment.start);
}
