import type { Tag } from '../lambdas/templates/syntax.ts';
import { cutIntoTags } from '../lambdas/templates/tags.ts';
import { isTextMode } from '../lambdas/templates/text-mode.ts';
import { scan, type Token } from '../lambdas/templates/tokens.ts';

/** Tables of words by name: a map from an event or code to its word or sentence. */
export type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>;

const BREAK = /\s*\n\s*/g;

/**
 * Compiles a template or an expression of a `sender.yaml`. `$tables.name` becomes the table, and each tag is joined to
 * one line, because rich forms are made line by line.
 */
export const compileText = (text: string, tables: Tables): string => {
  const compiled = isTextMode(text)
    ? compileTags(text, tables)
    : compileTokens(text, tables, scan(text, 0, 'text').tokens, 0, text.length);
  if (compiled.includes('$tables.')) throw new Error(`$tables can’t be used inside a text: ${text}`);
  return compiled;
};

const compileTags = (text: string, tables: Tables): string => {
  let compiled = '';
  let at = 0;
  for (const tag of cutIntoTags(text).filter((piece): piece is Tag => 'type' in piece && piece.tokens.length > 0)) {
    compiled += text.slice(at, tag.start) + compileTokens(text, tables, tag.tokens, tag.start, tag.end);
    at = tag.end;
  }
  return compiled + text.slice(at);
};

const compileTokens = (text: string, tables: Tables, tokens: readonly Token[], start: number, end: number): string => {
  let compiled = '';
  let at = start;
  for (let index = 0; index < tokens.length; index += 1) {
    const { kind, text: name, start: from } = tokens[index] as Token;
    compiled += joined(text.slice(at, from), tokens[index - 1], tokens[index]);
    const isTable = kind === 'variable' && name === 'tables';
    if (isTable) index += 2;
    at = tokens[index]?.end ?? end;
    compiled += isTable ? JSON.stringify(tables[tokens[index]?.text ?? '']) : text.slice(from, at);
  }
  return compiled + joined(text.slice(at, end), tokens.at(-1));
};

/** The white space between two tokens, without line breaks. */
const joined = (gap: string, before: Token | undefined, after?: Token): string => {
  const inBrackets = after && (isOneOf('([{', before) || isOneOf(')]}', after));
  return gap.replace(BREAK, inBrackets ? '' : ' ');
};

const isOneOf = (brackets: string, token: Token | undefined): boolean =>
  token?.kind === 'operator' && brackets.includes(token.text);
