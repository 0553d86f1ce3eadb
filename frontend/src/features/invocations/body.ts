import { isSecretName, wordsOf } from '#contract/secret-words';
import { readHeaders } from '../../lib/headers.ts';
import type { Invocation } from '../../lib/wire.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** True if a body is so large that parsing and rendering it takes a moment. */
export const isLarge = (text: string): boolean => text.length > 50_000;

/** Caches the latest large bodies, because several tabs need the same one. */
const known = new Map<string, Json | undefined>();
const KNOWN = 2;

/** Parses a JSON body; returns undefined for everything else. */
export function parseJson(text: string): Json | undefined {
  if (!isLarge(text)) return parse(text);
  if (!known.has(text)) known.set(text, parse(text));
  for (const oldest of [...known.keys()].slice(0, -KNOWN)) known.delete(oldest);
  return known.get(text);
}

function parse(text: string): Json | undefined {
  if (!/^\s*[[{"\d\-tfn]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** True if a header is shown only on request. Some headers are even masked before they are stored. */
export const isSecretHeader = (name: string): boolean => isSecretName(name) || wordsOf(name).includes('signature');

/** True if a call looks like a sender's URL verification request, see `docs/webhooks`. */
export function looksLikeHandshake({
  method,
  query,
  rawBody,
  rawHeaders,
  size,
}: Pick<Invocation, 'method' | 'query' | 'rawBody' | 'rawHeaders' | 'size'>): boolean {
  const asked = new URLSearchParams(query);
  if (asked.has('hub.challenge') || (method === 'POST' && asked.has('validationToken'))) return true;
  if (method === 'GET' && asked.has('challenge')) return true;
  if (method === 'OPTIONS' && 'webhook-request-origin' in readHeaders(rawHeaders)) return true;
  if (size > 16_384) return false;
  const body = parseJson(rawBody);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return body.type === 'url_verification' || body.Type === 'SubscriptionConfirmation';
}
