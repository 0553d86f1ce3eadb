import { MAX_TEMPLATE } from '../lambdas/contract/bounds.ts';
import { failuresOf } from '../lambdas/templates/compile.ts';
import { functions } from '../lambdas/templates/editor/functions.ts';
import { positionOf } from '../lambdas/templates/errors.ts';
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
export const compileText = (text: string, tables: Tables): string =>
  isTextMode(text)
    ? compileTags(text, tables)
    : compileTokens(text, tables, scan(text, 0, 'text').tokens, 0, text.length);

/** A use of a table, with its name, or a call of a function that isn't defined in the same text. */
const NAME = /\$tables\b(?:\.(\w+))?|\$(\w+)\(/g;

/** Finds the mistakes in a template or expression, with their lines in it, and the tables that it uses. */
export const mistakesIn = (text: string, tables: Tables, isRule: boolean) => {
  const used: string[] = [];
  const mistakes = failuresOf(text).map(({ message, offset }) => ({ message, line: positionOf(text, offset).line }));
  const report = (message: string, offset = 0) => mistakes.push({ message, line: positionOf(text, offset).line });
  for (const { 0: name, 1: table, 2: called, index } of text.matchAll(NAME)) {
    if (table && Object.hasOwn(tables, table)) used.push(table);
    else if (called === undefined) report(`${name} is not one of the tables.`, index);
    else if (!Object.hasOwn(functions, called) && !new RegExp(`\\$${called}\\b(?!\\()`).test(text))
      report(`$${called} is not a function.`, index);
  }
  if (isRule && isTextMode(text)) report('Write an expression without {{ and }}.');
  if (mistakes.length === 0 && used.length > 0) {
    const compiled = compileText(text, tables);
    if (compiled.includes('$tables.')) report('$tables can’t be used inside a text.', text.indexOf('$tables.'));
    if (compiled.length > MAX_TEMPLATE) report(`With its tables, this has more than ${MAX_TEMPLATE} characters.`);
  }
  return { mistakes, used };
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
