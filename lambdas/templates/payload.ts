/** What a template may read of a call. All values are made anew for each render, so no render can change another's. */
export interface CallFacts {
  body: string;
  contentType?: string;
  headers?: Record<string, string>;
  query?: string | Record<string, string>;
  method?: string;
  /** The body is binary that is no text in any known encoding: it counts as missing. */
  undecodable?: boolean;
}

/**
 * The payload of a call: JSON, form fields, or text. undefined when there is none.
 * A GET or HEAD without a body carries its payload in the query.
 */
export function parsePayload(facts: CallFacts): unknown {
  const { body, method = '' } = facts;
  if (facts.undecodable) return undefined;
  if (body === '') {
    if (!/^(GET|HEAD)$/i.test(method)) return undefined;
    const query = parseQuery(facts.query);
    return Object.keys(query).length > 0 ? query : undefined;
  }
  const type = (facts.contentType ?? headerOf(facts.headers, 'content-type') ?? '').split(';', 1)[0] as string;
  return parseBody(body, type.trim().toLowerCase());
}

function parseBody(body: string, type: string): unknown {
  if (type === 'application/x-www-form-urlencoded') return parseForm(body);
  const text = body.charCodeAt(0) === 0xfeff ? body.slice(1) : body;
  if ((type.startsWith('text/') || type.endsWith('xml')) && !/^\s*[{[]/.test(text)) return body;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Repeated keys become a list; a sole field `payload` that holds JSON is that JSON (GitHub, Slack). */
function parseForm(body: string): unknown {
  const fields = parseQuery(body);
  const names = Object.keys(fields);
  if (names.length === 1 && typeof fields.payload === 'string') {
    try {
      return JSON.parse(fields.payload);
    } catch {
      return fields;
    }
  }
  return fields;
}

/** Query parameters or form fields by name. */
export function parseQuery(query: CallFacts['query']): Record<string, string | string[]> {
  if (query === undefined) return {};
  if (typeof query !== 'string') return { ...query };
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]);
  }
  // fromEntries defines own properties, so that a field called __proto__ is only a field.
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
