import type { CallRoom } from '../../model/invocation-ports.ts';
import { dayNumber, utcDay } from '../../platform/clock.ts';
import { counter } from './keys.ts';

/** The counters item of a user, with the attributes that are requested by name. */
export type Counters = Readonly<Record<string, unknown>>;

/**
 * Days for which quota and errors are kept: the errors window of three days, and a margin for late results. The count of
 * a webhook's calls is shown for one day, and kept as long.
 */
const KEPT_DAYS = 4;

/** Bytes that expire within this number of days are counted by the day, later ones by the week. */
const COUNTED_BY_DAY = 8;

export const DAY_MS = 86_400_000;

/** A number of the counters item, in low-level form unless the document client has read it. */
export const numberOf = (value: unknown): number => Number((value as { N?: string } | undefined)?.N ?? value ?? 0);

/** RFC 3339 of stored milliseconds. */
export const timeOf = (milliseconds: unknown): string | undefined =>
  milliseconds === undefined ? undefined : new Date(Number(milliseconds)).toISOString();

/** The item at the very moment a condition failed; a later read would see other writes. */
export const itemBefore = (error: unknown): Counters => (error as { Item?: Counters }).Item ?? {};

/**
 * The last day (days since 1970) on which a call's bytes are counted. Long-kept calls are counted by the week, which
 * limits the item to two dozen counts: each call's cost depends on the item's size.
 */
export const lastDayOf = (until: Date, now: Date): number => {
  const day = dayNumber(until);
  return day - dayNumber(now) <= COUNTED_BY_DAY ? day : Math.ceil(day / 7) * 7;
};

/** Bytes by the last day on which they count, without past days; soonest first. */
const storedByDay = (item: Counters, now: Date): { day: number; bytes: number }[] =>
  Object.entries(item)
    .flatMap(([name, bytes]) => {
      const day = counter.dayOfStored(name);
      return day === undefined || day < dayNumber(now) ? [] : [{ day, bytes: numberOf(bytes) }];
    })
    .sort((a, b) => a.day - b.day);

export const storedIn = (item: Counters, now: Date): number =>
  storedByDay(item, now).reduce((sum, { bytes }) => sum + bytes, 0);

/** The beginning of the first day on which enough bytes have expired for a call to fit. */
export const freeAtOf = (item: Counters, { bytes, maxBytes }: CallRoom, now: Date): Date => {
  let stored = storedIn(item, now);
  let last = dayNumber(now);
  for (const each of storedByDay(item, now)) {
    if (stored + bytes <= maxBytes) break;
    stored -= each.bytes;
    last = each.day;
  }
  return new Date((last + 1) * DAY_MS);
};

/** Names of days that are past; at most 100 at the same time keep the expression small. */
const staleNames = (item: Counters, now: Date): string[] => {
  const oldest = utcDay(new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  const days = { today: utcDay(now), oldest };
  const isStale = (name: string) =>
    (counter.dayOfStored(name) ?? Infinity) < dayNumber(now) || counter.isPast(name, days);
  return Object.keys(item).filter(isStale).slice(0, 100);
};

/** A change of the counters item, in the parts of its expression. Unused names and values are omitted. */
export interface CountersChange {
  condition: string;
  set?: string[];
  add?: string[];
  names: Record<string, string>;
  values: Record<string, unknown>;
  /** Names of attributes that are removed. */
  remove?: string[];
}

/** The parameters of an `UpdateCommand` that makes such a change. */
export const expressionsOf = ({ condition, set = [], add = [], names, values, remove = [] }: CountersChange) => {
  const removed = Object.fromEntries(remove.map((name, index) => [`#r${index}`, name]));
  const parts = [
    set.length > 0 && `SET ${set.join(', ')}`,
    add.length > 0 && `ADD ${add.join(', ')}`,
    remove.length > 0 && `REMOVE ${Object.keys(removed).join(', ')}`,
  ].filter(Boolean);
  const UpdateExpression = parts.join(' ');
  const used = new Set(`${UpdateExpression} ${condition}`.match(/[#:]\w+/g));
  const only = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
  return {
    UpdateExpression,
    ConditionExpression: condition,
    ExpressionAttributeNames: only({ ...names, ...removed }),
    ExpressionAttributeValues: only(values),
  };
};

/**
 * Opens a day. It drops the counts of past days, subtracts the bytes of expired calls from the sum, and adds `bytes` to
 * it. Rejected when someone else was faster.
 */
export const openingOf = (
  old: Counters,
  { now, stored, bytes }: { now: Date; stored: number; bytes: number },
): CountersChange => {
  const before = old[counter.stored];
  const asRead = before === undefined ? 'attribute_not_exists(#stored)' : '#stored = :before';
  return {
    condition: `attribute_not_exists(#used) AND ${asRead}`,
    set: ['#stored = :sum'],
    names: { '#used': counter.used(utcDay(now)), '#stored': counter.stored },
    values: { ':sum': stored + bytes, ':before': numberOf(before) },
    remove: staleNames(old, now),
  };
};
