import { isTextMode } from '../text-mode.ts';
import { tagsIn } from './highlight.ts';

/** A line of a message: a label, and values as `{{ path }}`. Without a label, it is a paragraph. */
export interface Line {
  label: string;
  text: string;
  /** The line's text for the call from which the choices were made. */
  said: string;
  isTold: boolean;
}

/** An owner's choices for the message of one kind of call. */
export interface Choices {
  /** Words and values as `{{ path }}`. */
  headline: string;
  lines: readonly Line[];
  /** The expression of the page's address. */
  link?: string | undefined;
  /** The expression of the severity. */
  severity?: string | undefined;
  /** The fields that tell this kind of call from others, with their values in this call; empty for all calls. */
  kind: readonly { path: string; value: string }[];
  /** The kinds to choose from. Further fields can narrow the first one. */
  kinds: readonly Choices['kind'][];
  /** The labels of facts in the default message that no single field gives, such as a computed duration. */
  lost: readonly string[];
  /** The expressions that can occur in the texts. Everything else in braces is words. */
  expressions: readonly string[];
}

/** Maximum number of lines in a message; the strictest target accepts 25 facts. */
export const MAX_LINES = 20;

/** Matches a value in a text of the choices. */
export const TAG = /\{\{ (.*?) \}\}/;
/** Words without a meaning in templates, Markdown or the lines of facts. */
const PLAIN = /^[\p{L}\p{N}\p{Sc} ,.()/'’%&–-]*$/u;

/** @param startsLine true for words that could begin a list */
const literal = (words: string, startsLine: boolean): string =>
  words === '' || (PLAIN.test(words) && !(startsLine && /^[-–\d]/.test(words)))
    ? words
    : `{{ ${JSON.stringify(words.toWellFormed())} }}`;

const isPrinted = (expression: string): string => `$print(${expression})`;

/** Writes a template for a message, without the condition for its kind of call. The same choices give the same text. */
export function templateOf({ headline, lines, link, expressions }: Choices, isRich: boolean): string {
  const known = new Set(expressions);
  const pieces = (text: string) =>
    text
      .replace(/\s+/g, ' ')
      .trim()
      .split(TAG)
      .map((piece, at) => ({ piece, isValue: at % 2 === 1 && known.has(piece), isTag: at % 2 === 1 }));
  const write = (text: string, isParagraph = false) =>
    pieces(text)
      .map(({ piece, isValue, isTag }, at) =>
        isValue ? `{{ ${piece} }}` : literal(isTag ? `{{ ${piece} }}` : piece, isParagraph && at === 0),
      )
      .join('');
  const ifTold = (text: string, line: string) => {
    const value = pieces(text).find(({ isValue }) => isValue)?.piece;
    return value === undefined ? [line] : [`{{#if ${isPrinted(value)}}}`, line, '{{/if}}'];
  };
  const told = lines
    .filter(({ isTold }) => isTold)
    .slice(0, MAX_LINES)
    .map(({ label, text }) => ({
      label: label
        .replace(/\s+/g, ' ')
        .replace(/[\s:]+$/, '')
        .trim(),
      text,
    }));
  const written = ({ label, text }: Pick<Line, 'label' | 'text'>) =>
    label === '' ? write(text, true) : `${literal(label, false)}: ${write(text)}`;
  const title = write(headline);
  if (!isRich)
    return [
      ...(title === '' ? [] : [title]),
      ...told.flatMap((line) => ifTold(line.text, written(line))),
      ...(link === undefined ? [] : [`{{ ${link} }}`]),
    ].join('\n');
  const facts = told.filter(({ label }) => label !== '');
  return [
    ...(title === '' ? [] : titleLines(title, link)),
    ...told.filter(({ label }) => label === '').flatMap((line) => ifTold(line.text, written(line))),
    ...(facts.length > 0 ? ['{{#facts}}', ...facts.map(written), '{{/facts}}'] : []),
  ].join('\n');
}

const titleLines = (title: string, link: string | undefined): string[] =>
  link === undefined
    ? [`{{#title}}${title}{{/title}}`]
    : [
        `{{#if ${isPrinted(link)}}}`,
        `{{#title}}[${title}]({{ ${link} }}){{/title}}`,
        '{{else}}',
        `{{#title}}${title}{{/title}}`,
        '{{/if}}',
      ];

/** Returns the condition for the choices' kind of call. For all calls, it requires the values of the headline. */
export function conditionOf({ kind, headline, lines, expressions }: Choices): string {
  if (kind.length > 0) return kind.map(({ path, value }) => `${path} = ${JSON.stringify(value)}`).join(' and ');
  const valuesIn = (text: string) => text.split(TAG).filter((piece, at) => at % 2 === 1 && expressions.includes(piece));
  const other = lines.filter(({ isTold }) => isTold).flatMap(({ text }) => valuesIn(text))[0] ?? '$';
  const values = [...new Set(valuesIn(headline))];
  return (values.length > 0 ? values : [other]).map(isPrinted).join(' and ');
}

/**
 * Returns a severity rule for one kind of call. Other calls keep the earlier rule.
 * @param severity the chosen expression; undefined for the automatic severity
 */
export function severityRule(condition: string, severity: string | undefined, earlier: string): string {
  const prefix = `${condition} ? `;
  const others = earlier.startsWith(prefix) ? earlier.slice(earlier.indexOf(' : (', prefix.length) + 4, -1) : earlier;
  if (severity === undefined) return others === '""' ? '' : others;
  return `${condition} ? ${severity} : (${others.trim() || '""'})`;
}

interface Branch {
  condition: string;
  body: string;
}

/**
 * Adds the message of one kind of call to a webhook's template. Other calls keep their message: the default message, or
 * the earlier template. Returns undefined if the earlier template is a single expression, which cannot contain blocks.
 */
export function withDescription(earlier: string, condition: string, body: string): string | undefined {
  if (earlier.trim() === '') return written([{ condition, body }], '{{ $default() }}');
  if (!isTextMode(earlier)) return undefined;
  const { branches, otherwise } = branchesOf(earlier.trim()) ?? { branches: [], otherwise: earlier.trim() };
  const isGeneral = (each: string) => each.startsWith('$print(');
  const others = branches.filter(
    (each) => each.condition !== condition && !(isGeneral(condition) && isGeneral(each.condition)),
  );
  // The first true condition wins, so a narrower kind comes first, and the branch for all calls last.
  const first = others.filter((each) => isGeneral(condition) || each.condition.startsWith(`${condition} and `));
  return written([...first, { condition, body }, ...others.filter((each) => !first.includes(each))], otherwise);
}

/** True if a template already has a message for this kind of call, which {@link withDescription} would replace. */
export const isDescribed = (template: string, condition: string): boolean =>
  branchesOf(template.trim())?.branches.some((branch) => branch.condition === condition) ?? false;

const written = (branches: readonly Branch[], otherwise: string): string =>
  [
    ...branches.flatMap(({ condition, body }, at) => [`{{${at === 0 ? '#' : 'else '}if ${condition}}}`, body]),
    '{{else}}',
    otherwise,
    '{{/if}}',
  ].join('\n');

/** Splits a template that is a single block of conditions with an else. Returns undefined for any other template. */
function branchesOf(template: string): { branches: Branch[]; otherwise: string } | undefined {
  const branches: Branch[] = [];
  let depth = 0;
  let from = 0;
  let condition: string | undefined;
  const close = (at: number) => {
    const body = template.slice(from, at).trim();
    if (condition !== undefined) branches.push({ condition, body });
    return body;
  };
  for (const { start, end, word, content, comment } of tagsIn(template)) {
    const name = comment ? '' : template.slice(word, content).replace(/\s+/g, ' ').trim();
    if (name.startsWith('#')) depth++;
    if (depth === 0 || (start > 0 && depth === 1 && name.startsWith('#'))) return undefined;
    if (depth === 1 && (name === '#if' || name.startsWith('else'))) {
      if (start > 0) close(start);
      from = end;
      condition = name === 'else' ? undefined : template.slice(content, end - 2).trim();
    }
    if (name.startsWith('/') && --depth === 0)
      return end === template.length && condition === undefined ? { branches, otherwise: close(start) } : undefined;
  }
  return undefined;
}
