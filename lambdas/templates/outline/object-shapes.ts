import { type Dictionary, entriesOf, hasText, isDictionary, own } from './outline.ts';

/* Recognises objects and lists by the fields that they hold. */

/** True for a form's questions and answers, which are facts and not separate things. */
export const holdsAnswers = (list: unknown[]): boolean =>
  list.length > 1 &&
  list
    .slice(0, 3)
    .every(
      (item) =>
        isDictionary(item) &&
        hasText(item, ['question', 'label', 'field', 'fieldName']) &&
        ['answer', 'value', 'response'].some((name) => Object.hasOwn(item, name)),
    );

/** `[{"name": "Temperature", "unit": "c", "value": 22}]`: True for a list of one thing's measured values. */
export const holdsMeasures = (list: unknown[]): boolean =>
  list.every(
    (item) => isDictionary(item) && typeof own(item, 'name') === 'string' && typeof own(item, 'value') === 'number',
  ) && list.some((item) => own(item, 'unit') !== undefined);

/** `{"event": {"type": "ticket-created"}, "ticket": {…}}`: `event` only describes the event. */
export const isTagOf = (event: Dictionary): boolean =>
  entriesOf(event, 8).every(
    ([key, value]) =>
      typeof value !== 'object' &&
      /^(?:type|name|id|uuid|action|scope|kind|version|source|time|timestamp|date|created|created_?at|triggered_?at)$/i.test(
        key,
      ),
  );

/** True if an object contains only an id: `customer: {id}`. */
export const isOnlyId = (value: Dictionary): boolean =>
  entriesOf(value, 3).every(([key]) => /^(?:id|uuid|_id)$/i.test(key));

/** True if all fields are ids, which only programs use: `properties: {repositoryId: 1}`. */
export const holdsOnlyIds = (value: Dictionary): boolean =>
  entriesOf(value, 4).every(([key]) => /(?:^|_)id$|[a-z]I[dD]$/.test(key));

/** True if an object has at least three fields, directly or in its only inner object. */
export const holdsMuch = (value: Dictionary): boolean => {
  const [only, second, third] = entriesOf(value, 3).map(([, inner]) => inner);
  return third !== undefined || (second === undefined && isDictionary(only) && entriesOf(only, 3).length > 2);
};
