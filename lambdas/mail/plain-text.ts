import type { MailLink } from './layout-html.ts';

/**
 * Formats a date such as '23 December 2026 (UTC)'. It is in UTC, because the reader's time zone is unknown. The
 * formatter is created here, because it would slow down every start, and emails are rare. @param date RFC 3339
 */
export const dayInWords = (date: string): string => {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return `${day.format(new Date(date))} (UTC)`;
};

/** Shortens a text to `max` characters on one line. Control characters could otherwise start another header. */
export const oneLine = (text: string, max: number): string => {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const signs = Array.from(line);
  return signs.length > max ? `${signs.slice(0, max - 1).join('')}…` : line;
};

/** Longest name within a sentence. */
const NAME_LENGTH = 60;

/**
 * Inserts spaces into text that another person chose, so email programs do not turn parts of it into links (`https
 * ://evil .example`). Otherwise our email would deliver that person's links to strangers.
 */
export const unlinked = (text: string): string =>
  text.replace(/(?<=\S)(?=:\/\/|\.\p{L}|@\S)/gu, ' ').replace(/\bmailto:/gi, 'mailto ');

/** Quotes a name that another person chose, for use in our sentences. */
export const quoted = (name: string): string => `“${unlinked(oneLine(name, NAME_LENGTH))}”`;

/** Returns the link that stops all optional notices. */
export const stopNotices = (url: string): MailLink => ({ label: 'Stop these alerts', url });

/** Maximum number of listed things. The email only counts the rest. */
const MAX_LISTED = 20;

/** Cuts a list of lines. */
export const listed = (lines: string[]): string[] =>
  lines.length > MAX_LISTED ? [...lines.slice(0, MAX_LISTED), `And ${lines.length - MAX_LISTED} more.`] : lines;

/** Formats a time such as `2026-11-26 03:12 UTC`. */
export const moment = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
