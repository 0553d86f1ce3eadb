import { withoutSecretValues } from '#contract/secret-values';
import { wordsOf } from '#contract/secret-words';
import { firstGraphemes } from '../graphemes.ts';
import { printNumber } from '../print.ts';
import { oneLine, visible } from './characters.ts';
import { plainWords } from './markup.ts';
import { isoMillis, timeWords } from './times.ts';

const MAX_VALUE = 160;

const UUID = /^\{?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\}?$/i;
/** Ids that consist of a short prefix and random characters: `cus_9s6XKzkNRiz8i3`. */
const PREFIXED_ID = /^[a-z]{1,12}[_-](?=\w*\d)(?=\w*[A-Za-z]\w*)[A-Za-z0-9]{10,}$/;
const SENSELESS = /^(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[A-Za-z0-9_+/=*-]{20,}$/;
const HEX = /^(?:sha\d+:|0x)?[0-9a-f]{12,}$/i;
const PATH =
  /^(?:\/|[A-Za-z]:\\|\.{1,2}\/|~\/|\\\\|(?:s3|gs|file|arn|urn|tag|did|ssh|git|docker|redis|wss?):|projects\/|refs\/)/;

/** Objects whose `size` is in bytes. The size of an audience, for example, is a count. */
const OF_BYTES =
  /^(?:file|content|body|attachment|upload|image|video|audio|media|document|backup|archive|download|payload|disk|bundle|artifact|artefact|package|blob|asset|memory|raw)$/;

/** True if a text is for machines: an id, a hash, a path, a resource name. */
export function isMachineText(text: string): boolean {
  if (UUID.test(text) || PREFIXED_ID.test(text)) return true;
  // `web-frontend-7d9f8c6b5` begins with words.
  if (SENSELESS.test(text) && !/^[a-z]*[aeiou][a-z]+(?:[-_][a-z]*[aeiou][a-z]+)+[-_]/.test(text)) return true;
  if (/^[0-9a-f]{32,}$/i.test(text) || /^[A-Za-z0-9+/]{2,}={1,2}$/.test(text)) return true;
  if (HEX.test(text) && /\d/.test(text) && /[a-f]/i.test(text.replace(/^(?:sha\d+:|0x)/, ''))) return true;
  // The text contains a long counter or a timestamp.
  if (/^(?=\S*[a-z])\S*\d{10,}\S*$/i.test(text) && !text.includes('@')) return true;
  // This matches masked ids: `5c6d830a0182d6000e******`.
  if (/^[0-9a-f]{8,}\*+$/i.test(text)) return true;
  if (/^BEGIN:V[A-Z]+|^0x[0-9a-f]+$/i.test(text)) return true;
  // This matches positions: `89,89,5,5`.
  if (/^\d{1,5}(?:,\d{1,5}){2,}$/.test(text) && !/^\d{1,3}(?:,\d{3})+$/.test(text)) return true;
  // This matches composite names: `zen:ticket:5158`.
  if (/^[A-Za-z][\w.-]*(?::[\w./-]+){2,}$/.test(text)) return true;
  // This matches resource names of an API: `enterprises/acme/devices/12`.
  if (/^(?:[a-z]+s\/[\w.-]+\/?){2,}$/.test(text)) return true;
  return PATH.test(text) && !/\s/.test(text.trim());
}

const ZONED = /(?:Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?(?: [A-Z]{3,4})?)$/i;

/** True for a zero time, such as Go's and .NET's, which means "not yet" or "never". */
const isNever = (text: string) =>
  /^(?:0001-01-01|0000-00-00|19(?:69-12-31|70-01-01))(?:[T ]|$)|^\d\d?\/\d\d?\/(?:1[0-7]|00)\d\d\b/.test(text);

const sizeUnits = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Formats a number of bytes as text: `1536` → `1.5 KB`. */
function sizeWords(bytes: number): string {
  let [value, unit] = [Math.abs(bytes), 0];
  while (value >= 1000 && unit < sizeUnits.length - 1) [value, unit] = [value / 1000, unit + 1];
  const shown = value >= 100 || unit === 0 ? Math.round(value) : Number(value.toFixed(1));
  return `${bytes < 0 ? '-' : ''}${shown} ${unit === 0 && shown === 1 ? 'byte' : sizeUnits[unit]}`;
}

/** Formats a number of milliseconds as text: `125000` → `2 min 5 s`. */
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

/** The milliseconds in each unit of time. */
const MILLIS = new Map(
  Object.entries({
    'ns nanos': 1e-6,
    'ms millis msec millisecond milliseconds': 1,
    's sec secs second seconds': 1000,
    'min mins minute minutes': 60_000,
  }).flatMap(([names, millis]) => names.split(' ').map((name) => [name, millis])),
);
const DURATION = /^(?:duration|elapsed|latency|uptime|downtime|runtime|took|lasted|wait|waited|timeout|ttl|age)$/;
const TIME =
  /^(?:at|on|time|date|timestamp|ts|until|since|due|start|starts|started|end|ends|ended|begin|begins|expires|expiry|expiration|deadline|scheduled|finished|completed|stopped|datetime|when|created|updated|modified|after|before|till|arrival|departure|eta|epoch)$/;

/** Converts seconds or milliseconds since 1970 to milliseconds; undefined for times outside 2001 to 2100. */
export function epochMillis(value: number): number | undefined {
  if (value >= 1e9 && value < 4.1e9) return value * 1000;
  return value >= 1e12 && value < 4.1e12 ? value : undefined;
}

/** Removes the unit from a field's name, because the value shows it: `duration_ms` → `duration`. */
export const labelWithoutUnit = (name: string): string =>
  name.replace(
    /(?<!^bill)[_-]?(?:in[_-]|In)?(?:[mM]illis(?:econds?)?|[mM]sec|Seconds|Secs|[mM]inutes|Hours|[bB]ytes|seconds?|secs?|hours?|percent(?:age)?|[cC]ents|paise|kobo|pence|(?:sub|minor_?)units?|Subunits?|MinorUnits?|[mM]inor|[uU]sd|[eE]ur|[dD]ollars|euros|_str|_ms|Ms|_s|_at|At)$/,
    '',
  ) || name;

/** Numbers for which zero is news, such as scores and quantities. */
const ZERO_TELLS = /\b(?:score|recommend\w*|nps|satisfaction|quantity)\b|\S \S+ .*\brat(?:e|ing)\b/;

/** Matches a duration in ISO 8601: `PT11H48M`. */
const ISO_DURATION = /^P(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d+)?)S)?)?(?<=[DHMS])$/;

