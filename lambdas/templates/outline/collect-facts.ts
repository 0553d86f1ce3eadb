import { isSecretField, wordsOf } from '#contract/secret-words';
import { holdsAddress } from './addresses.ts';
import { OF_CHANGES } from './changes.ts';
import { factLabel, labelOf, spaced } from './grammar.ts';
import { addList } from './list-facts.ts';
import { moneyOf } from './money.ts';
import { isCode, isNoise } from './noise.ts';
import { addNames, addObject } from './object-facts.ts';
import { type Dictionary, entriesOf, isDictionary, isText, own } from './outline.ts';
import { add, countingIn, type FactSource, type Place, type Ranked } from './ranked-facts.ts';
import { isAboutSomebody } from './sentences.ts';
import { OF_BEFORE } from './states.ts';
import { durationWords, labelWithoutUnit, titleWords, valueWords } from './values.ts';

/** The rank of changes, above all other facts. */
export const OF_CHANGE = 100;

const isRef = (value: unknown): value is string =>
  typeof value === 'string' && /^refs\/(?:heads|tags)\/\S+$/.test(value);

/** Adds the facts of an object and of its contents. */
export function collect(level: Dictionary, source: FactSource, facts: Ranked[], place: Place): void {
  const measures = measuresIn(level);
  const told = addNames(level, facts, place);
  for (const [name, value] of entriesOf(level)) {
    if (facts.length > 120) return;
    if (told.has(name) || (/^state/i.test(name) && holdsAddress(level))) continue;
    // A surrounding object's `version` describes the call, not its subject.
    if (place.depth === 0 && place.rank < 0 && /^version$/i.test(name)) continue;
    if (place.depth === 0 && source.used.has(name)) continue;
    if (isRedundant(level, name) || OF_CHANGES.test(name) || isOfChange(name, facts)) continue;
    if (isAboutSomebody(level, name)) continue;
    if (isSecretField(name, value) || source.levels.includes(value as Dictionary)) continue;
    // Skip the duration of a part if a surrounding object has one too.
    if (LASTING.test(name) && place.rank === 0 && place.depth === 0 && lastsItself(source.levels.slice(1))) continue;
    if (isDictionary(value)) addObject(name, value, source, facts, place);
    else if (Array.isArray(value)) addList(name, value, source, facts, place);
    else if (OF_OUTSIDE.test(name) && /^(?!(?:null|string)$)[\w.:-]{1,24}$/.test(String(value))) {
      const who = OF_OUTSIDE.exec(name)?.[1] ?? '';
      add(facts, labelOf(`external_${who || 'id'}`), String(value), 'customer', place);
    } else if (measures.has(name) && valueWords(name, value) !== undefined) {
      const said = valueWords(name, value) ?? '';
      facts.push({
        label: factLabel(labelWithoutUnit(name)),
        value: said,
        rank: MEASURED + place.rank - place.depth * 2,
        isMeasured: true,
      });
    } else if ((!isNoise(name, value) && !isCode(name, value)) || isRef(value)) {
      if (isRef(value)) {
        add(
          facts,
          /^refs\/tags/.test(value) ? 'Tag' : 'Branch',
          titleWords(value.replace(/^refs\/\w+\//, ''), 80),
          'branch',
          place,
        );
        continue;
      }
      const money = moneyOf(name, value, level, { counting: countingIn(source), levels: source.levels });
      const said = money ? money.said : (lengthOf(name, value, level) ?? valueWords(name, value));
      if (said !== undefined) add(facts, prefixed(place.prefix, labelWithoutUnit(name)), said, name, place);
    }
  }
}

/** The rank of measurements. They come together, before attributes. */
const MEASURED = 76;
/** Matches the id of a thing in another system: `external_customer_id`. */
const OF_OUTSIDE = /^external[_-]?(\w{0,20}?)[_-]?i[dD]$/i;

/** Returns the duration of a phone call, sent in seconds, or of a meeting, sent in minutes. */
function lengthOf(name: string, value: unknown, level: Dictionary): string | undefined {
  const length = Number(value);
  if (!/^(?:call_?)?duration$/i.test(name) || !/^\d{1,5}$/.test(String(value)) || length === 0) return undefined;
  const names = entriesOf(level).map(([key]) => key);
  const has = (pattern: RegExp) => names.some((key) => pattern.test(key));
  if (
    has(/^(?:call|caller|callee)(?:$|[_-]?(?:id|sid|num|name|status|uuid|city))/i) ||
    (has(/^from$/i) && has(/^to$/i) && has(/^direction$/i))
  )
    return durationWords(length * 1000);
  if (
    has(/^start_?(?:time|at|s)$/i) &&
    has(/^(?:topic|agenda|host(?:_?id)?|join_?url|attendees|invitees|participants)$/i) &&
    length <= 1440
  )
    return durationWords(length * 60_000);
  return undefined;
}

const LASTING = /^(?:duration|elapsed|total_?time|time_?spent)$/i;

/** True if a surrounding object already has a duration. */
const lastsItself = (around: Dictionary[]): boolean =>
  around.some((level) =>
    [
      level,
      ...entriesOf(level, 40).flatMap(([name, inner]) => (INTERVAL.test(name) && isDictionary(inner) ? [inner] : [])),
    ].some((each) => entriesOf(each, 40).some(([name]) => LASTING.test(name))),
  );
const INTERVAL = /interval|period|timing|span$/i;

/** True for a field that a change already shows: `from_state` next to `State: off → on`. */
const isOfChange = (name: string, facts: Ranked[]): boolean => {
  const bare = name.replace(OF_BEFORE, '').replace(/^(?:current|new|to)(?=[_-]|[A-Z])[_-]?/, '');
  return (
    bare !== name && facts.some(({ label, rank }) => rank >= OF_CHANGE && label === labelOf(labelWithoutUnit(bare)))
  );
};

/** True if the object has a better form of a field, such as `total_formatted` for `total`. */
const isRedundant = (level: Dictionary, name: string): boolean =>
  (/^(?!start|end|due|scheduled|expir).*(?:time|date|_?at)$/i.test(name) &&
    /created/i.test(
      entriesOf(level, 60).find(([other, at]) => other !== name && at === own(level, name))?.[0] ?? '',
    )) ||
  (name === 'current' && isText(own(level, 'previous'))) ||
  (/country_?code$/i.test(name) &&
    ['', '_name', 'Name'].some((end) => isText(own(level, name.replace(/_?code$/i, end))))) ||
  (/^raw[_-]/i.test(name) && typeof own(level, name.slice(4)) === 'string') ||
  ['_formatted', 'Formatted', '_display', 'Display', '_full_name', '_long'].some(
    (end) => typeof own(level, name + end) === 'string',
  );

/** Field names that are clear only with the parent's name: `type` in `bounce`. */
const GENERIC =
  /^(?:name|type|status|state|value|version|title|message|text|date|time|count|total|size|code|description|number|level|email|label|country|amount|price|model|kind|category|score|source|target|result|duration|[a-z]+ed by|(?:starts?|ends?)(?: (?:at|on|date|time))?|min|max)$/;

/** Field names that are only an amount's unit, such as `cents`. */
const IS_UNIT = /^(?:cents|(?:minor|sub)[_-]?units?)$/i;

/** Returns a label for a field, with its parent's name if its own says too little. */
export const prefixed = (prefix: string, name: string): string =>
  IS_UNIT.test(name)
    ? labelOf(prefix || 'amount')
    : prefix !== '' && spaced(prefix).endsWith(` ${spaced(name)}`)
      ? labelOf(prefix)
      : prefix !== '' && GENERIC.test(spaced(name).toLowerCase()) && !spaced(name).startsWith(spaced(prefix))
        ? labelOf(`${prefix} ${name}`)
        : factLabel(name.replace(/^formatted_?|_?(?:friendly|display)_?name$|_?formatted$/i, ''));

/** Names of numbers that are not measurements because they identify, locate or count something. */
const NO_MEASURE =
  /(?:^| )(?:ids?|no|number|zip|year|port|pid|version|index|lat|lng|lon|latitude|longitude|code|phone|amount|cents|total|subtotal|price|cost|fees?|tax|discount|shipping|balance|paid|due|order|position|level|priority|status|state|type|quantity|qty|ts|timestamp|time|at|line|column|seq|sequence|offset|size|bytes|duration|ms|seconds|age|width|height|periods?|rate|created|updated|rating|score|decimals|exponent|precision|scale)$/;

/** Returns the fields of an object that are measurements. Empty if there are fewer than three. */
function measuresIn(value: Dictionary): ReadonlySet<string> {
  const names = entriesOf(value, 60).flatMap(([name, inner]) =>
    (typeof inner === 'number' || (typeof inner === 'string' && /^-?\d{1,6}\.\d{1,6}$/.test(inner))) &&
    Math.abs(Number(inner)) < 1e7 &&
    !NO_MEASURE.test(wordsOf(name).join(' '))
      ? [name]
      : [],
  );
  return names.length > 2 ? new Set(names) : NONE;
}
const NONE: ReadonlySet<string> = new Set();
