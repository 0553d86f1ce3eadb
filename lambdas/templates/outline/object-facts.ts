import { isSecretField, wordsOf } from '#contract/secret-words';
import { addressWords, holdsAddress } from './addresses.ts';
import { labelOf } from './grammar.ts';
import { addList, pairOf } from './list-facts.ts';
import { moneyObject } from './money.ts';
import { isPlace, nameIn, objectWords, PEOPLE, personName } from './names.ts';
import { type Dictionary, entriesOf, firstOwn, isDictionary, isText, own } from './outline.ts';
import { add, countingIn, type FactSource, type Place, type Ranked } from './ranked-facts.ts';
import { severityOf } from './severity.ts';
import { failedOf, findWords, stateIn } from './states.ts';
import { isMeasure, unitOf } from './units.ts';
import { isMachineText, titleWords, valueWords } from './values.ts';

const GIVEN_NAME = /^(.*?)[_-]?(?:first|given|f)[_-]?name$/i;

/**
 * Adds `first_name` and `last_name`, also with a prefix such as `lead_first_name`, as one fact.
 * Returns the fields that this fact covers.
 */
export function addNames(level: Dictionary, facts: Ranked[], place: Place): Set<string> {
  const told = new Set<string>();
  const entries = entriesOf(level);
  for (const [name, given] of entries) {
    const before = GIVEN_NAME.exec(name)?.[1];
    if (before === undefined || typeof given !== 'string') continue;
    const family = entries.find(
      ([other]) =>
        other.toLowerCase().startsWith(before.toLowerCase()) &&
        /^[_-]?(?:last|family|sur|l)[_-]?name$/i.test(other.slice(before.length)),
    );
    if (!family) continue;
    told.add(name).add(family[0]).add(`${before}full_name`).add(`${before}fullName`);
    const whole = personName(
      [given, family[1]]
        .filter((part) => typeof part === 'string')
        .join(' ')
        .trim(),
    );
    if (whole && !OF_AN_ADDRESS.test(before))
      add(facts, before === '' ? labelOf(`${place.prefix} name`.trim()) : labelOf(before), whole, 'name', place);
  }
  return told;
}

const OF_AN_ADDRESS = /(?:shipping|billing|delivery|mailing|postal|home)[_-]?(?:address)?/i;

const OF_DETAILS = /[_-]?(?:details?|info|data)$/i;

/** Returns the name of a place, ignoring fields that could name its owner. */
function placeName(name: string, value: Dictionary): string | undefined {
  const bare = name.replace(OF_DETAILS, '');
  const named = [
    `${bare}_name`,
    `${bare}Name`,
    ...'full_name name title display_name displayName domain slug'.split(' '),
  ]
    .map((field) => own(value, field))
    .find((text): text is string => isText(text) && !/^https?:/.test(text));
  return named === undefined || isMachineText(named) ? undefined : titleWords(named, 80) || undefined;
}

const itemsWithState = (items: Dictionary[]): Dictionary[] | undefined =>
  failedOf(items).length > 0 || items.every((item) => stateIn(item) !== undefined) ? items : undefined;

/** Returns the items of an object whose keys are their names: `{"web-1": {"failed": true, …}, "web-2": …}`. */
function namedItems(value: Dictionary): Dictionary[] | undefined {
  const entries = entriesOf(value, 40);
  const [, first] = entries[0] ?? [];
  if (entries.length < 2 || !isDictionary(first)) return undefined;
  const shape = Object.keys(first).sort().join();
  return shape.includes(',') &&
    /stat|result|fail|pass|ok|succe|outcome|conclusion|verdict|phase|health|up|exit|condition|transition/i.test(
      shape,
    ) &&
    entries.every(([, item]) => isDictionary(item) && Object.keys(item).sort().join() === shape)
    ? itemsWithState(entries.map(([name, item]) => ({ name, ...(item as Dictionary) })))
    : undefined;
}

/** Maximum number of objects per call that are searched for facts. */
const MOST_OBJECTS = 200;

