import { mayHoldLargeNumbers, withExactNumbers } from './exact-numbers.ts';

/** A call as a template's input. Each render parses it again, so renders can't affect each other. */
export interface CallFacts {
  body: string;
  contentType?: string | undefined;
  headers?: Record<string, string>;
  query?: string | Record<string, string> | undefined;
  method?: string;
  /** True for a body that isn't text in any known encoding. Such a body counts as missing. */
  undecodable?: boolean;
  /** The bytes of an undecodable email or upload, one character each, because its parts can have different charsets. */
  octets?: string;
}

/**
 * Parses a call’s payload: JSON, form fields or text, or the query of a GET or HEAD request without a body. Returns
 * undefined if there is none.
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

/** Returns the media type without its parameters, in lower case; empty if missing. */
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

/** Parses JSON sent with a form's content type, the default of `curl -d`. Returns undefined if the body isn't JSON. */
function jsonIn(body: string): unknown {
  if (!/^\s{0,20}[{[]/.test(body)) return undefined;
  try {
    return parseExactly(body);
  } catch {
    return undefined;
  }
}

/** Parses JSON. Numbers that JavaScript can't represent become texts, so ids stay exact. @throws SyntaxError */
export function parseExactly(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (!mayHoldLargeNumbers(json)) return value;
  const exact = withExactNumbers(json);
  return exact === json ? value : JSON.parse(exact);
}

/** Maximum number of fields read from a form or a query, which limits the cost. No known sender's form has more. */
export const MAX_FIELDS = 1000;

/** Counts the fields beyond {@link MAX_FIELDS} in a call's form, or in the query that replaces its body. */
export function unreadFields(facts: CallFacts): number {
  if (facts.body === '') return /^(GET|HEAD)$/i.test(facts.method ?? '') ? unreadOf(facts.query) : 0;
  return typeOf(facts) === FORM && !facts.undecodable ? unreadOf(facts.body) : 0;
}

const unreadOf = (text: CallFacts['query']): number => (typeof text === 'string' ? firstFields(text).unread : 0);

/** Cuts a form or query after its first {@link MAX_FIELDS} fields. */
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

/** Parses a form. Repeated keys become a list. If the only field is `payload` with JSON, returns it (GitHub, Slack). */
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

/** Parses the first {@link MAX_FIELDS} query parameters or form fields, by name. */
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
  // `fromEntries` defines own properties, so a field named `__proto__` is harmless.
  return Object.fromEntries(fields);
}

/** Returns the headers with lower-case names. */
export function lowerCaseHeaders(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function headerOf(headers: Record<string, string> | undefined, name: string): string | undefined {
  if (!headers) return undefined;
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : headers[found];
}
