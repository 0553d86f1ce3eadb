import { firstGraphemes } from './graphemes.ts';
import { outline } from './outline.ts';
import { type CallFacts, lowerCaseHeaders, parsePayload } from './payload.ts';
import { readMarkup, readMultipart } from './text-bodies.ts';

export interface DefaultMessageInput extends CallFacts {
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
  const title = titleOf(input.webhookName, headers, payload);
  const lines = contentOf(input, payload, MAX_LINES - 1);
  return [title, ...lines].join('\n');
}

/** The payload, or what can be made of a text body that has a structure of its own. */
function structured(input: CallFacts, headers: Record<string, string>): unknown {
  const payload = parsePayload(input);
  if (typeof payload !== 'string') return payload;
  const type = (input.contentType ?? headers['content-type'] ?? '').toLowerCase();
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
  const lines = outline(payload, maxLines);
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
const TITLE_FIELDS = ['title', 'subject', 'Subject', 'summary', 'name', 'message', 'text', 'description'];

function titleOf(webhookName: string | undefined, headers: Record<string, string>, payload: unknown): string {
  const facts = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : {};
  const event = eventOf(headers) ?? firstText(facts as Record<string, unknown>, EVENT_FIELDS);
  const subject = event ?? firstText(facts as Record<string, unknown>, TITLE_FIELDS);
  const parts = [webhookName?.trim(), subject].filter((part) => part);
  return parts.length > 0 ? parts.join(': ') : 'New call';
}

function eventOf(headers: Record<string, string>): string | undefined {
  const name = Object.keys(headers).find((header) => EVENT_HEADER.test(header) && isTitle(headers[header]));
  return name === undefined ? undefined : headers[name];
}

const isTitle = (value: unknown): value is string => typeof value === 'string' && /^[^\n]{1,80}$/.test(value.trim());

function firstText(facts: Record<string, unknown>, names: string[]): string | undefined {
  const name = names.find((candidate) => Object.hasOwn(facts, candidate) && isTitle(facts[candidate]));
  return name === undefined ? undefined : String(facts[name]).trim();
}
