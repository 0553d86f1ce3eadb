import { firstGraphemes } from './graphemes.ts';
import { readMail } from './mail-body.ts';
import { outline } from './outline.ts';
import { type CallFacts, lowerCaseHeaders, parsePayload, unreadFields } from './payload.ts';
import { readMarkup, readMultipart } from './text-bodies.ts';

interface DefaultMessageInput extends CallFacts {
  webhookName?: string;
}

/** A chat message should be read at a glance. */
const MAX_LINES = 30;
const MAX_TEXT = 2500;

/**
 * The message of a call whose webhook has no template: a title line, then `key: value` nested by indentation. Long values
 * are shortened, lists summarised, what only machines read is left out. Never throws, never longer than 30 lines.
 */
export function defaultMessage(input: DefaultMessageInput): string {
  const headers = lowerCaseHeaders(input.headers);
  const payload = structured(input, headers);
  const { title, field } = titleOf(input.webhookName, headers, payload);
  // The field that became the title need not be read twice.
  const shown = field === undefined ? payload : { ...(payload as object), [field]: undefined };
  return [title, ...contentOf(input, shown, MAX_LINES - 1)].join('\n');
}

/** The payload, or what can be made of a text body that has a structure of its own. */
function structured(input: CallFacts, headers: Record<string, string>): unknown {
  const payload = parsePayload(input);
  if (typeof payload !== 'string') return payload;
  const type = (input.contentType ?? headers['content-type'] ?? '').toLowerCase();
  if (type.startsWith('message/rfc822')) return readMail(payload) ?? payload;
  if (type.startsWith('multipart/')) return readMultipart(payload, type) ?? payload;
  if (type.split(';', 1)[0]?.trim().endsWith('xml') || payload.trimStart().startsWith('<?xml')) {
    return readMarkup(payload) ?? payload;
  }
  return payload;
}

function contentOf(input: CallFacts, payload: unknown, maxLines: number): string[] {
  if (payload === undefined) return [emptyLine(input)];
  if (typeof payload === 'string') return textLines(payload, maxLines);
  if (typeof payload !== 'object' || payload === null) return [String(payload)];
  const lines = outline(payload, maxLines, unreadFields(input));
  return lines.length > 0 ? lines : ['(no content)'];
}

function emptyLine({ undecodable, contentType, method }: CallFacts): string {
  if (undecodable) return `(binary content${contentType ? `, ${contentType}` : ''})`;
  return method ? `(${method.toUpperCase()} without content)` : '(no content)';
}

function textLines(text: string, maxLines: number): string[] {
  const short = text.length > MAX_TEXT ? `${firstGraphemes(text.slice(0, MAX_TEXT * 2), MAX_TEXT).trimEnd()}…` : text;
  const lines = short.replaceAll('\r\n', '\n').trim().split('\n');
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), `… (${lines.length - maxLines + 1} more lines)`];
}

/** Headers by which senders name their event. */
const EVENT_HEADER = /^(x-[a-z0-9-]*(event|topic)(-key|-type|-name)?|[a-z]+-(event|topic|resource)|ce-type)$/;
/** Fields by which payloads name it, the most telling first. */
const EVENT_FIELDS = [
  'event',
  'event_type',
  'eventType',
  'event_name',
  'eventName',
  'object_kind',
  'detail-type',
  'webhookEvent',
  'type',
  'kind',
  'action',
  'topic',
  'Type',
];
const TITLE_FIELDS = ['title', 'subject', 'Subject', 'summary', 'name', 'alert_name', 'message', 'text', 'description'];

/** The title line, and the payload's field it was taken from. */
function titleOf(webhookName: string | undefined, headers: Record<string, string>, payload: unknown) {
  const subject = subjectOf(headers, payload);
  const parts = [webhookName?.trim(), subject.text].filter((part) => part);
  return { title: parts.length > 0 ? parts.join(': ') : 'New call', field: subject.field };
}

interface Subject {
  text?: string;
  field?: string;
}

function subjectOf(headers: Record<string, string>, payload: unknown): Subject {
  const header = Object.keys(headers).find((name) => EVENT_HEADER.test(name) && isTitle(headers[name]));
  if (header !== undefined) return { text: (headers[header] as string).trim() };
  if (typeof payload !== 'object' || payload === null) return {};
  if (Array.isArray(payload)) return payload.length > 1 ? { text: `${payload.length} items` } : {};
  const facts = payload as Record<string, unknown>;
  const field = firstTitle(facts, EVENT_FIELDS) ?? firstTitle(facts, TITLE_FIELDS);
  if (field !== undefined) return { text: String(facts[field]).trim(), field };
  // Envelopes keep their event one level down: {"event": {"type": …}}, {"context": {…}}.
  for (const inner of Object.values(facts)) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
    const name = firstTitle(inner as Record<string, unknown>, EVENT_FIELDS);
    if (name !== undefined) return { text: String((inner as Record<string, unknown>)[name]).trim() };
  }
  return {};
}

const isTitle = (value: unknown): value is string => typeof value === 'string' && /^[^\n]{2,80}$/.test(value.trim());

function firstTitle(facts: Record<string, unknown>, names: string[]): string | undefined {
  return names.find((name) => Object.hasOwn(facts, name) && isTitle(facts[name]));
}
