import { mayHoldLargeNumbers, withExactNumbers } from './exact-numbers.ts';

/** A call as a template's input. All values are created for each render, so no render can change another's. */
export interface CallFacts {
  body: string;
  contentType?: string | undefined;
  headers?: Record<string, string>;
  query?: string | Record<string, string> | undefined;
  method?: string;
  /** True for a binary body that is not text in any known encoding: it counts as missing. */
  undecodable?: boolean;
  /** The bytes of an undecodable email or upload, one character each: its parts are texts in different charsets. */
  octets?: string;
}

/**
 * A call’s payload: JSON, form fields, or text. undefined when there is none. A GET or HEAD without a body carries its
 * payload in the query.
 */
export function parsePayload(facts: CallFacts): unknown {
  const { body, method = '' } = facts;
  if (facts.undecodable) return undefined;
  if (body === '') {
    if (!/^(GET|HEAD)$/i.test(method)) return undefined;
    const query = parseQuery(facts.query);
    return Object.keys(query).length > 0 ? query : undefined;
  }
  return parseBody(body, typeOf(facts));
}

const FORM = 'application/x-www-form-urlencoded';

/** The media type without its parameters, in lower case; empty if missing. */
function typeOf({ contentType, headers }: CallFacts): string {
  const type = (contentType ?? headerOf(headers, 'content-type') ?? '').split(';', 1)[0] as string;
  return type.trim().toLowerCase();
}

function parseBody(body: string, type: string): unknown {
  if (type === FORM) return jsonIn(body) ?? parseForm(body);
  const text = body.charCodeAt(0) === 0xfeff ? body.slice(1) : body;
  if ((type.startsWith('text/') || type.endsWith('xml')) && !/^\s*[{[]/.test(text)) return body;
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}

/** JSON sent with the content type of a form, the default of `curl -d`; undefined for a form. */
function jsonIn(body: string): unknown {
  if (!/^\s{0,20}[{[]/.test(body)) return undefined;
  try {
    return parseExactly(body);
  } catch {
    return undefined;
  }
}

/** JSON, with numbers that JavaScript would change kept as texts, so ids stay exact. */
export function parseExactly(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (!mayHoldLargeNumbers(json)) return value;
  const exact = withExactNumbers(json);
  return exact === json ? value : JSON.parse(exact);
}

/** Fields of a form or a query that are read. No sender's form has more, and further fields cost nothing. */
export const MAX_FIELDS = 1000;

/** The number of unread fields in a call's form, or in the query that replaces its body. */
export function unreadFields(facts: CallFacts): number {
  if (facts.body === '') return /^(GET|HEAD)$/i.test(facts.method ?? '') ? unreadOf(facts.query) : 0;
  return typeOf(facts) === FORM && !facts.undecodable ? unreadOf(facts.body) : 0;
}

const unreadOf = (text: CallFacts['query']): number => (typeof text === 'string' ? firstFields(text).unread : 0);

/** Cuts a form or query behind its first {@link MAX_FIELDS} fields. */
function firstFields(text: string): { read: string; unread: number } {
  let fields = 0;
  let end = text.length;
  for (let start = 0, stop = 0; start < text.length; start = stop + 1) {
    stop = text.indexOf('&', start);
    if (stop === -1) stop = text.length;
    if (stop === start) continue;
    fields++;
    if (fields === MAX_FIELDS + 1) end = start;
  }
  return { read: text.slice(0, end), unread: Math.max(0, fields - MAX_FIELDS) };
}

/** Repeated keys become a list; a sole field `payload` that holds JSON is that JSON (GitHub, Slack). */
function parseForm(body: string): unknown {
  const fields = parseQuery(body);
  const names = Object.keys(fields);
  if (names.length === 1 && typeof fields.payload === 'string') {
    try {
      return parseExactly(fields.payload);
    } catch {
      return fields;
    }
  }
  return fields;
}

/** Query parameters or form fields by name, the first {@link MAX_FIELDS} of them. */
export function parseQuery(query: CallFacts['query']): Record<string, string | string[]> {
  if (query === undefined) return {};
  if (typeof query !== 'string') return { ...query };
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(firstFields(query).read)) {
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (Array.isArray(before)) before.push(value);
    else fields.set(name, [before, value]);
  }
  // fromEntries defines own properties, so a field called __proto__ is only a field.
  return Object.fromEntries(fields);
}

/** The headers with lower-case names. */
export function lowerCaseHeaders(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function headerOf(headers: Record<string, string> | undefined, name: string): string | undefined {
  if (!headers) return undefined;
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : headers[found];
}
