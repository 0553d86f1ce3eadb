import type { DispatchCode } from '#contract/codes';
import { type Dispatch, summaryStateOf } from '../model/dispatch.ts';
import type { DispatchStore } from '../model/dispatch-ports.ts';
import { isListed } from '../model/placement.ts';
import { secondsAfter } from '../platform/clock.ts';

/** Reasons besides template errors that no other target would change, or that the owner chose. */
const NOT_THE_TARGETS: readonly (DispatchCode | undefined)[] = [
  'message-empty',
  'call-gone',
  'given-up',
  'held-by-quiet-hours',
];

const isNotTheTargets = ({ errorCode }: Dispatch): boolean =>
  NOT_THE_TARGETS.includes(errorCode) || /^[A-Z]\d+$/.test(errorCode ?? '');

/** True if a dispatch is not delivered, unless it failed for a reason that would also apply to another target. Pure. */
export const isUndelivered = (dispatch: Dispatch): boolean =>
  dispatch.state === 'error'
    ? !isNotTheTargets(dispatch)
    : dispatch.state === 'pending' || dispatch.state === 'waiting';

/** True if a dispatch misses its target: it failed, waits for another attempt, or is in the waiting list. Pure. */
export const missesTarget = (dispatch: Dispatch): boolean =>
  isUndelivered(dispatch) &&
  !isNotTheTargets(dispatch) &&
  (dispatch.state !== 'pending' || isListed(dispatch)) &&
  summaryStateOf(dispatch) !== 'quiet';

/**
 * Plans the fallback of a changed dispatch when it misses its target for the first time. The plan is stored before the
 * dispatch, so a crash in between causes a needless check and never loses a fallback.
 * @returns the dispatch to store
 */
export const withFallback = async (
  dispatch: Dispatch,
  { dispatches }: { dispatches: Pick<DispatchStore, 'planFallback'> },
): Promise<Dispatch> => {
  const { fallbackMinutes, fallbackAt, cycle } = dispatch;
  if (fallbackMinutes === undefined || fallbackAt !== undefined || !missesTarget(dispatch)) return dispatch;
  const at = secondsAfter(new Date(cycle.heldUntil ?? cycle.startedAt), fallbackMinutes * 60);
  const planned = { ...dispatch, fallbackAt: at.toISOString() };
  await dispatches.planFallback(planned);
  return planned;
};
