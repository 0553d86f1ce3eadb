import { isTextMode } from '../text-mode.ts';
import { type Ending, KEYWORDS, scan, type Token } from '../tokens.ts';

export type HighlightType =
  | 'tag'
  | 'keyword'
  | 'comment'
  | 'name'
  | 'variable'
  | 'function'
  | 'string'
  | 'number'
  | 'constant'
  | 'regex'
  | 'operator';

interface Highlight {
  from: number;
  to: number;
  type: HighlightType;
}

const WORD =
  /(?:#[ \t\n\r\v]*\w*|\/[ \t\n\r\v]*(?:each|if|title|facts|buttons)\b|else[ \t\n\r\v]+if(?=[ \t\n\r\v(])|else(?=[ \t\n\r\v]*-?\}\}))/y;

/** Returns a template's coloured ranges, in order and without overlaps. It also works for unfinished templates. */
export function highlight(template: string): Highlight[] {
  const found: Highlight[] = [];
  if (!isTextMode(template)) {
    addExpression(found, template, 0, 'text');
    return found;
  }
  for (const tag of tagsIn(template)) {
    if (tag.comment) {
      found.push({ from: tag.start, to: tag.end, type: 'comment' });
      continue;
    }
    found.push({ from: tag.start, to: tag.open, type: 'tag' });
    if (tag.content > tag.word) found.push({ from: tag.word, to: tag.content, type: 'keyword' });
    const { end, closed } = addExpression(found, template, tag.content, 'tag');
    if (closed) found.push({ from: end, to: end + 2, type: 'tag' });
  }
  return found;
}

/** A tag as typed so far. `open` is the offset after `{{` or `{{-`. A block's name is between `word` and `content`. */
export interface RoughTag {
  start: number;
  end: number;
  open: number;
  word: number;
  content: number;
  closed: boolean;
  comment: boolean;
}

/** Finds all tags, even invalid ones. */
export function tagsIn(template: string): RoughTag[] {
  const tags: RoughTag[] = [];
  for (let start = template.indexOf('{{'); start !== -1; ) {
    let slashes = 0;
    while (template[start - slashes - 1] === '\\') slashes++;
    const tag = slashes % 2 === 1 ? undefined : roughTag(template, start);
    if (tag) tags.push(tag);
    start = template.indexOf('{{', tag ? tag.end : start + 2);
  }
  return tags;
}

function roughTag(template: string, start: number): RoughTag {
  if (template[start + 2] === '!') {
    const ending = template.startsWith('--', start + 3) ? '--}}' : '}}';
    const close = template.indexOf(ending, start + 3);
    const end = close === -1 ? template.length : close + ending.length;
    return { start, end, open: end, word: end, content: end, closed: close !== -1, comment: true };
  }
  const open = start + (/^-\s/.test(template.slice(start + 2, start + 4)) ? 3 : 2);
  let word = open;
  while (/\s/.test(template.charAt(word))) word++;
  WORD.lastIndex = word;
  const content = word + (WORD.exec(template)?.[0].length ?? 0);
  const { end, closed } = scan(template, content, 'tag');
  return { start, end: closed ? end + 2 : template.length, open, word, content, closed, comment: false };
}

function addExpression(found: Highlight[], template: string, start: number, ending: Ending) {
  const result = scan(template, start, ending);
  addTokens(found, result.tokens);
  return result;
}

function addTokens(found: Highlight[], tokens: Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'interpolation') addInterpolation(found, token);
    else found.push({ from: token.start, to: token.end, type: typeOf(token, tokens[index + 1]) });
  }
}

function addInterpolation(found: Highlight[], token: Token): void {
  let at = token.start;
  for (const piece of token.pieces ?? []) {
    if ('raw' in piece) continue;
    found.push({ from: at, to: piece.start, type: 'string' });
    found.push({ from: piece.start, to: piece.start + 2, type: 'tag' });
    addTokens(found, piece.tokens);
    at = Math.min(piece.end + 1, token.end);
    if (at > piece.end) found.push({ from: piece.end, to: at, type: 'tag' });
  }
  if (at < token.end) found.push({ from: at, to: token.end, type: 'string' });
}

function typeOf({ kind, text }: Token, next: Token | undefined): HighlightType {
  const called = next?.kind === 'operator' && next.text === '(';
  switch (kind) {
    case 'variable':
      return called ? 'function' : 'variable';
    case 'name':
      if (text === 'function' && called) return 'keyword';
      return text === 'as' && next?.kind === 'variable' ? 'keyword' : 'name';
    case 'quoted-name':
      return 'name';
    case 'value':
      return 'constant';
    case 'operator':
      return KEYWORDS.has(text) ? 'keyword' : 'operator';
    case 'self':
    case 'self-path':
      return 'operator';
    case 'interpolation':
      return 'string';
    case 'string':
    case 'number':
    case 'regex':
      return kind;
  }
}
