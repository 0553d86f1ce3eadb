import { TemplateFailure } from './errors.ts';
import { isSectionName, type Piece, type Tag } from './syntax.ts';
import { isBlank, scan } from './tokens.ts';

const MAX_TAGS = 500;
const CLOSE = /\/[ \t\n\r\v]*([A-Za-z_]\w*)[ \t\n\r\v]*(?=-?\}\})/y;
const CLOSE_OF_BLOCK = /\/[ \t\n\r\v]*(?:each|if|title|facts|buttons)\b/y;
const OPEN = /#[ \t\n\r\v]*([A-Za-z_]\w*)?/y;
const ELSE = /else[ \t\n\r\v]*(?=-?\}\})/y;
const ELSE_IF = /else[ \t\n\r\v]+if(?=[ \t\n\r\v(])/y;

/**
 * Splits a template into text and tags.
 * @throws TemplateFailure E1001, E1002, E1003, E1005, E2007
 */
export function cutIntoTags(template: string): Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  let textStart = 0;
  let at = 0;
  let tags = 0;
  for (let open = template.indexOf('{{'); open !== -1; open = template.indexOf('{{', at)) {
    let slashes = 0;
    while (open - slashes > at && template[open - slashes - 1] === '\\') slashes++;
    text += template.slice(at, open - slashes) + '\\'.repeat(slashes >> 1);
    if (slashes % 2 === 1) {
      text += '{{';
      at = open + 2;
      continue;
    }
    if (++tags > MAX_TAGS) throw new TemplateFailure('E2007', open);
    pieces.push({ text, start: textStart });
    const tag = readTag(template, open);
    pieces.push(tag);
    at = tag.end;
    textStart = at;
    text = '';
  }
  pieces.push({ text: text + template.slice(at), start: textStart });
  return pieces;
}

function readTag(template: string, start: number): Tag {
  if (template[start + 2] === '!') return readComment(template, start);
  let at = start + 2;
  const trimBefore = template[at] === '-' && isBlank(template.charAt(at + 1));
  if (trimBefore) at += 2;
  while (isBlank(template.charAt(at))) at++;
  const base = { start, trimBefore };
  const close = matchAt(CLOSE, template, at);
  if (close) {
    const [whole, name = ''] = close;
    if (name !== 'each' && name !== 'if' && !isSectionName(name)) throw new TemplateFailure('E1005', at);
    return {
      ...base,
      type: 'close',
      name,
      ...closing(template, at + whole.length, start),
      contentStart: at,
      tokens: [],
    };
  }
  if (matchAt(CLOSE_OF_BLOCK, template, at)) throw new TemplateFailure('E1003', start);
  const otherwise = matchAt(ELSE, template, at);
  if (otherwise) {
    return {
      ...base,
      type: 'else',
      ...closing(template, at + otherwise[0].length, start),
      contentStart: at,
      tokens: [],
    };
  }
  const elseIf = matchAt(ELSE_IF, template, at);
  if (elseIf) return withExpression(template, base, 'else-if', at + elseIf[0].length);
  const open = matchAt(OPEN, template, at);
  if (!open) {
    if (template[at] !== '&') return withExpression(template, base, 'value', at);
    return { ...withExpression(template, base, 'value', at + 1), isMarkup: true };
  }
  const [whole, name] = open;
  if (isSectionName(name)) {
    const end = closing(template, skipBlanks(template, at + whole.length), start);
    if (!template.startsWith('}}', end.contentEnd)) throw new TemplateFailure('E1003', start);
    return { ...base, type: 'section', name, ...end, contentStart: at, tokens: [] };
  }
  if (name !== 'each' && name !== 'if') throw new TemplateFailure('E1005', at);
  return withExpression(template, base, name, at + whole.length);
}

function skipBlanks(template: string, start: number): number {
  let at = start;
  while (isBlank(template.charAt(at))) at++;
  return at;
}

function matchAt(pattern: RegExp, template: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(template);
}

/** Reads the end of a tag without an expression: `}}` or ` -}}`. */
function closing(template: string, at: number, start: number) {
  const trimAfter = template[at] === '-';
  if (trimAfter && !isBlank(template.charAt(at - 1))) throw new TemplateFailure('E1003', start);
  const contentEnd = at + (trimAfter ? 1 : 0);
  return { trimAfter, contentEnd, end: contentEnd + 2 };
}

function withExpression(
  template: string,
  base: Pick<Tag, 'start' | 'trimBefore'>,
  type: Tag['type'],
  contentStart: number,
): Tag {
  const { tokens, end, closed, trimAfter } = scan(template, contentStart, 'tag');
  if (!closed) throw new TemplateFailure('E1001', base.start);
  if (tokens.length === 0) throw new TemplateFailure('E1002', base.start);
  return { ...base, type, trimAfter, contentStart, contentEnd: end, end: end + 2, tokens };
}

/** Reads a comment: `{{! … }}`, or `{{!-- … --}}`, which can contain `}}`. */
function readComment(template: string, start: number): Tag {
  const ending = template.startsWith('--', start + 3) ? '--}}' : '}}';
  const from = start + (ending === '}}' ? 3 : 5);
  const close = template.indexOf(ending, from);
  if (close === -1) throw new TemplateFailure('E1001', start);
  const end = close + ending.length;
  const base = { trimBefore: false, trimAfter: false, contentStart: from, contentEnd: close, tokens: [] };
  return { ...base, type: 'comment', start, end };
}