function numberWords(name: string, value: number): string | undefined {
  if (value === 0 && ZERO_TELLS.test(spacedLow(name))) return '0';
  if (value === 0 || value === -1 || !Number.isFinite(value)) return undefined;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  // Coordinates keep six decimals, because rounding them further would move the position.
  if (/^(?:lat|latitude|lng|lon|longitude)$/.test(last)) return String(Number(value.toFixed(6)));
  if (/^(?:percent|percentage|pct)$/.test(last))
    return Number.isInteger(value) || Math.abs(value) > 1 ? `${plainNumber(value)} %` : plainNumber(value);
  if (
    last === 'bytes' ||
    /^(?:filesize|content length)$/.test(`${before} ${last}`.trim()) ||
    (last === 'size' && OF_BYTES.test(before))
  )
    return sizeWords(value);
  if (/^(?:ms|millis|s|sec|seconds)$/.test(last) && epochMillis(value) !== undefined)
    return timeWords(epochMillis(value) as number, true);
  // Hours of work are not converted to days.
  if (/^hours?$/.test(last)) return `${plainNumber(value)} h`;
  // `load_average_15_min` is an average over this period, not a duration.
  const unit = /^\d+$/.test(before) ? undefined : MILLIS.get(last);
  if (unit !== undefined && (last.length > 1 || words.length > 1) && epochMillis(value) === undefined)
    return durationWords(value * unit);
  if (TIME.test(last) || last.endsWith('time')) {
    const millis = epochMillis(value);
    if (millis !== undefined) return timeWords(millis, true);
  }
  // Uptime is often a percentage: `uptime: 99.954`.
  if (last === 'uptime' && value <= 100) return plainNumber(value);
  // Without a unit, a duration can be in seconds, minutes or milliseconds, so a large number would mislead.
  if (DURATION.test(last) && Math.abs(value) > 480) return undefined;
  // A small number with a fraction is almost certainly in seconds.
  if (DURATION.test(last))
    return value >= 1 && !Number.isInteger(value) ? durationWords(value * 1000) : plainNumber(value);
  // The currency is in another field, and not every currency has hundredths.
  if (last === 'cents') return `${plainNumber(value)} ${value === 1 ? 'cent' : 'cents'}`;
  // A number this long is an ID, not a count.
  if (Number.isInteger(value) && Math.abs(value) >= 1e12) return undefined;
  return plainNumber(value);
}

/** Prints a number; long measurements are rounded to six significant digits. */
const plainNumber = (value: number): string =>
  printNumber(Number.isInteger(value) || String(value).length <= 9 ? value : Number(value.toPrecision(6)));

/** True values that change a message’s meaning; all other true values are noise. */
const TELLING =
  /^(?:draft|prerelease|pre release|urgent|escalated|test|sandbox|overdue|breaking|forced|blocked|refunded|spam|gift|deleted|is deleted|is test|test mode|is draft|is urgent|recurring)$/;

/**
 * Converts a scalar to one line of readable text. Returns undefined for values that mean nothing to people: ids,
 * hashes, paths, addresses, zero, false.
 * @param name the field's name, which can contain the unit: `duration_ms`, `size_bytes`
 */
