import { isSecretField } from '#contract/secret-words';
import { objectWords, PEOPLE, PLACES, personName } from './find-thing.ts';
import { moneyObject, moneyWords } from './money.ts';
import { isNoise } from './noise.ts';
import { type Dictionary, entriesOf, type Fact, isDictionary, own } from './outline.ts';
import { changesIn, failedOf, findWords, stateIn } from './states.ts';
import { isoMillis } from './times.ts';
import { durationWords, epochMillis, isMachineText, labelWithoutUnit, titleWords, valueWords } from './values.ts';
import { capital, labelOf, plural, singular, spaced } from './words.ts';

const MAX_FACTS = 8;
/** Who is told what changed wants to know little else. */
const BESIDE_CHANGES = 2;
const MAX_LISTED = 5;

/** Words of labels in the order in which people want to know. */
const WANTED: [RegExp, number][] = [
  [/\b(?:amount|total|price|revenue|mrr|value|refund)\b/, 90],
  [/\b(?:severity|priority|level|urgency)\b/, 86],
  [/\b(?:status|state|result|conclusion|outcome)\b/, 84],
  [/\b(?:environment|env|stage|region|branch|target|base|head)\b/, 80],
  [
    /\b(?:host|hostname|server|instance|service|node|cluster|device|sensor|monitor|url|job|step|stage|check|component|resource)\b/,
    78,
  ],
  [
    /\b(?:customer|company|name|email|phone|subject|product|plan|item|question|answer|from|to|guest|attendee|invitee)\b/,
    74,
  ],
  [/\b(?:assignee|owner|author|user|reporter|by|requester|reviewer|sender|actor|agent)\b/, 70],
  [/\b(?:due|start|starts|end|ends|expires|scheduled|deadline|duration|took|latency|elapsed)\b/, 66],
  [
    /\b(?:reason|cause|code|error|threshold|current|rating|score|temperature|humidity|usage|percent|quantity|failed|failures|errors)\b/,
    64,
  ],
  [
    /\b(?:label|labels|tag|tags|category|version|release|milestone|type|country|city|location|address|language|file|size)\b/,
    50,
  ],
];

interface Ranked extends Fact {
  rank: number;
}

export interface FactSource {
  /** The thing, then what is around it. */
  levels: Dictionary[];
  /** Values that the headline and the paragraph tell already, in lower case. */
  told: string[];
  /** Whether the headline says who did it, and where it is. */
  hasDoer: boolean;
  hasPlace: boolean;
  /** Fields that were used, by name. */
  used: Set<string>;
}

/** At most eight facts, the most wanted first, in the order of the payload. */
export function factsOf(source: FactSource): Fact[] {
  const facts: Ranked[] = changeFacts(source.levels);
  const changed = new Set(facts.map(({ label }) => label));
  for (const [index, level] of source.levels.entries())
    collect(level, source, facts, { rank: -12 * index, depth: 0, prefix: '' });
  addDuration(source.levels, facts);
  const seen = new Set<string>();
  const unique = facts.filter(({ label, value, rank }) => {
    const said = `${value}`.toLowerCase();
    if (
      seen.has(label) ||
      (rank < 95 && (seen.has(`=${said}`) || source.told.some((told) => said.length > 2 && told.includes(said))))
    )
      return false;
    if (rank < 95 && changed.has(label)) return false;
    seen.add(label).add(`=${said}`);
    return true;
  });
  const chosen = new Set(
    unique
      .toSorted((left, right) => right.rank - left.rank)
      .slice(0, changed.size > 0 ? Math.min(MAX_FACTS, changed.size + BESIDE_CHANGES) : MAX_FACTS),
  );
  return unique.filter((fact) => chosen.has(fact)).map(({ label, value }) => ({ label, value }));
}

function changeFacts(levels: Dictionary[]): Ranked[] {
  return changesIn(levels).flatMap(({ name, from, to }) => {
    if (isSecretField(name, from) || isSecretField(name, to) || isNoise(name, to ?? from)) return [];
    const say = (value: unknown) =>
      isDictionary(value)
        ? objectWords(value)
        : Array.isArray(value)
          ? listWords(value, 3)
          : typeof value === 'boolean'
            ? value
              ? 'yes'
              : 'no'
            : valueWords(name, value);
    const [before, after] = [say(from), say(to)];
    if (before === after || (before === undefined && after === undefined)) return [];
    const cut = (text: string | undefined) =>
      text === undefined ? 'nothing' : text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text;
    return [{ label: labelOf(labelWithoutUnit(name)), value: `${cut(before)} → ${cut(after)}`, rank: 100 }];
  });
}

