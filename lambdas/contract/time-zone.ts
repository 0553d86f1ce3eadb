import * as z from 'zod';

/** The name of an IANA time zone. The error text is the same as for the template error E3004. */
export const timeZone = z.string().max(60).refine(isTimeZone, 'Unknown time zone. Use a name such as Europe/Berlin.');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
