import { labelOf, summaryOf } from './labels.ts';
import { isNoise, isPerson } from './noise.ts';
import { isEmpty, isScalar, scalar } from './scalars.ts';

/** A value as lines `key: value`, nested by two blanks. */

const MAX_KEY = 60;
const MAX_ITEMS = 5;
const MAX_DEPTH = 8;
/** Entries looked at in one object, so that a huge payload costs no more than a large one. */
const MAX_ENTRIES = 200;

/** A line, and what stands under it once it is opened. */
interface Line {
  text: string;
  level: number;
  /** The object or list behind the line; what to write instead of `text` when it is opened. */
  inside?: { value: object; opened: string };
  children?: Line[];
}

/**
 * Lines for an object or list. First every entry has one line, in which an object is summarised; then, as far as `maxLines`
 * allow, objects are opened level by level. What still does not fit is counted.
 * @param unread entries that are not in `value` because they were not read; they are counted, too
 */
export function outline(value: object, maxLines: number, unread = 0): string[] {
  const root = childLines(value, 0);
  // A list counts its own.
  const beyond = unread + (Array.isArray(value) ? 0 : Math.max(0, Object.keys(value).length - MAX_ENTRIES));
  if (root.length > maxLines || beyond > 0) {
    const shown = root.slice(0, maxLines - 1);
    return [...shown.map(write), `… (${root.length - shown.length + beyond} more)`];
  }
  let count = root.length;
  const waiting = [...root];
  for (let line = waiting.shift(); line; line = waiting.shift()) {
    if (!line.inside || line.level + 1 >= MAX_DEPTH) continue;
    const children = childLines(line.inside.value, line.level + 1);
    // The first field of a list item stands behind its dash.
    const added = children.length - (line.inside.opened === '-' ? 1 : 0);
    if (children.length === 0 || count + added > maxLines) continue;
    count += added;
    line.children = children;
    waiting.push(...children);
  }
  return root.flatMap(writeAll);
}

function writeAll(line: Line): string[] {
  if (!line.children || !line.inside) return [write(line)];
  const inner = line.children.flatMap(writeAll);
  const opened = write({ ...line, text: line.inside.opened });
  if (line.inside.opened !== '-') return [opened, ...inner];
  const [first = '', ...others] = inner;
  return [`${opened} ${first.trimStart()}`, ...others];
}

const write = ({ text, level }: Line) => '  '.repeat(level) + text;

function childLines(value: object, level: number): Line[] {
  return Array.isArray(value) ? listLines(value, level) : fieldLines(value as Record<string, unknown>, level);
}

function fieldLines(value: Record<string, unknown>, level: number): Line[] {
  const lines: Line[] = [];
  for (const [name, raw] of Object.entries(value).slice(0, MAX_ENTRIES)) {
    const key = scalar(name, MAX_KEY);
    if (isNoise(key, raw, value)) continue;
    const field = unwrapped(raw);
    if (isEmpty(field)) continue;
    if (isScalar(field)) lines.push({ text: `${key}: ${scalar(field)}`, level });
    else if (Array.isArray(field) && field.every(isScalar)) lines.push({ text: `${key}: ${scalars(field)}`, level });
    else {
      const text = `${key}: ${summaryOf(field as object)}`;
      lines.push(
        isPerson(key) ? { text, level } : { text, level, inside: { value: field as object, opened: `${key}:` } },
      );
    }
  }
  return lines;
}

function listLines(value: unknown[], level: number): Line[] {
  const items = value
    .slice(0, MAX_ENTRIES)
    .map(unwrapped)
    .filter((item) => !isEmpty(item));
  const lines = items.slice(0, MAX_ITEMS).map((item): Line => {
    if (isScalar(item)) return { text: `- ${scalar(item)}`, level };
    if (Array.isArray(item)) return { text: `- ${summaryOf(item)}`, level };
    const dictionary = item as Record<string, unknown>;
    return { text: `- ${labelOf(dictionary)}`, level, inside: { value: dictionary, opened: '-' } };
  });
  const more = items.length - MAX_ITEMS + Math.max(0, value.length - MAX_ENTRIES);
  return more > 0 ? [...lines, { text: `… (${more} more)`, level }] : lines;
}

/** Some senders put JSON into a text; show what is inside. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function scalars(values: unknown[]): string {
  const shown = values.slice(0, MAX_ENTRIES).filter((value) => !isEmpty(value));
  const text = shown
    .slice(0, MAX_ITEMS)
    .map((value) => scalar(value))
    .join(', ');
  return shown.length > MAX_ITEMS ? `${text} (${shown.length - MAX_ITEMS} more)` : text;
}