const isRef = (value: unknown): value is string =>
  typeof value === 'string' && /^refs\/(?:heads|tags)\/\S+$/.test(value);

interface Place {
  rank: number;
  depth: number;
  prefix: string;
}

function collect(level: Dictionary, source: FactSource, facts: Ranked[], place: Place): void {
  for (const [name, value] of entriesOf(level)) {
    if (facts.length > 120) return;
    if (place.depth === 0 && source.used.has(name)) continue;
    if (typeof own(level, `${name}_formatted`) === 'string') continue;
    if (isSecretField(name, value) || source.levels.includes(value as Dictionary)) continue;
    if (isDictionary(value)) addObject(name, value, source, facts, place);
    else if (Array.isArray(value)) addList(name, value, facts, place);
    else if (!isNoise(name, value) || isRef(value)) {
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
      const said = moneyWords(name, value, level) ?? valueWords(name, value);
      if (said !== undefined) add(facts, prefixed(place.prefix, labelWithoutUnit(name)), said, name, place);
    }
  }
}

/** Names that need the one of what they are in: `type` of `bounce`. */
const GENERIC =
  /^(?:name|type|status|state|value|version|title|message|text|date|time|count|total|size|code|description|number|level|email|label|country|amount|price|model|kind|category|score|source|target|duration|start|end|min|max)$/;

const prefixed = (prefix: string, name: string): string =>
  prefix !== '' && GENERIC.test(spaced(name).toLowerCase()) && !spaced(name).startsWith(spaced(prefix))
    ? labelOf(`${prefix} ${name}`)
    : labelOf(name.replace(/_?(?:friendly|display)_?name$|_?formatted$/i, ''));

function add(facts: Ranked[], label: string, value: string, name: string, { rank, depth }: Place): void {
  if (label === '') return;
  const low = spaced(name).toLowerCase();
  const wanted = WANTED.find(([pattern]) => pattern.test(low))?.[1] ?? 40;
  facts.push({ label, value, rank: wanted + rank - depth * 8 - Math.min(facts.length, 30) * 0.3 });
}

function addObject(name: string, value: Dictionary, source: FactSource, facts: Ranked[], place: Place): void {
  if (
    /^(?:_?links?|_embedded|reactions|permissions|settings|config\w*|meta|previous\w*|changes?|changelog|old|before|request|response|headers|metadata|context|urls?|images?|avatar\w*|plan_object|statistics)$/i.test(
      name,
    ) &&
    !/^(?:metadata|context)$/.test(name)
  )
    return;
  if (PEOPLE.test(name)) {
    // Who did it stands in the headline; others are named.
    if (
      source.hasDoer &&
      /^(?:sender|actor|user|author|creator|committer|pusher|created_?by|updated_?by|triggering_?actor|triggered_?by|login|member)$/i.test(
        name,
      )
    )
      return;
    if (/^committer$/i.test(name)) return;
    const person = personName(value);
    if (person) add(facts, labelOf(name.replace(/_?login$/, 'user')), person, name, place);
    return;
  }
  if (source.hasPlace && /^(?:organi[sz]ation|org|repository|repo|project|enterprise|installation|team)$/i.test(name))
    return;
  const money = moneyObject(value);
  if (money) {
    add(facts, labelOf(name), money, name, place);
    return;
  }
  const known = /^(?:fields|attributes|properties|metadata|context)$/.test(name) ? undefined : objectWords(value);
  if (known !== undefined && !isMachineText(known))
    add(facts, labelOf(name), known, name, { ...place, rank: place.rank - (PLACES.test(name) ? 4 : 0) });
  // Names without a name of its own: labels, answers, details.
  else if (place.depth < 2)
    collect(value, source, facts, {
      rank: place.rank - 2,
      depth: place.depth + 1,
      prefix:
        /^(?:labels?|tags|fields|details?|data|attributes|properties|values|answers|metadata|context|custom_fields|annotations|commonLabels|commonAnnotations|extra|params|info)$/i.test(
          name,
        )
          ? place.prefix
          : name,
    });
}

