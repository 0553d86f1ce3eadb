import type { Dispatch } from '../../model/dispatch.ts';
import type { DispatchStore, FallbackIndex } from '../../model/dispatch-ports.ts';
import type { InvocationStore } from '../../model/invocation-ports.ts';
import type { DispatchIds, Lanes } from '../../model/lane-message.ts';
import { laneMessageOf } from '../../model/placement.ts';
import { fallbackOf } from '../../model/target.ts';
import type { TargetStore } from '../../model/target-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { takeDue } from '../../platform/shards.ts';
import type { TimeBudget } from '../../platform/time-budget.ts';
import { isUndelivered } from '../fallback.ts';
import { orLeaveToSweeper } from '../lane/wake-up.ts';
import { existing, storeExtra } from './extra-dispatch.ts';

type FallbackPorts = TimeBudget & {
  fallbackIndex: FallbackIndex;
  dispatches: Pick<DispatchStore, 'get' | 'save'>;
  invocations: Pick<InvocationStore, 'get'>;
  targets: Pick<TargetStore, 'get'>;
  laneQueue: Pick<Lanes, 'send'>;
  clock: Clock;
};

/** Fallbacks of a shard that are decided together. */
const PAGE = 50;

/**
 * Dispatches the calls of due fallbacks to the fallback targets, in the order of the calls. A call gets at most one
 * dispatch for a target, so no crash, repetition or cycle sends a fallback twice. Run every minute.
 * @returns the number of new dispatches.
 */
export const sendFallbacks = async (ports: FallbackPorts): Promise<number> => {
  const { fallbackIndex } = ports;
  const count = await takeDue(fallbackIndex, PAGE, ports, async (page) => {
    const results = await Promise.all(page.map((late) => orPostpone(late, ports)));
    const dispatches = results.flatMap((result) => result?.dispatch ?? []);
    const [first] = dispatches;
    // Each dispatch is in the due index too, so a crash before this step only delays it.
    if (first) await orLeaveToSweeper(first, () => ports.laneQueue.send(dispatches.map(laneMessageOf)));
    const done = page.filter((_, index) => results[index] !== undefined);
    await Promise.all(done.map((late) => fallbackIndex.done(late)));
    return { count: dispatches.length, done: done.length };
  });
  if (count > 0) log.info('fallbacks dispatched', { count });
  return count;
};

/** A fallback that cannot be decided stays due and does not delay the others. */
const orPostpone = async (
  late: DispatchIds,
  ports: FallbackPorts,
): Promise<{ dispatch: Dispatch | undefined } | undefined> => {
  try {
    return { dispatch: await dispatchFallback(late, ports) };
  } catch (error) {
    const { userId, invocationId, targetId } = late;
    log.error('fallback not dispatched', { userId, invocationId, targetId }, error);
    return undefined;
  }
};

/**
 * Stores the dispatch to the fallback target, if the message is still not delivered. The current settings decide, so a
 * fallback that was removed, or whose target was deleted, has no effect.
 * @returns undefined if there is nothing to send.
 */
const dispatchFallback = async (
  { userId, webhookId, invocationId, targetId }: DispatchIds,
  ports: FallbackPorts,
): Promise<Dispatch | undefined> => {
  const { dispatches, invocations, targets, clock } = ports;
  const now = clock();
  const [late, summary, target] = await Promise.all([
    dispatches.get(userId, invocationId, targetId),
    invocations.get(userId, webhookId, invocationId, now),
    existing(targets.get(userId, targetId)),
  ]);
  const fallback = target && fallbackOf(target);
  if (!summary || !fallback || (late && !isUndelivered(late))) return undefined;
  const fallbackFor = { targetId, name: target.name, kind: target.kind, state: stateOf(late) };
  return storeExtra(summary, fallback.targetId, { fallbackFor }, { now, cause: 'fallback' }, ports);
};

const stateOf = (late: Dispatch | undefined): NonNullable<Dispatch['fallbackFor']>['state'] => {
  if (late?.state === 'error') return 'error';
  return late?.errorCode === 'target-disabled' || late?.errorCode === 'review-awaited' ? 'disabled' : 'waiting';
};
