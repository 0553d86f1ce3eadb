import { plural, singular, spaced } from './grammar.ts';
import { kindOf } from './kinds.ts';
import { linkIn } from './links.ts';
import { nameOfThing } from './naming.ts';
import { type Dictionary, entriesOf, isDictionary, type Outline, type Thing } from './outline.ts';
import { MAX_TITLE } from './plain-bodies.ts';
import { findWords, judge } from './states.ts';
import { titleWords } from './values.ts';

/* Outlines and headlines for calls with several things. */

/** Shows the items of a list, such as a conversation or a log, as lines under a common heading. */
export function sentencesOutline({ name, list, around, more }: Thing, sayings: string[]): Outline {
  const kind = kindOf(name, undefined) || spaced(name) || 'message';
  const about = around.map((level) => nameOfThing(level, [level], undefined)?.text).find((text) => text !== undefined);
  const count = `${more + 1} ${plural(singular(kind))}`;
  const rest = more + 1 - sayings.length;
  const link = linkIn(around);
  return {
    severity: judge(list, ''),
    title: titleWords(about === undefined ? count : `${about}: ${count}`, MAX_TITLE),
    text: [...sayings.map((saying) => `- ${saying}`), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'),
    facts: [],
    actions: [],
    ...(link !== undefined && { link }),
  };
}

/** Returns the headline for a list of things without a common name: `11 alerts firing`. */
export function listHeadline(levels: Dictionary[], state: string | undefined): string | undefined {
  const list = entriesOf(levels[0] ?? {}).find(
    ([, value]) => Array.isArray(value) && value.length > 1 && isDictionary(value[0]),
  );
  if (!list) return undefined;
  const count = (list[1] as unknown[]).length;
  const what = `${count} ${plural(singular(spaced(list[0]).toLowerCase()))}`;
  return state === undefined ? undefined : `${what} ${findWords(state).text}`;
}
