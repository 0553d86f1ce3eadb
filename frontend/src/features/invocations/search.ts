export const statusFilters = ['success', 'partial', 'error'] as const;
export type StatusFilter = (typeof statusFilters)[number];
export const tabs = ['dispatches', 'body', 'headers', 'changes'] as const;
export type Tab = (typeof tabs)[number];

/** What the address says about the list: page, filter, open invocation, tab. Absent values are the usual ones. */
export interface InvocationSearch {
  page?: number;
  status?: StatusFilter;
  inv?: string;
  tab?: Exclude<Tab, 'dispatches'>;
}

/** Reads the search part of the address; what it does not know, it leaves out. */
export function readInvocationSearch(search: Record<string, unknown>): InvocationSearch {
  const page = Number(search.page);
  const status = statusFilters.find((known) => known === search.status);
  const tab = tabs.find((known) => known === search.tab);
  return {
    ...(Number.isInteger(page) && page > 1 && page <= 400 ? { page } : {}),
    ...(status ? { status } : {}),
    ...(typeof search.inv === 'string' && /^[0-9a-z]{20,40}$/.test(search.inv) ? { inv: search.inv } : {}),
    ...(tab && tab !== 'dispatches' ? { tab } : {}),
  };
}
