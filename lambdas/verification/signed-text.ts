import { createHash } from 'node:crypto';
import { parseJson } from '../platform/parse-json.ts';
import type { Part, Scheme, SignedCall } from './scheme.ts';

/** Larger bodies are not searched for a proof, because no service with a proof in the body sends them. */
const MAX_PARSED_BYTES = 262_144;

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Parses a JSON body. Returns undefined if it is not JSON or too large. */
export const parsedBody = ({ body }: SignedCall): unknown =>
  body.byteLength > MAX_PARSED_BYTES ? undefined : parseJson(asBuffer(body).toString('utf8'));

const valueAt = (value: unknown, path: string): unknown => {
  let at = value;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
};

/** Returns the list at a dotted path; undefined if there is none. */
export const listAt = (value: unknown, path: string): unknown[] | undefined => {
  const at = valueAt(value, path);
  return Array.isArray(at) ? at : undefined;
};

/** Returns the string, number or boolean at a dotted path, as text; undefined if there is none. */
export const textAt = (value: unknown, path: string): string | undefined => {
  const at = valueAt(value, path);
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean' ? String(at) : undefined;
};

/**
 * Returns the URLs that a service may have signed. Services sign the URL as it was entered, with or without the default
 * port, which the call does not show.
 */
export const addressesOf = ({ headers, path, query }: SignedCall): string[] => {
  const host = headers.host ?? '';
  const rest = `${path}${query === '' ? '' : `?${query}`}`;
  const bare = host.replace(/:(?:443|80)$/, '');
  const hosts = /:\d+$/.test(bare)
    ? { https: [bare], http: [bare] }
    : { https: [bare, `${bare}:443`], http: [bare, `${bare}:80`] };
  return [...hosts.https.map((one) => `https://${one}${rest}`), ...hosts.http.map((one) => `http://${one}${rest}`)];
};

/** Returns the signed text of a form: the fields sorted by name, each with its values without duplicates. */
const sortedForm = ({ headers, body }: SignedCall): string | undefined => {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) return undefined;
  const fields = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(asBuffer(body).toString('utf8')))
    fields.set(name, (fields.get(name) ?? new Set()).add(value));
  return [...fields.keys()]
    .sort()
    .map((name) =>
      [...(fields.get(name) as Set<string>)]
        .sort()
        .map((value) => name + value)
        .join(''),
    )
    .join('');
};

/** True if the body matches the digest in the signed URL. That digest protects bodies that are not forms. */
const isDigestRight = ({ query, body }: SignedCall): boolean => {
  const digest = new URLSearchParams(query).get('bodySHA256');
  return digest !== null && createHash('sha256').update(body).digest('hex') === digest.toLowerCase();
};

/**
 * Returns the texts that a call's signature can cover: one, or one for each possible URL. Returns undefined if the call
 * lacks a signed part, so no signature can be valid.
 */
export const signedTexts = (
  { signed, idHeader }: Scheme,
  call: SignedCall,
  time: string | undefined,
): Buffer[] | undefined => {
  const json = signed.some((part) => typeof part === 'object' && 'fields' in part) ? parsedBody(call) : undefined;
  const form = signed.includes('form') ? sortedForm(call) : '';
  if (signed.includes('form') && form === undefined && call.body.byteLength > 0 && !isDigestRight(call))
    return undefined;
  const textOf = (part: Part, url: string): Buffer | string | undefined => {
    if (part === 'body') return asBuffer(call.body);
    if (part === 'time') return time;
    if (part === 'id') return call.headers[idHeader ?? ''];
    if (part === 'method') return call.method;
    if (part === 'url') return url;
    if (part === 'form') return form ?? '';
    if ('text' in part) return part.text;
    const values = part.fields.map((path) => textAt(json, path));
    return values.every((value) => value === undefined) ? undefined : values.map((it) => it ?? '').join(part.separator);
  };
  const texts: Buffer[] = [];
  for (const url of signed.includes('url') ? addressesOf(call) : ['']) {
    const parts = signed.map((part) => textOf(part, url));
    if (parts.some((part) => part === undefined)) return undefined;
    texts.push(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  }
  return texts;
};
