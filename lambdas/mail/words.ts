const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '23 December 2026 (UTC)': the reader's zone is not known here. @param date RFC 3339 */
export const dayInWords = (date: string): string => `${day.format(new Date(date))} (UTC)`;
