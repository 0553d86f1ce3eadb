import { useQuery } from '@tanstack/react-query';
import { changes, type EntrySummary, type Provider } from '../../lib/local/fakes/wire.ts';
import { queryClient } from '../src/lib/services.ts';
import { call } from './api.ts';

/** The page's data: the providers and their events, oldest first. */
export interface Feed {
  epoch: string;
  providers: Provider[];
  entries: EntrySummary[];
}

const KEY = ['feed'];

/** Fetches new entries and appends them to the known ones. If the epoch has changed, the known ones are discarded. */
const load = async (): Promise<Feed> => {
  const known = queryClient.getQueryData<Feed>(KEY);
  const after = known?.entries.at(-1)?.id ?? 0;
  const { epoch, providers, entries } = await call(`changes?after=${after}&epoch=${known?.epoch ?? ''}`, changes);
  const kept = known?.epoch === epoch ? known.entries : [];
  return { epoch, providers, entries: entries.length === 0 ? kept : [...kept, ...entries] };
};

/**
 * Fetches the feed once a second while the page is visible.
 * @returns the feed, and whether the server responds
 */
export const useFeed = (): { feed: Feed | undefined; connected: boolean } => {
  const { data, isError } = useQuery({
    queryKey: KEY,
    queryFn: load,
    refetchInterval: 1000,
    staleTime: 0,
    retry: false,
    meta: { silent: true },
  });
  return { feed: data, connected: !isError };
};

/** Fetches the feed immediately instead of at the next interval. */
export const refreshFeed = (): Promise<void> => queryClient.refetchQueries({ queryKey: KEY });

export const entriesOf = (feed: Feed, slug: string): EntrySummary[] =>
  feed.entries.filter(({ provider }) => provider === slug);

export const wasAccepted = ({ status, isRefusal }: EntrySummary): boolean =>
  status >= 200 && status < 300 && !isRefusal;

/** The conversation with the latest event, otherwise the first one. */
export const liveliestThread = (feed: Feed, { slug, threads }: Provider): string | undefined => {
  const last = entriesOf(feed, slug).findLast(
    ({ bubble, thread }) => bubble && threads.some(({ id }) => id === thread),
  );
  return last?.thread ?? threads[0]?.id;
};
