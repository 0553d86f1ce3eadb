import type { StorageNeed } from '../../model/invocation-ports.ts';
import { DAY_MS, dayNumber, utcDay } from '../../platform/clock.ts';
import { counter } from './counter-names.ts';

/** A user's counters item, with the attributes that were read. */
export type Counters = Readonly<Record<string, unknown>>;

/**
 * Number of days for which counts of quota and errors are kept: the three days whose errors are shown, and one for late
 * results. A webhook's daily calls are kept for one day only.
 */
const KEPT_DAYS = 4;

/** Bytes that expire within this number of days are counted by day, and later ones by week. */
const COUNTED_BY_DAY = 8;

/** Reads a number of the counters item. In the item of a failed condition, it can have DynamoDB's low-level form. */
export const numberOf = (value: unknown): number => Number((value as { N?: string } | undefined)?.N ?? value ?? 0);

/** Converts stored milliseconds to RFC 3339. */
export const timeOf = (milliseconds: unknown): string | undefined =>
  milliseconds === undefined ? undefined : new Date(Number(milliseconds)).toISOString();

/** The item at the time when a condition failed. A separate read could already return later writes. */
export const itemBefore = (error: unknown): Counters => (error as { Item?: Counters }).Item ?? {};

/**
 * The last day (days since 1970) on which a call's bytes count. Calls with long retention are counted by week. This
 * limits the item to two dozen counts, which matters because its size determines a call's cost.
 */
export const lastDayOf = (until: Date, now: Date): number => {
  const day = dayNumber(until);
  return day - dayNumber(now) <= COUNTED_BY_DAY ? day : Math.ceil(day / 7) * 7;
};

/** Stored bytes by the last day on which they count, earliest first. Past days are left out. */
const storedByDay = (item: Counters, now: Date): { day: number; bytes: number }[] =>
  Object.entries(item)
    .flatMap(([name, bytes]) => {
      const day = counter.dayOfStored(name);
      return day === undefined || day < dayNumber(now) ? [] : [{ day, bytes: numberOf(bytes) }];
    })
    .sort((a, b) => a.day - b.day);

export const storedIn = (item: Counters, now: Date): number =>
  storedByDay(item, now).reduce((sum, { bytes }) => sum + bytes, 0);

/** The first day on which a call will fit, because other calls have expired. */
export const freeAtOf = (item: Counters, { bytes, maxBytes }: StorageNeed, now: Date): Date => {
  let stored = storedIn(item, now);
  let last = dayNumber(now);
  for (const each of storedByDay(item, now)) {
    if (stored + bytes <= maxBytes) break;
    stored -= each.bytes;
    last = each.day;
  }
  return new Date((last + 1) * DAY_MS);
};

/** Attribute names of outdated daily counters. At most 100 are returned, to keep the expression small. */
const staleNames = (item: Counters, now: Date): string[] => {
  const oldest = utcDay(new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  const days = { today: utcDay(now), oldest };
  const isStale = (name: string) =>
    (counter.dayOfStored(name) ?? Infinity) < dayNumber(now) || counter.isPast(name, days);
  return Object.keys(item).filter(isStale).slice(0, 100);
};

/** A change of the counters item, as parts of an update expression. Unused names and values are left out of it. */
export interface CountersChange {
  condition: string;
  set?: string[];
  add?: string[];
  names: Record<string, string>;
  values: Record<string, unknown>;
  remove?: string[];
}

/** The parameters of an `UpdateCommand` for the change. */
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
 * The change that opens a day: it removes outdated counts, subtracts the bytes of expired calls from the total, and
 * adds `bytes`. Its condition fails if another process has opened the day.
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
