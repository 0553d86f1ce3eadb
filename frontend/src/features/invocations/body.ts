import { isSecretName, wordsOf } from '#contract/secret-words';
import { readHeaders } from '../../lib/headers.ts';
import type { Invocation } from '../../lib/wire.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A body that takes a moment to read and to draw. */
export const isLarge = (text: string): boolean => text.length > 50_000;

/** The last large bodies: the tabs of a window ask for the same ones again. */
const known = new Map<string, Json | undefined>();
const KNOWN = 2;

/** A body that is JSON, parsed; undefined for everything else. */
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

/** Headers shown on request only, next to the headers that were masked before they were stored. */
export const isSecretHeader = (name: string): boolean => isSecretName(name) || wordsOf(name).includes('signature');

/** URL verification requests of senders, see `docs/webhooks`. */
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
