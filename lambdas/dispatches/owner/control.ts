import type { InvocationSummary } from '../../invocations/invocation.ts';
import type { Lanes } from '../../invocations/ports.ts';
import { findInvocation } from '../../invocations/read-invocations.ts';
import type { OwnerReader } from '../../plans/owner.ts';
import { planOf } from '../../plans/plans.ts';
import { type Clock, secondsAfter, secondsToNextUtcDay } from '../../platform/clock.ts';
import { AppError, invalidField, notFound } from '../../platform/errors.ts';
import { parseDispatchId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import type { Services, Uses } from '../../services.ts';
import { type Dispatch, isFinal, laneMessageOf, newDispatch } from '../dispatch.ts';
import { type LaneStore, retryAfterOf } from '../lane/lane.ts';
import { wakeFor } from '../lane/wake-up.ts';
import type { ReplayQuota, SentAgainCounter } from '../ports.ts';
import { write } from '../save-dispatch.ts';
import { giveUp } from '../settle.ts';

export type ControlPorts = Pick<Services, 'dispatches' | 'laneQueue' | 'plans' | 'clock'> &
  Uses<{
    invocations: 'get';
    targets: 'get';
    laneStore: keyof LaneStore;
    counters: keyof (ReplayQuota & SentAgainCounter);
  }> & { owners: OwnerReader<'status' | 'premiumUntil'> };

/** A wake-up for one message may be void by the time it comes; then the message comes back after this time, in seconds. */
const WAKE_UP_VOID_SECONDS = 60;

/**
 * Tries a waiting message now instead of at its planned time. In a paused lane it is tried before all others.
 * @throws AppError not-found, conflict (it does not wait, or its provider asked not to be called for longer).
 */
export const retryNow = async (userId: number, id: string, ports: ControlPorts): Promise<void> => {
  const { dispatch } = await findDispatch(userId, id, ports);
  if (dispatch.state !== 'waiting') throw notWaiting();
  const now = ports.clock();
  const lane = await ports.laneStore.get(userId, dispatch.targetId);
  const retryAfter = lane && retryAfterOf(lane, now);
  if (retryAfter)
    throw new AppError(
      'provider-rate-limited',
      `The provider asked us to wait until ${retryAfter.slice(0, 16).replace('T', ' ')} UTC. The message goes out by itself then.`,
    );
  const isListed = lane !== undefined && lane.mode !== 'flowing';
  const saved = await write(
    dispatch,
    (base) => ({
      dispatch: { ...base, generation: base.generation + 1, nextAttemptAt: now.toISOString() },
      // The wake-up delivers it from the index; a message of its own would only go to the list.
      due: isListed ? secondsAfter(now, WAKE_UP_VOID_SECONDS) : now,
    }),
    ports,
  );
  if (!saved) throw notWaiting();
  await orLeaveToSweeper(saved, async () => {
    if (!isListed || !(await wakeFor(saved, ports))) await ports.laneQueue.send([laneMessageOf(saved)]);
  });
};

const notWaiting = () => new AppError('message-not-waiting', 'This message does not wait for another attempt.');

/** Ends a message that waits, or was not tried yet. @throws AppError not-found, conflict (it is decided already). */
export const giveUpDispatch = async (userId: number, id: string, ports: ControlPorts): Promise<void> => {
  const { summary, dispatch } = await findDispatch(userId, id, ports);
  const ended = await write(
    dispatch,
    (base) => ({
      dispatch: giveUp(base, { code: 'given-up', text: 'You gave this message up.' }).dispatch,
      due: undefined,
    }),
    ports,
  );
  if (ended) return;
  // The first request may have failed half-way: no message of its lane would come to repair the summary.
  if (dispatch.state === 'error' && summary.dispatches[dispatch.targetId] !== 'error')
    await ports.dispatches.repeatState(dispatch);
  else throw new AppError('message-decided', 'This message is decided already.');
};

/** Sends one decided message again. @throws AppError not-found, conflict (it is under way), quota-exceeded. */
export const sendAgain = async (userId: number, id: string, ports: ControlPorts): Promise<void> => {
  const { summary, dispatch } = await findDispatch(userId, id, ports);
  if (!(await ports.targets.get(userId, dispatch.targetId)))
    throw new AppError('target-deleted', 'The target of this message was deleted. Send the invocation to another one.');
  if (!isFinal(dispatch)) throw new AppError('message-under-way', 'This message is under way.');
  await takeReplays(userId, 1, ports);
  await startCycle(summary, dispatch.targetId, ports);
};

/**
 * Sends an invocation again, to all its targets or to chosen ones, which may be others than before. Messages that are
 * under way are left alone.
 * @returns how many messages were queued.
 * @throws AppError not-found, invalid-input (a target that cannot be chosen), quota-exceeded.
 */
export const sendInvocationAgain = async (
  userId: number,
  invocationId: string,
  targetIds: number[] | undefined,
  ports: ControlPorts,
): Promise<{ queued: number }> => {
  const summary = await findInvocation(userId, invocationId, ports);
  for (const id of targetIds ?? []) {
    if (!(await ports.targets.get(userId, id)))
      throw invalidField(
        'target_ids',
        'target-unknown',
        `Target ${id} does not exist`,
        `names ${id}, which does not exist`,
      );
  }
  const chosen = targetIds ?? Object.keys(summary.dispatches).map(Number);
  const free = [];
  for (const id of chosen) {
    const state = summary.dispatches[id];
    if (state !== 'pending' && state !== 'waiting' && (await ports.targets.get(userId, id))) free.push(id);
  }
  await takeReplays(userId, free.length, ports);
  let queued = 0;
  for (const id of free) if (await startCycle(summary, id, ports)) queued += 1;
  return { queued };
};

/** Why and how a decided message is delivered once more. */
export interface DeliveryCycle {
  /** RFC 3339: a cycle that started after this time is the requested one already; it is not started twice. */
  since?: string;
  /** 'again' renders the text again; 'rest' goes on after the parts that were delivered. */
  sends: 'again' | 'rest';
  note: string;
}

/** Requested by its owner: the whole message again. */
export const BY_ITS_OWNER: DeliveryCycle = { sends: 'again', note: 'Sent again by its owner.' };

/**
 * Starts a new delivery cycle for a decided message: the plan's waits count from now. It is in the due index before it is queued,
 * so that a crash in between only delays it.
 * @returns false when it is under way already.
 */
export const startCycle = async (
  summary: InvocationSummary,
  targetId: number,
  ports: Pick<ControlPorts, 'dispatches' | 'clock'> & { laneQueue: Lanes; counters: SentAgainCounter },
  { since, sends, note }: DeliveryCycle = BY_ITS_OWNER,
): Promise<boolean> => {
  const known = await ports.dispatches.get(summary.userId, summary.id, targetId);
  if (known && since !== undefined && known.cycle.startedAt > since) return true;
  if (known ? !isFinal(known) : summary.dispatches[targetId] === 'pending') return false;
  const base = known ?? newDispatch(summary, targetId);
  const now = ports.clock();
  const saved = await ports.dispatches.save(
    {
      ...base,
      state: 'pending',
      generation: base.generation + 1,
      partsDone: sends === 'again' ? 0 : base.partsDone,
      errorMessage: '',
      waitsForTarget: false,
      errorCode: undefined,
      note,
      noteCode: undefined,
      nextAttemptAt: undefined,
      crashes: 0,
      cycle: { startedAt: now.toISOString(), attemptsBefore: base.attemptCount },
    },
    now,
  );
  if (!saved) return false;
  await orLeaveToSweeper(saved, () => ports.laneQueue.send([laneMessageOf(saved)]));
  const failedAt = known && countedErrorOf(known);
  if (failedAt) await countSentAgain(saved, failedAt, ports);
  return true;
};

/** The message goes out, whether its webhook's numbers tell it or not. */
const countSentAgain = async (
  { userId, webhookId, invocationId }: Dispatch,
  failedAt: Date,
  { counters, clock }: { counters: SentAgainCounter; clock: Clock },
): Promise<void> => {
  try {
    await counters.countSentAgain(userId, webhookId, failedAt, clock());
  } catch (error) {
    log.warn('not counted as sent again', { userId, invocationId }, error);
  }
};

/** When a dispatch failed; undefined when it did not, or only since its owner gave it up, which counts as no error. */
const countedErrorOf = ({ state, errorCode, attempts }: Dispatch): Date | undefined => {
  const last = attempts.at(-1);
  return state === 'error' && errorCode !== 'given-up' && last ? new Date(last.at) : undefined;
};

/** Most messages that may be sent again in a day: as many as the plan accepts calls. */
export const replayLimit = async (
  userId: number,
  { owners, plans, clock }: Pick<ControlPorts, 'owners' | 'plans' | 'clock'>,
): Promise<number> => {
  const owner = await owners.get(userId);
  if (!owner) throw notFound('Account');
  return plans[planOf(owner.status, owner.premiumUntil, clock())].maxInvocationsPerDay;
};

/** Takes `count` of the day's replays. @throws AppError('quota-exceeded') with the seconds until the next UTC day. */
export const takeReplays = async (
  userId: number,
  count: number,
  ports: Pick<ControlPorts, 'owners' | 'plans' | 'clock' | 'counters'>,
): Promise<void> => {
  if (count === 0) return;
  const limit = await replayLimit(userId, ports);
  const now = ports.clock();
  if (!(await ports.counters.takeReplays({ userId, count, limit, now })))
    throw new AppError('replay-limit-reached', `At most ${limit} messages can be sent again each day.`, {
      retryAfterSeconds: secondsToNextUtcDay(now),
    });
};

const findDispatch = async (
  userId: number,
  id: string,
  ports: ControlPorts,
): Promise<{ summary: InvocationSummary; dispatch: Dispatch }> => {
  const parts = parseDispatchId(id);
  if (!parts) throw notFound('Dispatch');
  const summary = await findInvocation(userId, parts.invocationId, ports);
  if (!(parts.targetId in summary.dispatches)) throw notFound('Dispatch');
  const stored = await ports.dispatches.get(userId, parts.invocationId, parts.targetId);
  return { summary, dispatch: stored ?? newDispatch(summary, parts.targetId) };
};

/** Should sending fail, the due index brings the message back. */
const orLeaveToSweeper = async (dispatch: Dispatch, send: () => Promise<void>): Promise<void> => {
  try {
    await send();
  } catch (error) {
    log.warn('left to the sweeper', { userId: dispatch.userId, invocationId: dispatch.invocationId }, error);
  }
};
