import type { Json } from './body.ts';

export interface Change {
  path: string;
  /** The old value; undefined if the field did not exist. */
  before: Json | undefined;
  after: Json | undefined;
}

/** A call in the list, with its event if known. */
interface Told {
  id: string;
  invokedAt: string;
  message?: { sender?: string | undefined; event?: string | undefined } | undefined;
}

/**
 * Returns the previous call with the same event of the same service, because other events differ in every field.
 * Returns undefined if the event is unknown or no row has it.
 * @param rows newest first
 */
export function previousAlike<Row extends Told>(rows: readonly Row[], call: Pick<Told, 'id'>): Row | undefined {
  const index = rows.findIndex(({ id }) => id === call.id);
  const told = rows[index]?.message;
  if (told?.event === undefined) return undefined;
  return rows.slice(index + 1).find(({ message }) => message?.sender === told.sender && message?.event === told.event);
}

/** Maximum number of displayed differences. */
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

/** Maximum characters of a displayed value. */
const SHOWN_CHARACTERS = 200;

/** The start of a value as JSON. A large value is not serialised completely. */
export function beginningOf(value: Json): string {
  const text = written(value, SHOWN_CHARACTERS);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** Serialises a value as JSON, and stops soon after `room` characters. */
function written(value: Json, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room + 1));
  if (!isBranch(value)) return JSON.stringify(value);
  const parts: string[] = [];
  let length = 0;
  for (const [key, child] of Object.entries(value)) {
    if (length > room) break;
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}:`;
    const part = name + written(child, room - length);
    parts.push(part);
    length += part.length + 1;
  }
  return Array.isArray(value) ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}

const isBranch = (value: Json | undefined): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null;

const field = (value: Json[] | { [key: string]: Json }, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? (value as { [key: string]: Json })[key] : undefined;
