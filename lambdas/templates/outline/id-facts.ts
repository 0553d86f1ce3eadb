import { isSecretField, wordsOf } from '#contract/secret-words';
import { capital, labelOf, singular, spaced } from './grammar.ts';
import { type Dictionary, entriesOf, type Fact, isDictionary, own } from './outline.ts';
import { isMachineText } from './values.ts';

/* Ids and numbers by which people look up a thing. */

/** Names of ids that identify the sender, the call or the webhook's owner, but not the call's subject. */
const OF_CALL =
  /^(?:event|webhook|hook|account|channel|message|request|delivery|instance|organi[sz]ation|org|tenant|publish|app|application|workspace|subscription|notification|client|trace|correlation|integration|company|team|merchant|shop|store|site|config|configuration|trigger|parent|version|batch|external|internal|partner)$/i;

/** Things that people look up by content or owner, not by id. */
const SELDOM_ASKED = /^(?:comment|message|reply|review|suite|installation|item|session|price|plan|entry|account)$/i;

/** True if an id is short enough to read out: `1vj37mc`, `ord_1469466`, `173331`. */
export const isShortId = (id: unknown): id is string | number =>
  (typeof id === 'number' && id > 0 && id < 1e10) ||
  (typeof id === 'string' &&
    /^(?=.*\d)(?:[A-Z\d][A-Z\d_-]{0,19}|[a-z\d][a-z\d_-]{0,19})$/.test(id) &&
    !/^\d{11,}$/.test(id) &&
    !isMachineText(id));

/**
 * The number or id of a thing, if it is short enough to read out: `Order ID: 173331`.
 * @param told the number of facts and the text so far; if there are none, ids of related objects are included
 */
export function idFacts(
  levels: Dictionary[],
  noun: string,
  told: { facts: number; text: string; isOther: boolean },
): Fact[] {
  const isAll = told.facts === 0 && told.text === '';
  const isLittle = told.facts < 2;
  const words = spaced(noun)
    .split(' ')
    .filter((word) => !/^(?:status|state|information|info|stage)$/i.test(word));
  const last = words.at(-1) ?? '';
  for (const [index, level] of levels.entries())
    for (const field of [
      `${last}_id`,
      `${last}Id`,
      `${last}ID`,
      `${capital(last)}Id`,
      `${capital(last)}ID`,
      // The ids of outer objects identify the message, and those of other things are not the thing's.
      ...(index === 0 && !told.isOther ? ['id', 'ID'] : []),
    ]) {
      const id = own(level, field);
      if (
        isShortId(id) &&
        !/^(?:evt|event)[_-]/i.test(String(id)) &&
        (isAll || (last !== '' && !SELDOM_ASKED.test(last) && (isLittle || QUOTED.includes(last))))
      )
        return [{ label: `${isOfPart(field, words) ? '' : capital(singular(last))} ID`.trim(), value: String(id) }];
    }
  if (!isAll) return [];
  const found = levels
    .flatMap((level) => [level, ...entriesOf(level, 20).flatMap(([, inner]) => (isDictionary(inner) ? [inner] : []))])
    .flatMap((level) => entriesOf(level, 40))
    .flatMap(([name, value]) => {
      const what = /^(\w{2,30}?)_?(?:ids?|I[dD]s?)$/.exec(name)?.[1];
      if (
        what === undefined ||
        OF_CALL.test(what) ||
        /(?:^|_)by(?:_|$)|[a-z]By(?:[A-Z]|$)/.test(what) ||
        isSecretField(name, value)
      )
        return [];
      const ids = (Array.isArray(value) ? value : [value]).filter(isShortId);
      return ids.length === 0
        ? []
        : [{ label: `${labelOf(what)} ${ids.length > 1 ? 'IDs' : 'ID'}`, value: ids.slice(0, 5).join(', ') }];
    });
  return [...new Map(found.map((fact) => [`${fact.label}=${fact.value}`, fact])).values()].slice(0, 3);
}

/** True for a plain `id` next to a noun such as `ticket priority`, because it is the ticket's. */
const isOfPart = (field: string, nouns: string[]): boolean => nouns.length > 1 && /^id$/i.test(field);

/**
 * The beginning of a long id, for a thing that nothing else names: `Entry ID: 8316d144…`. It is enough to search for.
 * @param nouns the words of the event's noun
 * @param told whether the fields contain the event, so the `id` can be its own, and whether the message says nothing else
 */