function addList(name: string, value: unknown[], facts: Ranked[], place: Place): void {
  if (value.length === 0 || isNoise(singular(name), undefined)) return;
  const items = value.slice(0, 200).filter(isDictionary);
  // `[{"name": "Email", "value": "…"}]` are facts in the dress of a list.
  const pairs = items.slice(0, 12).flatMap((item) => {
    const label = item.label ?? item.name ?? item.key ?? item.title ?? item.question ?? item.field;
    const answer = item.value ?? item.answer ?? item.text;
    if (typeof label !== 'string' || typeof answer === 'object' || answer === undefined || isSecretField(label, answer))
      return [];
    const said = valueWords(label, answer);
    return said === undefined ? [] : [{ label: capital(titleWords(label, 60)), value: said }];
  });
  if (pairs.length > 0 && pairs.length >= Math.min(items.length, 12) / 2) {
    for (const pair of pairs) facts.push({ ...pair, rank: 72 + place.rank - Math.min(facts.length, 30) * 0.3 });
    return;
  }
  const noun = spaced(name).toLowerCase();
  const failed = failedOf(items);
  if (failed.length > 0) {
    const many = value.length === 1 ? singular(noun) : plural(singular(noun));
    const names = listWords(failed, MAX_LISTED);
    const word = findWords(stateIn(failed[0] as Dictionary)?.text ?? 'failed').text;
    const label = `${failed.length}${failed.length < value.length ? ` of ${value.length}` : ''} ${many} ${word}`;
    if (names) facts.push({ label, value: names, rank: 94 + place.rank / 4 });
    return;
  }
  const names = listWords(value, MAX_LISTED);
  if (names === undefined) return;
  const isMany = value.length > 1 && items.length > 0;
  const label = isMany
    ? `${value.length} ${plural(singular(noun))}`
    : items.length > 0
      ? capital(singular(spaced(name)))
      : labelOf(name);
  add(facts, label, names, name, {
    ...place,
    rank: place.rank + (/commit|alert|item|product|job|step|attachment|file/.test(noun) ? 20 : 0),
  });
}

/** The names of a few items: `a, b, c and 4 more`. */
function listWords(value: unknown[], most: number): string | undefined {
  const names = value.slice(0, most * 4).flatMap((item) => {
    if (Array.isArray(item)) return [];
    const said = isDictionary(item) ? itemWords(item) : valueWords('', item);
    return said === undefined ? [] : [said];
  });
  const unique = [...new Set(names)];
  if (unique.length === 0) return undefined;
  const shown = unique.slice(0, most);
  const more =
    unique.length > most
      ? Math.max(unique.length, names.length === value.slice(0, most * 4).length ? value.length : 0) - most
      : 0;
  const separator = shown.some((each) => /[,;]/.test(each)) ? '; ' : ', ';
  return shown.join(separator) + (more > 0 ? ` and ${more} more` : '');
}

function itemWords(item: Dictionary): string | undefined {
  if (typeof item.message === 'string') return titleWords(item.message.split('\n', 1)[0] as string, 80) || undefined;
  const quantity = typeof item.quantity === 'number' && item.quantity > 1 ? `${item.quantity} × ` : '';
  const name = objectWords(item) ?? (isDictionary(item.labels) ? objectWords(item.labels) : undefined);
  return name === undefined ? undefined : `${quantity}${name}`;
}

/** What began and ended took a while. */
function addDuration(levels: Dictionary[], facts: Ranked[]): void {
  const level = levels[0];
  if (!level || facts.some(({ label }) => /duration|took|elapsed/i.test(label))) return;
  const timeOf = (names: string[]) =>
    names
      .map((name) => own(level, name))
      .map((value) =>
        typeof value === 'string' ? isoMillis(value) : typeof value === 'number' ? epochMillis(value) : undefined,
      )
      .find((millis) => millis !== undefined);
  const from = timeOf(['started_at', 'startedAt', 'run_started_at', 'start_time', 'startTime', 'started']);
  const to = timeOf([
    'completed_at',
    'completedAt',
    'finished_at',
    'finishedAt',
    'stopped_at',
    'ended_at',
    'end_time',
    'endTime',
    'finished',
    'finishTime',
    'updated_at',
  ]);
  if (from === undefined || to === undefined || to <= from || to - from > 8.64e8) return;
  if (own(level, 'completed_at') || own(level, 'finished_at') || own(level, 'finishedAt') || own(level, 'stopped_at'))
    facts.push({ label: 'Took', value: durationWords(to - from), rank: 60 });
}
