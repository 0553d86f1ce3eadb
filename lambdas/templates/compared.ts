import { type Expression, prepare } from './expression.ts';
import type { Token } from './tokens.ts';

const COMPARISONS = new Set(['=', '==', '!=', '<', '>', '<=', '>=', 'in']);
const PATH_KINDS = new Set(['name', 'quoted-name', 'variable', 'self', 'self-path']);

const isPath = ({ kind, text }: Token) => PATH_KINDS.has(kind) || (kind === 'operator' && text === '.');

/**
 * Finds the paths that a condition compares, each prepared as an expression: `status` and `$root.env` for `status =
 * "down" and $root.env != "test"`. Paths inside brackets are skipped, because they refer to another context.
 */
export function comparedIn(template: string, tokens: Token[]): Expression[] {
  const found: Expression[] = [];
  let depth = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'operator' && (text === '[' || text === '{')) depth++;
    else if (kind === 'operator' && (text === ']' || text === '}')) depth--;
    else if (depth === 0 && COMPARISONS.has(text) && kind === 'operator') {
      for (const path of [pathBefore(tokens, index), pathBehind(tokens, index)]) {
        const [first, last] = [path[0], path.at(-1)];
        if (first && last && first.kind !== 'operator') found.push(prepare(template, path, first.start, last.end));
      }
    }
  }
  return found;
}

function pathBefore(tokens: Token[], end: number): Token[] {
  let start = end;
  while (start > 0 && isPath(tokens[start - 1] as Token)) start--;
  return /^[\])]$/.test(tokens[start - 1]?.text ?? '') ? [] : tokens.slice(start, end);
}

function pathBehind(tokens: Token[], operator: number): Token[] {
  let end = operator + 1;
  while (end < tokens.length && isPath(tokens[end] as Token)) end++;
  return /^[[(]$/.test(tokens[end]?.text ?? '') ? [] : tokens.slice(operator + 1, end);
}
