import { formatDuration } from './format.ts';

/** True if a date from the API means "never". */
export const isNever = (date: string): boolean => date === '' || date.startsWith('0001-01-01');

const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const dateTimeWithYear = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' });

/** Formats a time as '20 Nov, 07:55:45' in the reader's time zone, or with the year if it is in another one. */
export function formatDateTime(date: string, now: number = Date.now()): string {
  if (isNever(date)) return 'Never';
  const value = new Date(date);
  return value.getFullYear() === new Date(now).getFullYear() ? dateTime.format(value) : dateTimeWithYear.format(value);
}

/** Formats a date as '20 Nov 2026' in the reader's time zone. */
export const formatDay = (date: string): string => (isNever(date) ? 'Never' : day.format(new Date(date)));

/** Formats a time as '2026-11-20 07:55:45.123 UTC', for tooltips. */
export const formatUtc = (date: string): string =>
  isNever(date) ? 'Never' : new Date(date).toISOString().replace('T', ' ').replace('Z', ' UTC');

/** Formats a time relative to now: '39 min ago', 'in 5 min', 'just now'; 'never' for the zero date. */
export function formatRelative(date: string, now: number): string {
  if (isNever(date)) return 'never';
  const seconds = Math.round((new Date(date).getTime() - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 5) return 'just now';
  const text = size < 86_400 ? formatDuration(size * 1000) : `${Math.floor(size / 86_400)} d`;
  return seconds > 0 ? `in ${text}` : `${text} ago`;
}

/** The relative time of a past event. If the browser's clock is slow, it is 'just now', never in the future. */
export const formatAgo = (date: string, now: number): string =>
  formatRelative(date, isNever(date) ? now : Math.max(now, Date.parse(date)));
