import { type Standing, standings } from '#contract/standing';
import type { OfAnyAge } from '../../data/of-any-age.ts';
import type { Answer } from '../../lib/wire.ts';
import { filtersOf, type InvocationSearch } from './search.ts';

type Counted = Pick<Answer<'getWebhookStats'>, 'calls' | 'standing' | 'complete'>;

interface StandingLink {
  /** The status of the calls; undefined for any status. */
  status: Standing | undefined;
  /** The number of calls behind the link, if known. */
  count: number | undefined;
  /** True if there can be further calls. */
  more?: boolean;
  /** The search parameters of the link. */
  search: InvocationSearch;
}

/**
 * The filters by status. A link with a number opens exactly these calls: those of any age, or of the last day if only
 * these were counted. If other filters are set, no number is shown.
 */
export function standingLinks(
  search: InvocationSearch,
  stats: Counted | undefined,
  ofAnyAge: Partial<Record<Standing, OfAnyAge>> = {},
): StandingLink[] {
  const { status: _status, last, ...others } = filtersOf(search);
  const counted = stats?.complete && (last ?? '24h') === '24h' && Object.keys(others).length === 0 ? stats : undefined;
  return [
    { status: undefined, count: last && counted?.calls, search: { ...others, last } },
    ...standings.map((status) => {
      const older = counted && ofAnyAge[status];
      if (older) return { status, ...older, search: { status, last: undefined } };
      return {
        status,
        count: counted?.standing[status],
        search: { ...others, status, last: counted ? ('24h' as const) : last },
      };
    }),
  ];
}

/** True if the URL has filters that {@link standingLinks} does not offer; separate fields show them. */
export const isNarrowed = (search: InvocationSearch): boolean => {
  const { status, last, q: _q, ...others } = filtersOf(search);
  return (
    Object.keys(others).length > 0 ||
    (last !== undefined && last !== '24h') ||
    (status !== undefined && !standings.some((standing) => standing === status))
  );
};
