import { readEntity, thingAndEvent } from './entity.ts';
import { factsOfEntity } from './entity-facts.ts';
import { wordsOfThing } from './entity-words.ts';
import type { Event } from './event.ts';
import { linkIn } from './links.ts';
import { itemTitles } from './lists.ts';
import { keyOf } from './naming.ts';
import type { Dictionary, Fact, Outline, Thing } from './outline.ts';
import { sentencesOutline } from './several.ts';
import { judge } from './states.ts';

interface Telling {
  headers: Record<string, string>;
  /** The title if the call has no content. */
  called: string;
  /** True for a further thing of the same call, of which only the title is used. */
  isOneOfMany?: boolean;
}

/** Summarises a call's subject, or its list of subjects. */
export function summarizeEntity(payload: Dictionary | unknown[], telling: Telling): Outline {
  const { headers, called, isOneOfMany = false } = telling;
  const found = thingAndEvent(payload, headers);
  const { thing, levels, event } = found;
  const sayings = thing.list.length > 1 && !isOneOfMany ? itemTitles(thing.list) : [];
  if (sayings.length > 1) return sentencesOutline(thing, sayings);
  const entity = readEntity(found);
  const own = wordsOfThing(entity, called, isOneOfMany);
  const others = isOneOfMany ? [] : titlesOfOthers(thing, telling, own.title);
  const text = [own.text, ...others].filter(Boolean).join('\n');
  const link = linkIn(levels);
  const hasLink = link !== undefined;
  const { title, facts, isMute } = factsOfEntity(entity, { ...own, text }, { isOneOfMany, hasLink });
  const { shownText, shownFacts } = fitted(
    isMute && facts.length === 0 ? 'The call contains nothing that a person can read.' : text,
    facts,
    link,
  );
  const key = keyOf(levels);
  return {
    severity: judge(
      entity.isOther ? levels.slice(1) : levels,
      wordOfEvent(event).trim(),
      event?.noun.join(' '),
      entity.named?.text,
    ),
    title,
    ...(hasLink && !text.includes(link) && { link }),
    ...(shownText && { text: shownText }),
    facts: shownFacts,
    actions: [],
    ...(key !== undefined && { key }),
  };
}

/** Maximum number of further things listed; more would hide the call's other content. */
const MOST_OTHERS = 5;

/** Returns the titles of a call's further things as list lines, without repetitions. */
function titlesOfOthers({ list }: Thing, telling: Telling, title: string): string[] {
  const first = title.replace(/ and \d+ more$/, '');
  const others = list
    .slice(1, MOST_OTHERS + 1)
    .map((each) => summarizeEntity(each, { ...telling, called: '', isOneOfMany: true }).title);
  return [...new Set(others)].filter((other) => other !== '' && other !== first).map((other) => `- ${other}`);
}

/** Returns the word that decides an event's severity: `error` for an error that occurred. */
const wordOfEvent = (event: Event | undefined): string =>
  event !== undefined &&
  /^(?:error|exception|crash)$/.test(event.noun.at(-1) ?? '') &&
  /^(?:|occurred|created|raised|reported|new)$/.test(event.verb)
    ? 'error'
    : (event?.verb ?? '');

/** Maximum numbers of lines, in a message and for the facts next to a long paragraph. */
const MAX_LINES = 12;
const FACTS_BESIDE_TEXT = 3;

function fitted(text: string, facts: Fact[], link: string | undefined): { shownText: string; shownFacts: Fact[] } {
  const room = MAX_LINES - 1 - (link === undefined ? 0 : 1);
  const lines = text === '' ? [] : text.split('\n');
  const most = room - Math.min(facts.length, FACTS_BESIDE_TEXT);
  const shown = lines.length > most ? `${lines.slice(0, most).join('\n').trimEnd()} …` : text;
  return { shownText: shown, shownFacts: facts.slice(0, room - Math.min(lines.length, most)) };
}
