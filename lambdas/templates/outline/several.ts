import { plural, singular, spaced } from './grammar.ts';
import { kindOf } from './kinds.ts';
import { linkIn } from './links.ts';
import { nameOfThing } from './naming.ts';
import type { Outline, Thing } from './outline.ts';
import { MAX_TITLE } from './plain-bodies.ts';
import { judge } from './states.ts';
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
