import { engineFunction } from './engine.ts';
import { TemplateFailure } from './errors.ts';
import { isoMillis } from './outline/times.ts';

/** Smaller numbers are seconds: 1e11 seconds are the year 5138, and 1e11 milliseconds are 1973. */
const MILLISECONDS_FROM = 1e11;
const MAX_TIME = 8.64e15;
const OFFSET = /^([+-])(\d\d):?(\d\d)?$/;

/**
 * Implements `$date(value[, picture[, zone]])`.
 * @param value an ISO text, or seconds (< 1e11) or milliseconds since 1970; anything else is returned unchanged
 * @param picture an XPath picture as in `$fromMillis`; the default gives `2026-09-12 12:00 UTC`
 * @param zone an IANA name or ±hh:mm; UTC by default
 * @throws TemplateFailure E3004 for an unknown zone
 */
export function formatDate(value: unknown, picture: unknown, zone: unknown): unknown {
  const millis = readTime(value);
  if (millis === undefined) return value;
  const offset = offsetAt(zone ?? '', millis);
  const wanted = typeof picture === 'string' && picture !== '' ? picture : undefined;
  const text = fromMillis(millis, wanted ?? '[Y0001]-[M01]-[D01] [H01]:[m01]', offset);
  if (wanted !== undefined) return text;
  return `${text} ${offset === '+0000' ? 'UTC' : `${offset.slice(0, 3)}:${offset.slice(3)}`}`;
}

/** Converts a time that {@link formatDate} accepts to whole seconds since 1970. Returns undefined for other values. */
export function secondsOf(value: unknown): number | undefined {
  const millis = readTime(value);
  return millis === undefined ? undefined : Math.floor(millis / 1000);
}

let engineFromMillis: ((...args: unknown[]) => unknown) | undefined;
function fromMillis(millis: number, picture: string, zone: string): unknown {
  engineFromMillis ??= engineFunction('fromMillis').implementation;
  return engineFromMillis(millis, picture, zone);
}

function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') return inRange(Math.abs(value) < MILLISECONDS_FROM ? value * 1000 : value);
  if (typeof value !== 'string') return undefined;
  // Some services send timestamps as text. Shorter numbers are years or ids.
  if (/^\d{9,16}(\.\d+)?$/.test(value)) return readTime(Number(value));
  const millis = isoMillis(value);
  return millis === undefined ? undefined : inRange(millis);
}

const inRange = (millis: number) => (Math.abs(millis) <= MAX_TIME ? Math.floor(millis) : undefined);

function offsetMinutes(zone: string): number | undefined {
  const match = OFFSET.exec(zone);
  if (!match) return undefined;
  const [, sign, hours, minutes = '0'] = match;
  const total = Number(hours) * 60 + Number(minutes);
  return Number(hours) > 14 || Number(minutes) > 59 ? undefined : sign === '-' ? -total : total;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Limit of the cache, because there are about 600 zone names, each in any spelling of upper and lower case. */
const MAX_FORMATTERS = 64;

/** Returns a zone's offset from UTC in JSONata's format, such as `+0530`. An empty zone is UTC. */
function offsetAt(zone: unknown, millis: number): string {
  if (typeof zone !== 'string') throw new TemplateFailure('E3004', -1);
  const minutes = offsetMinutes(zone) ?? (/^(?:UTC)?$/.test(zone) ? 0 : zoneMinutes(zone, millis));
  const two = (value: number) => String(value).padStart(2, '0');
  const [sign, size] = minutes < 0 ? ['-', -minutes] : ['+', minutes];
  return sign + two(Math.floor(size / 60)) + two(size % 60);
}

function zoneMinutes(zone: string, millis: number): number {
  let formatter = formatters.get(zone);
  if (!formatter) {
    try {
      formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    } catch {
      throw new TemplateFailure('E3004', -1, `Unknown time zone: ${zone.slice(0, 60)}`);
    }
    if (formatters.size >= MAX_FORMATTERS) formatters.clear();
    formatters.set(zone, formatter);
  }
  // The last part of `9/12/2026, GMT+02:00`. Offsets of long ago have seconds.
  return offsetMinutes(formatter.format(millis).split('GMT')[1]?.slice(0, 6) ?? '') ?? 0;
}

const UNITS: [string, number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
];

/**
 * Implements `$duration(ms)`. Returns the two largest units, such as `1d 2h`, or only the first if the second is zero.
 * Values that aren't numbers are returned unchanged.
 */
export function formatDuration(value: unknown): unknown {
  const millis = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof millis !== 'number' || !Number.isFinite(millis)) return value;
  let rest = Math.round(Math.abs(millis));
  const largest = UNITS.findIndex(([, size]) => rest >= size);
  if (largest === -1) return '0ms';
  const parts: string[] = [];
  for (const [unit, size] of UNITS.slice(largest, largest + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return (millis < 0 ? '-' : '') + parts.join(' ');
}
