import type { Dispatch } from '../../model/dispatch.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import type { LaneState } from '../../model/lane.ts';
import type { Message } from '../../model/message.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Severity } from '../../templates/outline/outline.ts';

interface Arriving {
  dispatch: Pick<
    Dispatch,
    'attemptCount' | 'cycle' | 'fallbackFor' | 'manualRetry' | 'step' | 'partsDone' | 'previousAt'
  >;
  summary: Pick<InvocationSummary, 'invokedAt' | 'releasedAt'>;
  webhook: Pick<Webhook, 'id' | 'digest'>;
  lane: Pick<LaneState, 'mode'>;
  severity: Severity | undefined;
}

/**
 * The limit beyond which a digest tells of a message. Returns undefined if it is sent alone in any case: it is critical,
 * resent, retried or extra, or shows whether a target works again.
 */
export const digestLimit = ({ dispatch, summary, webhook, lane, severity }: Arriving): Message['digest'] => {
  const { attemptCount, cycle, fallbackFor, step, manualRetry, partsDone, previousAt } = dispatch;
  const isFirstCycle = cycle.startedAt === (summary.releasedAt ?? summary.invokedAt);
  const isFirstAttempt = isFirstCycle && attemptCount === 0 && partsDone === 0 && !manualRetry;
  const isExtra = fallbackFor !== undefined || step !== undefined;
  if (!webhook.digest || !isFirstAttempt || isExtra || lane.mode === 'paused' || severity === 'critical')
    return undefined;
  return { webhookId: webhook.id, ...webhook.digest, invokedAt: summary.invokedAt, previousAt };
};
