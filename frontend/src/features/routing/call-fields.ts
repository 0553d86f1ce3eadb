import { EVENT_HEADERS, EVENT_PATHS, isEventField } from './event-fields.ts';

/** A stored call as the API returns it. */
interface StoredCall {
  rawBody: string;
  rawHeaders: string;
  message?: { event?: string | undefined } | undefined;
}

/** A call's parsed body, undefined if it is not JSON, and its headers by their names in lower case. */
interface ReadCall {
  /** The event's name as in the list of calls. */
  event: string | undefined;
  body: unknown;
  headers: Record<string, unknown>;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const readCall = ({ rawBody, rawHeaders, message }: StoredCall): ReadCall => ({
  event: message?.event,
  body: parsed(rawBody),
  headers: Object.fromEntries(
    Object.entries((parsed(rawHeaders) ?? {}) as object).map(([name, value]) => [name.toLowerCase(), value as unknown]),
  ),
});

export interface KnownField {
  field: string;
  value: string;
}

/** Maximum number of a call's fields, of values per field, and maximum length of a clickable value. */
const MOST_FIELDS = 400;
const MOST_VALUES = 4;
const LONGEST_VALUE = 60;

/**
 * The fields of stored calls for conditions, with their values. An array shows its first item. Fields whose values
 * recur in several calls come first, because they tell kinds of calls apart. Ids and times, which differ in each call,
 * come last.
 */
export function fieldsOf(calls: readonly ReadCall[]): KnownField[] {
  const found = new Map<string, string[]>();
  for (const call of calls)
    for (const [field, value] of fieldsIn(call)) found.set(field, [...(found.get(field) ?? []), value]);
  const rank = (values: string[]): number => {
    const different = new Set(values).size;
    return different === 1 ? 1 : different < values.length ? 0 : 2;
  };
  return [...found]
    .toSorted(([, one], [, other]) => rank(one) - rank(other))
    .flatMap(([field, values]) => [...new Set(values)].slice(0, MOST_VALUES).map((value) => ({ field, value })));
}

function fieldsIn({ headers, body }: ReadCall): [string, string][] {
  const found: [string, string][] = [];
  const collect = (value: unknown, path: string): void => {
    if (found.length >= MOST_FIELDS || value === null) return;
    if (Array.isArray(value)) collect(value[0], path);
    else if (typeof value === 'object')
      for (const [name, inner] of Object.entries(value as object)) collect(inner, `${path}.${name}`);
    else if (value !== undefined && String(value).length <= LONGEST_VALUE) found.push([path, String(value)]);
  };
  for (const [name, value] of Object.entries(headers))
    if (isEventField(`headers.${name}`)) collect(value, `headers.${name}`);
  collect(body, 'body');
  return found.filter(([field]) => field !== 'body' && field.length <= 200);
}

/** Maximum length of an event name, in characters. */
const LONGEST_EVENT = 60;

/** The field that names the events of some calls, and its values, each with its name and the number of its calls. */
export interface Events {
  field: string;
  known: ReadonlyMap<string, { name: string; count: number }>;
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );

/** Finds the field that names the events of most calls; returns undefined if there is none. */
export function eventsOf(calls: readonly ReadCall[]): Events | undefined {
  const headers = new Set(calls.flatMap((call) => Object.keys(call.headers)));
  const named = EVENT_HEADERS.flatMap((event) => [...headers].filter((name) => event.test(name)));
  for (const field of [...named.map((name) => `headers.${name}`), ...EVENT_PATHS]) {
    const known = new Map<string, { name: string; count: number }>();
    let found = 0;
    for (const call of calls) {
      const value = at(call, field.split('.'));
      if (typeof value !== 'string' || value === '' || value.length > LONGEST_EVENT) continue;
      found += 1;
      const { name = call.event ?? value, count = 0 } = known.get(value) ?? {};
      known.set(value, { name, count: count + 1 });
    }
    if (found > 0 && found * 2 >= calls.length) return { field, known };
  }
  return undefined;
}
