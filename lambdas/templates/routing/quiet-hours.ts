import type { QuietHours } from '#contract/routing';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Spans that follow each other without a gap, at most one a day: all quiet hours leave some time in a week. */
const MAX_SPANS = 8;

/**
 * The end of the quiet hours around a moment; undefined outside them. Adjacent spans are one. An end that the clocks
 * skip is the next existing minute; of a repeated end, the first counts.
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
  // A span over midnight began yesterday; clock changes are always shorter than a day.
  for (const day of [today - 1, today]) {
    if (!days.includes(weekdayOf(day))) continue;
    const start = instantOf(day, from, zone);
    const end = instantOf(to > from ? day : day + 1, to, zone);
    if (start <= at && at < end) return end;
  }
  return undefined;
}

/** 1 is Monday; the first day of 1970 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The day of a moment in a zone, counted from 1970-01-01. */
const localDay = (zone: string, at: Date): number => Math.floor(localMs(zone, at) / (24 * HOUR_MS));

/** The moment of a local time (`hh:mm`, `24:00` is the end of the day). */
function instantOf(day: number, time: string, zone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const local = day * 24 * HOUR_MS + hours * HOUR_MS + minutes * MINUTE_MS;
  // With the offsets from before and after a change that may be near; the larger one is the earlier moment.
  const offsets = [-1, 1].map((sign) => offsetMs(zone, new Date(local + sign * 24 * HOUR_MS)));
  const candidates = offsets.map((offset) => local - offset).sort((one, other) => one - other);
  const first = candidates.find((candidate) => localMs(zone, new Date(candidate)) === local);
  if (first !== undefined) return new Date(first);
  return new Date(firstMinuteFrom(local, zone, candidates as [number, number]));
}

/** The first minute between two moments whose local time is not before a time that the clocks skip. */
function firstMinuteFrom(local: number, zone: string, [before, after]: [number, number]): number {
  let [early, late] = [before, after];
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS;
    if (localMs(zone, new Date(middle)) < local) early = middle;
    else late = middle;
  }
  return late;
}

/** The local time of a zone, in milliseconds as if it were UTC. */
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
/** There are about 600 zone names, and each may be written in any case. */
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

/** A zone was known when it was saved; if it ever becomes unknown, its hours are in UTC. */
function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}
