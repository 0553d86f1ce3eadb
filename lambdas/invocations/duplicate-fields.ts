import type { IncomingCall } from '../model/invocation.ts';
import { parseJson } from '../platform/parse-json.ts';

/** Largest body that is parsed while its caller waits, in bytes. A larger one is compared as a whole. */
const MAX_PARSED_BYTES = 262_144;

/** A field's value, by which two calls are compared. */
type FieldValue = string | number | boolean;

/**
 * Reads the fields that identify duplicates from a JSON body or a form, in the order of `paths`.
 * @returns undefined unless every path leads to a string, a boolean or an exact whole number. A missing or ambiguous
 * value identifies nothing.
 */
export const fieldValuesOf = (
  { headers, body }: Pick<IncomingCall, 'headers' | 'body'>,
  paths: readonly string[],
): FieldValue[] | undefined => {
  if (paths.length === 0 || body.byteLength === 0 || body.byteLength > MAX_PARSED_BYTES) return undefined;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  const read = isForm ? formReader(text) : jsonReader(text);
  const values = paths.map(read);
  return values.every((value) => value !== undefined) ? values : undefined;
};

/**
 * Reads form fields, which are flat, so a path is a field's name. A repeated field is ambiguous and counts as missing.
 */
const formReader = (text: string) => {
  const form = new URLSearchParams(text);
  return (path: string): FieldValue | undefined => {
    const values = form.getAll(path);
    return values.length === 1 ? values[0] : undefined;
  };
};

const jsonReader = (text: string) => {
  const payload = parseJson(text);
  return (path: string): FieldValue | undefined => {
    const value = valueAt(payload, path);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    // Larger numbers, and fractions, may lose digits when parsed: two ids could become one.
    return Number.isSafeInteger(value) ? (value as number) : undefined;
  };
};

/** Reads the value at a path. A field whose name contains the dots takes precedence. */
const valueAt = (value: unknown, path: string): unknown => {
  if (hasField(value, path)) return value[path];
  const dot = path.indexOf('.');
  if (dot < 0) return undefined;
  const name = path.slice(0, dot);
  return hasField(value, name) ? valueAt(value[name], path.slice(dot + 1)) : undefined;
};

/** True for an own property. Inherited ones, and the length of a list, are not part of the body. */
const hasField = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.hasOwn(value, name) &&
  !(Array.isArray(value) && name === 'length');
