import { readMail } from '../mail-body.ts';
import { type CallFacts, lowerCaseHeaders, parseExactly, parsePayload } from '../payload.ts';
import { readMarkup, readMultipart } from '../text-bodies.ts';
import { isDictionary, own } from './outline.ts';

/** The payload of a call, or what can be made of a text body that has a structure of its own. */
export function readBody(facts: CallFacts): unknown {
  const type = (facts.contentType ?? lowerCaseHeaders(facts.headers)['content-type'] ?? '').toLowerCase();
  const isOctets = facts.octets !== undefined;
  const payload = isOctets ? facts.octets : parsePayload(facts);
  if (typeof payload !== 'string') return unwrapTexts(payload);
  if (type.startsWith('message/rfc822')) return readMail(payload, isOctets) ?? payload;
  if (type.startsWith('multipart/'))
    return mailOf(readMultipart(payload, type), isOctets) ?? (isOctets ? undefined : payload);
  if (/^[\w.+/-]*xml\b/.test(type) || payload.trimStart().startsWith('<?xml')) return readMarkup(payload) ?? payload;
  return payload;
}

/** An upload that is a mail (inbound parsing) keeps it raw in one field; one that is a form may hold all as JSON. */
function mailOf(fields: Record<string, unknown> | undefined, octets: boolean): unknown {
  if (!fields) return undefined;
  const raw = fields.email ?? fields['body-mime'];
  if (typeof raw === 'string' && fields.text === undefined && /^[\w-]{2,60}: /.test(raw)) {
    const mail = readMail(raw, octets);
    if (mail) return mail;
  }
  return unwrapTexts(typeof fields.payload === 'string' ? { ...fields, payload: inside(fields.payload) } : fields);
}

/** Some senders put JSON into a text; what is inside is what was meant. */
function unwrapTexts(payload: unknown): unknown {
  if (!isDictionary(payload)) return payload;
  let opened: Record<string, unknown> | undefined;
  for (const name of ['Message', 'message', 'payload', 'data', 'body', 'event', 'detail', 'rawRequest']) {
    const text = own(payload, name);
    if (typeof text !== 'string') continue;
    const value = inside(text);
    if (value !== text) opened = { ...(opened ?? payload), [name]: value };
  }
  return opened ?? payload;
}

function inside(text: string): unknown {
  if (!/^\s{0,100}[{[]/.test(text)) return text;
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}
