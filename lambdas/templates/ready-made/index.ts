import { messagesOf } from '#sender-messages';
import { type CallFacts, lowerCaseHeaders, parsePayload } from '../payload.ts';
import type { Condition, ReadyMade, Sender, Template, Wanted } from './ready-made.ts';
import { senders } from './senders.gen.ts';

export type { ReadyMade } from './ready-made.ts';

/** Returns all ready-made templates, for users to choose from. */
export const readyMadeTemplates = (): ReadyMade[] =>
  senders.flatMap((sender) => templatesOf(sender).map((template) => readyMadeOf(sender, template)));

const readyMadeOf = ({ sender }: Sender, { id, label, template, link }: Template): ReadyMade => ({
  id,
  sender,
  label,
  template: link === undefined ? template : `${template}\n${link}`,
});

const made = new Map<string, Template[]>();
const byId = new Map<string, Template>();
function templatesOf({ slug }: Sender): Template[] {
  let templates = made.get(slug);
  if (!templates) {
    templates = messagesOf(slug);
    made.set(slug, templates);
    for (const template of templates) byId.set(template.id, template);
  }
  return templates;
}

/**
 * Returns a ready-made template with its facts and its rules for the subject. Returns undefined if the id is unknown.
 */
export function readyMadeById(id: string): Template | undefined {
  if (!byId.has(id)) senders.forEach(templatesOf);
  return byId.get(id);
}

/** Returns the slugs of the services that a call may come from, whose messages {@link readyMadeFor} reads. */
export function sendersOf(facts: CallFacts): string[] {
  const headers = lowerCaseHeaders(facts.headers);
  const payload = parsePayload(facts);
  return senders.flatMap(({ slug, when }) => (holdsAny(when, headers, payload) ? [slug] : []));
}

/**
 * Returns the ready-made template for a call of a known service, recognised by its headers and the shape of its
 * payload. Returns undefined if none matches. Never throws.
 */
export function readyMadeFor(facts: CallFacts): ReadyMade | undefined {
  const headers = lowerCaseHeaders(facts.headers);
  const payload = parsePayload(facts);
  for (const sender of senders) {
    if (!holdsAny(sender.when, headers, payload)) continue;
    const found = templatesOf(sender).find(({ when }) => holdsAny(when, headers, payload));
    if (found) return readyMadeOf(sender, found);
  }
  return undefined;
}

const holdsAny = (wanted: Wanted, given: Record<string, string>, payload: unknown): boolean =>
  [wanted].flat().some((condition) => holds(condition, given, payload));

function holds(
  { headers = {}, fields = {}, text }: Condition,
  given: Record<string, string>,
  payload: unknown,
): boolean {
  return (
    (text === undefined || (typeof payload === 'string' && payload.slice(0, 1000).includes(text))) &&
    Object.entries(headers).every(([name, wanted]) => matches(given[name], wanted)) &&
    Object.entries(fields).every(([path, wanted]) => matches(valueAt(payload, path), wanted))
  );
}

function matches(value: unknown, wanted: true | string | string[]): boolean {
  if (wanted === true) return value !== undefined && value !== null && value !== '';
  const options = Array.isArray(wanted) ? wanted : [wanted];
  // Don't convert objects, because a payload's object can define its own `toString`.
  const text = typeof value === 'object' || value === undefined ? '' : String(value);
  return options.some((option) => {
    if (option.startsWith('!')) return !text.startsWith(option.slice(1));
    return option.endsWith('*') ? text.startsWith(option.slice(0, -1)) : text === option;
  });
}

/** Returns the value at a dotted path, in which `0` means the first item of a list. */
function valueAt(payload: unknown, path: string): unknown {
  let value = payload;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
