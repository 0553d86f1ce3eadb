import { withoutSecretValues } from '#contract/secret-values';
import type { Format } from '#contract/webhook-settings';
import { visible } from './outline/characters.ts';
import type { Outline } from './outline/outline.ts';
import { outlineOf } from './outline/outline-of.ts';
import { readBody } from './outline/read-body.ts';
import { type CallFacts, parsePayload } from './payload.ts';
import { type ReadyMade, readyMadeById, readyMadeFor } from './ready-made/index.ts';
import { cutPage, withMark } from './ready-made/page-mark.ts';
import type { Template } from './ready-made/ready-made.ts';
import { render } from './render.ts';
import type { RichMessage } from './rich/tree.ts';
import { richWriter } from './rich/writer.ts';
import { setFieldsReader } from './scope.ts';

setFieldsReader(readBody);

/** The message for a webhook without a template. */
export interface DefaultMessage {
  text: string;
  /** The formatted message, if formatting was requested. */
  rich?: RichMessage;
  /** The ready-made template for the call. Undefined if none matches. */
  readyMade?: ReadyMade;
  /** The link to the call's page in a ready-made template's message. */
  page?: string | undefined;
  /** The outline, if the text comes from it. */
  outline?: Outline;
}

/**
 * Creates the message for a webhook without a template, from the ready-made template of a known service or from the
 * payload's outline.
 * @param known the matching ready-made template, if already known; null if none matches
 */
export function withoutTemplate(
  facts: CallFacts,
  webhookName: string,
  { format, timeZone, known = readyMadeFor(facts) }: Wanted = {},
): DefaultMessage {
  const readyMade = known ?? undefined;
  const recognised = readyMade && { readyMade };
  const isRich = format === 'rich';
  const template = readyMade && templateOf(readyMade, isRich);
  const result = template === undefined ? undefined : render({ ...facts, template, format, timeZone });
  if (result && !('error' in result) && result.message.trim() !== '' && !saysJson(result.message, facts)) {
    const rich = result.rich && richWriter().withoutSecrets(richWriter().titled(result.rich));
    if (rich) return { text: richWriter().plainOf(rich), rich, page: rich.link, ...recognised };
    const { text, page } = cutPage(result.message);
    const clean = visible(withoutSecretValues(text));
    if (page === undefined) return { text: clean, ...recognised };
    // A query may contain a secret, because the template chose the link. A password may not.
    const link = visible(page.replace(/\/\/[^/\s]*@/, '//***@'));
    return { text: `${clean}\n${link}`, page: link, ...recognised };
  }
  const outline = outlineOf({ ...facts, webhookName });
  const rich = isRich ? richWriter().richOfOutline(outline) : undefined;
  const text = rich ? richWriter().plainOf(rich) : writeOutline(outline);
  return { text, ...(rich && { rich }), outline, ...recognised };
}

const templateOf = ({ id }: ReadyMade, isRich: boolean): string =>
  isRich ? richWriter().richForm(id) : withMark(readyMadeById(id) as Template);

interface Wanted {
  format?: Format | undefined;
  timeZone?: string | undefined;
  known?: ReadyMade | null | undefined;
}

/** The beginning of a list or an object in JSON, up to its first value, or its end. */
const JSON_START = /(?:[[{]\s*){1,2}(?:["\]}\d-]|true|false|null)/g;

/**
 * True if a message contains JSON because a field is a list or an object where the service documents a text. The outline
 * is then more readable. JSON that a person wrote is part of a text in the payload, so it doesn't count.
 */
function saysJson(message: string, facts: CallFacts): boolean {
  const starts = new Set(message.match(JSON_START)?.map(withoutBlanks));
  const values = starts.size > 0 ? [parsePayload(facts)] : [];
  for (const value of values) {
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) values.push(inner);
  }
  const texts = withoutBlanks(values.filter((value) => typeof value === 'string').join());
  return [...starts].some((start) => !texts.includes(start));
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

const MAX_ACTIONS = 3;

/** Converts an outline to plain text: the headline, the paragraph, a line for each fact and action, and the link. */
export function writeOutline({ title, text, facts, actions, link }: Outline): string {
  return [
    title,
    ...(text === undefined || text === '' ? [] : [text]),
    ...facts.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`)),
    ...actions.slice(0, MAX_ACTIONS).map(({ label, url }) => `${label}: ${url}`),
    ...(link === undefined ? [] : [link]),
  ].join('\n');
}
