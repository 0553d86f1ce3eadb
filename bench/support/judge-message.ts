import { holdsSecretValue } from '../../lambdas/contract/secret-values.ts';

/** A kind of noise that a message must not contain. */
export type Complaint = 'secret' | 'id' | 'raw key' | 'raw time' | 'count of fields' | 'more than 12 lines';

const MAX_LINES = 12;
const ADDRESS = /\b[a-z][\w+.-]*:\/\/\S+/gi;
/** Matches UUIDs, long hashes, ids with a prefix, and resource names of clouds. */
const ID =
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b|\b(?=[\da-f]*\d)[\da-f]{16,}\b|\b(?:evt|cus|sub|pi|ch|in|price|prod|acct|req|card|cs|tok|wamid)_[\w]{8,}|\barn:aws:/i;
/**
 * Matches raw field names as labels, such as `updated_at: …` or `alertName: …`. The name of a thing, such as a metric,
 * follows other words.
 */
const RAW_KEY = /^\s*(?:- )?(?:[a-z]+(?:_[a-z\d]+)+|[a-z]+(?:[A-Z][a-z\d]+)+):/m;
const RAW_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d|(?<![\d.+#/-])1[4-9]\d{8}(?:\d{3})?(?![\d.])/;
const COUNTED = /\b\d+ (?:fields|values|items)\b|\(no content\)/;

/** Finds noise in a message. URLs are exempt. */
export function complaintsOf(message: string): Complaint[] {
  const words = message.replaceAll(ADDRESS, '');
  const found: [Complaint, boolean][] = [
    ['secret', holdsSecretValue(message)],
    ['id', ID.test(words)],
    ['raw key', RAW_KEY.test(words)],
    ['raw time', RAW_TIME.test(words)],
    ['count of fields', COUNTED.test(words)],
    ['more than 12 lines', message.split('\n').length > MAX_LINES],
  ];
  return found.filter(([, wrong]) => wrong).map(([what]) => what);
}

const MACHINE_KEY = /avatar|logo|icon|image|picture|thumb|schema|callback|hook|unsubscribe|signing|cert|silence|doc/i;

/**
 * True if a URL leads to a page for people: not an API, picture, template or schema, and not only a service's front page. A
 * link with which the reader could pay is rightly left out of messages.
 */
export function isForPeople(address: string): boolean {
  if (!/^https?:\/\/[^\s{}]+$/.test(address)) return false;
  const { hostname, pathname } = new URL(address);
  if (/^(api|cdn|hooks|sns|avatars|secure\.gravatar|www\.gravatar)\.|\.gravatar\./.test(hostname)) return false;
  if (pathname === '/' || /\/(checkout|pay|pay-invoice|charges)\//.test(pathname)) return false;
  return !/\/(api|_apis|rest|v\d)\/|\/(repos|users|orgs)\/[^/]+\/[^/]+\/|\.(json|png|jpe?g|gif|svg|git|xml)$/.test(
    pathname,
  );
}

/** True if a payload contains a URL for people. */
export function hasLinkForPeople(value: unknown, key = ''): boolean {
  if (typeof value === 'string') {
    try {
      return isForPeople(value) && !MACHINE_KEY.test(key);
    } catch {
      return false;
    }
  }
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => hasLinkForPeople(inner, Array.isArray(value) ? key : name));
}

/** True if a message contains a link. */
export const keepsLink = (message: string): boolean => /\bhttps?:\/\/\S+/.test(message);
