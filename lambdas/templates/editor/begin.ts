import type { Outline } from '../outline/outline.ts';
import { printNumber } from '../print.ts';
import { KEYWORDS } from '../tokens.ts';

/** The maximum depth and number of payload fields to search. */
const MAX_DEPTH = 6;
const MAX_LEAVES = 300;
/** Minimum length of a value; shorter ones occur in many words by chance. */
const SHORTEST = 3;

interface Leaf {
  path: string;
  said: string;
}

/**
 * Creates a first template for calls of an unknown service. It contains the headline, the facts and the link of a real
 * call's outline, with values replaced by tags of their fields. Returns undefined if no field of the payload occurs in
 * the outline.
 * @param isRich true for rich messages
 */
export function beginTemplate(
  { title, text, facts, link }: Outline,
  payload: unknown,
  isRich: boolean,
): string | undefined {
  const leaves = leavesOf(payload);
  const pathOf = (said: string) => leaves.find((leaf) => leaf.said.toLowerCase() === said.toLowerCase())?.path;
  const literal = (words: string) => words.replaceAll('{{', '\\{{').replace(isRich ? /[\\*_~`[\]]/g : /(?!)/, '\\$&');
  const headline = withTags(title, leaves, literal);
  const page = link === undefined ? undefined : pathOf(link);
  const paragraph = text === undefined ? undefined : pathOf(text);
  const rows = facts.flatMap(({ label, value }) => {
    const path = pathOf(value);
    // A value such as `19.90 EUR` can combine two fields.
    const said = path === undefined ? withTags(value, leaves, literal) : `{{ ${path} }}`;
    return label !== '' && said.includes('{{ ') ? [`${literal(label)}: ${said}`] : [];
  });
  if (!headline.includes('{{ ') && rows.length === 0) return undefined;
  const said = paragraph === undefined ? [] : [`{{ ${paragraph} }}`];
  const lines = isRich
    ? [
        `{{#title}}${page === undefined ? headline : `[${headline}]({{ ${page} }})`}{{/title}}`,
        ...said,
        ...(rows.length > 0 ? ['{{#facts}}', ...rows, '{{/facts}}'] : []),
      ]
    : [headline, ...said, ...rows, ...(page === undefined ? [] : [`{{ ${page} }}`])];
  return `${lines.join('\n')}\n`;
}

/** Replaces values in a text with tags of their fields: the longest values first, each at its first occurrence. */
function withTags(words: string, leaves: readonly Leaf[], literal: (words: string) => string): string {
  const lower = words.toLowerCase();
  const places: { from: number; to: number; path: string }[] = [];
  for (const { path, said } of leaves.toSorted((one, other) => other.said.length - one.said.length)) {
    if (said.length < SHORTEST) break;
    const from = lower.indexOf(said.toLowerCase());
    const to = from + said.length;
    const isWord = !/[\p{L}\p{N}]/u.test(`${words[from - 1] ?? ' '}${words[to] ?? ' '}`);
    if (from !== -1 && isWord && places.every((place) => to <= place.from || from >= place.to))
      places.push({ from, to, path });
  }
  let done = 0;
  let written = '';
  for (const { from, to, path } of places.toSorted((one, other) => one.from - other.from)) {
    written += `${literal(words.slice(done, from))}{{ ${path} }}`;
    done = to;
  }
  return written + literal(words.slice(done));
}

/** Collects a payload's texts and numbers with their paths, those nearest to the root first. */
function leavesOf(payload: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  let level: { path: string; value: unknown }[] = [{ path: '', value: payload }];
  for (let depth = 0; depth <= MAX_DEPTH && leaves.length < MAX_LEAVES; depth++) {
    const next: typeof level = [];
    for (const { path, value } of level) {
      if (typeof value === 'string' || typeof value === 'number') {
        const said = typeof value === 'number' ? printNumber(value) : value.trim();
        if (path !== '' && said !== '') leaves.push({ path, said });
      } else if (typeof value === 'object' && value !== null && next.length < MAX_LEAVES) {
        for (const [name, inner] of Object.entries(value).slice(0, MAX_LEAVES))
          if (!name.includes('`')) next.push({ path: stepTo(path, name, Array.isArray(value)), value: inner });
      }
    }
    level = next;
  }
  return leaves.slice(0, MAX_LEAVES);
}

function stepTo(path: string, name: string, isItem: boolean): string {
  if (isItem) return `${path === '' ? '$' : path}[${name}]`;
  const quoted = /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name) ? name : `\`${name}\``;
  return path === '' ? quoted : `${path}.${quoted}`;
}
