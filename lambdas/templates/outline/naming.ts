import { OF_CHANGES } from './changes.ts';
import type { Event } from './event.ts';
import { singular, spaced } from './grammar.ts';
import { DONE_BY } from './headline.ts';
import { listWords } from './lists.ts';
import {
  deepName,
  isCodeField,
  isPlace,
  nameIn,
  nameOfParts,
  PEOPLE,
  personName,
  SOMEBODY,
  SURROUNDINGS,
} from './names.ts';
import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';
import { actorOf, IS_OF_PEOPLE, isSomebody, type Naming, PERSONAL, personAmong } from './people.ts';
import { isMachineText, titleWords } from './values.ts';

const OF_SOMEBODY =
  /^(?:application|appointment|booking|reservation|interview|order|registration|payment|donation|subscription)$/;

/** Finds the name of the thing in its own fields, or the name of an object around or inside it, or of a person. */
export function nameOfThing(value: Dictionary, levels: Dictionary[], event: Event | undefined): Naming | undefined {
  const skip = event?.fields.find((field) => /^(?:name|subject|type|title|topic)$/i.test(field));
  // If the event is about a pulse, `pulse_name` is the best name.
  const noun = event?.noun.at(-1);
  for (const field of noun ? [`${noun}_name`, `${noun}Name`, `${noun}_title`, `${noun}Title`] : []) {
    const text = own(value, field);
    if (typeof text === 'string' && text.trim() !== '') return { text: titleWords(text, 140), field };
  }
  const listed =
    noun === undefined || /^(?:added|removed)$/.test(event?.verb ?? '') ? undefined : listedAs(noun, levels);
  if (listed) return listed;
  const isDoers = isOfDoer(value, levels, skip, event);
  const direct = isDoers ? undefined : ownName(value, levels, skip, event);
  if (direct) return direct;
  return (
    nameAround(levels, skip, event?.noun ?? []) ??
    // For an application or an order, the person's name says more than other names.
    (OF_SOMEBODY.test(noun ?? '') || IS_OF_PEOPLE.test(noun ?? '') ? personAmong(levels, event) : undefined) ??
    (isDoers ? undefined : deepName(value)) ??
    namedBySuffix(value) ??
    personAmong(levels, event)
  );
}

/** Finds the names in a list that the event names, such as `tracks.played` with `tracks: [{title: …}, …]`. */
function listedAs(noun: string, levels: Dictionary[]): Naming | undefined {
  for (const level of levels.slice(0, 3))
    for (const [key, list] of entriesOf(level, 40)) {
      if (!Array.isArray(list) || list.length === 0 || singular(spaced(key).toLowerCase()) !== singular(noun)) continue;
      const text = listWords(list, 3, false);
      if (text !== undefined) return { text, field: '', isList: list.length > 1, isPerson: false };
    }
  return undefined;
}

/** Finds the name of an object next to the thing. A comment, for example, is named after its subject. */
function nameAround(levels: Dictionary[], skip: string | undefined, noun: string[]): Naming | undefined {
  for (const level of levels.slice(1, 4)) {
    const entries = entriesOf(level, 40).toSorted(
      ([one], [other]) => Number(IS_ALERT.test(other)) - Number(IS_ALERT.test(one)),
    );
    for (const [key, inner] of entries) {
      if (!isDictionary(inner) || levels.includes(inner) || PEOPLE.test(key) || isPlace(key)) continue;
      // `device.alert` is about the `device` next to it, so its name counts.
      if (isBeside(key) && !noun.includes(key)) continue;
      const found = nameIn(inner);
      // A part's host or service says where it ran.
      // The alert says more than its host or log.
      if (found && IS_ALERT.test(key)) return { text: found.text, field: key };
      if (found && !/^(?:service_?name|host|hostname|domain|server)$/i.test(found.field))
        return { text: found.text, field: '', isPerson: isSomebody(inner, found) };
    }
    const found = nameIn(level, skip);
    if (found && !/^(?:username|login|email|repository|repo|project_name|site|service|device|ref)/.test(found.field))
      return found;
  }
  return undefined;
}

const IS_ALERT = /^(?:alert|alarm|incident|monitor|check)$/i;

/** True for fields with technical details, changes or configuration, which never provide a name. */
const isBeside = (key: string): boolean =>
  SURROUNDINGS.test(key) ||
  OF_CHANGES.test(key) ||
  /^(?:meta|metadata|_?links|(?:web_?)?hook|subscription|integration|trigger|automation|source|destination|server|player|producer|seller|vendor|merchant|\w*method)$/i.test(
    key,
  );

const PEOPLE_NOUN = new RegExp(
  `\\b(?:${SOMEBODY}|follower|people|login|signup|sign|session|agent|owner|author|email|mail|message|identity|credential|password|player|friend)\\b`,
);

/** True if the found name is the actor's, because the event is about a thing, but the name is a person's. */
function isOfDoer(
  value: Dictionary,
  levels: Dictionary[],
  skip: string | undefined,
  event: Event | undefined,
): boolean {
  const noun = event?.noun.join(' ') ?? '';
  const field = nameIn(value, skip)?.field ?? '';
  if (!PERSONAL.test(field) || noun === '' || PEOPLE_NOUN.test(noun)) return false;
  return DONE_BY.test(event?.verb ?? '') && actorOf(levels, event?.verb) !== undefined;
}

