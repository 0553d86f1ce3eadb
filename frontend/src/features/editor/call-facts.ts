import type { CallFacts } from '../../../../lambdas/templates/payload.ts';
import { parsePayload } from '../../../../lambdas/templates/payload.ts';
import { readHeaders } from '../../lib/headers.ts';
import type { Invocation } from '../../lib/wire.ts';

export type { CallFacts };
/** What the editor needs of a stored call. */
export type StoredCall = Pick<
  Invocation,
  'rawBody' | 'rawBodyEncoding' | 'rawHeaders' | 'contentType' | 'query' | 'method'
>;

/** The body as it is shown for editing: JSON with line breaks, anything else as it came; nothing for a binary body. */
export function shownBody({ rawBody, rawBodyEncoding }: StoredCall): string {
  if (rawBodyEncoding === 'base64') return '';
  try {
    const value: unknown = JSON.parse(rawBody);
    const shown = JSON.stringify(value, null, 2);
    // Numbers that JavaScript would change are left as they were sent.
    return sameNumbers(rawBody, shown) ? shown : rawBody;
  } catch {
    return rawBody;
  }
}

const NUMBERS = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const sameNumbers = (left: string, right: string) =>
  (left.match(NUMBERS) ?? []).join() === (right.match(NUMBERS) ?? []).join();

/**
 * What a template sees of the input: the text, and what the stored call knew besides. An input that was not edited
 * counts byte for byte as it was received.
 * @param shown the call's {@link shownBody}, for callers that have it already: a body may be large
 */
export function factsOf(body: string, call: StoredCall | undefined, shown = call && shownBody(call)): CallFacts {
  if (!call) return { body };
  const unchanged = body === shown;
  const binary = call.rawBodyEncoding === 'base64';
  return {
    body: unchanged && !binary ? call.rawBody : body,
    headers: readHeaders(call.rawHeaders),
    query: call.query,
    method: call.method,
    ...(call.contentType !== '' && { contentType: call.contentType }),
    ...(binary && unchanged && { undecodable: true }),
  };
}

/** The input as a template sees it, for the list of fields; undefined when it has none. */
export function fieldsOf(facts: CallFacts): object | undefined {
  const payload = parsePayload(facts);
  return typeof payload === 'object' && payload !== null ? payload : undefined;
}
