import { type Dictionary, entriesOf, firstOwn, isDictionary, own } from './outline.ts';
import { OF_BEFORE } from './states.ts';

/** Matches the names of fields that contain changes. */
export const OF_CHANGES =
  /^(?:changes?|changelog|history_?items?|changed_?fields|diff|previous(?:_?attributes|_?data|_?values?)?|updated_?from|old(?:_?(?:record|data|values?|row))?|before|modifications|changed|updates)$/i;

export interface Change {
  name: string;
  from: unknown;
  to: unknown;
}

const CHANGING =
  /^(?:\w*(?:state|status|stage|phase|priority|severity|level|column|list|assignee|owner|version|plan|value|price|branch|name|title))$/i;

/** Finds changes in pairs of fields, such as `from_state` and `to_state` or `old_price` and `new_price`. */
function pairsIn(level: Dictionary): Change[] {
  return entriesOf(level).flatMap(([field, from]) => {
    const rest = field.replace(OF_BEFORE, '');
    if (!OF_BEFORE.test(field) || typeof from === 'object') return [];
    // `from` and `to` can also be the numbers of a phone call or the addresses of an email.
    if (/^from/i.test(field) && !CHANGING.test(rest)) return [];
    const bare = rest.charAt(0).toLowerCase() + rest.slice(1);
    const names = ['to_', 'new_', 'current_'].map((before) => before + bare);
    const pascal = rest.charAt(0).toUpperCase() + rest.slice(1);
    // The new value can be in the plain field: `previous_status` next to `status`.
    if (/^(?:prev|previous|old|prior)[_-]?(?:status|state|price|stage|priority|severity|level)$/i.test(field))
      names.push(bare, rest);
    const to = [...names, `New${pascal}`, `to${pascal}`, `new${pascal}`, `current${pascal}`]
      .map((name) => own(level, name))
      .find((value) => value !== undefined && typeof value !== 'object');
    return to === undefined || to === from || rest === '' ? [] : [{ name: bare, from, to }];
  });
}

/** Finds the differences between two objects, such as `previous_state: {…}` and `new_state: {…}`. */
function differencesIn(level: Dictionary): Change[] {
  return entriesOf(level).flatMap(([field, from]) => {
    const before = /^(?:prev(?:ious)?|old|prior|before)(?:_|(?=[A-Z]))/.exec(field)?.[0];
    if (before === undefined || !isDictionary(from)) return [];
    const rest = field.slice(before.length);
    const to = ['new_', 'current_', 'updated_', 'new', 'current', 'updated']
      .map((name) => own(level, name + rest))
      .find(isDictionary);
    return to === undefined
      ? []
      : entriesOf(from, 40).flatMap(([name, was]) => {
          const is = own(to, name);
          return [was, is].every((each) => each !== undefined && (typeof each !== 'object' || each === null)) &&
            was !== is
            ? [{ name, from: was, to: is }]
            : [];
        });
  });
}

const NEW = ['new', 'to', 'new_value', 'newValue', 'after', 'current'];
const OLD = ['old', 'from', 'old_value', 'oldValue', 'before', 'previous'];

/** Finds a single watched value with its previous one: `{"name": "Prices", "previous": "9 EUR", "current": "12 EUR"}`. */
function watchedIn(level: Dictionary): Change[] {
  const [from, to] = [own(level, 'previous'), own(level, 'current')];
  return [from, to].every((each) => typeof each === 'string' || typeof each === 'number') && from !== to
    ? [{ name: 'changed', from, to }]
    : [];
}

/** Finds the changed fields with their old and new values, in the common formats of services. */
export function changesIn(levels: Dictionary[]): Change[] {
  const changes: Change[] = [
    ...levels.slice(0, 2).flatMap((level) => [...pairsIn(level), ...watchedIn(level)]),
    ...levels.slice(0, 3).flatMap(differencesIn),
  ];
  const add = (name: unknown, from: unknown, to: unknown) => {
    if (typeof name === 'string' && name !== '' && changes.length < 6) changes.push({ name, from, to });
  };
  for (const level of levels) {
    for (const [key, value] of entriesOf(level)) {
      if (!OF_CHANGES.test(key)) continue;
      const list = Array.isArray(value)
        ? value
        : Array.isArray(own(value, 'items'))
          ? (own(value, 'items') as unknown[])
          : typeof own(value, 'field') === 'string'
            ? [value]
            : undefined;
      if (list) {
        for (const each of list.slice(0, 20)) {
          const [to, from] = [firstOwn(each, ['toString', ...NEW]), firstOwn(each, ['fromString', ...OLD])];
          if (to !== undefined || from !== undefined)
            add(firstOwn(each, ['field', 'name', 'property', 'key', 'attribute']), from, to);
        }
        continue;
      }
      for (const [name, change] of entriesOf(
        (typeof value === 'object' && value !== null ? value : {}) as Dictionary,
        30,
      )) {
        if (Array.isArray(change)) {
          if (change.length === 2) add(name, change[0], change[1]);
          continue;
        }
        const [to, from] = [firstOwn(change, NEW), firstOwn(change, OLD)];
        if (from !== undefined || to !== undefined) add(name, from, to ?? currentOf(levels, name));
        else if (!/^change/i.test(key) && (typeof change !== 'object' || change === null)) {
          const current = currentOf(levels, name);
          // Without a current value, it is unknown whether the field was emptied.
          if (current !== undefined) add(name, change, current);
        }
      }
    }
  }
  return changes;
}

const currentOf = (levels: Dictionary[], name: string): unknown =>
  levels.map((level) => own(level, name)).find((value) => value !== undefined);
