/*
 * This folder contains the template editor’s logic as pure functions: highlighting, diagnostics and completion. Offsets
 * count UTF-16 units from the template's start, as in CodeMirror.
 */

import { type CallFacts, lowerCaseHeaders, parsePayload, parseQuery } from '../payload.ts';
import { sectionNames } from '../rich/reserved.ts';
import { isTextMode } from '../text-mode.ts';
import { scan, type Token } from '../tokens.ts';
import { functions } from './functions.ts';
import { type RoughTag, tagsIn } from './highlight.ts';
import { fieldsOf, valueAt } from './paths.ts';

interface Completion {
  label: string;
  type: 'field' | 'variable' | 'function' | 'keyword';
  /** The payload's value at this path, or the function's arguments. */
  detail: string;
  /** The text to insert instead of the label. */
  insert?: string;
}
interface Completions {
  /** Start of the text that the option replaces; it ends at the cursor. */
  from: number;
  options: Completion[];
}

/** The names in scope, with their values in the sample. The name of the context is empty. */
type Scope = Map<string, unknown>;

/**
 * Returns suggestions at the cursor for a sample call: fields, variables and functions after `$`, or block names after
 * `{{#`. The fields are those of the payload or of the item of `#each`. Returns undefined outside expressions.
 */
export function complete(template: string, cursor: number, sample: CallFacts): Completions | undefined {
  const payload = parsePayload(sample);
  const scope = callScope(sample, payload);
  if (!isTextMode(template)) return inExpression(template, 0, cursor, payload, scope);
  const tags = tagsIn(template);
  const tag = tags.find(
    ({ start, end, closed }) => cursor >= start + 2 && (cursor <= end - 2 || (!closed && cursor <= end)),
  );
  if (!tag || tag.comment) return undefined;
  const typed = template.slice(tag.word, cursor);
  const { context, open } = contextBefore(template, tags, tag, payload, scope);
  if (/^[#/]\s*\w*$/.test(typed)) return blockWords(template, cursor, typed, open);
  return inExpression(template, Math.min(tag.content, cursor), cursor, context, scope);
}

function callScope(sample: CallFacts, payload: unknown): Scope {
  return new Map<string, unknown>([
    ['', payload],
    ['$', payload],
    ['root', payload],
    ['headers', lowerCaseHeaders(sample.headers)],
    ['query', parseQuery(sample.query)],
    ['method', sample.method],
    ['raw', sample.body],
    ['fields', undefined],
  ]);
}

function blockWords(template: string, cursor: number, typed: string, open: string[]): Completions {
  const word = /\w*$/.exec(template.slice(0, cursor))?.[0] ?? '';
  const words = typed.startsWith('/') ? open.slice(-1) : ['each', 'if', ...sectionNames];
  const options = words.map((label): Completion => ({ label, type: 'keyword', detail: '' }));
  return { from: cursor - word.length, options };
}

/**
 * Returns the value of `$` at a tag, which is the item of the innermost `#each` or the payload. Adds the surrounding
 * loops' names to the scope.
 */
function contextBefore(template: string, tags: RoughTag[], at: RoughTag, payload: unknown, scope: Scope) {
  const stack: { word: string; context: unknown }[] = [];
  let context = payload;
  for (const tag of tags) {
    if (tag === at) break;
    const word = template.slice(tag.word, tag.content).replace(/\s/g, '');
    if (/^#\w/.test(word)) {
      stack.push({ word: word.slice(1), context });
      if (word === '#each') context = enter(template, tag, context, scope);
    } else if (word.startsWith('/')) {
      context = stack.pop()?.context ?? payload;
    }
  }
  if (stack.some(({ word }) => word === 'each'))
    for (const name of ['index', 'first', 'last']) scope.set(name, undefined);
  scope.set('', context);
  return { context, open: stack.map(({ word }) => word) };
}

function enter(template: string, tag: RoughTag, context: unknown, scope: Scope): unknown {
  const { tokens } = scan(template, tag.content, 'tag');
  const [as, name] = tokens.slice(-2);
  const named = as?.text === 'as' && name?.kind === 'variable';
  const item = sampleAt(named ? tokens.slice(0, -2) : tokens, context, scope);
  if (named) scope.set(name.text, item);
  return item;
}

/** Evaluates a path expression for the sample, ignoring filters and positions. */
function sampleAt(tokens: Token[], context: unknown, scope: Scope): unknown {
  let value = context;
  let depth = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'operator' && text === '[') depth++;
    else if (kind === 'operator' && text === ']') depth--;
    else if (depth > 0) {
      const key = kind === 'string' && tokens[index - 1]?.text === '[' && tokens[index + 1]?.text === ']';
      if (key) value = valueAt(value, [text]);
    } else if (kind === 'variable' && index === 0) value = scope.get(text);
    else if (kind === 'name' || kind === 'quoted-name') value = valueAt(value, [text]);
    else if (kind !== 'self' && kind !== 'self-path' && text !== '.') return undefined;
  }
  return value;
}

function inExpression(
  template: string,
  start: number,
  cursor: number,
  context: unknown,
  scope: Scope,
): Completions | undefined {
  const { tokens } = scan(template.slice(0, cursor), start, 'text');
  const last = tokens.at(-1);
  if (last?.kind === 'interpolation') {
    const inner = last.pieces?.findLast((piece) => 'tokens' in piece);
    if (!inner || !('tokens' in inner)) return undefined;
    return inExpression(template, inner.start + 2, cursor, context, scope);
  }
  if (last?.kind === 'string' || last?.kind === 'regex' || last?.kind === 'number') return undefined;
  const touching = last !== undefined && last.end === cursor;
  if (touching && last.kind === 'variable') return { from: last.start, options: names(scope) };
  const word = touching && (last.kind === 'name' || last.kind === 'quoted-name') ? last : undefined;
  const before = word ? tokens.slice(0, -1) : tokens;
  const from = word ? word.start : cursor;
  const dot = before.at(-1);
  if (dot?.kind === 'self-path' || dot?.kind === 'self') return { from, options: fields(context) };
  if (dot?.kind === 'operator' && dot.text === '.') {
    return { from, options: fields(sampleAt(pathEndingAt(before.slice(0, -1)), context, scope)) };
  }
  // An operator follows a finished operand, so there is nothing to suggest.
  if (dot && !word && !dot.kind.startsWith('operator')) return undefined;
  return { from, options: [...fields(context), ...names(scope)] };
}

/** Returns the tokens of the path at the end of a list of tokens. */
function pathEndingAt(tokens: Token[]): Token[] {
  let depth = 0;
  let start = tokens.length;
  while (start > 0) {
    const { kind, text } = tokens[start - 1] as Token;
    if (kind === 'operator' && text === ']') depth++;
    else if (kind === 'operator' && text === '[') depth--;
    else if (depth === 0 && kind === 'operator' && text !== '.') break;
    if (depth < 0) break;
    start--;
  }
  return tokens.slice(start);
}

function fields(value: unknown): Completion[] {
  return fieldsOf(value).map(({ path, type, sample }) => ({
    label: path,
    type: 'field',
    detail: sample === '' ? type : sample,
  }));
}

function names(scope: Scope): Completion[] {
  const variables = [...scope.keys()]
    .filter((name) => name !== '' && name !== '$')
    .map((name): Completion => ({ label: `$${name}`, type: 'variable', detail: '' }));
  const calls = Object.entries(functions).map(
    ([name, detail]): Completion => ({ label: `$${name}`, type: 'function', detail, insert: `$${name}(` }),
  );
  return [...variables, ...calls];
}
