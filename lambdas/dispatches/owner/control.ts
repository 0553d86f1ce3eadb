import { findInvocation } from '../../invocations/read-invocations.ts';
import { type Dispatch, newDispatch } from '../../model/dispatch.ts';
import type { DispatchCounter, DispatchStore, LaneStore } from '../../model/dispatch-ports.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import type { InvocationStore } from '../../model/invocation-ports.ts';
import type { Lanes } from '../../model/lane-message.ts';
import { dueAt, isListed, laneMessageOf } from '../../model/placement.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { parseDispatchId } from '../../platform/ids.ts';
import { retryAfterOf, wakeLane } from '../lane/lane.ts';
import { changeLane, orLeaveToSweeper } from '../lane/wake-up.ts';
import { write } from '../save-dispatch.ts';
import { giveUp } from '../states.ts';

type FindPorts = { dispatches: DispatchStore; clock: Clock; invocations: Pick<InvocationStore, 'get'> };

export type ControlPorts = FindPorts & {
  counters: DispatchCounter;
  laneQueue: Lanes;
  laneStore: Pick<LaneStore, 'get' | 'save'>;
};

/**
 * Tries a waiting message now instead of at its planned time. In a paused lane, it is tried before all others.
 * @throws AppError not-found; conflict if the message isn't waiting or its provider's `Retry-After` hasn't passed
 */
export const retryNow = async (userId: number, id: string, ports: ControlPorts): Promise<void> => {
  const { summary, dispatch } = await findDispatch(userId, id, ports);
  if (summary.dispatches[dispatch.targetId] === 'held') throw isHeld();
  const isWaiting = dispatch.state === 'waiting' || (dispatch.state === 'pending' && isListed(dispatch));
  if (!isWaiting) throw notWaiting();
  const now = ports.clock();
  const retryAfter = retryAfterOf(await ports.laneStore.get(userId, dispatch.targetId), now);
  if (retryAfter)
    throw new AppError(
      'provider-rate-limited',
      `The provider asked us to wait until ${retryAfter.slice(0, 16).replace('T', ' ')} UTC. The message is sent automatically then.`,
    );
  const saved = await write(
    dispatch,
    (base) => ({
      ...base,
      generation: base.generation + 1,
      nextAttemptAt: now.toISOString(),
      ignoresRules: true,
      placement: { ...dueAt(now), skipsList: true, cause: 'manual' },
    }),
    ports,
  );
  if (!saved) throw notWaiting();
  await orLeaveToSweeper(saved, async () => {
    await ports.laneQueue.send([laneMessageOf(saved)]);
    // The current wake-up becomes void, so it does not delay the message. The new one queues behind the message.
    await changeLane(saved, (known) => (known.mode === 'catching-up' ? wakeLane(known, now) : known), ports);
  });
};

/** The error for an action that is impossible while the message's call is held. */
export const isHeld = () =>
  new AppError(
    'message-held',
    'This call is held. Its messages are sent when the hold ends. The call shows the reason.',
  );

const notWaiting = () =>
  new AppError(
    'message-not-waiting',
    'This message isn’t waiting for another attempt. Reload the call to see its status.',
  );

/**
 * Ends a message that is waiting or was not tried yet.
 * @throws AppError not-found; conflict if the message is already decided
 */
export const giveUpDispatch = async (userId: number, id: string, ports: ControlPorts): Promise<void> => {
  const { summary, dispatch } = await findDispatch(userId, id, ports);
  const ended = await write(
    dispatch,
    (base) => giveUp(base, { code: 'given-up', text: 'You stopped retrying this message.' }),
    ports,
  );
  if (ended) return;
  // An earlier request may have failed half-way. No lane message follows that would correct the summary.
  if (dispatch.state === 'error' && summary.dispatches[dispatch.targetId] !== 'error')
    await ports.dispatches.repeatState(dispatch);
  else throw new AppError('message-decided', 'This message already has its final status. Reload the call to see it.');
};

/** Finds an owner's dispatch, even before its first attempt, and its call. */
export const findDispatch = async (
  userId: number,
  id: string,
  ports: FindPorts,
): Promise<{ summary: InvocationSummary; dispatch: Dispatch }> => {
  const parts = parseDispatchId(id);
  if (!parts) throw notFound('Dispatch');
  const summary = await findInvocation(userId, parts.invocationId, ports);
  if (!(parts.targetId in summary.dispatches)) throw notFound('Dispatch');
  const stored = await ports.dispatches.get(userId, parts.invocationId, parts.targetId);
  return { summary, dispatch: stored ?? newDispatch(summary, parts.targetId) };
};
