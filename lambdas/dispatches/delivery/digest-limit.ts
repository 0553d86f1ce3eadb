import { type Dispatch, isExtra, isFirstCycle } from '../../model/dispatch.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import type { LaneState } from '../../model/lane.ts';
import type { Message } from '../../model/message.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Severity } from '../../templates/outline/outline.ts';

interface Arriving {
  dispatch: Pick<
    Dispatch,
    'attemptCount' | 'cycle' | 'fallbackFor' | 'ignoresRules' | 'step' | 'partsDone' | 'previousAt'
  >;
  summary: Pick<InvocationSummary, 'invokedAt' | 'releasedAt'>;
  webhook: Pick<Webhook, 'id' | 'digest'>;
  lane: Pick<LaneState, 'mode'>;
  severity: Severity | undefined;
  /** True if someone has to acknowledge it, because a digest has no link for that. */
  isWatched: boolean;
}

/**
 * The limit after which a message goes into a digest. Returns undefined if it is always sent alone: it is critical,
 * watched, resent, retried or extra, or shows whether a target works again.
 */
export const digestLimit = ({ dispatch, summary, webhook, lane, severity, isWatched }: Arriving): Message['digest'] => {
  const { attemptCount, ignoresRules, partsDone, previousAt } = dispatch;
  const isFirst = isFirstCycle(dispatch, summary) && attemptCount === 0 && partsDone === 0 && !ignoresRules;
  const isUrgent = severity === 'critical' || isWatched;
  if (!webhook.digest || !isFirst || isExtra(dispatch) || isUrgent || lane.mode === 'paused') return undefined;
  return { webhookId: webhook.id, ...webhook.digest, invokedAt: summary.invokedAt, previousAt };
};
