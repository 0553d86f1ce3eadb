import { NEVER } from '#contract/common';
import type { DispatchWire } from '#contract/invocation';
import type { TargetStatus } from '#contract/target';
import { findInvocation, type ReadInvocationPorts } from '../invocations/read-invocations.ts';
import { dispatchId } from '../platform/ids.ts';
import type { Target } from '../targets/target.ts';
import { type Dispatch, newDispatch } from './dispatch.ts';
import type { DispatchStore } from './ports.ts';

export interface ReadDispatchPorts extends Pick<ReadInvocationPorts, 'invocations' | 'clock'> {
  dispatches: Pick<DispatchStore, 'list'>;
  targets: { list(userId: number): Promise<Target[]> };
}

/** The dispatches of an invocation, those that nothing was tried for yet included. @throws AppError('not-found') */
export const listDispatches = async (
  userId: number,
  invocationId: string,
  page: { offset: number; limit: number },
  ports: ReadDispatchPorts,
): Promise<DispatchWire[]> => {
  const summary = await findInvocation(userId, invocationId, ports);
  const [tried, targets] = await Promise.all([ports.dispatches.list(userId, invocationId), ports.targets.list(userId)]);
  const byTarget = new Map(tried.map((dispatch) => [dispatch.targetId, dispatch]));
  const targetById = new Map(targets.map((target) => [target.id, target]));
  return Object.keys(summary.dispatches)
    .map(Number)
    .slice(page.offset, page.offset + page.limit)
    .map((targetId) => {
      const target = targetById.get(targetId);
      const now = { name: target?.name ?? '', kind: target?.kind ?? '' };
      return toWire(byTarget.get(targetId) ?? newDispatch(summary, targetId, now), target?.status ?? 'deleted', now);
    });
};

const toWire = (
  dispatch: Dispatch,
  targetStatus: TargetStatus,
  current: { name: string; kind: string },
): DispatchWire => ({
  id: dispatchId(dispatch.invocationId, dispatch.targetId),
  dispatched_at: dispatch.attempts.at(-1)?.at ?? NEVER,
  // On the wire an error that is followed by another attempt is an error with `next_attempt_at`.
  status: dispatch.state === 'waiting' ? 'error' : dispatch.state,
  rendered_message: dispatch.renderedMessage,
  error_message: dispatch.errorMessage,
  note: dispatch.note || (targetStatus === 'deleted' ? 'The target was deleted afterwards.' : ''),
  retry_count: Math.max(0, dispatch.attemptCount - 1),
  next_attempt_at: dispatch.nextAttemptAt ?? NEVER,
  attempts: dispatch.attempts.map(({ durationMs, ...attempt }) => ({ ...attempt, duration_ms: durationMs })),
  target: {
    id: dispatch.targetId,
    name: current.name || dispatch.target.name,
    target_type: current.kind || dispatch.target.kind,
    status: targetStatus,
  },
});
