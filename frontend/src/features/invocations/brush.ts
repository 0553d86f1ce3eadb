import type { InvocationSearch } from './search.ts';

/** The first and last selected hour of the chart, in either order. */
export type Hours = readonly [number, number];

interface Charted {
  from: string;
  to: string;
  hours: readonly unknown[];
}

const HOUR_MS = 3_600_000;

/** The time span of the selected hours. If they include the current hour, `until` is undefined. */
export function spanOf({ from, hours }: Charted, [one, other]: Hours): Pick<InvocationSearch, 'since' | 'until'> {
  const at = (hour: number) => new Date(Date.parse(from) + hour * HOUR_MS).toISOString();
  const end = Math.max(one, other) + 1;
  return { since: at(Math.min(one, other)), until: end === hours.length ? undefined : at(end) };
}

/** The hours selected in the URL; undefined if none are selected or they are outside the chart. */
export function hoursBetween({ from, hours }: Charted, { since, until }: InvocationSearch): Hours | undefined {
  if (since === undefined && until === undefined) return undefined;
  const hourOf = (date: string) => (Date.parse(date) - Date.parse(from)) / HOUR_MS;
  const first = since === undefined ? 0 : Math.max(0, Math.floor(hourOf(since)));
  const last = until === undefined ? hours.length - 1 : Math.min(hours.length, Math.ceil(hourOf(until))) - 1;
  return last < first ? undefined : [first, last];
}
