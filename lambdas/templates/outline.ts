import { firstGraphemes } from './graphemes.ts';
import { printNumber } from './print.ts';

/** A value as lines `key: value`, nested by two blanks. */

const MAX_VALUE = 160;
const MAX_ITEMS = 5;
const MAX_DEPTH = 4;
/** Values looked at in total, so that a huge payload costs no more than a large one. */
const MAX_VISITS = 20_000;

/** Keys that only machines read: tokens of paging and rendering, links to APIs, pictures. */
const NOISE =
  /(^|_)(node_id|gravatar_id|avatar|etag|self|_links|links|permissions|cursor|locale|schema|sha1|md5|signature|signingcert|uuid|guid|hash|icon|avatars|time_?zone)$|avatar|gravatar|thumb|icon_?url|(?<!html|web|http|page|target|build|log|run|issue|external|panel|dashboard|generator|details|admin|ssl|deploy)_url$/i;
/** What a person would call an object by, the best first. */
const LABELS = [
  'full_name',
  'path_with_namespace',
  'display_name',
  'displayName',
  'title',
  'name',
  'summary',
  'subject',
  'login',
  'username',
  'message',
  'text',
  'label',
  'key',
  'email',
  'filename',
  'value',
  'code',
  'slug',
  'number',
  'ref',
  'id',
];

type Dictionary = Record<string, unknown>;

/**
 * Lines for an object or list, as deep as `maxLines` allows: what does not fit is summarised in one line, then counted.
 */
export function outline(value: object, maxLines: number): string[] {
  let lines: string[] = [];
  for (let depth = MAX_DEPTH; depth >= 1; depth--) {
    lines = new Outline(depth).of(value, 0);
    if (lines.length <= maxLines) return lines;
  }
  const shown = lines.slice(0, maxLines - 1);
  return [...shown, `… (${lines.length - shown.length} more)`];
}

class Outline {
  private readonly depth: number;
  private visits = 0;

  constructor(depth: number) {
    this.depth = depth;
  }

  of(value: object, level: number): string[] {
    return Array.isArray(value) ? this.list(value, level) : this.fields(value as Dictionary, level);
  }

  private fields(value: Dictionary, level: number): string[] {
    const lines: string[] = [];
    for (const [key, raw] of Object.entries(value)) {
      if (++this.visits > MAX_VISITS) break;
      if (NOISE.test(key)) continue;
      lines.push(...this.entry(key, unwrapped(raw), level));
    }
    return lines;
  }

  private entry(key: string, value: unknown, level: number): string[] {
    if (isEmpty(value)) return [];
    const indent = '  '.repeat(level);
    if (typeof value !== 'object' || value === null) return [`${indent}${key}: ${scalar(value)}`];
    if (Array.isArray(value) && value.every(isScalar)) return [`${indent}${key}: ${scalars(value)}`];
    if (level + 1 < this.depth) {
      const inner = this.of(value, level + 1);
      if (inner.length > 0) return [`${indent}${key}:`, ...inner];
      return [];
    }
    const summary = summaryOf(value);
    return summary === undefined ? [] : [`${indent}${key}: ${summary}`];
  }

  private list(value: unknown[], level: number): string[] {
    const indent = '  '.repeat(level);
    const lines: string[] = [];
    const items = value.map(unwrapped).filter((item) => !isEmpty(item));
    for (const item of items.slice(0, MAX_ITEMS)) {
      if (typeof item !== 'object' || item === null) lines.push(`${indent}- ${scalar(item)}`);
      else if (Array.isArray(item)) lines.push(`${indent}- ${summaryOf(item) ?? '…'}`);
      else lines.push(...this.item(item as Dictionary, level));
    }
    if (items.length > MAX_ITEMS) lines.push(`${indent}… (${items.length - MAX_ITEMS} more)`);
    return lines;
  }

  /** An object in a list: its fields, the first behind a dash; summarised where there is no room for them. */
  private item(item: Dictionary, level: number): string[] {
    const indent = '  '.repeat(level);
    const lines = level + 1 < this.depth ? this.fields(item, level + 1) : [];
    const [first, ...others] = lines;
    if (first === undefined) return [`${indent}- ${summaryOf(item) ?? '…'}`];
    return [`${indent}- ${first.trimStart()}`, ...others];
  }
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

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function scalar(value: unknown): string {
  if (typeof value === 'number') return printNumber(value);
  const text = String(value).replaceAll(/\s+/g, ' ').trim();
  return text.length > MAX_VALUE ? `${firstGraphemes(text.slice(0, MAX_VALUE * 4), MAX_VALUE).trimEnd()}…` : text;
}

function scalars(values: unknown[]): string {
  const shown = values.filter((value) => !isEmpty(value)).map(scalar);
  const text = shown.slice(0, MAX_ITEMS).join(', ');
  return shown.length > MAX_ITEMS ? `${text} (${shown.length - MAX_ITEMS} more)` : text;
}

/** An object or list in a few words: `acme/web`, `3: build, test, deploy`. */
function summaryOf(value: object): string | undefined {
  if (!Array.isArray(value)) return labelOf(value as Dictionary);
  const labels = value.slice(0, MAX_ITEMS).map((item) => {
    if (isScalar(item)) return scalar(item);
    return Array.isArray(item) ? `${item.length} values` : labelOf(item as Dictionary);
  });
  const names = labels.filter((label) => label !== undefined && label !== '');
  if (names.length === 0) return value.length === 0 ? undefined : `${value.length} items`;
  const more = value.length > MAX_ITEMS ? ', …' : '';
  return `${value.length} (${names.join(', ')}${more})`;
}

function labelOf(value: Dictionary): string | undefined {
  for (const name of LABELS) {
    if (!Object.hasOwn(value, name)) continue;
    const label = value[name];
    if (isScalar(label) && !isEmpty(label)) return firstLine(scalar(label));
  }
  const only = Object.entries(value).filter(([key, item]) => isScalar(item) && !isEmpty(item) && !NOISE.test(key));
  const [first] = only;
  return first ? `${first[0]} ${firstLine(scalar(first[1]))}` : undefined;
}

const firstLine = (text: string) => (text.length > 80 ? `${firstGraphemes(text, 80).trimEnd()}…` : text);
