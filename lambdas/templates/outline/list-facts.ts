import { isSecretField } from '#contract/secret-words';
import { capital, labelOf, plural, singular, spaced } from './grammar.ts';
import { listWords } from './lists.ts';
import { isNoise } from './noise.ts';
import { type Dictionary, entriesOf, type Fact, firstOwn, isDictionary, own } from './outline.ts';
import { add, type FactSource, type Place, type Ranked } from './ranked-facts.ts';
import { failedOf, findWords, stateIn } from './states.ts';
import { unitOf } from './units.ts';
import { isMachineText, titleWords, valueWords } from './values.ts';
import { inAllCases } from './word-lists.ts';

const MAX_LISTED = 5;
/** Names of the label's field in an item such as `{"name": "Email", "value": "…"}`. */
export const ASKED = inAllCases(
  'label,name,key,title,question,field,field_name,field_label,question_text,sensor,parameter',
);
const ANSWERED = inAllCases('value,answer,text,response');

/** Returns the fact in an item: `{"name": "Email", "value": "…"}` or `["Email", "…"]`; undefined for others. */
export function pairOf(item: unknown): Fact | undefined {
  const pair = Array.isArray(item)
    ? item.length === 2 && typeof item[0] === 'string' && item[0].length <= 40
      ? item
      : undefined
    : isDictionary(item)
      ? [firstOwn(item, ASKED), firstOwn(item, ANSWERED)]
      : undefined;
  const [label, given] = pair ?? [];
  // The answer can be wrapped in its type: `{"stringValue": "…"}`.
  const chosen = Array.isArray(given) ? choices(given, own(item, 'options')) : given;
  const answer =
    chosen !== given
      ? chosen
      : isDictionary(given) && entriesOf(given, 2).length === 1
        ? (Object.values(given)[0] as unknown)
        : given;
  if (
    typeof label !== 'string' ||
    /^\d+$/.test(label) ||
    typeof answer === 'object' ||
    answer === undefined ||
    isSecretField(label, answer)
  )
    return undefined;
  const isPhone = ['type', 'fieldType', 'field_type'].some((name) => /phone|mobile/i.test(String(own(item, name))));
  const unit = isDictionary(item) ? unitOf(item, label) : '';
  const words = typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : valueWords(isPhone ? 'phone' : label, answer);
  const said = words !== undefined && unit !== '' && /^-?[\d.,]+$/.test(words) ? `${words} ${unit}` : words;
  // A field name is converted to readable words; a question stays unchanged.
  const asked =
    /^[\w.-]+$/.test(label) && !/\p{Lu}\S*$/u.test(label.slice(1)) ? labelOf(label) : capital(titleWords(label, 60));
  return said === undefined || asked === '' ? undefined : { label: asked, value: said };
}

/** Joins several answers, and replaces the ids of options with their names. */
function choices(given: unknown[], options: unknown): string | undefined {
  const named = Array.isArray(options) ? options.slice(0, 40).filter(isDictionary) : [];
  const said = given.slice(0, 8).flatMap((each) => {
    const option = named.find((one) => own(one, 'id') === each);
    const text = option ? firstOwn(option, ['text', 'label', 'name', 'title']) : each;
    return typeof text === 'string' && !isMachineText(text) ? [text] : [];
  });
  return said.length === 0 ? undefined : said.join(', ');
}

/** Adds a list as one fact: the number of items and the first names. A list of answers becomes separate facts. */
export function addList(name: string, value: unknown[], source: FactSource, facts: Ranked[], place: Place): void {
  if (
    value.length === 0 ||
    /^included$/i.test(name) ||
    (isNoise(singular(name), undefined) && !/signatures$|payment_?requests$|^times$/i.test(name))
  )
    return;
  if (/^(?:location|position|lat_?lng|geo\w*|bbox)$|coordinates?/i.test(name)) return;
  // Large numbers are usually ids.
  if (
    value.every((item) =>
      typeof item === 'number'
        ? item > 999
        : /^\d{9,}$/.test(String(item)) && /id|user|agent|member|supervisor|participant|watcher|owner/i.test(name),
    )
  )
    return;
  const items = value.slice(0, 200).filter(isDictionary);
  // A list such as `[{"name": "Email", "value": "…"}]` contains facts.
  const pairs = value.slice(0, 12).flatMap((item) => pairOf(item) ?? []);
  if (pairs.length > 0 && pairs.length >= Math.min(value.length, 12) / 2) {
    for (const pair of pairs) facts.push({ ...pair, rank: 72 + place.rank - Math.min(facts.length, 30) * 0.3 });
    return;
  }
  const noun = spaced(name).toLowerCase();
  const failed = failedOf(items);
  if (failed.length > 0) {
    const many = value.length === 1 ? singular(noun) : plural(singular(noun));
    const names = listWords(failed, MAX_LISTED, false);
    const word = findWords(stateIn(failed[0] as Dictionary)?.text ?? 'failed').text;
    const label = `${failed.length}${failed.length < value.length ? ` of ${value.length}` : ''} ${many} ${word}`;
    if (names) facts.push({ label, value: names, rank: 94 + place.rank / 4 });
    return;
  }
  const names = listWords(value, MAX_LISTED);
  // A single unnamed thing is described by its facts, such as a payment by its amount and due date.
  if (names === undefined && value.length === 1 && items[0] && place.depth < 2)
    source.collect(items[0], source, facts, {
      rank: place.rank - 2,
      depth: place.depth + 1,
      prefix: /^times$/i.test(name) ? '' : singular(spaced(name)),
    });
  if (names === undefined) return;
  const isMany = value.length > 1 && items.length > 0;
  const label =
    // A list under `message` contains the parts of one message.
    isMany && !/ (?:to|by|from|for|on)$|^(?:message|content|body|text|data|transcript|conversation)$/.test(noun)
      ? `${value.length} ${plural(singular(noun))}`
      : items.length > 0
        ? capital(singular(spaced(name)))
        : labelOf(name);
  add(facts, label, names, name, {
    ...place,
    rank:
      place.rank +
      (/commit|alert|item|product|job|step|attachment|file/.test(noun) ? 20 : 0) +
      (items.some((item) => typeof own(item, 'metric') === 'string') ? 40 : 0),
  });
}
