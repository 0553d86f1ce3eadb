import { withoutSecretsInRaw } from '#contract/secret-values';
import type { CallFacts } from '../payload.ts';
import { oneLine, visible } from './characters.ts';
import { eventOf } from './event.ts';
import { headline } from './headline.ts';
import { plainWords } from './markup.ts';
import type { Outline } from './outline.ts';
import { cut } from './sentences.ts';
import { titleWords } from './values.ts';

/* Creates outlines for calls whose body is not an object, but empty, a text or a list of words. */

/** Titles are cut to this number of characters. */
export const MAX_TITLE = 200;
/** Maximum length of a text that is the whole call, in characters. */
const MAX_WHOLE_TEXT = 2500;

/** An empty outline. */
export const nothing: Outline = { severity: 'info', title: '', facts: [], actions: [] };

/**
 * Creates an outline for a call without a readable body.
 * @param called the title if the headers name no event
 */
export function silent(
  { undecodable, contentType, method }: CallFacts,
  headers: Record<string, string>,
  called: string,
): Outline {
  const event = eventOf(headers, []);
  const title =
    (event &&
      headline({
        event,
        kind: '',
        name: undefined,
        code: undefined,
        place: undefined,
        state: undefined,
        by: undefined,
      })) ??
    called;
  if (undecodable)
    return {
      ...nothing,
      title,
      text: `The call contains a binary file${contentType ? ` (${oneLine(contentType.split(';', 1)[0] ?? '').slice(0, 80)})` : ''}.`,
    };
  return {
    ...nothing,
    title,
    ...(!event && {
      text:
        method && !/^POST$/i.test(method)
          ? `A ${oneLine(method.toUpperCase()).slice(0, 20)} call with no other content.`
          : 'The call has no other content.',
    }),
  };
}

export const looksLikeJson = (raw: string): boolean => /^\s{0,100}(?:\{\s{0,100}"|\[\s{0,100}[{["\d])/.test(raw);

/** Creates the outline of a text, whose first line is the headline. */
export function ofText(raw: string, called: string): Outline {
  if (looksLikeJson(raw))
    return { ...nothing, title: called, text: 'The call contains JSON that is not well-formed, so it cannot be read.' };
  const shown = visible(raw.slice(0, MAX_WHOLE_TEXT * 8)).trim();
  // A sender's text stays unchanged, but an HTML page is converted to plain text.
  const text = cut(
    /^<(?:!doctype html|html|body|div|p|h[1-6]|table|br)\b/i.test(shown) ? plainWords(shown) : shown,
    MAX_WHOLE_TEXT,
  );
  if (text === '') return { ...nothing, title: called };
  const [first = '', ...rest] = withoutSecretsInRaw(text)
    .split('\n')
    .map((line) => line.trimEnd());
  const title = oneLine(first);
  if (title.length > MAX_TITLE) return { ...nothing, title: called, text: withoutSecretsInRaw(text) };
  const paragraph = rest.slice(0, 28).join('\n').replace(/^\n+/, '').trimEnd();
  return { ...nothing, title, ...(paragraph !== '' && { text: paragraph }) };
}

/** Creates the outline of a list of words or numbers, with one line for each. */
export function ofList(items: unknown[], called: string): Outline {
  const said = items
    .slice(0, 20)
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map((item) => titleWords(String(item), 160))
    .filter((item) => item !== '');
  if (said.length === 0) return { ...nothing, title: called };
  const more = items.length - said.length;
  return {
    ...nothing,
    title: called,
    text: [
      ...said.slice(0, 8),
      ...(said.length > 8 || more > 0 ? [`and ${items.length - Math.min(8, said.length)} more`] : []),
    ]
      .map((item) => `- ${item}`)
      .join('\n'),
  };
}
