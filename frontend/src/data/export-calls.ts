import { MAX_EXPORTED } from '#contract/bounds';
import { ApiError } from '../lib/errors.ts';
import { api } from '../lib/services.ts';
import type { FoundInvocation, InvocationFilter } from './invocation-search.ts';

const PAGE = 50;

/** Delay after the server asks a search to slow down. */
const SLOWER_MS = 10_000;

export interface Collected {
  /** The collected calls, newest first. */
  calls: FoundInvocation[];
  /** All calls accepted after this time have been searched; undefined if none are older. */
  searchedUntil: string | undefined;
  /** True if there are more calls than a file can contain. */
  hasMore: boolean;
  /** The cursor of the next page; undefined if there is none. */
  cursor: string | undefined;
}

/**
 * Collects a webhook’s calls page by page, like the list's search, so no response is larger than one page. It slows
 * down if the server asks it to.
 * @param begun the state to continue from after a page failed
 * @param tell called with the current state after each page
 * @param wait resolves after this many milliseconds
 * @throws ApiError if a page cannot be read
 */
export const collectCalls = async (
  webhookId: number,
  filter: InvocationFilter,
  {
    begun,
    signal,
    tell,
    wait,
  }: {
    begun?: Collected | undefined;
    signal: AbortSignal;
    tell(so: Collected): void;
    wait(milliseconds: number): Promise<void>;
  },
): Promise<Collected> => {
  const calls = [...(begun?.calls ?? [])];
  let cursor = begun?.cursor;
  for (;;) {
    const part = await page(
      webhookId,
      { ...filter, limit: PAGE, ...(cursor !== undefined && { cursor }) },
      signal,
      wait,
    );
    calls.push(...part.invocations.slice(0, MAX_EXPORTED - calls.length));
    cursor = part.next;
    const isFull = calls.length === MAX_EXPORTED;
    const so = { calls, searchedUntil: part.searchedUntil, hasMore: isFull && cursor !== undefined, cursor };
    tell(so);
    if (cursor === undefined || isFull) return so;
    signal.throwIfAborted();
  }
};

const page = async (
  id: number,
  query: InvocationFilter & { limit: number; cursor?: string },
  signal: AbortSignal,
  wait: (milliseconds: number) => Promise<void>,
) => {
  for (;;) {
    try {
      return await api.call('searchInvocations', { params: { id }, query, signal });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 429) || signal.aborted) throw error;
      await wait(SLOWER_MS);
      signal.throwIfAborted();
    }
  }
};
