import type { QuietHours } from '#contract/routing';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Maximum number of consecutive spans. There is at most one a day, and a week always contains some time without quiet
 * hours.
 */
const MAX_SPANS = 8;

/**
 * Returns the end of the quiet hours at a given time. Returns undefined outside quiet hours. Adjacent spans count as
 * one. If a clock change skips the end, the next existing minute counts. If it repeats the end, the first one counts.
 */
export function quietUntil(quiet: QuietHours, now: Date): Date | undefined {
  let end: Date | undefined;
  for (let spans = 0; spans < MAX_SPANS; spans++) {
    const next = endOfSpan(quiet, end ?? now);
    if (!next) break;
    end = next;
  }
  return end;
}

function endOfSpan({ days, from, to, zone }: QuietHours, at: Date): Date | undefined {
  const today = localDay(zone, at);
  // A span over midnight began yesterday. Clock changes are always shorter than a day.
  for (const day of [today - 1, today]) {
    if (!days.includes(weekdayOf(day))) continue;
    const start = instantOf(day, from, zone);
    const end = instantOf(to > from ? day : day + 1, to, zone);
    if (start <= at && at < end) return end;
  }
  return undefined;
}

/** Returns the weekday of a day, given as days since 1970-01-01, which was a Thursday. 1 is Monday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** Returns the local day at a given time, as days since 1970-01-01. */
const localDay = (zone: string, at: Date): number => Math.floor(localMs(zone, at) / (24 * HOUR_MS));

/** Converts a local time (`hh:mm`; `24:00` is the end of the day) to a date. */
function instantOf(day: number, time: string, zone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const local = day * 24 * HOUR_MS + hours * HOUR_MS + minutes * MINUTE_MS;
  // Try the offsets of the previous and the next day, because of clock changes. The larger offset gives the earlier
  // time.
  const offsets = [-1, 1].map((sign) => offsetMs(zone, new Date(local + sign * 24 * HOUR_MS)));
  const candidates = offsets.map((offset) => local - offset).sort((one, other) => one - other);
  const first = candidates.find((candidate) => localMs(zone, new Date(candidate)) === local);
  if (first !== undefined) return new Date(first);
  return new Date(firstMinuteFrom(local, zone, candidates as [number, number]));
}

/** Finds the first minute after a local time that a clock change skips, between two given times. */
function firstMinuteFrom(local: number, zone: string, [before, after]: [number, number]): number {
  let [early, late] = [before, after];
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS;
    if (localMs(zone, new Date(middle)) < local) early = middle;
    else late = middle;
  }
  return late;
}

/** Returns a zone's local time in milliseconds, as if it were UTC. */
const localMs = (zone: string, at: Date): number => at.getTime() + offsetMs(zone, at);

function offsetMs(zone: string, at: Date): number {
  const parts = Object.fromEntries(
    formatterFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(at.getTime() / 1000) * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Limit of the cache, because there are about 600 zone names, each in any spelling of upper and lower case. */
const MAX_FORMATTERS = 64;

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: isZone(timeZone) ? timeZone : 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** True for a known zone. A saved zone could become unknown later, and then counts as UTC. */
function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}
