import { holdsSecretValue } from '#contract/secret-values';
import { isSecretField } from '#contract/secret-words';
import { changesIn } from './changes.ts';
import { holdsWords, oneLine } from './characters.ts';
import { collect, OF_CHANGE } from './collect-facts.ts';
import { LEAST_SHOWN_RANK } from './fact-ranks.ts';
import { factLabel, labelOf, singular, spaced } from './grammar.ts';
import { listWords } from './lists.ts';
import { objectWords } from './names.ts';
import { isNoise } from './noise.ts';
import { type Dictionary, entriesOf, type Fact, isDictionary } from './outline.ts';
import type { FactSource, Ranked } from './ranked-facts.ts';
import { findWords } from './states.ts';
import { isoMillis } from './times.ts';
import { labelWithoutUnit, titleWords, valueWords } from './values.ts';

export const MAX_FACTS = 8;
/** Maximum number of other facts next to changes. */
const BESIDE_CHANGES = 2;
/** Number of facts that are shown even if their rank is low. */
const ENOUGH = 3;

/** Types of facts shown at most twice: more phone numbers or addresses of a person add little. */
const MUCH_ALIKE = [
  /phone|mobile|\bfax\b|\btel\b/i,
  /email/i,
  /address|\bcity\b|country|\bzip\b|postal/i,
  /\b(?:amount|total|subtotal|price|fee|tax|net|gross)\b/i,
  /^(?!.*duration).*(?:\btime\b|\bdate\b|\bstart|\bend)/i,
];

/** Selects the most important facts, at most `MAX_FACTS`: key facts first, otherwise in the payload's order. */
export function factsOf(given: Omit<FactSource, 'collect'>): Fact[] {
  const source: FactSource = { ...given, collect };
  const facts: Ranked[] = changeFacts(source.levels);
  const changed = new Set(facts.map(({ label }) => label));
  for (const [index, level] of source.levels.entries())
    collect(level, source, facts, {
      rank: -12 * index,
      depth: 0,
      prefix: level === source.other?.value ? source.other.name : '',
    });
  const seen = new Set<string>();
  const unique = facts.filter(({ label, value, rank }) => {
    const said = value.toLowerCase().replace(/(?<=.{60})…$/, '');
    const isChange = rank >= OF_CHANGE;
    if (seen.has(label) || (isTelling(said) && seen.has(`=${bare(said)}`))) return false;
    if (!isChange && (changed.has(label) || source.told.some((told) => isTold(label, said, told)))) return false;
    seen.add(label).add(`=${bare(said)}`);
    return true;
  });
  const whole = unique.filter(({ value }) => !isPartOfAnother(value, unique));
  const most = changed.size > 0 ? Math.min(MAX_FACTS, changed.size + BESIDE_CHANGES) : MAX_FACTS;
  const chosen = new Set(
    whole
      .toSorted((left, right) => right.rank - left.rank)
      .filter(({ rank }, index) => rank >= LEAST_SHOWN_RANK || index < ENOUGH)
      .filter(withoutMuchAlike())
      .slice(0, most),
  );
  const told = whole.filter((fact) => chosen.has(fact));
  const order = (fact: Ranked) => (isFirst(fact) ? 0 : fact.isMeasured ? 1 : 2);
  return told.toSorted((left, right) => order(left) - order(right)).map(({ label, value }) => ({ label, value }));
}

/** True for facts that come first regardless of the payload's order: changes, amounts, severity. */
const isFirst = ({ rank, label }: Ranked): boolean => rank >= FIRST && !/^(?:\d+ )?(?:item|product)s?$/i.test(label);
const FIRST = 78;

/** True if a text is the beginning of a longer fact, such as a blurb next to the body. */
const isPartOfAnother = (value: string, facts: Ranked[]): boolean =>
  value.length > 20 &&
  /\s/.test(value) &&
  facts.some((other) => other.value.length > value.length && other.value.startsWith(value.replace(/…$/, '')));

