import { capital } from '../outline/grammar.ts';
import { readyMadeById } from './index.ts';
import type { Template } from './ready-made.ts';

/** A single line of a template, or the lines of a block. */
type Group = string[];

const forms = new Map<string, string>();
const lines = (...texts: string[]) => texts.join('\n');

/**
 * Converts a plain ready-made template to one for rich messages, so only one has to be written. The first line becomes
 * the title, linked to the call's page, without the repository or other place before its news. Lines with a label become
 * facts, and people's texts become quotes.
 */
export function richForm(id: string): string {
  let form = forms.get(id);
  if (form === undefined) {
    form = formOf(readyMadeById(id) as Template);
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
/** Matches a place before the news of a headline, with the end of its condition. */
const PLACE = /^((?:\{\{(?:(?!\}\}).)*\}\}|[ /()])+?): ((?:\{\{\/if\}\})?)/;
/**
 * Matches the names of fields that hold a place. A monitor, a host or the service's name stays in the title, because the
 * news says too little without it.
 */
const PLACES =
  /^(?!.*(?:container|server)).*(?:\b|_)(?:repo|forkee|project|organi[sz]ation|account|workspace|stack|(?<!_)group|board|bucket|(?<!\$)app|shop-|site|database|tailnet)/i;
const HASH = /\{\{ \$substring\((?:[\w.]+\.)?(?:id|sha|hash)(?: \?: "")?, 0, \d+\) \}\}/g;

function formOf({ template, link, facts = '', instead = [] }: Template): string {
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
  const [lead = '', before = '', end = ''] = PLACE.exec(headline) ?? [];
  const place = before + end;
  const isPlace = PLACES.test(before.replace(/"[^"]*"/g, '')) && depthOf(place) === 0;
  if (isPlace) headline = capital(headline.slice(lead.length));
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
    ...(headline === '' && link === undefined
      ? []
      : [`{{#title}}${link === undefined ? headline : `[${headline}](${link})`}{{/title}}`]),
    ...(isPlace ? [`{{#place}}${place}{{/place}}`] : []),
    ...said.flat(),
    ...(table && ['{{#facts}}', table, '{{/facts}}']),
    ...(buttons ? [`{{#buttons}}${buttons}{{/buttons}}`] : []),
  ).replace(DATE, '{{$1$time($2) }}');
}

/** Cuts a template into its outermost lines and blocks. */
function groupsOf(template: string): Group[] {
  const groups: Group[] = [];
  let depth = 0;
  for (const line of template.split('\n')) {
    if (depth > 0) groups.at(-1)?.push(line);
    else groups.push([line]);
    depth += depthOf(line);
  }
  return groups;
}

/** Returns the number of blocks that a text opens, less those that it closes. */
const depthOf = (text: string): number => (text.match(/\{\{#/g)?.length ?? 0) - (text.match(/\{\{\//g)?.length ?? 0);

/** Returns the only line of a group, with or without a condition around it. Returns undefined if there are several. */
function onlyLine(group: Group): string | undefined {
  if (group.length === 1) return group[0];
  return group.length === 3 && /^\{\{#if (?!.*\{\{\/if\}\})/.test(group[0] as string) ? group[1] : undefined;
}

/** Marks people's texts as quotes and commit hashes as code. */
const marked = (line: string): string => (QUOTED.test(line) ? `> ${line}` : line.replace(HASH, (tag) => `\`${tag}\``));
