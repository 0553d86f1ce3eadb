import type { DispatchWire } from '#contract/invocation';
import { toWire as renamed } from '#contract/names';
import { NEVER } from '#contract/never';
import type { TargetStatus } from '#contract/states';
import { type ReleaseTimePorts, releaseTimes } from '../../invocations/held/release-times.ts';
import { findInvocation } from '../../invocations/read-invocations.ts';
import { type Dispatch, newDispatch, summaryStateOf } from '../../model/dispatch.ts';
import type { DispatchStore, LaneStore } from '../../model/dispatch-ports.ts';
import { WHY_HELD } from '../../model/hold-reasons.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import type { InvocationStore } from '../../model/invocation-ports.ts';
import { isListed } from '../../model/placement.ts';
import type { TargetStore } from '../../model/target-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { dispatchId } from '../../platform/ids.ts';
import { isOperatorsFault } from '../../platform/outbound/outcome.ts';
import { triedAgainAt } from '../lane/lane.ts';
import { DELETED_NOTE, type Note } from '../states.ts';

export type ReadDispatchPorts = {
  clock: Clock;
  invocations: Pick<InvocationStore, 'get'>;
  dispatches: Pick<DispatchStore, 'list'>;
  targets: Pick<TargetStore, 'list'>;
  laneStore: Pick<LaneStore, 'get'>;
} & ReleaseTimePorts;

/**
 * Lists an invocation's dispatches in a stable order, including those without an attempt.
 * @throws AppError('not-found')
 */
export const listDispatches = async (
  userId: number,
  invocationId: string,
  page: { offset: number; limit: number },
  ports: ReadDispatchPorts,
): Promise<DispatchWire[]> => {
  const summary = await findInvocation(userId, invocationId, ports);
  const [tried, targets] = await Promise.all([ports.dispatches.list(userId, invocationId), ports.targets.list(userId)]);
  const current = await Promise.all(tried.map((dispatch) => asItsLane(dispatch, ports)));
  const goesOutAt = summary.held === 'quota' ? (await releaseTimes(userId, ports)).get(invocationId) : undefined;
  const byTarget = new Map(current.map((dispatch) => [dispatch.targetId, dispatch]));
  const targetById = new Map(targets.map((target) => [target.id, target]));
  return (
    Object.keys(summary.dispatches)
      .map(Number)
      // The table's map has no order. Without sorting, pages would repeat and skip dispatches.
      .sort((one, other) => one - other)
      .slice(page.offset, page.offset + page.limit)
      .map((targetId) => {
        const target = targetById.get(targetId);
        const now = { name: target?.name ?? '', kind: target?.kind ?? '' };
        const dispatch = byTarget.get(targetId) ?? heldOr(newDispatch(summary, targetId, now), summary, goesOutAt);
        return toWire(dispatch, target?.status ?? 'deleted', now);
      })
      .map(withinPage())
  );
};

/**
 * Maximum size of a page's formatted messages, in characters of JSON. A function's response is limited to 6 MB, and the
 * texts take precedence.
 */
const MAX_LOOKS = 1_000_000;

/** Returns a function that omits a message's formatting if it would make the page too large. */
const withinPage = () => {
  let left = MAX_LOOKS;
  return (dispatch: DispatchWire): DispatchWire => {
    const { rich, ...rest } = dispatch;
    const size = rich ? JSON.stringify(rich).length : 0;
    if (size > left) return rest;
    left -= size;
    return dispatch;
  };
};

/** Updates a dispatch from its lane: the time of the next attempt, or a new reason if the lane paused again. */
const asItsLane = async (dispatch: Dispatch, { laneStore, clock }: ReadDispatchPorts): Promise<Dispatch> => {
  const isUntold = dispatch.state === 'pending' && isListed(dispatch);
  const { nextAttemptAt } = dispatch;
  const isPast = dispatch.state === 'waiting' && nextAttemptAt !== undefined && nextAttemptAt < clock().toISOString();
  if (!isUntold && !isPast) return dispatch;
  const lane = await laneStore.get(dispatch.userId, dispatch.targetId);
  if (!lane.reason) return dispatch;
  const { text: errorMessage, code: errorCode } = lane.reason;
  const told = isUntold ? { state: 'waiting' as const, waitsForTarget: true, errorMessage, errorCode } : {};
  const next = triedAgainAt(lane)?.toISOString();
  const isLater = next !== undefined && (nextAttemptAt === undefined || next > nextAttemptAt);
  return { ...dispatch, ...told, ...(isLater && { nextAttemptAt: next }) };
};

/** Adds the reason and the earliest possible time of delivery to a message of a held call. */
const heldOr = (
  dispatch: Dispatch,
  { held, dispatches }: InvocationSummary,
  nextAttemptAt: string | undefined,
): Dispatch => {
  if (dispatches[dispatch.targetId] !== 'held' || (held !== 'quota' && held !== 'paused')) return dispatch;
  const { code, text } = WHY_HELD[held];
  return { ...dispatch, note: text, noteCode: code, nextAttemptAt };
};

const noteOf = ({ waitsForTarget, errorCode, note, noteCode }: Dispatch, targetStatus: TargetStatus): Note => {
  if (waitsForTarget) {
    const end = isOperatorsFault(errorCode)
      ? 'our access to the provider works again'
      : errorCode === 'review-awaited'
        ? 'you keep the target on the dashboard'
        : 'the target works again';
    return { note: `Waiting: the message is sent in order when ${end}.`, noteCode: 'waits-for-target' };
  }
  return note === '' && targetStatus === 'deleted' ? DELETED_NOTE : { note, noteCode };
};

const toWire = (
  dispatch: Dispatch,
  targetStatus: TargetStatus,
  current: { name: string; kind: string },
): DispatchWire => ({
  id: dispatchId(dispatch.invocationId, dispatch.targetId),
  dispatched_at: dispatch.attempts.at(-1)?.at ?? NEVER,
  // The API shows a message that will be retried as an error with `next_attempt_at`. Messages held by quiet hours have
  // not failed.
  status: dispatch.state !== 'waiting' ? dispatch.state : summaryStateOf(dispatch) === 'quiet' ? 'pending' : 'error',
  rendered_message: dispatch.renderedMessage,
  ...(dispatch.rich?.message && dispatch.noteCode !== 'formatting-refused' && { rich: dispatch.rich.message }),
  ...(dispatch.rich?.subject && { subject: dispatch.rich.subject }),
  error_message: dispatch.errorMessage,
  ...(dispatch.errorCode && { error_code: dispatch.errorCode }),
  ...renamed(noteOf(dispatch, targetStatus)),
  retry_count: Math.max(0, dispatch.attemptCount - 1),
  next_attempt_at: dispatch.nextAttemptAt ?? NEVER,
  attempts: renamed(dispatch.attempts),
  target: {
    id: dispatch.targetId,
    name: current.name || dispatch.target.name,
    target_type: current.kind || dispatch.target.kind,
    status: targetStatus,
  },
  ...(dispatch.how && { how: dispatch.how }),
  ...(dispatch.step && { escalation: { step: dispatch.step.number, after_minutes: dispatch.step.afterMinutes } }),
  ...(dispatch.fallbackFor && {
    fallback_for: {
      id: dispatch.fallbackFor.targetId,
      name: dispatch.fallbackFor.name,
      target_type: dispatch.fallbackFor.kind,
    },
  }),
});
