import { readyMadeById } from './index.ts';
import { type Group, groupsOf, onlyLine, pageOf } from './page-line.ts';
import type { ReadyMade, Template } from './ready-made.ts';

const forms = new Map<string, string>();
const lines = (...texts: string[]) => texts.join('\n');

/**
 * Converts a plain ready-made template to one for rich messages, so only one has to be written. The first line becomes
 * the title, linked to the page in the last line. Lines with a label become facts, and people's texts become quotes.
 */
export function richForm({ id, template }: Pick<ReadyMade, 'id' | 'template'>): string {
  let form = forms.get(id);
  if (form === undefined) {
    form = formOf(template, readyMadeById(id));
    forms.set(id, form);
  }
  return form;
}

/** Matches tags at the start of a line that set variables. */
const SETS = /^(?:\{\{ \$\w+ := (?:(?!\}\}).)*\}\})+/;
/** Matches the label of a line in ready-made templates. */
const LABEL = /^(?:[A-Z][a-z]+(?: [a-z]+)?: |(?:Took|Due|Until|Affects|Answered in) )(?=\{\{)/;
const QUOTED = /^\{\{ \$truncate\(\$text, \d+\) \}\}$/;
/** Matches a tag that prints only a date without a picture. As `$time`, the chat shows it in the reader's form. */
const DATE = /\{\{(\s+)\$date\(([^,{}]*)\) \}\}/g;
/** Matches a line of facts that is a button. */
const BUTTON = /^\[.+\n?/gm;
const HASH = /\{\{ \$substring\((?:[\w.]+\.)?(?:id|sha|hash)(?: \?: "")?, 0, \d+\) \}\}/g;

function formOf(template: string, { facts = '', instead = [] }: Pick<Template, 'facts' | 'instead'> = {}): string {
  const groups = groupsOf(template);
  const sets: string[] = [];
  let headline = '';
  // If a template begins with a loop, the first line of the rendered message becomes the title.
  while (headline === '' && groups[0]?.length === 1) {
    const first = (groups.shift() as Group)[0] as string;
    const set = SETS.exec(first)?.[0] ?? '';
    if (set !== '') sets.push(set);
    headline = first.slice(set.length);
  }
  const page = pageOf(groups.at(-1));
  if (page !== undefined) groups.pop();
  const said: Group[] = [];
  const named: string[] = [];
  for (const group of groups) {
    if (instead.some((piece) => group.some((each) => !each.startsWith('{{#if') && each.includes(piece)))) continue;
    const label = LABEL.exec(onlyLine(group) ?? '')?.[0];
    if (label === undefined) said.push(group.map(marked));
    else named.push(...group.map((each) => each.replace(label, `${label.replace(/:? $/, '')}: `)));
  }
  const table = lines(...named, facts.replace(BUTTON, '')).trim();
  const buttons = facts.match(BUTTON)?.join('');
  return lines(
    ...sets,
    ...(headline === '' && page === undefined
      ? []
      : [`{{#title}}${page === undefined ? headline : `[${headline}](${page})`}{{/title}}`]),
    ...said.flat(),
    ...(table && ['{{#facts}}', table, '{{/facts}}']),
    ...(buttons ? [`{{#buttons}}${buttons}{{/buttons}}`] : []),
  ).replace(DATE, '{{$1$time($2) }}');
}

/** Marks people's texts as quotes and commit hashes as code. */
const marked = (line: string): string => (QUOTED.test(line) ? `> ${line}` : line.replace(HASH, (tag) => `\`${tag}\``));
