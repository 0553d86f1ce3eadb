import { textOfBody } from '../../../../lambdas/templates/charsets.ts';
import type { CallFacts } from '../../../../lambdas/templates/payload.ts';
import { parsePayload } from '../../../../lambdas/templates/payload.ts';
import { readHeaders } from '../../lib/headers.ts';
import type { Invocation } from '../../lib/wire.ts';

export type { CallFacts };
/** The fields of a stored call that the editor uses. */
export type StoredCall = Pick<
  Invocation,
  'rawBody' | 'rawBodyEncoding' | 'rawHeaders' | 'contentType' | 'query' | 'method'
>;

/** Decodes a stored body with its declared charset; returns undefined if it is not text. */
export function textOf({ rawBody, rawBodyEncoding, contentType }: StoredCall): string | undefined {
  if (rawBodyEncoding !== 'base64') return rawBody;
  try {
    return textOfBody(
      Uint8Array.from(atob(rawBody), (char) => char.charCodeAt(0)),
      contentType,
    );
  } catch {
    return undefined;
  }
}

/** The body for editing: JSON with line breaks, other text unchanged, and nothing for a binary body. */
export function shownBody(call: StoredCall): string {
  const rawBody = textOf(call);
  if (rawBody === undefined) return '';
  try {
    const value: unknown = JSON.parse(rawBody);
    const shown = JSON.stringify(value, null, 2);
    // If JavaScript would change a number, show the body as it was sent.
    return sameNumbers(rawBody, shown) ? shown : rawBody;
  } catch {
    return rawBody;
  }
}

const NUMBERS = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const sameNumbers = (left: string, right: string) =>
  (left.match(NUMBERS) ?? []).join() === (right.match(NUMBERS) ?? []).join();

/**
 * The template's input: the text and the stored call's other data. An unedited input is used byte for byte as received.
 * @param shown the call's {@link shownBody}, if the caller already has it, because a body can be large
 */
export function factsOf(body: string, call: StoredCall | undefined, shown = call && shownBody(call)): CallFacts {
  if (!call) return { body };
  const unchanged = body === shown;
  const text = unchanged ? textOf(call) : body;
  return {
    body: text ?? '',
    headers: readHeaders(call.rawHeaders),
    query: call.query,
    method: call.method,
    ...(call.contentType !== '' && { contentType: call.contentType }),
    ...(text === undefined && { undecodable: true }),
  };
}

/** The payload for the list of fields; undefined if it has no fields. */
export function fieldsOf(facts: CallFacts): object | undefined {
  const payload = parsePayload(facts);
  return typeof payload === 'object' && payload !== null ? payload : undefined;
}
