import { parseExactly } from '../payload.ts';

/** Maximum nesting. Payloads with text for people are never nested deeper. */
const MAX_DEPTH = 64;

/**
 * Parses the readable part of truncated or invalid JSON, up to the last complete value. Returns undefined if no part is
 * readable. Takes linear time.
 * @param mostFields the number of fields of the outermost object after which to stop; with fewer, the result is
 * undefined
 */
export function readBeginning(json: string, mostFields = Number.POSITIVE_INFINITY): unknown {
  const closers: string[] = [];
  let fields = 0;
  let end = 0;
  let ends = '';
  let at = 0;
  const isWhole = () => {
    end = at;
    ends = closers.toReversed().join('');
  };
  for (; at < json.length; at++) {
    const sign = json[at] as string;
    if (sign === '"') {
      const close = endOfString(json, at);
      if (close === -1) break;
      at = close;
    } else if (sign === '{' || sign === '[') {
      if (closers.length === MAX_DEPTH) break;
      closers.push(sign === '{' ? '}' : ']');
    } else if (sign === '}' || sign === ']') {
      if (closers.pop() !== sign) break;
      // Text after the complete value is ignored.
      if (closers.length === 0) break;
    } else if (sign === ',') {
      isWhole();
      if (closers.length === 1 && ++fields === mostFields) break;
    }
  }
  if (end === 0 || (Number.isFinite(mostFields) && fields < mostFields)) return undefined;
  try {
    return parseExactly(json.slice(0, end) + ends);
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON whose only faults are commas. Templates that print lists leave commas before closing brackets, and people
 * forget commas between fields. Returns undefined if there are no such faults, or other ones. Takes linear time.
 */
export function parseLenientJson(json: string): unknown {
  const parts: string[] = [];
  let from = 0;
  let comma = -1;
  /** The end of the last value, or -1 if another token has followed it. */
  let end = -1;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at] as string;
    if (' \n\r\t'.includes(sign)) continue;
    if (comma !== -1 && (sign === '}' || sign === ']')) {
      parts.push(json.slice(from, comma));
      from = comma + 1;
    } else if (end !== -1 && sign === '"') {
      parts.push(json.slice(from, end + 1), ',');
      from = end + 1;
    }
    comma = sign === ',' ? at : -1;
    if (sign === '"') at = endOfString(json, at);
    if (at === -1) return undefined;
    end = ',:{['.includes(sign) ? -1 : at;
  }
  if (parts.length === 0) return undefined;
  try {
    return parseExactly(parts.join('') + json.slice(from));
  } catch {
    return undefined;
  }
}

/** Returns the position of a string's closing quote; -1 if the string is unfinished or invalid. */
function endOfString(json: string, quote: number): number {
  for (let at = quote + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === 0x22) return at;
    if (code < 0x20) return -1;
    if (code !== 0x5c) continue;
    at++;
    const escaped = json[at] ?? '';
    if (escaped === 'u' ? !/^[0-9a-fA-F]{4}$/.test(json.slice(at + 1, at + 5)) : !'"\\/bfnrt'.includes(escaped))
      return -1;
  }
  return -1;
}

/** Maximum number of fields. Objects that people read never have more. */
const MOST_FIELDS = 500;
const LONG = 200_000;
const LOOKED_AT = 100_000;

/**
 * Parses only the first fields of a huge body that is a single object, because parsing 1 MB takes longer than rendering
 * the outline. Returns undefined for any other body.
 */
export function readWide(json: string): unknown {
  if (json.length < LONG || !/^\s{0,20}\{/.test(json)) return undefined;
  return readBeginning(json.slice(0, LOOKED_AT), MOST_FIELDS);
}
