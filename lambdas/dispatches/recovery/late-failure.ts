import type { Reason } from '../../outbound/outcome.ts';
import { type Clock, utcDay } from '../../platform/clock.ts';
import { parseInvocationId } from '../../platform/ids.ts';
import { withAttempt } from '../dispatch.ts';
import type { DispatchStore, ErrorCounter } from '../ports.ts';

/**
 * Some providers accept a message and say later that it did not arrive: the dispatch that had succeeded becomes failed.
 * One that is not decided, or was deleted, is left alone.
 */
export const reportLateFailure = async (
  failure: { userId: number; targetId: number; dispatchId: string; reason: Reason },
  {
    dispatches,
    counters,
    clock,
  }: { dispatches: Pick<DispatchStore, 'get' | 'save'>; counters: ErrorCounter; clock: Clock },
): Promise<void> => {
  const invocationId = failure.dispatchId.split('-')[0] ?? '';
  if (!parseInvocationId(invocationId)) return;
  const dispatch = await dispatches.get(failure.userId, invocationId, failure.targetId);
  if (dispatch?.state !== 'success') return;
  const now = clock();
  const saved = await dispatches.save({
    ...dispatch,
    state: 'error',
    errorMessage: failure.reason.text,
    errorCode: failure.reason.code,
    attempts: withAttempt(dispatch.attempts, {
      at: now.toISOString(),
      outcome: 'fail_message',
      detail: `Reported on ${utcDay(now)}, after the provider had accepted it: ${failure.reason.text}`,
      ...(failure.reason.code && { code: failure.reason.code }),
      durationMs: 0,
    }),
    placement: undefined,
  });
  // Refused when its owner sent it again at this very moment: then the news is old.
  if (saved) await counters.countError(dispatch.userId, dispatch.webhookId, now);
};
