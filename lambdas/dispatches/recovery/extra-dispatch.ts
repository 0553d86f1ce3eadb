import { type Dispatch, newDispatch } from '../../model/dispatch.ts';
import type { DispatchStore } from '../../model/dispatch-ports.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import { dueAt } from '../../model/placement.ts';
import type { Target } from '../../model/target.ts';
import type { TargetStore } from '../../model/target-ports.ts';

type ExtraPorts = { dispatches: Pick<DispatchStore, 'get' | 'save'>; targets: Pick<TargetStore, 'get'> };

/** A target, unless it is deleted. */
export const existing = async (target: Promise<Target | undefined>): Promise<Target | undefined> => {
  const found = await target;
  return found?.status === 'deleted' ? undefined : found;
};

/**
 * Stores a dispatch of a call for a further target, in the due index: a fallback, or a step of an escalation. A target
 * that already has the call's message gets no second one, so repetitions and cycles end here.
 * @returns undefined if nothing has to be sent
 */
export const storeExtra = async (
  summary: InvocationSummary,
  targetId: number,
  extra: Pick<Dispatch, 'fallbackFor'> | Pick<Dispatch, 'step' | 'watch'>,
  { now, cause }: { now: Date; cause: 'fallback' | 'escalation' },
  { dispatches, targets }: ExtraPorts,
): Promise<Dispatch | undefined> => {
  const [target, known] = await Promise.all([
    existing(targets.get(summary.userId, targetId)),
    dispatches.get(summary.userId, summary.id, targetId),
  ]);
  if (!target || !isFree(known?.state) || !isFree(summary.dispatches[targetId])) return undefined;
  const base = known ?? newDispatch(summary, target.id, target);
  return dispatches.save({
    ...base,
    fallbackFor: undefined,
    step: undefined,
    ...extra,
    state: 'pending',
    generation: base.generation + 1,
    note: '',
    noteCode: undefined,
    uncounted: true,
    placement: { ...dueAt(now), inOrder: true, cause },
    cycle: { startedAt: now.toISOString(), attemptsBefore: base.attemptCount },
  });
};

/** True if a target has no message of the call, or only one that its routing rule skipped. */
const isFree = (state: string | undefined): boolean => state === undefined || state === 'skipped';
