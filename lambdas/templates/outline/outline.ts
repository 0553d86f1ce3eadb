/** A call's severity, for colours and symbols. */
export type Severity = 'ok' | 'info' | 'warning' | 'critical';

/** The order of severities. */
export const severityRanks: Readonly<Record<Severity, number>> = { ok: 0, info: 1, warning: 2, critical: 3 };

/** A readable detail of a call, such as label `Branch` and value `main`. Both are single lines. */
export interface Fact {
  label: string;
  value: string;
}

/** An action that the sender offers: a button's label and URL (http or https). */
export interface Action {
  label: string;
  url: string;
}

/**
 * A readable summary of a call, as plain data without markup. Target kinds turn it into a card, an embed or an email,
 * and `writeOutline` turns it into plain text.
 */
export interface Outline {
  severity: Severity;
  /** The headline, on one line. */
  title: string;
  /** The link to the call's page; http or https. */
  link?: string;
  /** The text below the title, with its line breaks. */
  text?: string;
  facts: Fact[];
  actions: Action[];
  /** A key that all calls about the same thing share. For programs, never shown. */
  key?: string;
}

export type Dictionary = Record<string, unknown>;

export const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an object's own property, not an inherited one, because payloads can contain `constructor`. */
export const own = (value: unknown, name: string): unknown =>
  isDictionary(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The first of an object's own properties under these names that passes a test, by default that it is given. */
export function firstOwn(value: unknown, names: readonly string[]): unknown;
export function firstOwn<T>(
  value: unknown,
  names: readonly string[],
  test: (found: unknown) => found is T,
): T | undefined;
export function firstOwn(value: unknown, names: readonly string[], test = isGiven): unknown {
  return names.map((name) => own(value, name)).find(test);
}
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** True for a text that isn't blank. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** True if an object has a text under one of these names. */
export const hasText = (value: unknown, names: readonly string[]): boolean =>
  names.some((name) => typeof own(value, name) === 'string');

/** Maximum number of entries read per object, which limits the cost of a huge payload. */
const MAX_ENTRIES = 80;

/** Cache of entries, because listing the names of a large object is slow and happens many times. */
const known = new WeakMap<Dictionary, [string, unknown][]>();

/** Returns an object's own entries, at most `most`. */
export function entriesOf(value: Dictionary, most = MAX_ENTRIES): [string, unknown][] {
  let entries = known.get(value);
  if (!entries) {
    entries = [];
    for (const name in value) {
      if (entries.length === MAX_ENTRIES) break;
      if (Object.hasOwn(value, name)) entries.push([name, value[name]]);
    }
    known.set(value, entries);
  }
  return most < entries.length ? entries.slice(0, most) : entries;
}

/** A call’s subject, and its surrounding objects, the innermost first. */
export interface Thing {
  value: Dictionary;
  /** The field that contains the thing: `pull_request`. Empty for the payload itself. */
  name: string;
  /** The objects that contain the thing, the nearest first; the payload is last. */
  around: Dictionary[];
  /** All things of a list, if the call has one; the first is `value`. */
  list: Dictionary[];
  /** The number of further things in the call's lists. */
  more: number;
}
