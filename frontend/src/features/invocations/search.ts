import { standings } from '#contract/standing';

/** The filters by result. The names come from the specification; `held` is for calls that are held back. */
export const endFilters = ['success', 'partial', 'error', 'pending', 'held', 'skipped'] as const;
const statusFilters = [...standings, ...endFilters] as const;
export const proofFilters = ['yes', 'no', 'not-checked'] as const;
export const urlFilters = ['old', 'current'] as const;
type ProofFilter = (typeof proofFilters)[number];
type StatusFilter = (typeof statusFilters)[number];
export const tabs = ['dispatches', 'body', 'headers', 'changes'] as const;
export type Tab = (typeof tabs)[number];

/** Time spans that end now, in milliseconds. */
export const lastSpans = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;
export type LastSpan = keyof typeof lastSpans;

/** The list's part of the URL: page, filter, open invocation, tab. Missing values mean the defaults. */
export interface InvocationSearch {
  page?: number | undefined;
  status?: StatusFilter | undefined;
  /** A target’s id. */
  target?: number | undefined;
  /** The verification status of calls. */
  verified?: ProofFilter | undefined;
  /** The URL that calls used: the current one or a previous one. */
  url?: (typeof urlFilters)[number] | undefined;
  /** Text to find in the body, the headers or the query. */
  q?: string | undefined;
  /** A time span that ends now. If it is unset, `since` and `until` apply, in UTC. */
  last?: LastSpan | undefined;
  since?: string | undefined;
  until?: string | undefined;
  inv?: string | undefined;
  tab?: Exclude<Tab, 'dispatches'> | undefined;
  /** True if the test call dialog is open. */
  test?: true | undefined;
  /** A new webhook's service, whose steps are shown until its first call. */
  sender?: string | undefined;
  /** True if the bulk resend dialog is open. */
  again?: true | undefined;
  /** The id of a bulk resend, whose progress is shown. */
  job?: string | undefined;
  /** True if the export dialog is open. */
  export?: true | undefined;
  /** True if the verification dialog, or the dialog of rejected calls, is open. */
  verification?: true | undefined;
  refused?: true | undefined;
  /** True if the routing dialog is open. */
  rules?: true | undefined;
}

const dialogs = ['inv', 'test', 'again', 'export', 'verification', 'refused', 'rules'] as const;

/** True if the URL opens a dialog of the page, such as a call. */
export const opensDialog = (search: InvocationSearch): boolean => dialogs.some((name) => search[name] !== undefined);

const asDate = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

/** Reads the URL's search parameters, ignoring unknown ones. */
export function readInvocationSearch(search: Record<string, unknown>): InvocationSearch {
  const page = Number(search.page);
  const target = Number(search.target);
  const q = typeof search.q === 'number' ? String(search.q) : search.q;
  const status = statusFilters.find((known) => known === search.status);
  const verified = proofFilters.find((known) => known === search.verified);
  const url = urlFilters.find((known) => known === search.url);
  const tab = tabs.find((known) => known === search.tab);
  const last = (Object.keys(lastSpans) as LastSpan[]).find((known) => known === search.last);
  const [since, until] = last ? [] : [asDate(search.since), asDate(search.until)];
  return {
    ...(Number.isInteger(page) && page > 1 && page <= 400 ? { page } : {}),
    ...(status ? { status } : {}),
    ...(Number.isSafeInteger(target) && target > 0 ? { target } : {}),
    ...(verified ? { verified } : {}),
    ...(url ? { url } : {}),
    ...(typeof q === 'string' && q.trim() !== '' ? { q: q.slice(0, 200) } : {}),
    ...(last ? { last } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
    // An unknown id is treated like that of an expired call.
    ...(typeof search.inv === 'string' && /^[\w-]{1,64}$/.test(search.inv) ? { inv: search.inv } : {}),
    ...(tab && tab !== 'dispatches' ? { tab } : {}),
    ...(search.test === true ? { test: true as const } : {}),
    ...(typeof search.sender === 'string' && search.sender !== '' && search.sender.length <= 40
      ? { sender: search.sender }
      : {}),
    ...(search.verification === true ? { verification: true as const } : {}),
    ...(search.refused === true ? { refused: true as const } : {}),
    ...(search.rules === true ? { rules: true as const } : {}),
    ...(search.again === true ? { again: true as const } : {}),
    ...(search.export === true ? { export: true as const } : {}),
    ...(typeof search.job === 'string' && /^[\w.:-]{1,128}$/.test(search.job) ? { job: search.job } : {}),
  };
}

const filterKeys = [
  'status',
  'target',
  'verified',
  'url',
  'q',
  'last',
  'since',
  'until',
] as const satisfies (keyof InvocationSearch)[];

/** True if the URL has filters. */
export const isFiltered = (search: InvocationSearch): boolean => filterKeys.some((key) => search[key] !== undefined);

/** The URL's filters, without its other parts. */
export const filtersOf = (search: InvocationSearch): InvocationSearch =>
  Object.fromEntries(filterKeys.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])));

/** The URL without filters and page, because a new choice starts at the first page. */
export function withoutFilters(search: InvocationSearch): InvocationSearch {
  const rest = { ...search };
  for (const key of [...filterKeys, 'page'] as const) delete rest[key];
  return rest;
}

/**
 * Converts the URL's filters to an API query.
 * @param now the end of a relative time span, in milliseconds
 */
export const filterOf = ({ status, target, verified, url, q, last, since, until }: InvocationSearch, now: number) => ({
  ...(status && { status }),
  ...(target !== undefined && { target_id: target }),
  ...(verified && { verified }),
  ...(url && { by_old_url: url === 'old' ? ('yes' as const) : ('no' as const) }),
  ...(q !== undefined && { text: q.trim() }),
  ...(last ? { from: new Date(now - lastSpans[last]).toISOString() } : since && { from: since }),
  ...(until && { to: until }),
});
