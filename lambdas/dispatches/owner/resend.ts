import { findInvocation } from '../../invocations/read-invocations.ts';
import { type Dispatch, isFinal, newDispatch } from '../../model/dispatch.ts';
import type { DispatchStore } from '../../model/dispatch-ports.ts';
import { type InvocationSummary, isUnderWay } from '../../model/invocation.ts';
import type { InvocationStore } from '../../model/invocation-ports.ts';
import type { Lanes } from '../../model/lane-message.ts';
import type { OwnerReader } from '../../model/owner.ts';
import { dueAt, laneMessageOf } from '../../model/placement.ts';
import { type Plans, planOf } from '../../model/plans.ts';
import type { ReplayQuota, ResendCounter } from '../../model/replay-ports.ts';
import type { TargetStore } from '../../model/target-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { secondsToNextUtcDay } from '../../platform/clock.ts';
import { AppError, invalidField, notFound } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { isWithin, type Reach } from '../../platform/reach.ts';
import { isUndelivered } from '../fallback.ts';
import { orLeaveToSweeper } from '../lane/wake-up.ts';
import { findDispatch, isHeld } from './control.ts';

export type ResendPorts = {
  dispatches: DispatchStore;
  plans: Plans;
  clock: Clock;
  invocations: Pick<InvocationStore, 'get'>;
  targets: Pick<TargetStore, 'get'>;
  laneQueue: Pick<Lanes, 'send'>;
  counters: ReplayQuota & ResendCounter;
  owners: OwnerReader<'status' | 'premiumUntil'>;
};

/**
 * Resends one decided message.
 * @throws AppError not-found; conflict if the message is under way; quota-exceeded
 */
export const resend = async (userId: number, id: string, ports: ResendPorts): Promise<void> => {
  const { summary, dispatch } = await findDispatch(userId, id, ports);
  if (!(await ports.targets.get(userId, dispatch.targetId)))
    throw new AppError(
      'target-deleted',
      'The target of this message was deleted. Resend the invocation to another target.',
    );
  if (summary.dispatches[dispatch.targetId] === 'held') throw isHeld();
  if (!isFinal(dispatch))
    throw new AppError(
      'message-under-way',
      'This message is still being delivered. Wait until delivery has finished, then try again.',
    );
  await takeReplays(userId, 1, ports);
  await startCycle(summary, dispatch.targetId, ports);
};

/**
 * Resends an invocation to all its targets or to selected ones, which can be new. Skips messages under way.
 * @param reach the targets that the caller can access
 * @returns the number of queued messages
 * @throws AppError not-found; invalid-input if a target cannot be selected; quota-exceeded
 */
export const resendInvocation = async (
  userId: number,
  invocationId: string,
  targetIds: number[] | undefined,
  ports: ResendPorts,
  reach?: Reach,
): Promise<{ queued: number }> => {
  const summary = await findInvocation(userId, invocationId, ports);
  for (const id of targetIds ?? []) {
    if (!isWithin(reach, id) || !(await ports.targets.get(userId, id)))
      throw invalidField(
        'target_ids',
        'target-unknown',
        `Target ${id} does not exist. Choose another target.`,
        `contains ${id}, which does not exist`,
      );
  }
  const chosen = targetIds ?? Object.keys(summary.dispatches).map(Number);
  const free = [];
  for (const id of chosen) {
    const state = summary.dispatches[id];
    if (!isUnderWay(state) && (await ports.targets.get(userId, id))) free.push(id);
  }
  await takeReplays(userId, free.length, ports);
  let queued = 0;
  for (const id of free) if (await startCycle(summary, id, ports)) queued += 1;
  return { queued };
};

/** A new delivery cycle of a decided message. */
export interface DeliveryCycle {
  /** Time of the request (RFC 3339). If a cycle has started since then, it is the requested one. */
  since?: string;
  /** `again` renders and sends the whole message; `rest` sends only the parts that were not delivered. */
  sends: 'again' | 'rest';
  note: string;
}

