import type { Json } from './body.ts';

export interface Change {
  path: string;
  /** undefined = the field did not exist. */
  before: Json | undefined;
  after: Json | undefined;
}

/** More differences than this are not helpful to read. */
const MOST_CHANGES = 200;

/** The fields in which two payloads differ, in the order of the newer one. */
export function changesBetween(before: Json, after: Json): Change[] {
  const changes: Change[] = [];
  const visit = (path: string, left: Json | undefined, right: Json | undefined) => {
    if (changes.length >= MOST_CHANGES || Object.is(left, right)) return;
    if (isBranch(left) && isBranch(right) && Array.isArray(left) === Array.isArray(right)) {
      for (const key of new Set([...Object.keys(right), ...Object.keys(left)])) {
        visit(Array.isArray(right) ? `${path}[${key}]` : `${path}.${key}`, field(left, key), field(right, key));
      }
      return;
    }
    changes.push({ path, before: left, after: right });
  };
  visit('$', before, after);
  return changes;
}

const isBranch = (value: Json | undefined): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null;

const field = (value: Json[] | { [key: string]: Json }, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? (value as { [key: string]: Json })[key] : undefined;
