/*
 * The rule for email addresses in forms, the API, targets and all input of the email service. It needs no schema, so
 * the front end can use it without the schema library.
 */

/** Maximum number of octets before the `@`, and of the whole address (RFC 5321, 4.5.3.1). */
const MAX_LOCAL = 64;
export const MAX_EMAIL = 254;

/** Characters of an address part. Some are escaped only because browsers compile the pattern with the flag v. */
const ATEXT = "[A-Za-z0-9!#$%&'*+\\/=?^_`\\{\\|\\}~\\-]+";
const LOCAL_PART = `${ATEXT}(?:\\.${ATEXT})*`;
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?';
const TOP_LABEL = '[A-Za-z](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])';

/**
 * Matches an email address: RFC 5321's Mailbox with a Dot-string and a domain of at least two labels. Quoted parts and
 * address literals are rejected. Only ASCII is accepted, because SES accepts nothing else; Unicode domains must be in
 * Punycode.
 */
export const EMAIL_ADDRESS = new RegExp(`^(?=[^@]{1,${MAX_LOCAL}}@)${LOCAL_PART}@(?:${LABEL}\\.)+${TOP_LABEL}$`);

/** Explains why an address is invalid, as a sentence for the user. Returns undefined if it is valid. */
export const emailProblem = (address: string): string | undefined => {
  if (address.length > MAX_EMAIL) return `An email address can have up to ${MAX_EMAIL} characters`;
  if (EMAIL_ADDRESS.test(address)) return undefined;
  const [, local, domain] = /^([^\s@]+)@([^\s@]+)$/.exec(address) ?? [];
  if (local === undefined || domain === undefined) return 'Enter an email address';
  if (!/^[\x21-\x7e]+$/.test(address))
    return 'Use letters without accents. Write an international domain in its xn-- form';
  if (local.length > MAX_LOCAL) return `The part before the @ can have up to ${MAX_LOCAL} characters`;
  if (address.includes('..')) return 'An email address can’t have two dots in a row';
  if (local.startsWith('.') || local.endsWith('.')) return 'The part before the @ can’t begin or end with a dot';
  if (domain.startsWith('.') || domain.endsWith('.')) return 'The part after the @ can’t begin or end with a dot';
  if (/(?:^|\.)-|-(?:\.|$)/.test(domain)) return 'No part of the domain can begin or end with a hyphen';
  return 'Enter an email address';
};