/** Adds what an object is, if it is of one kind. Returns true if nothing else is to be added of it. */
type Step = (name: string, value: Dictionary, source: FactSource, facts: Ranked[], place: Place) => boolean;

/** Objects that say nothing about the thing: about the call itself, its sender or its request. */
const NO_FACTS =
  /^(?:_?links?|reactions|permissions|settings|config\w*|meta|aps|sip\w*|(?:message|raw|http|request|response)?_?headers|previous\w*|changes?|changelog|old|before|request|response|metadata|context|urls?|images?|avatar\w*|platform|\w*definition|criteria|filters?|user_?agent\w*|browser\w*|platform_?info|client_?info|device_?info|geo\w*|plan_object|auth|credentials|statistics|session\w*|delivery_?info|(?:web_?)?hook|integration|transport|charsets|envelope|included|blob\w*|model_?info)$/i;

const skipNoise: Step = (name, value) =>
  (NO_FACTS.test(name) && !/^(?:metadata|context)$/.test(name)) ||
  // Metadata about the call itself.
  (name === 'metadata' && ['event_type', 'event_name', 'event'].some((field) => own(value, field) !== undefined));

const addItems: Step = (name, value, source, facts, place) => {
  const items = namedItems(value);
  if (items) addList(name, items, source, facts, place);
  return items !== undefined;
};

/** A measured value: `voltage: {"value": 3.04, "unit": "V", "timestamp": …}`. */
const addMeasure: Step = (name, value, _source, facts, place) => {
  if (!isMeasure(value)) return false;
  const said = valueWords(name, value.value);
  const unit = unitOf(value, name);
  if (said !== undefined && !isSecretField(name, value.value))
    add(facts, labelOf(name), unit === '' ? said : `${said} ${unit}`, name, place);
  return true;
};

/** A custom field: `{"name": "Favourite colour", "type": "text", "value": "Blue"}`. */
const addCustomField: Step = (_name, value, _source, facts, place) => {
  const asked =
    typeof own(value, 'name') === 'string' && typeof own(value, 'value') === 'string' ? pairOf(value) : undefined;
  if (asked) facts.push({ ...asked, rank: 50 + place.rank - place.depth * 8 });
  return Boolean(asked);
};

/** The answers of a form, by question: `answers: {"size": "M", "newsletter": false}`. */
const addAnswers: Step = (name, value, _source, facts, place) => {
  if (!/^(?:answers|responses|form_?(?:data|values|responses?)|submission_?data)$/i.test(name)) return false;
  const pairs = entriesOf(value, 20).flatMap((entry) => pairOf(entry) ?? []);
  for (const pair of pairs) facts.push({ ...pair, rank: 72 + place.rank });
  return pairs.length > 0;
};

const addAddress: Step = (name, value, _source, facts, place) => {
  const address = holdsAddress(value) && personName(value) === undefined ? addressWords(value) : undefined;
  if (address === undefined || nameIn(value)?.field.match(/^(?:title|subject)$/) != null || PEOPLE.test(name))
    return false;
  const isPlaceName = /address|location|city|country|place|shipping|billing/i.test(name);
  // For `card: {country: "CH"}`, the label has to contain `country`, because a card isn't a place.
  const isCountryAlone = !isPlaceName && !address.includes(', ');
  add(
    facts,
    labelOf(isCountryAlone ? `${name} country` : name),
    address,
    isPlaceName || isCountryAlone ? 'city' : name,
    place,
  );
  return true;
};

const addPerson: Step = (name, value, source, facts, place) => {
  if (!PEOPLE.test(name)) return false;
  // The headline names the actor; other people are named here.
  if ((source.hasDoer && ACTORS.test(name)) || /^committer$/i.test(name)) return true;
  const person = personName(value);
  // An author inside another object is that object's author.
  const whose = place.depth > 0 && /^(?:author|creator|owner)$/i.test(name) ? `${place.prefix} ` : '';
  const label = labelOf(whose + name.replace(/_?login$/, 'user').replace(/^authentication_?info$/i, 'by'));
  if (person) add(facts, label, person, name, place);
  return true;
};