export function longId(levels: Dictionary[], nouns: string[], told: { isEvent: boolean; isAlone: boolean }): Fact[] {
  const named = nouns.filter((noun) => !/^(?:status|state|info|information|fields?|updated|changed)$/.test(noun));
  const whose = [
    named.join('_'),
    ...named.toReversed(),
    'resource',
    'entity',
    'object',
    ...(told.isEvent && !told.isAlone ? [] : ['']),
  ];
  for (const what of whose)
    for (const level of what === '' ? levels.slice(0, 1) : levels) {
      const [field, ids] =
        entriesOf(level, 40).find(
          ([name]) => wordsOf(name).join('_').replace(/s$/, '') === `${what}_id`.replace(/^_/, ''),
        ) ?? [];
      const [id, second] = [ids].flat();
      const text = second === undefined && (typeof id === 'string' || typeof id === 'number') ? String(id) : '';
      if (!/^(?!evt|event|wh[eo]?_)[\w-]{4,64}$/.test(text) || !/\d/.test(text) || isSecretField(field ?? '', text))
        continue;
      const isPlain = what === '' || /^(?:resource|entity|object)$/.test(what);
      const label = `${labelOf(isOfPart(what || 'id', named) || (what === '' && told.isEvent) ? '' : isPlain ? (named.at(-1) ?? '') : what)} ID`;
      const uuid = /^[\da-f]{8}(?=-)/i.exec(text)?.[0];
      return [
        {
          label: capital(label.trim()),
          value: text.length > 16 && !/^\d+$/.test(text) ? `${uuid ?? text.slice(0, 11)}…` : text,
        },
      ];
    }
  return [];
}

/** References that people quote in questions, the most likely first. */
const QUOTED =
  'order invoice booking reservation ticket case sale claim application shipment transaction payment reference device lock'.split(
    ' ',
  );
const QUOTED_FIELD = new RegExp(`^(${QUOTED.join('|')})_?(?:id|number|no|num|ref|reference|code)?$`, 'i');
const BY_NUMBER = /^(?:order|invoice|booking|reservation|ticket|case|sale|claim|application)$/i;

/**
 * The number of an order, booking or the like, which people search by. Empty if the message already contains it.
 * @param said the message so far, in lower case
 */
export function quotedFact(levels: Dictionary[], said: string): Fact[] {
  const found = levels
    .slice(0, 3)
    .flatMap((level) => entriesOf(level, 60))
    .flatMap(([name, value]) => {
      const what = QUOTED_FIELD.exec(name)?.[1]?.toLowerCase();
      const text = String(value);
      const isNumber = typeof value === 'number' || /^\d+$/.test(text);
      return what !== undefined &&
        (typeof value === 'number' || typeof value === 'string') &&
        (isNumber
          ? BY_NUMBER.test(what) && /[_a-z](?:id|number|no|num)$/i.test(name) && Number(value) > 0 && text.length < 10
          : READABLE.test(text) && !isMachineText(text)) &&
        !isSecretField(name, value)
        ? [{ what, text }]
        : [];
    })
    .toSorted((left, right) => QUOTED.indexOf(left.what) - QUOTED.indexOf(right.what))[0];
  return found === undefined || said.includes(found.text.toLowerCase())
    ? []
    : [{ label: capital(found.what), value: found.text }];
}

/** Things that a flat call can name by number alone. */
const NUMBERED =
  /^(order|invoice|booking|reservation|ticket|case|claim|application|shipment|build|job|deployment)(?:_?(?:id|number|no|num|ref|reference|code))?$/i;
/** Things that another thing often refers to. If a call with their number failed, their payment may have failed. */
const REFERRED_TO = /^(?:order|invoice|booking|reservation|application|shipment)$/;

/**
 * The number of the only numbered thing in a flat call: `{"order": 10239, "total": "82.90 EUR"}`.
 * @param stateField the field of the call's state, which can belong to another thing: `transaction_status`
 * @param isBad true if the state is a failure
 */
export function numberedThing(
  value: Dictionary,
  stateField: string | undefined,
  isBad: boolean,
): { noun: string; field: string; text: string } | undefined {
  const found = entriesOf(value, 40).flatMap(([field, number]) => {
    const noun = NUMBERED.exec(field)?.[1]?.toLowerCase();
    // A small `order` is a position.
    return noun === undefined || !isShortId(number) || (noun === 'order' && Number(number) < 100)
      ? []
      : [{ noun, field, text: String(number) }];
  });
  const [only] = found;
  if (found.length !== 1 || !only || (isBad && REFERRED_TO.test(only.noun))) return undefined;
  const isOwnState = /^(?:|status|state|result)$/i.test(stateField ?? '') || stateField?.startsWith(only.noun);
  return isOwnState ? only : undefined;
}

/** `SO-2026-0492`, `test-transaction-321`: words and numbers instead of random characters. */
const READABLE = /^(?=.{3,24}$)(?=.*\d)#?(?:[A-Z]{1,6}|[A-Z]?[a-z]{2,})?(?:[-/]?(?:\d{1,12}|[a-z]{2,}|[A-Z]{2,6}))*$/;