/** The cycle that an owner requests: the whole message is sent again. */
export const BY_ITS_OWNER: DeliveryCycle = { sends: 'again', note: 'Resent manually.' };

/**
 * Starts a new delivery cycle for a decided message, so the plan's waits start from now. The dispatch enters the due
 * index before the queue, so a crash in between only delays it.
 * @returns false if the message is already under way
 */
export const startCycle = async (
  summary: InvocationSummary,
  targetId: number,
  ports: Pick<ResendPorts, 'dispatches' | 'clock'> & { laneQueue: Pick<Lanes, 'send'>; counters: ResendCounter },
  { since, sends, note }: DeliveryCycle = BY_ITS_OWNER,
): Promise<boolean> => {
  const known = await ports.dispatches.get(summary.userId, summary.id, targetId);
  if (known && since !== undefined && known.cycle.startedAt > since) return true;
  const listed = summary.dispatches[targetId];
  if (known ? !isFinal(known) : listed === 'pending' || listed === 'held') return false;
  const base = known ?? newDispatch(summary, targetId);
  const now = ports.clock();
  const saved = await ports.dispatches.save({
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
    // The earlier cycle's fallback was dropped if its message had arrived or was no longer retried.
    ...(!isUndelivered(base) && { fallbackAt: undefined }),
    crashes: 0,
    placement: { ...dueAt(now), cause: 'manual' },
    cycle: { startedAt: now.toISOString(), attemptsBefore: base.attemptCount },
    ...(sends === 'again' && { ignoresRules: true }),
  });
  if (!saved) return false;
  await orLeaveToSweeper(saved, () => ports.laneQueue.send([laneMessageOf(saved)]));
  await countResend(saved, known && countedErrorOf(known), ports);
  return true;
};

/** Counts a resent dispatch in the statistics of its webhook and target. It is sent even if that fails. */
const countResend = async (
  dispatch: Dispatch,
  failedAt: Date | undefined,
  { counters, clock }: { counters: ResendCounter; clock: Clock },
): Promise<void> => {
  try {
    await counters.countResend(dispatch, failedAt, clock());
  } catch (error) {
    log.warn('resend not counted', { userId: dispatch.userId, invocationId: dispatch.invocationId }, error);
  }
};

/**
 * The time when a dispatch failed; undefined if it did not fail. A dispatch does not count as failed if its owner
 * stopped retrying.
 */
const countedErrorOf = ({ state, errorCode, attempts }: Dispatch): Date | undefined => {
  const last = attempts.at(-1);
  return state === 'error' && errorCode !== 'given-up' && last ? new Date(last.at) : undefined;
};

/** The number of messages that can be resent in a day. It equals the plan's daily quota of calls. */
export const replayLimit = async (
  userId: number,
  { owners, plans, clock }: Pick<ResendPorts, 'owners' | 'plans' | 'clock'>,
): Promise<number> => {
  const owner = await owners.get(userId);
  if (!owner) throw notFound('Account');
  return plans[planOf(owner.status, owner.premiumUntil, clock())].maxInvocationsPerDay;
};

/**
 * Takes `count` units of the day's limit of resent messages.
 * @throws AppError('quota-exceeded') with the seconds until the next UTC day
 */
export const takeReplays = async (
  userId: number,
  count: number,
  ports: Pick<ResendPorts, 'owners' | 'plans' | 'clock' | 'counters'>,
): Promise<void> => {
  if (count === 0) return;
  const limit = await replayLimit(userId, ports);
  const now = ports.clock();
  if (!(await ports.counters.takeReplays({ userId, count, limit, now })))
    throw new AppError(
      'replay-limit-reached',
      `You can resend up to ${limit} messages a day. Resend fewer, or continue after midnight UTC.`,
      {
        retryAfterSeconds: secondsToNextUtcDay(now),
      },
    );
};
