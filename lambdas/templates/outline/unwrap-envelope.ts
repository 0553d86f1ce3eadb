import { bytesOf, decodeBytes } from '../charsets.ts';
import { parseExactly } from '../payload.ts';
import { readMarkup } from '../text-bodies.ts';
import { singular } from './grammar.ts';
import { nameIn } from './names.ts';
import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';

/* Makes objects uniform before they are searched. */

/** Matches field names that some senders write as one word: `monitorname`, `alertid`. */
const SQUASHED =
  /^(monitor|alert|incident|device|service|customer|order|agent|sensor|build|project|product|ticket|task|caller|callee|call|tracking|destination|landing|billing|shipping|sender|recipient|payment|invoice|transaction)(name|type|status|state|id|url|reason|level|key|title|number|num|description|message|time|groupname|city|country|zip|amount|source|page|date|address|method)$/;

const LOUD = /^[A-Z][A-Z\d_ ]*$/;

/** Makes field names uniform: lower case, with joined words separated. */
export function withPlainKeys(value: Dictionary): Dictionary {
  const entries = entriesOf(value);
  const loud = entries.filter(([key]) => LOUD.test(key)).length;
  const isLoud = loud > 2 && loud > entries.length * 0.7;
  if (!isLoud && !entries.some(([key]) => SQUASHED.test(key))) return value;
  return Object.fromEntries(
    entries.map(([key, inner]) => {
      const plain = isLoud && LOUD.test(key) ? key.toLowerCase() : key;
      return [plain === 'alertname' ? plain : plain.replace(SQUASHED, '$1_$2'), inner];
    }),
  );
}

/** Fields that begin with a thing's name, such as `ticket_id`, `ticket_subject` and `ticket_status`. */
const GATHERED =
  /^(ticket|issue|task|order|invoice|build|deal|lead|job|alert|incident|envelope|campaign|check|booking|meeting|appointment|candidate|document|contract|conversation|submission|survey|product|course|event|call|review|card|story|bug|case|asset|vehicle|device|shipment|delivery|payment|transaction|item|file|folder)[_-](\w+)$/;
const TELLING_PART = /^(?:id|uid|uuid|key|number|no|name|title|subject|status|state|url|link)$/;

/** Gathers fields that begin with a thing's name: `{ticket_id, ticket_subject}` → `{ticket: {id, subject}}`. */
export function gatheredOf(
  value: Dictionary,
  nouns: string[],
): { value: Dictionary; name: string; around: Dictionary[] } | undefined {
  const parts = new Map<string, [string, unknown][]>();
  for (const [key, inner] of entriesOf(value)) {
    const [, noun, part] = GATHERED.exec(key) ?? [];
    if (noun === undefined || part === undefined || typeof inner === 'object') continue;
    const known = parts.get(noun);
    if (known) known.push([part, inner]);
    else parts.set(noun, [[part, inner]]);
  }
  const wanted = nouns.map(singular);
  for (const [noun, fields] of parts) {
    const thing = Object.fromEntries(fields);
    if (fields.length < 3 || fields.filter(([part]) => TELLING_PART.test(part)).length < 2) continue;
    if (own(value, noun) !== undefined || (wanted.length > 0 && !wanted.includes(noun))) continue;
    if (nameIn(thing) === undefined) continue;
    const prefix = new RegExp(`^${noun}[_-]`);
    const rest = Object.fromEntries(entriesOf(value).filter(([key]) => !prefix.test(key)));
    return { value: thing, name: noun, around: [rest] };
  }
  return undefined;
}

/** Maximum number of texts with JSON that are parsed in one object. */
const MAX_OPENED = 3;

/** Removes the webhook's own name, state and owner, which some senders repeat around the call's `data`. */
const withoutRegistration = (value: Dictionary): Dictionary =>
  isDictionary(own(value, 'data')) && ['targetUrl', 'target_url', 'webhook_url'].some((name) => own(value, name))
    ? Object.fromEntries(
        entriesOf(value).filter(([name]) => !/^(?:name|title|status|(?:own|creat)ed_?by)$/i.test(name)),
      )
    : value;

/** Parses JSON, XML and base64 in an object's texts, because some senders wrap the payload in a text. */
export function unwrapEnvelope(called: Dictionary): Dictionary {
  const value = withoutRegistration(called);
  let open: Dictionary | undefined;
  let count = 0;
  for (const [name, raw] of entriesOf(value)) {
    const translated = isDictionary(raw) ? oneLanguage(raw) : undefined;
    if (translated !== undefined) open = { ...(open ?? value), [name]: translated };
    const text = /^data$|(?:payload|xml)$/i.test(name) ? decoded(raw) : raw;
    if (text !== raw && typeof text === 'string' && text.startsWith('<')) {
      open = { ...(open ?? value), [name]: readMarkup(text) ?? raw };
      continue;
    }
    const said = name === 'data' && isQueued(value) ? plainText(raw) : undefined;
    if (said !== undefined) open = { ...(open ?? value), text: said };
    if (typeof text !== 'string' || !/^\s{0,20}[{[]\s{0,20}["{[]/.test(text) || count >= MAX_OPENED) continue;
    count++;
    try {
      open = { ...(open ?? value), [name]: parseExactly(text) };
    } catch {
      // The text begins like JSON, but is not JSON.
    }
  }
  return open ?? value;
}

/** Decodes JSON or XML in base64, as queues send it, even with line breaks. Other values are returned unchanged. */
function decoded(raw: unknown): unknown {
  if (typeof raw !== 'string' || raw.length > 100_000) return raw;
  const text = raw.replaceAll(/\s/g, '');
  if (!/^[\w+/-]{12,}={0,2}$/.test(text)) return raw;
  try {
    const said = decodeBytes(bytesOf(atob(text.replaceAll('-', '+').replaceAll('_', '/'))), 'utf-8')?.trim() ?? '';
    return /^(?:[{[]\s*["{[]|<[a-z])/i.test(said) ? said : raw;
  } catch {
    return raw;
  }
}

/** True if an object comes from a queue, which encodes texts in base64. */
const isQueued = (value: Dictionary): boolean =>
  ['messageId', 'message_id', 'publishTime', 'SequenceNumber'].some((name) => own(value, name) !== undefined);

/** Decodes a text in base64. Returns undefined for binary data. */
function plainText(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 10_000 || !/^[\w+/-]{8,}={0,2}$/.test(text)) return undefined;
  try {
    const said = decodeBytes(bytesOf(atob(text.replaceAll('-', '+').replaceAll('_', '/'))), 'utf-8');
    return said !== undefined && /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(said) && /\S \S/.test(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the first translation of `{"en-US": "Hello"}`, or the HTML of `{"rendered": "Hello"}`. */
function oneLanguage(value: Dictionary): unknown {
  const entries = entriesOf(value, 12);
  const [first] = entries;
  if (first?.[0] === 'rendered' && typeof first[1] === 'string') return first[1];
  const isTranslated = entries.every(([key, text]) => /^[a-z]{2}-[A-Z]{2}$/.test(key) && typeof text === 'string');
  return isTranslated ? first?.[1] : undefined;
}
