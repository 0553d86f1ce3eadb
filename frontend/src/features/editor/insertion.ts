import { tagsIn } from '../../../../lambdas/templates/editor/highlight.ts';

/** The path from the payload to a value: field names and list positions. */
export type Steps = readonly (string | number)[];

/** A change of the template: `insert` replaces `from`…`to`, and the cursor moves to `cursor`. */
export interface Insertion {
  from: number;
  to: number;
  insert: string;
  cursor: number;
}

interface Loop {
  /** The list that it loops over, without positions. */
  list: string[];
}

/**
 * Inserts a field at the cursor: as a tag, or only its path inside a tag. Inside `#each` over the field's list, the
 * name within the item is enough.
 */
export function insertField(template: string, from: number, to: number, steps: Steps): Insertion {
  const path = pathAt(template, from, steps);
  const inside = insideExpression(template, from);
  const text = inside ? path : `{{ ${path} }}`;
  const insert = inside ? text : gap(template, from) + text;
  return { from, to, insert, cursor: from + insert.length };
}

/** Inserts a block that repeats for every item of a list, with the cursor inside. */
export function insertLoop(template: string, from: number, to: number, steps: Steps): Insertion {
  const newLine = from === 0 || template[from - 1] === '\n' ? '' : '\n';
  const before = `${newLine}{{#each ${pathAt(template, from, steps)}}}\n- `;
  const after = '\n{{/each}}\n';
  return { from, to, insert: before + after, cursor: from + before.length };
}

/**
 * Two values need a space between them, but not after the start of a block, a line break or a space. The end of a block
 * stays alone on its line, because otherwise the line would remain.
 */
function gap(template: string, at: number): string {
  const before = template.slice(0, at);
  if (/(^|\n)[ \t]*\{\{-?\s*\/[^{}]*\}\}$/.test(before)) return '\n';
  return /[\w}.,:;!?]$/.test(before) && !/\{\{-?\s*(#|else\b)[^{}]*\}\}$/.test(before) ? ' ' : '';
}

/** The path of a field as the template has to write it at a position. */
function pathAt(template: string, at: number, steps: Steps): string {
  const loops = loopsAround(template, at);
  const inner = loops.findLast(({ list }) => isItemOf(steps, list));
  if (inner) {
    const own = steps.slice(indexAfter(steps, inner.list.length));
    // Only the innermost loop's item can be named directly. Outer ones need the path from the payload.
    if (inner === loops.at(-1)) return own.length === 0 ? '$' : writePath(own);
  }
  return loops.length > 0 ? `$$${leading(steps)}${writePath(steps)}` : writePath(steps, '$');
}

const leading = (steps: Steps) => (typeof steps[0] === 'number' ? '' : '.');

/** `a.b[0].c`. Names that are not plain words are put in backquotes; names with a backquote are looked up. */
export function writePath(steps: Steps, root = ''): string {
  if (steps.length === 0) return root;
  let path = typeof steps[0] === 'number' ? root : '';
  for (const [index, step] of steps.entries()) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (step.includes('`')) path = `$lookup(${path === '' ? '$' : path}, ${JSON.stringify(step)})`;
    else path += (index === 0 ? '' : '.') + quoted(step);
  }
  return path;
}

const quoted = (name: string) => (/^[A-Za-z_]\w*$/.test(name) && !/^(and|or|in)$/.test(name) ? name : `\`${name}\``);

/** True if the cursor is in an expression, not in text. */
function insideExpression(template: string, at: number): boolean {
  if (template.trim() === '') return false;
  const tag = tagsIn(template).find(
    ({ start, end, closed }) => at >= start + 2 && (closed ? at <= end - 2 : at <= end),
  );
  if (tag) return !tag.comment;
  // One expression for the whole template: only where an operator needs an operand.
  return (
    !template.includes('{{') &&
    /(^|[^&])&\s*$|[([,?:=<>*+/-]\s*$/.test(template.slice(0, at)) &&
    /["'&$]/.test(template)
  );
}

/** The `#each` blocks around a position, outermost first. */
function loopsAround(template: string, at: number): Loop[] {
  const open: (Loop | undefined)[] = [];
  for (const { start, end, word, content, closed } of tagsIn(template)) {
    if (start >= at) break;
    if (closed && end > at) break;
    const name = template.slice(word, content).replace(/\s/g, '');
    if (name === '#if') open.push(undefined);
    else if (name === '#each') open.push({ list: listOf(template.slice(content, end - 2), open) });
    else if (name.startsWith('/')) open.pop();
  }
  return open.filter((loop) => loop !== undefined);
}

/** The names of a plain path from the payload; anything else is a list without suggestions. */
function listOf(expression: string, around: readonly (Loop | undefined)[]): string[] {
  const text = expression
    .replace(/-?\s*$/, '')
    .replace(/\s+as\s+\$\w+$/, '')
    .trim();
  const fromPayload = /^\$(\$|root)\.?/.exec(text);
  const names = text
    .slice(fromPayload?.[0].length ?? 0)
    .replace(/^\$?\./, '')
    .replace(/\[\d*\]/g, '')
    .match(/`[^`]+`|[^.`]+/g);
  const own = (names ?? []).map((name) => name.replace(/^`|`$/g, ''));
  const outer = around.findLast((loop) => loop !== undefined);
  return fromPayload || !outer ? own : [...outer.list, ...own];
}

const namesOf = (steps: Steps) => steps.filter((step) => typeof step === 'string');

/** True if a value is an item of a list, or inside one. */
function isItemOf(steps: Steps, list: readonly string[]): boolean {
  const names = namesOf(steps);
  if (names.length < list.length || !list.every((name, index) => names[index] === name)) return false;
  return typeof steps[indexAfter(steps, list.length) - 1] === 'number';
}

/** The position after this many names. */
function indexAfter(steps: Steps, names: number): number {
  let seen = 0;
  let index = 0;
  while (index < steps.length && seen < names) if (typeof steps[index++] === 'string') seen++;
  while (typeof steps[index] === 'number') index++;
  return index;
}
