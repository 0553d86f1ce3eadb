import { readMail } from '../mail-body.ts';
import { type CallFacts, lowerCaseHeaders, MAX_FIELDS, parseExactly, parsePayload } from '../payload.ts';
import { readMarkup, readMultipart } from '../text-bodies.ts';
import { readWide } from './broken-json.ts';
import { pairOf } from './list-facts.ts';
import { isDictionary, own } from './outline.ts';

/** Returns a call’s payload, or the structure found in a text body. */
export function readBody(facts: CallFacts): unknown {
  const claimed = (facts.contentType ?? lowerCaseHeaders(facts.headers)['content-type'] ?? '').toLowerCase();
  // Some programs call everything that they send a form.
  const type = facts.body?.startsWith('<?xml') ? 'text/xml' : claimed;
  const isOctets = facts.octets !== undefined;
  const payload = isOctets
    ? facts.octets
    : ((facts.undecodable || type.startsWith('application/x-www-form') ? undefined : readWide(facts.body)) ??
      parsePayload({ ...facts, contentType: type }));
  if (typeof payload !== 'string') return unwrapTexts(payload);
  if (type.startsWith('message/rfc822')) return readMail(payload, isOctets) ?? payload;
  if (type.startsWith('multipart/'))
    return mailOf(readMultipart(payload, type, isOctets), isOctets) ?? (isOctets ? undefined : payload);
  if (!/^[\w.+/-]*xml\b/.test(type) && !payload.trimStart().startsWith('<?xml')) return payload;
  const read = readMarkup(payload) ?? payload;
  // An outermost element called `xml` names nothing.
  return own(read, 'xml') ?? read;
}

/** Returns the email in the raw field of a service for inbound email; otherwise the form's fields. */
function mailOf(fields: Record<string, unknown> | undefined, octets: boolean): unknown {
  if (!fields) return undefined;
  const raw = fields.email ?? fields['body-mime'];
  if (typeof raw === 'string' && fields.text === undefined && /^[\w-]{2,60}: /.test(raw)) {
    const mail = readMail(raw, octets);
    if (mail) return mail;
  }
  return unwrapTexts(typeof fields.payload === 'string' ? { ...fields, payload: inside(fields.payload) } : fields);
}

/** Parses texts that contain JSON, because some senders wrap the payload in a text. */
function unwrapTexts(payload: unknown): unknown {
  if (!isDictionary(payload)) return payload;
  const answers = typeof payload.rawRequest === 'string' ? inside(payload.rawRequest) : undefined;
  if (isDictionary(answers) && typeof payload.formID === 'string') return jotForm(payload, answers);
  let opened: Record<string, unknown> | undefined;
  for (const name of ['Message', 'message', 'payload', 'data', 'body', 'event', 'detail', 'json']) {
    const text = own(payload, name);
    if (typeof text !== 'string') continue;
    const value = inside(text);
    if (value !== text) opened = { ...(opened ?? payload), [name]: value };
  }
  return withListedAnswers(opened ?? withNestedFields(payload));
}

/** A call of Jotform, whose answers are in `rawRequest` by number and name: `q3_email`. */
const jotForm = ({ formTitle }: Record<string, unknown>, answers: Record<string, unknown>) => ({
  form: formTitle,
  answers: Object.entries(answers).flatMap(([name, value]) => {
    const [, label] = /^q\d+_(.+)/.exec(name) ?? [];
    return label && value !== ''
      ? [{ label, value: isDictionary(value) ? Object.values(value).join(' ') : value }]
      : [];
  }),
});

/** Lists the answers of a form that some form builders name by their fields: `{"mail": {"title": "Email", "value": "…"}}`. */
function withListedAnswers(payload: Record<string, unknown>): Record<string, unknown> {
  for (const name of ['fields', 'answers', 'responses']) {
    const fields = own(payload, name);
    const pairs = isDictionary(fields) ? Object.values(fields).map((each) => isDictionary(each) && pairOf(each)) : [];
    // The form's date and its visitor's program are no answers.
    if (pairs.some(Boolean) && pairs.every((pair) => pair !== false))
      return { ...payload, meta: undefined, [name]: pairs.filter((pair) => pair !== undefined) };
  }
  return payload;
}

/** Turns form fields that are named by a path, such as `data[merges][FNAME]`, into nested objects. */
function withNestedFields(payload: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(payload);
  // No known sender's form has more fields.
  if (names.length > MAX_FIELDS || !names.some((name) => NESTED.test(name))) return payload;
  const nested: Record<string, unknown> = {};
  for (const name of names) {
    const path = NESTED.test(name) ? name.replaceAll(']', '').split('[') : [name];
    let at = nested;
    for (const step of path.slice(0, -1)) {
      const inner = own(at, step);
      at = isDictionary(inner) ? inner : set(at, step, {});
    }
    set(at, path.at(-1) as string, payload[name]);
  }
  return nested;
}

const NESTED = /^[^[\]]{1,60}(?:\[[^[\]]{1,60}\]){1,6}$/;

/** Sets an own property, even under a special name such as `__proto__`. Returns the value. */
function set<Value>(target: Record<string, unknown>, name: string, value: Value): Value {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  return value;
}

function inside(text: string): unknown {
  if (!/^\s{0,100}[{[]/.test(text)) return text;
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}