/** True if the message contains a value, in words, in parts or up to where it was cut. */
const isTold = (label: string, said: string, told: string): boolean =>
  said.length > 2 &&
  (holdsWords(told, /stat(?:e|us)$/i.test(label) ? findWords(said).text : singular(said.replaceAll(/[-_]/g, ' '))) ||
    holdsWords(told, said) ||
    (said.length > 60 && told.includes(said)) ||
    said.split(said.includes('; ') ? '; ' : ', ').every((part) => part.length > 2 && holdsWords(told, part)));

/** True if a value is too specific to occur twice by chance, unlike a small number. */
const isTelling = (said: string): boolean => said.length > 2 || /^[a-z]./.test(said);
/** Removes the zone, so a time with `UTC` and the same time without it count as equal. */
const bare = (said: string): string => said.replace(/ utc$/, '');

/** Returns a filter that keeps two facts of each type in `MUCH_ALIKE`. */
function withoutMuchAlike(): (fact: Ranked) => boolean {
  const counts = MUCH_ALIKE.map(() => 0);
  return ({ label, rank }) => {
    const kind = MUCH_ALIKE.findIndex((pattern) => pattern.test(label));
    if (kind === -1 || rank >= OF_CHANGE) return true;
    counts[kind] = (counts[kind] ?? 0) + 1;
    return (counts[kind] ?? 0) <= 2;
  };
}

const ANY = 4;

/** Returns the first four readable fields under any name, for calls without known fields. */
export function anyFacts(levels: Dictionary[]): Fact[] {
  const facts: Fact[] = [];
  for (const level of levels) {
    for (const [name, value] of entriesOf(level)) {
      if (facts.length === ANY) return facts;
      if (isSecretField(name, value) || /^ok$|^time_?stamp$/i.test(name) || value === 'false') continue;
      const said = typeof value === 'boolean' ? (value ? 'yes' : 'no') : valueWords(name, value);
      const label = factLabel(labelWithoutUnit(name));
      if (said !== undefined && label !== '') facts.push({ label, value: said });
    }
  }
  return facts;
}

const MAX_RAW = 40;

/** Returns the first two short texts, unchanged, for calls without readable content. */
export function rawFacts(levels: Dictionary[]): Fact[] {
  return levels
    .flatMap((level) => entriesOf(level, 20))
    .flatMap(([name, value]): [string, unknown][] =>
      isDictionary(value) ? entriesOf(value, 4).map(([inner, each]) => [`${name} ${inner}`, each]) : [[name, value]],
    )
    .filter(
      ([name, value]) =>
        typeof value === 'string' &&
        isoMillis(value) === undefined &&
        !isSecretField(name, value) &&
        !holdsSecretValue(value),
    )
    .flatMap(([name, value]) => {
      const label = labelOf(name);
      const text = oneLine(String(value));
      return label !== '' && text !== '' && text.length <= MAX_RAW && !UUID.test(text) ? [{ label, value: text }] : [];
    })
    .slice(0, 2);
}

const UUID = /^[0-9a-f]{8}-?[0-9a-f-]{20,}$/i;

function changeFacts(levels: Dictionary[]): Ranked[] {
  const unsaid: string[] = [];
  const facts = changesIn(levels).flatMap(({ name, from, to }) => {
    if (isSecretField(name, from) || isSecretField(name, to) || isNoise(name, to ?? from)) return [];
    const say = (value: unknown) =>
      isDictionary(value)
        ? (objectWords(value) ?? (typeof value.status === 'string' ? titleWords(value.status, 80) : undefined))
        : Array.isArray(value)
          ? listWords(value, 3)
          : typeof value === 'boolean'
            ? value
              ? 'yes'
              : 'no'
            : value === 0
              ? '0'
              : valueWords(name, value);
    const [before, after] = [say(from), say(to)];
    if (before === undefined && after === undefined && from !== to) unsaid.push(spaced(name));
    if (before === after || (before === undefined && after === undefined)) return [];
    const cut = (text: string | undefined) =>
      text === undefined ? 'nothing' : text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text;
    return [{ label: labelOf(labelWithoutUnit(name)), value: `${cut(before)} → ${cut(after)}`, rank: OF_CHANGE }];
  });
  return facts.length > 0 || unsaid.length === 0
    ? facts
    : [{ label: 'Changed', value: unsaid.slice(0, 5).join(', '), rank: OF_CHANGE }];
}