/** Fields with a place or a person, used only without a better name. */
const WEAK =
  /^(?:app|application|service|site|server|domain|host|hostname|instance|product|metric|repo|repository|full_ref|ref|tag|tag_name|label|slug|user_?name|login|email\w*)$/i;

/** Fields with the name of an author, donor or buyer. */
const NAME_OF_WRITER = /^(?:from|sender|supporter|donor|buyer|purchaser|payer|customer|billing|contact)_?name$/i;

/** Finds the name in the thing's own fields. If they contain only a number, the surrounding object's name is used. */
function ownName(
  value: Dictionary,
  levels: Dictionary[],
  skip: string | undefined,
  event: Event | undefined,
): Naming | undefined {
  const first = nameIn(value, skip);
  // `search_name` names a search better than its `app`.
  const found =
    (first &&
    WEAK.test(first.field) &&
    !(PERSONAL.test(first.field) && /subscribed$/.test(event?.verb ?? '')) &&
    !nameOfParts(value)
      ? namedBySuffix(value)
      : undefined) ?? first;
  const noun = event?.noun.join(' ') ?? '';
  if ((!found || PERSONAL.test(found.field)) && PEOPLE_NOUN.test(noun)) {
    const person = personName(value);
    if (person) return { text: person, field: found?.field ?? 'user_name', isPerson: true };
  }
  if (!found) return undefined;
  if (PERSONAL.test(found.field)) {
    const called = entriesOf(value, 60).find(
      ([key, text]) => NAME_OF_WRITER.test(key) && typeof text === 'string' && personName(text) !== undefined,
    );
    if (called) return { text: titleWords(String(called[1]), 100), field: called[0], isPerson: true };
  }
  // In `{"name": "Sam", "username": "sam", "topic_title": …}`, the name is the author's and not the post's.
  if (found.field === 'name' && noun !== '' && !PEOPLE_NOUN.test(noun) && typeof own(value, 'username') === 'string')
    return namedBySuffix(value);
  if (!isCodeField(found.field)) return { ...found, isPerson: isSomebody(value, found) };
  const around = levels[1] && nameIn(levels[1], skip);
  return around && !isCodeField(around.field) && /^(?:name|title|display_name|displayName)$/.test(around.field)
    ? around
    : found;
}

/** Returns the first value such as `project-name` or `ticket_subject`, except names of people and containers. */
function namedBySuffix(value: Dictionary): Naming | undefined {
  for (const suffix of [/[a-z](?:[_-](?:subject|title)|Subject|Title)$/, /[a-z](?:[_-]name|Name)$/]) {
    for (const [field, text] of entriesOf(value, 60)) {
      if (
        typeof text !== 'string' ||
        !suffix.test(field) ||
        NOT_NAMING.test(field) ||
        /(?:first|last|given|family)_?name$/i.test(field)
      )
        continue;
      const shown = titleWords(text, 100);
      if (/\p{L}/u.test(shown) && !isMachineText(shown)) return { text: shown, field };
    }
  }
  return undefined;
}

/** Beginnings of fields that name people or containers. */
const NOT_NAMING = new RegExp(
  `^(?:(?:\\w{3,12}_)?(?:${SOMEBODY})|to_|to(?=user)|from_|from(?=user)|ship_|bill_|card_?holder|holder|payee|slug|committer|(?:web_?)?hook|courier|carrier|driver|retailer|computer|warehouse|server|player|library|goods_?owner|merchant|seller|supplier|vendor|bank|acquirer|gateway|processor|user|first|last|full|nick|family|given|middle|sender|author|event|display|domain|class|type|team|region|bucket|env|org|company|workspace|tenant|owner|assignee|agent|staff|actor|pusher|creator|created|updated|reporter|manager|responsible|shipping|billing|src|dst|job_?title|host|category|country|city|street|state|status|severity|group|mailbox|channel|provider|source|short|code|metric|field|column|enter|your|legal|brand|previous|old|new)`,
  'i',
);

const PLACE_FIELDS =
  'repository repo project site application app board space form pipeline workspace organization'.split(' ');

/** Returns the repository, project or application of the event. */
export function placeOf(levels: Dictionary[]): string | undefined {
  for (const name of PLACE_FIELDS) {
    for (const level of levels) {
      const value = ['', '_name', 'Name', '_title', 'Title', 'Details', '_details', 'Info', '_info']
        .map((end) => own(level, name + end) ?? own(own(level, 'metadata'), name + end))
        .find((each) => each !== undefined);
      if (level === value || value === levels[0]) continue;
      const found = isDictionary(value)
        ? (typeof own(value, `${name}_name`) === 'string'
            ? titleWords(own(value, `${name}_name`) as string, 60)
            : '') || nameIn(value)?.text
        : typeof value === 'string' && !isMachineText(value) && !/^https?:|^[a-z]+[_-]\d+$/.test(value)
          ? titleWords(value, 60)
          : undefined;
      if (found && found.length <= 60 && !/^git@|\.git$/.test(found)) return found.replace(/^https?:\/\/|\/$/g, '');
    }
  }
  return undefined;
}

const KEYS = 'dedup_key dedupKey dedupe_key incident_key alias groupKey fingerprint key id uuid _id number iid'.split(
  ' ',
);

/** Returns the key that later calls about the same thing share; undefined if there is none. */
export function keyOf(levels: Dictionary[]): string | undefined {
  for (const level of levels) {
    for (const name of KEYS) {
      const value = own(level, name);
      if ((typeof value === 'string' && value !== '' && value.length <= 200) || typeof value === 'number')
        return String(value);
    }
  }
  return undefined;
}
