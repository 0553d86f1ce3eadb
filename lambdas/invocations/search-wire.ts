import type { SearchQuery } from '#contract/invocation-search';
import type { Response } from '#contract/messages';
import type { InvocationFilter, SearchResult } from './search-invocations.ts';
import type { WebhookStats } from './webhook-stats.ts';

const date = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** Converts a search query to a filter. */
export const invocationFilterOf = ({ target_id, by_old_url, from, to, ...rest }: SearchQuery): InvocationFilter => ({
  ...rest,
  targetId: target_id,
  byOldUrl: by_old_url,
  from: date(from),
  to: date(to),
});

/** Converts a search result to wire format. */
export const searchResultToWire = ({ searchedUntil, next, ...rest }: SearchResult): Response<'searchInvocations'> => ({
  ...rest,
  ...(searchedUntil !== undefined && { searched_until: searchedUntil }),
  ...(next !== undefined && { next }),
});

/** Converts the statistics of the last 24 hours to wire format. */
export const statsToWire = ({
  from,
  to,
  medianDeliveryMs,
  p95DeliveryMs,
  undelivered,
  targets,
  ...rest
}: WebhookStats): Response<'getWebhookStats'> => ({
  ...rest,
  from: from.toISOString(),
  to: to.toISOString(),
  targets: targets.map((times) => ({
    target_id: times.targetId,
    median_delivery_ms: times.medianDeliveryMs,
    p95_delivery_ms: times.p95DeliveryMs,
  })),
  undelivered: undelivered.map(({ targetId, pausedSince, pausedReason, ...counts }) => ({
    target_id: targetId,
    ...counts,
    ...(pausedSince !== undefined && { paused_since: pausedSince }),
    ...(pausedReason !== undefined && { paused_reason: pausedReason }),
  })),
  ...(medianDeliveryMs !== undefined && { median_delivery_ms: medianDeliveryMs }),
  ...(p95DeliveryMs !== undefined && { p95_delivery_ms: p95DeliveryMs }),
});
