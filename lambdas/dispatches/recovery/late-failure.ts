import { withAttempt } from '../../model/dispatch.ts';
import { fallbackOf } from '../../model/target.ts';
import type { TargetStore } from '../../model/target-ports.ts';
import { utcDay } from '../../platform/clock.ts';
import { parseDispatchId } from '../../platform/ids.ts';
import type { Reason } from '../../platform/outbound/outcome.ts';
import { withFallback } from '../fallback.ts';
import type { DeliveryPorts } from '../ports.ts';
import { end } from '../states.ts';

/**
 * Marks a delivered dispatch as failed, because some providers accept a message and later report that it did not
 * arrive. Undecided and deleted dispatches stay unchanged.
 */
export const reportLateFailure = async (
  { userId, targetId, dispatchId, reason }: { userId: number; targetId: number; dispatchId: string; reason: Reason },
  ports: Pick<DeliveryPorts, 'dispatches' | 'counters' | 'clock'> & { targets: Pick<TargetStore, 'get'> },
): Promise<void> => {
  const { dispatches, counters, clock } = ports;
  const id = parseDispatchId(dispatchId);
  const dispatch = id && (await dispatches.get(userId, id.invocationId, targetId));
  if (dispatch?.state !== 'success') return;
  const now = clock();
  const attempts = withAttempt(dispatch.attempts, {
    at: now.toISOString(),
    outcome: 'fail_message',
    detail: `The provider accepted the message, but reported a failure on ${utcDay(now)}: ${reason.text}`,
    ...(reason.code && { code: reason.code }),
    durationMs: 0,
  });
  const target = await ports.targets.get(userId, targetId);
  const fallbackMinutes = target && fallbackOf(target)?.afterMinutes;
  const failed = { ...end({ ...dispatch, attempts }, 'error', reason), placement: undefined, fallbackMinutes };
  const saved = await dispatches.save(await withFallback(failed, ports));
  // The save fails if the owner resent the message at the same moment. The report is then outdated.
  if (saved) await counters.countError(userId, dispatch.webhookId, now);
};