export function valueWords(name: string, value: unknown): string | undefined {
  if (typeof value === 'number') return numberWords(name, value);
  if (typeof value === 'boolean') return value && TELLING.test(spacedLow(name)) ? 'yes' : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, MAX_VALUE * 8).trim();
  if (/^true$/i.test(text)) return valueWords(name, true);
  const lasted = ISO_DURATION.exec(text);
  if (lasted) {
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = lasted.slice(1).map((part) => Number(part ?? 0));
    const millis = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    return millis === 0 ? undefined : durationWords(millis);
  }
  const clock = DURATION.test(wordsOf(name).at(-1) ?? '') ? /^(\d{1,3}):(\d\d):(\d\d)(?:\.\d+)?$/.exec(text) : null;
  if (clock) return durationWords((Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) * 1000);
  if (
    !/[\p{L}\p{N}\p{So}\p{Sc}]/u.test(text) ||
    isNever(text) ||
    /^(?:null|none|n\/a|undefined|false|-|0(?:\.0+)?|\[\]|\{\}|string)$/i.test(text)
  )
    return undefined;
  // This is a placeholder that the sender's template left unfilled.
  if (/^\$\{?[A-Z_]{3,}\}?$|^\{\{[^{}]*\}\}$/.test(text)) return undefined;
  // Addresses of crypto wallets are usually shortened like this.
  if (/^0x[0-9a-f]{40}$/i.test(text)) return `${text.slice(0, 6)}…${text.slice(-4)}`;
  if (/^https?:\/\//i.test(text) || (isMachineText(text) && !isAsked(name, text))) return undefined;
  // These are addresses of the sender's own machine.
  if (/^(?:127\.0\.0\.1|0\.0\.0\.0|localhost|::1)(?::\d+)?$/i.test(text)) return undefined;
  // XML is for programs; HTML is converted to plain text below.
  if (/^<(?:\?xml\b|[\w:.-]+\s[^<>]*xmlns|[\w:.-]+\s?\/>$)/i.test(text)) return undefined;
  const millis = isoMillis(text);
  // Only dates such as birthdays are this old.
  if (millis !== undefined && millis < 6e11 && !/birth|born|dob|found|establish|since|anniversary/i.test(name))
    return undefined;
  // A time without a zone is the sender's local time, so it is not labelled UTC.
  if (millis !== undefined)
    return timeWords(millis, /\d[T ]\d/.test(text)).replace(/ UTC$/, ZONED.test(text) ? ' UTC' : '');
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    if (
      text.length >=
        (/phone|tel|mobile|number|from|to$|caller|called|msisdn|contact|recipient|sender|destination/i.test(name)
          ? 17
          : 10) &&
      /^\d+$/.test(text) &&
      numberWords(name, Number(text)) === text
    )
      return undefined;
    const known = numberWords(name, Number(text));
    if (known === undefined && DURATION.test(wordsOf(name).at(-1) ?? '')) return undefined;
    return known !== undefined && known !== printNumber(Number(text)) ? known : text;
  }
  if (/^[{[][\s\S]*[}\]]?$/.test(text) && /["':]/.test(text.slice(0, 40))) return undefined;
  // Programs' constants become words: `NOT_READY` → `not ready`.
  const isConstant =
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(text) &&
    /status|state|reason|type|result|priority|mode|level|eligib|consent|decision|verdict|category|cause|channel|store|environment|brand|conclusion|outcome|change|method|kind|phase|stage|criticality|severity|role|network|operation/i.test(
      name,
    );
  if (isConstant) return withoutField(name, text).toLowerCase().replaceAll('_', ' ');
  const line = oneLine(plainWords(withoutSecretValues(text)));
  if (line === '') return undefined;
  return line.length > MAX_VALUE ? `${firstGraphemes(line.slice(0, MAX_VALUE * 4), MAX_VALUE).trimEnd()}…` : line;
}

/** Removes the field's name from a constant: `criticality: ALERT_CRITICALITY_LEVEL_HIGH` → `HIGH`. */
export function withoutField(name: string, constant: string): string {
  const last = `${wordsOf(name).at(-1)?.toUpperCase()}_`;
  const at = /^[A-Z\d_]+$/.test(constant) ? constant.indexOf(last) : -1;
  return at === -1 ? constant : constant.slice(at + last.length).replace(/^LEVEL_/, '');
}

/** True for a code that people look up, such as a tracking number. */
const isAsked = (name: string, text: string): boolean =>
  /tracking_?(?:number|code|no)$|^awb|waybill|confirmation_?(?:number|code)$/i.test(name) &&
  /^[A-Z\d-]{6,40}$/i.test(text);

const spacedLow = (name: string) => wordsOf(name).join(' ');

/** Returns a name or title on one line, cut to `most` characters. */
export function titleWords(text: string, most: number): string {
  const line = oneLine(plainWords(withoutSecretValues(visible(text.slice(0, most * 12)))));
  return line.length > most ? `${firstGraphemes(line.slice(0, most * 4), most).trimEnd()}…` : line;
}
