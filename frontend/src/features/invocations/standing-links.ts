import { type Standing, standings } from '#contract/standing';
import type { Answer } from '../../lib/wire.ts';
import { filtersOf, type InvocationSearch } from './search.ts';

type Counted = Pick<Answer<'getWebhookStats'>, 'calls' | 'standing' | 'complete'>;

interface StandingLink {
  /** undefined = however they stand. */
  status: Standing | undefined;
  /** How many calls the link leads to, where that is known. */
  count: number | undefined;
  /** What it asks for. */
  search: InvocationSearch;
}

/**
 * The choices of how a call stands. The numbers are those of the last day: a choice that shows one leads to just these
 * calls, and where something else is asked for beside it none is shown.
 */
export function standingLinks(search: InvocationSearch, stats: Counted | undefined): StandingLink[] {
  const { status: _status, last, ...others } = filtersOf(search);
  const counted = stats?.complete && (last ?? '24h') === '24h' && Object.keys(others).length === 0 ? stats : undefined;
  return [
    { status: undefined, count: last && counted?.calls, search: { ...others, last } },
    ...standings.map((status) => ({
      status,
      count: counted?.standing[status],
      search: { ...others, status, last: counted ? ('24h' as const) : last },
    })),
  ];
}

/** Whether more is asked for than {@link standingLinks} offer: that is shown in fields of its own. */
export const isNarrowed = (search: InvocationSearch): boolean => {
  const { status, last, q: _q, ...others } = filtersOf(search);
  return (
    Object.keys(others).length > 0 ||
    (last !== undefined && last !== '24h') ||
    (status !== undefined && !standings.some((standing) => standing === status))
  );
};
