import { withoutSecretValues } from '#contract/secret-values';
import { wordsOf } from '#contract/secret-words';
import { firstGraphemes } from '../graphemes.ts';
import { printNumber } from '../print.ts';
import { plainWords } from './markup.ts';
import { oneLine, visible } from './signs.ts';
import { isoMillis, timeWords } from './times.ts';

const MAX_VALUE = 160;

const UUID = /^\{?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\}?$/i;
/** Ids as their makers write them: a short name and then signs without sense, `cus_9s6XKzkNRiz8i3`, or only those. */
const PREFIXED_ID = /^[a-z]{1,12}[_-](?=\w*\d)(?=\w*[A-Za-z]\w*)[A-Za-z0-9]{10,}$/;
const SENSELESS = /^(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[A-Za-z0-9_+/=-]{20,}$/;
const HEX = /^(?:sha\d+:|0x)?[0-9a-f]{12,}$/i;
const PATH =
  /^(?:\/|[A-Za-z]:\\|\.{1,2}\/|~\/|\\\\|(?:s3|gs|file|arn|urn|tag|did|ssh|git|docker|redis|wss?):|projects\/|refs\/)/;

/** Whether a text is for machines: an id, a hash, a path, a name of a resource. */
export function isMachineText(text: string): boolean {
  if (UUID.test(text) || PREFIXED_ID.test(text) || SENSELESS.test(text)) return true;
  if (/^[0-9a-f]{32,}$/i.test(text) || /^[A-Za-z0-9+/]{11,}={1,2}$/.test(text)) return true;
  if (HEX.test(text) && /\d/.test(text) && /[a-f]/i.test(text.replace(/^(?:sha\d+:|0x)/, ''))) return true;
  // Names that are built of names: `zen:ticket:5158`.
  if (/^[A-Za-z][\w.-]*(?::[\w./-]+){2,}$/.test(text)) return true;
  return PATH.test(text) && !/\s/.test(text.trim());
}

/** The zero time of Go and .NET means "not yet" or "never". */
const isNever = (text: string) => /^0001-01-01T00:00:00/.test(text);

const sizeUnits = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** `1536` → `1.5 KB`. */
export function sizeWords(bytes: number): string {
  let [value, unit] = [Math.abs(bytes), 0];
  while (value >= 1000 && unit < sizeUnits.length - 1) [value, unit] = [value / 1000, unit + 1];
  const shown = value >= 100 || unit === 0 ? Math.round(value) : Number(value.toFixed(1));
  return `${bytes < 0 ? '-' : ''}${shown} ${unit === 0 && shown === 1 ? 'byte' : sizeUnits[unit]}`;
}

/** `125000` milliseconds → `2 min 5 s`. */
export function durationWords(millis: number): string {
  const total = Math.abs(millis);
  if (total < 1000) return `${Number(total.toPrecision(3))} ms`;
  if (total < 60_000) return `${Number((total / 1000).toFixed(total < 10_000 ? 1 : 0))} s`;
  const minutes = Math.round(total / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0)
    return [`${days} ${days === 1 ? 'day' : 'days'}`, hours > 0 ? `${hours} h` : ''].filter(Boolean).join(' ');
  if (hours > 0) return [`${hours} h`, minutes % 60 > 0 ? `${minutes % 60} min` : ''].filter(Boolean).join(' ');
  const seconds = Math.floor(total / 1000) % 60;
  const whole = Math.floor(total / 60_000);
  return [`${whole} min`, seconds > 0 ? `${seconds} s` : ''].filter(Boolean).join(' ');
}

const MILLIS: Record<string, number> = {
  ms: 1,
  millis: 1,
  msec: 1,
  millisecond: 1,
  milliseconds: 1,
  s: 1000,
  sec: 1000,
  secs: 1000,
  second: 1000,
  seconds: 1000,
  min: 60_000,
  mins: 60_000,
  minute: 60_000,
  minutes: 60_000,
  hour: 3_600_000,
  hours: 3_600_000,
  ns: 1e-6,
  nanos: 1e-6,
  us: 1e-3,
};
const DURATION = /^(?:duration|elapsed|latency|uptime|downtime|runtime|took|lasted|wait|waited|timeout|ttl|age)$/;
const TIME =
  /^(?:at|on|time|date|timestamp|ts|until|since|due|start|starts|started|end|ends|ended|begin|begins|expires|expiry|expiration|deadline|scheduled|finished|completed|stopped|datetime|when|created|updated|modified)$/;

/** Whether a number is a moment: seconds or milliseconds since 1970, between 2001 and 2100. */
export function epochMillis(value: number): number | undefined {
  if (value >= 1e9 && value < 4.1e9) return value * 1000;
  return value >= 1e12 && value < 4.1e12 ? value : undefined;
}

/** A unit behind the label that its value takes over: `duration_ms` is a `Duration`. */
export const labelWithoutUnit = (name: string): string =>
  name.replace(
    /[_-]?(?:in[_-])?(?:millis(?:econds?)?|msec|seconds?|secs?|minutes|bytes|percent(?:age)?|cents|_ms|Ms|_s|_at|At)$/,
    '',
  ) || name;

function numberWords(name: string, value: number): string | undefined {
  if (value === 0 || value === -1 || !Number.isFinite(value)) return undefined;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (/^(?:percent|percentage|pct)$/.test(last))
    return Number.isInteger(value) || Math.abs(value) > 1 ? `${printNumber(value)} %` : printNumber(value);
  if (
    last === 'bytes' ||
    /^(?:filesize|content length)$/.test(`${before} ${last}`.trim()) ||
    (last === 'size' && value > 4096)
  )
    return sizeWords(value);
  if (/^[kmg]b$/.test(last)) return sizeWords(value * 1000 ** ' kmg'.indexOf(last.charAt(0)));
  if (/^(?:ms|millis|s|sec|seconds)$/.test(last) && epochMillis(value) !== undefined)
    return timeWords(epochMillis(value) as number, true);
  const unit = MILLIS[last];
  if (unit !== undefined && (last.length > 1 || words.length > 1) && epochMillis(value) === undefined)
    return durationWords(value * unit);
  if (TIME.test(last)) {
    const millis = epochMillis(value);
    if (millis !== undefined) return timeWords(millis, true);
  }
  if (DURATION.test(last))
    return Number.isInteger(value)
      ? durationWords(value >= 10_000 ? value : value * 1000)
      : durationWords(value * 1000);
  if (last === 'cents') return printNumber(value / 100);
  return printNumber(value);
}

/** True values that change how a message is read; all others say what nobody asked. */
const TELLING =
  /^(?:draft|prerelease|pre release|urgent|escalated|test|sandbox|overdue|breaking|forced|blocked|refunded|spam|gift|deleted|is deleted|is test|test mode|is draft|is urgent|recurring)$/;

/**
 * A scalar in words, on one line; undefined when it says nothing to a person: ids, hashes, paths, addresses, zero, false.
 * @param name of its field: `duration_ms` and `size_bytes` tell a unit
 */
export function valueWords(name: string, value: unknown): string | undefined {
  if (typeof value === 'number') return numberWords(name, value);
  if (typeof value === 'boolean') return value && TELLING.test(spacedLow(name)) ? 'yes' : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, MAX_VALUE * 8).trim();
  if (text === '' || isNever(text) || /^(?:null|none|n\/a|undefined|false|-|0|\[\]|\{\})$/i.test(text))
    return undefined;
  if (/^https?:\/\//i.test(text) || isMachineText(text)) return undefined;
  const millis = isoMillis(text);
  if (millis !== undefined) return timeWords(millis, /\d[T ]\d/.test(text));
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    if (
      text.length >= (/phone|tel|mobile|number|from|to$|caller|called|msisdn|contact/i.test(name) ? 17 : 10) &&
      /^\d+$/.test(text) &&
      numberWords(name, Number(text)) === text
    )
      return undefined;
    const known = numberWords(name, Number(text));
    return known !== undefined && known !== printNumber(Number(text)) ? known : text;
  }
  if (/^[{[][\s\S]*[}\]]?$/.test(text) && /["':]/.test(text.slice(0, 40))) return undefined;
  // Constants of programs, `NOT_READY` and `not_ready`, as words.
  const isConstant =
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(text) &&
    /status|state|reason|type|result|priority|mode|level|eligib|consent|decision|verdict|category|cause|channel|store|environment|brand|conclusion|outcome|change|method|kind|phase|stage/i.test(
      name,
    );
  if (isConstant) return text.toLowerCase().replaceAll('_', ' ');
  const line = oneLine(plainWords(withoutSecretValues(text)));
  if (line === '') return undefined;
  return line.length > MAX_VALUE ? `${firstGraphemes(line.slice(0, MAX_VALUE * 4), MAX_VALUE).trimEnd()}…` : line;
}

const spacedLow = (name: string) => wordsOf(name).join(' ');

/** A name or a title on one line, cut to a length in characters. */
export function titleWords(text: string, most: number): string {
  const line = oneLine(plainWords(withoutSecretValues(visible(text.slice(0, most * 12)))));
  return line.length > most ? `${firstGraphemes(line.slice(0, most * 4), most).trimEnd()}…` : line;
}
