import type { callFields } from '#contract/routing-fields';

/** A call’s fields that routing conditions can use. */
export interface RoutedCall {
  /** The parsed body: JSON, form fields or a text. Undefined if there is none. */
  payload: unknown;
  /** The body as text. */
  raw: string;
  /** Headers by lower-case name. */
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
  method: string;
  /** The known service that sent the call, such as `GitHub`. */
  sender?: string | undefined;
  key?: string | undefined;
  state?: string | undefined;
  severity?: string | undefined;
  verified: 'yes' | 'no' | 'not-checked';
  /** True if the call repeats an earlier one. */
  repeat: boolean;
}

/** A field that needs no path. */
type CallField = (typeof callFields)[number];

/** Maximum number of values of one field that are checked; conditions never need longer lists. */
const MAX_VALUES = 10_000;

/**
 * Returns the values of a field. Empty if it is missing or null. An array in the path results in several values.
 * Objects are returned unchanged.
 */
export function valuesOf(field: string, call: RoutedCall): unknown[] {
  const [head = '', ...path] = field.split('.');
  if (path.length === 0) {
    const value = head === 'body' ? call.raw : call[head as CallField];
    return value === undefined || value === '' ? [] : [value];
  }
  const found: unknown[] = [];
  if (head === 'body') collect(call.payload, path, 0, found);
  else if (head === 'headers') collect(call.headers, [path.join('.').toLowerCase()], 0, found);
  else collect(call.query, path, 0, found);
  return found;
}

function collect(value: unknown, path: string[], at: number, found: unknown[]): void {
  if (value === undefined || value === null || found.length >= MAX_VALUES) return;
  if (Array.isArray(value)) {
    const index = /^\d{1,9}$/.test(path[at] ?? '') ? Number(path[at]) : undefined;
    if (index !== undefined && index < value.length) collect(value[index], path, at + 1, found);
    else
      for (const item of value) {
        if (found.length >= MAX_VALUES) break;
        collect(item, path, at, found);
      }
    return;
  }
  if (at === path.length) {
    found.push(value);
    return;
  }
  if (typeof value !== 'object') return;
  // A name can contain dots, such as `app.kubernetes.io/name`: use the shortest name that matches.
  for (let end = at + 1; end <= path.length; end++) {
    const name = path.slice(at, end).join('.');
    if (!Object.hasOwn(value, name)) continue;
    const inner = (value as Record<string, unknown>)[name];
    if (end < path.length && (typeof inner !== 'object' || inner === null)) continue;
    collect(inner, path, end, found);
    return;
  }
}
