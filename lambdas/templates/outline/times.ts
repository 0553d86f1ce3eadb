const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(?:Z|UTC|GMT|([+-])(\d\d):?(\d\d)?(?: [A-Z]{3,4})?)?)?$/i;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Converts an ISO 8601 time or date, as UTC unless it has a zone, to milliseconds; undefined for other texts. */
export function isoMillis(text: string): number | undefined {
  const match = ISO.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = 0, sign, hours = 0, minutes = 0] = match;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (Number(month) < 1 || Number(month) > 12 || new Date(date).getUTCDate() !== Number(day)) return undefined;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const seconds = (Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second);
  return date + seconds * 1000 + Math.floor(Number(`0.${fraction}`) * 1000);
}

/** Formats a time as `12 Sep 2026, 14:05 UTC`, or only its date. */
export function timeWords(millis: number, withTime: boolean): string {
  const date = new Date(millis);
  if (Number.isNaN(date.getTime())) return '';
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  if (!withTime) return day;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day}, ${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC`;
}