/** The role that a person's own field states: `recipient: {"name": "Ann", "role": "from"}` is the sender. */
const roleIn = (value: Dictionary): string | undefined =>
  firstOwn(
    value,
    ['role', 'type'],
    (role): role is string => isText(role) && /^(?:from|to|cc|bcc|sender|author|recipient)$/i.test(role),
  );

const ACTORS =
  /^(?:sender|actor|user|author|creator|committer|pusher|created_?by|updated_?by|triggering_?actor|triggered_?by|login|member)$/i;

const skipKnown: Step = (name, value, source) =>
  (source.hasPlace && /^(?:organi[sz]ation|org|repository|repo|project|enterprise|installation|team)$/i.test(name)) ||
  // A `subscription` with a type is the sender's registration of the webhook, not the call's subject.
  (name === 'subscription' && own(value, 'type') !== undefined);

const addMoney: Step = (name, value, source, facts, place) => {
  const money = moneyObject(name, value, countingIn(source));
  if (money?.said !== undefined) add(facts, labelOf(name.replace(/_money$/, '')), money.said, name, place);
  return Boolean(money);
};

const addPlace: Step = (name, value, _source, facts, place) => {
  if (!isPlace(name) || PEOPLE.test(name)) return false;
  const called = placeName(name, value);
  if (called !== undefined)
    add(facts, labelOf(name.replace(OF_DETAILS, '')), called, name, { ...place, rank: place.rank - 4 });
  return called !== undefined || place.rank < 0;
};

const STEPS = [
  skipNoise,
  addItems,
  addMeasure,
  addCustomField,
  addAnswers,
  addAddress,
  addPerson,
  skipKnown,
  addMoney,
  addPlace,
];

/** Adds an object as a fact with its name, or its content as facts. */
export function addObject(name: string, value: Dictionary, source: FactSource, facts: Ranked[], place: Place): void {
  source.left = (source.left ?? MOST_OBJECTS) - 1;
  if (source.left < 0 || STEPS.some((step) => step(name, value, source, facts, place))) return;
  const known =
    /^(?:fields|attributes|properties|metadata|context|tags|labels|dimensions|(?:custom_?)?details|data(?:_?fields)?|extra)$/i.test(
      name,
    )
      ? undefined
      : objectWords(value);
  // If the object failed, show its state after its name.
  const state = stateIn(value)?.text;
  const went =
    known !== undefined && state !== undefined && place.rank >= 0 && severityOf(state) === 'critical'
      ? ` (${findWords(state).text})`
      : '';
  if (known !== undefined && !isMachineText(known))
    add(
      facts,
      /(?:variables|values|inputs?|params|merges)$/i.test(name) && personName(value)
        ? 'Name'
        : labelOf(
            roleIn(value) ??
              `${/^(?:primary|secondary|main)$/i.test(name) ? `${place.prefix} ` : ''}${name}`.replace(
                /(?<=[a-z])(?:_id|I[dD])$/,
                '',
              ),
          ),
      `${known}${went}`,
      name,
      {
        ...place,
        // A named object next to a thing usually belongs to it, like a signer's contract.
        rank: place.rank + (place.rank < 0 ? 10 : 4),
      },
    );
  // An object without a name adds its fields as facts: labels, answers, details.
  else if (place.depth < 2)
    source.collect(value, source, facts, {
      rank: place.rank - 2,
      depth: place.depth + 1,
      prefix:
        /^(?:_embedded|labels?|tags|fields|details?|data(?:_?fields)?|attributes|properties|values|answers|metadata|context|custom_fields|annotations|commonLabels|commonAnnotations|extra|params|info|stats|statistics|usage|\w*interval)$/i.test(
          name,
        )
          ? place.prefix
          : wordsOf(name).length > 3
            ? ''
            : name,
    });
}
