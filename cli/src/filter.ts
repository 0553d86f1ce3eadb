import { UsageError } from './command.ts';
import type { Call } from './print.ts';

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return (value as Record<string, unknown>)[name];
  }, body);

/**
 * Parses filters such as `method=POST` or `pull_request.state=open` (in a JSON body).
 * @returns a predicate, which is true if a call matches all filters
 * @throws UsageError
 */
export const fieldFilter = (filters: readonly string[]): ((call: Call) => boolean) => {
  const wanted = filters.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`${text} is not a filter. Use field=value`);
    return { field: text.slice(0, at), value: text.slice(at + 1) };
  });
  return ({ method, raw_body }) => {
    if (wanted.length === 0) return true;
    const body = parsed(raw_body);
    return wanted.every(({ field, value }) =>
      field === 'method' ? method === value.toUpperCase() : String(valueAt(body, field)) === value,
    );
  };
};
