import { tagsIn } from '../../../../lambdas/templates/editor/highlight.ts';

/** The path from the payload to a value: field names and list positions. */
export type Steps = readonly (string | number)[];

/** A change to the template: `insert` replaces `from`…`to`, and the cursor moves to `cursor`. */
export interface Insertion {
  from: number;
  to: number;
  insert: string;
  cursor: number;
}

interface Loop {
  /** The path of the list, without positions. */
  list: string[];
}

/**
 * Inserts a field at the cursor: as a tag or, inside a tag, only as a path. In an `#each` block over the field's list,
 * the path starts at the item.
 */
export function insertField(template: string, from: number, to: number, steps: Steps): Insertion {
  const path = pathAt(template, from, steps);
  const inside = insideExpression(template, from);
  const text = inside ? path : `{{ ${path} }}`;
  const insert = inside ? text : gap(template, from) + text;
  return { from, to, insert, cursor: from + insert.length };
}

/** Inserts a block that repeats for every item of a list, and moves the cursor into it. */
export function insertLoop(template: string, from: number, to: number, steps: Steps): Insertion {
  const newLine = from === 0 || template[from - 1] === '\n' ? '' : '\n';
  const before = `${newLine}{{#each ${pathAt(template, from, steps)}}}\n- `;
  const after = '\n{{/each}}\n';
  return { from, to, insert: before + after, cursor: from + before.length };
}

/**
 * The separator before an inserted tag: a line break after a block's end, a space after text or a value, or nothing.
 * The end of a block must be alone on its line, because otherwise the message would contain an empty line.
 */
function gap(template: string, at: number): string {
  const before = template.slice(0, at);
  if (/(^|\n)[ \t]*\{\{-?\s*\/[^{}]*\}\}$/.test(before)) return '\n';
  return /[\w}.,:;!?]$/.test(before) && !/\{\{-?\s*(#|else\b)[^{}]*\}\}$/.test(before) ? ' ' : '';
}

/** The path of a field, as written at this position in the template. */
function pathAt(template: string, at: number, steps: Steps): string {
  const loops = loopsAround(template, at);
  const inner = loops.findLast(({ list }) => isItemOf(steps, list));
  if (inner) {
    const own = steps.slice(indexAfter(steps, inner.list.length));
    // Only items of the innermost loop can be named directly. Other fields need the path from the payload.
    if (inner === loops.at(-1)) return own.length === 0 ? '$' : writePath(own);
  }
  return loops.length > 0 ? `$$${leading(steps)}${writePath(steps)}` : writePath(steps, '$');
}

const leading = (steps: Steps) => (typeof steps[0] === 'number' ? '' : '.');

/** Writes a path such as `a.b[0].c`. Special names are put in backquotes; names with a backquote use `$lookup`. */
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
  // A template without tags can be a single expression. A field fits in only where an operator needs an operand.
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

/** The field names of a list's path from the payload. For other expressions, the names match no field. */
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

/** True if a value is an item of the list, or inside one. */
function isItemOf(steps: Steps, list: readonly string[]): boolean {
  const names = namesOf(steps);
  if (names.length < list.length || !list.every((name, index) => names[index] === name)) return false;
  return typeof steps[indexAfter(steps, list.length) - 1] === 'number';
}

/** The index after the given number of names, and after the positions that follow them. */
function indexAfter(steps: Steps, names: number): number {
  let seen = 0;
  let index = 0;
  while (index < steps.length && seen < names) if (typeof steps[index++] === 'string') seen++;
  while (typeof steps[index] === 'number') index++;
  return index;
}
