import { wordsOf } from '#contract/secret-words';
import { type Event, eventOf } from './event.ts';
import { findThing, SHELL } from './find-thing.ts';
import { singular, spaced } from './grammar.ts';
import { numberedThing } from './id-facts.ts';
import { kindOfThing } from './kinds.ts';
import { asMail, isAfterSending, mailNaming } from './mails.ts';
import { IS_SOMEBODY } from './names.ts';
import { nameOfThing, placeOf } from './naming.ts';
import type { Dictionary, Thing } from './outline.ts';
import { actorOf, IS_OF_PEOPLE, type Naming, type Pair, pairIn } from './people.ts';
import { severityOf } from './severity.ts';
import { isStale, stateIn } from './states.ts';

/** The facts of a call’s thing and event, before they are put into words. */
export interface Entity {
  thing: Thing;
  /** The thing, then the objects around it. */
  levels: Dictionary[];
  event: Event | undefined;
  /** The two people of an event, for example an assigner and an assignee. */
  pair: Pair | undefined;
  named: Naming | undefined;
  /** The kind of the thing; empty if the event already names it. */
  kind: string;
  place: string | undefined;
  /** The person who caused the event. */
  by: string | undefined;
  /** The state in the fields. `state` is undefined if it is older than the event. */
  said: ReturnType<typeof stateIn>;
  state: ReturnType<typeof stateIn>;
  /** True if the event is about another thing, such as the refund of a payment, so the thing's state is not news. */
  isOther: boolean;
}

/** Finds the thing that a call is about, and the event around it. */
export function thingAndEvent(payload: Dictionary | unknown[], headers: Record<string, string>) {
  const seen: Dictionary[] = [];
  const thing = findThing(payload, (value) => {
    seen.push(value);
    return eventOf(headers, seen)?.noun ?? [];
  });
  const levels = [...new Set([thing.value, ...thing.around])];
  return { thing, levels, event: asMail(eventOf(headers, levels.toReversed()), levels) };
}

/** Reads names, people, place and state of the thing that a call is about. */
export function readEntity({ thing, levels, event }: ReturnType<typeof thingAndEvent>): Entity {
  const pair = pairIn(levels, event?.verb ?? '', event?.noun ?? []);
  const named = namingOf(thing, levels, event, pair);
  // Surrounding objects have separate states: a comment on an open issue is not open itself. Likewise, a paid invoice
  // doesn't make its customer paid.
  const isSomebodys = (text: string) =>
    !IS_SOMEBODY.test(thing.name) || text.toLowerCase().startsWith(thing.name.toLowerCase());
  const said = (event?.verb && !/^(?:status|state)$/.test(event.noun.join(' ')) ? levels.slice(0, 1) : levels)
    .map(stateIn)
    .find((found, at) => found !== undefined && (at === 0 || isSomebodys(found.text)));
  const state = said && isStale(said.text, event?.verb ?? '') ? undefined : said;
  const numbered =
    named === undefined && event === undefined
      ? numberedThing(thing.value, said?.field, severityOf(state?.text ?? '') === 'critical')
      : undefined;
  const ofFields =
    event && event.noun.length > 0 ? '' : (numbered?.noun ?? kindOfThing(thing, named?.field, said?.field));
  return {
    ...{ thing, levels, event, pair, said, state },
    named: numbered ? { text: numbered.text, field: numbered.field } : named,
    kind: isKindOf(state?.text, ofFields, thing) ? ofFields : '',
    place: placeOf(levels),
    by: doerOf(levels, event, pair),
    // If the event is about a refund and the thing found is its payment, the payment's state isn't the refund's.
    isOther: event !== undefined && event.verb !== '' && isOtherThan(event.noun, thing.name),
  };
}

/** True if a state can be that of a thing of this kind. A kind that equals the state, such as `alarm`, would repeat it. */
const isKindOf = (state: string | undefined, kind: string, { value, name }: Thing): boolean =>
  state === undefined ||
  (kind.toLowerCase() !== state.toLowerCase() &&
    // The booking of a guest is confirmed, not the guest. A list of values in a finished call is not finished itself.
    !/(?:^| )(?:guest|buyer|payer|payee|recipient|sender|host)$/.test(kind) &&
    (stateIn(value) !== undefined || singular(name) === name));

const isOfPair = (text: string | undefined, pair: Pair | undefined): boolean =>
  text !== undefined && [pair?.doer?.name, pair?.concerned?.name].includes(text);

/** The thing's name. An event about people names the affected person instead. */
function namingOf(thing: Thing, levels: Dictionary[], event: Event | undefined, pair: Pair | undefined) {
  const found = mailNaming(event, levels) ?? nameOfThing(thing.value, levels, event);
  const noun = event?.noun.at(-1) ?? '';
  const isAboutPeople =
    found === undefined ||
    isOfPair(found.text, pair) ||
    (pair?.isDeed === true && pair.concerned !== undefined && IS_OF_PEOPLE.test(noun));
  return pair && isAboutPeople ? concernedIn(pair, noun) : found;
}

function doerOf(levels: Dictionary[], event: Event | undefined, pair: Pair | undefined): string | undefined {
  const doer = (pair?.isDeed ? pair.doer?.name : undefined) ?? actorOf(levels, event?.verb, event?.noun.at(-1));
  const isDoer = !isOfPair(doer, pair) || (pair?.isDeed === true && doer === pair.doer?.name);
  return isAfterSending(event) || !isDoer ? undefined : doer;
}

/** Returns the affected person if the headline should name them: if the event is about people and is this action. */
const concernedIn = ({ concerned, isDeed }: Pair, noun: string): Naming | undefined =>
  concerned && isDeed && IS_OF_PEOPLE.test(noun) ? { text: concerned.name, field: '', isPerson: true } : undefined;

const TO_SEE_TO = /\b(?:ticket|issue|incident|alert|alarm|problem|case|check|violation|event|monitor)s?$/i;

/** True if an event and the thing found have no words in common, so the event is about another thing. */
function isOtherThan(noun: string[], field: string): boolean {
  if (
    /^(?:|status|state)$/.test(noun.join(' ')) ||
    field === '' ||
    SHELL.test(field) ||
    /payload|web_?hook|notification$/i.test(field)
  )
    return false;
  // Both words name something that a person has to handle, such as a ticket or an alert.
  if ([noun.at(-1) ?? '', spaced(field)].every((word) => TO_SEE_TO.test(word))) return false;
  const [event, thing] = [noun, wordsOf(field)].map((words) => words.map(singular));
  return (
    !event?.some((word) => thing?.join('').includes(word)) && !thing?.some((word) => event?.join('').includes(word))
  );
}
