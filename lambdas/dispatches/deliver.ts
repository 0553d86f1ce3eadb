import type { LaneMessage } from '../invocations/ports.ts';
import type { Plan, Plans } from '../plans/plans.ts';
import { type Clock, secondsAfter, secondsUntil } from '../platform/clock.ts';
import { dispatchId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { type Attempted, type AttemptFacts, type AttemptPorts, attempt } from './attempt.ts';
import { type Dispatch, GUARD_SECONDS, isFinal, MAX_CRASHES, newDispatch, withCrash } from './dispatch.ts';
import { type DrainPorts, drain } from './drain.ts';
import { freshFacts } from './fresh.ts';
import {
  DONE,
  invocationOf,
  isCalm,
  isPassFor,
  keep,
  type LaneState,
  type LaneStore,
  type LaneVerdict,
  MAX_LANE_WAIT_SECONDS,
  openLane,
  placePassOf,
} from './lane.ts';
import type { Pace } from './pace.ts';
import type { DeadLetters, DeliveryFacts, ErrorCounter } from './ports.ts';
import { awaitProvider, putAside, withoutTarget } from './put-aside.ts';
import { type RecordPorts, recordOutcome, write } from './record.ts';
import { heldUntil } from './settle.ts';

export interface DeliverPorts extends AttemptPorts, RecordPorts, Omit<DrainPorts, 'dispatches'> {
  laneStore: LaneStore;
  pace: Pace;
  deadLetters: DeadLetters;
  counters: ErrorCounter;
  plans: Plans;
  clock: Clock;
  random: () => number;
}

/** What the queue says about a message, beside its body. */
export interface Receipt {
  /** How often the queue has handed out this very message, this time included. */
  receives: number;
  queuedAt: Date;
  firstReceivedAt: Date;
  /** Milliseconds until the function is stopped. */
  timeLeftMs: () => number;
}

/** The wait in the lane after a crash, in seconds, by how many there were before it. */
const crashWait = (before: number): number => (before === 0 ? 10 : 60);

/**
 * A message that comes back this long after it was first received may be one that killed its function: what a function
 * held when it ended comes back after the queue's visibility timeout of three minutes.
 */
const SUSPICIOUS = { receives: 2, seconds: 170 };

/** true for a message that may have killed its function, which it then did without leaving a trace. */
export const isSuspicious = (
  { receives, firstReceivedAt }: Pick<Receipt, 'receives' | 'firstReceivedAt'>,
  now: Date,
): boolean => receives >= SUSPICIOUS.receives && now >= secondsAfter(firstReceivedAt, SUSPICIOUS.seconds);

/**
 * Works off one message of a lane. Safe to repeat: a dispatch that is decided, or that has moved on to a later
 * generation, is left alone, so that lost, doubled and reordered messages do no harm.
 * @throws when the table cannot be reached; the message stays in its lane then.
 */
export const deliver = async (message: LaneMessage, receipt: Receipt, ports: DeliverPorts): Promise<LaneVerdict> => {
  const facts = (await freshFacts(message, receipt, ports)) ?? (await ports.dispatches.facts(message));
  const verdict = await workOff(message, facts, receipt, ports);
  if (verdict.kind === 'done' && facts.lane) await goOnDraining(message, facts.lane, isGone(facts), ports);
  return verdict;
};

/** Deleted meanwhile, and with it whoever could look at the result. */
const isGone = ({ summary, webhook }: DeliveryFacts): boolean => !summary || !webhook;

const workOff = async (
  message: LaneMessage,
  facts: DeliveryFacts,
  receipt: Receipt,
  ports: DeliverPorts,
): Promise<LaneVerdict> => {
  const { summary, dispatch: known, target, webhook } = facts;
  if (!summary || !webhook) {
    // Deleted meanwhile, and with it whoever could look at the result.
    if (known && !isFinal(known)) await ports.dispatches.forget(known);
    return DONE;
  }
  const dispatch =
    known ?? newDispatch(summary, message.targetId, { name: target?.name ?? '', kind: target?.kind ?? '' });
  if (message.generation < dispatch.generation) return DONE;
  if (isFinal(dispatch)) {
    if (summary.dispatches[message.targetId] !== dispatch.state) await ports.dispatches.repeatState(dispatch);
    return DONE;
  }
  // Whoever has its turn was told to come now; all others keep to the planned time.
  const early = message.turn !== undefined ? 0 : earlySeconds(dispatch, ports.clock());
  if (early > MAX_LANE_WAIT_SECONDS) return DONE; // The due index brings it back in time.
  if (early > 0) return keep(early);

  const lane = facts.lane ?? openLane(message.userId, message.targetId);
  const plan = ports.plans[summary.plan];
  if (target?.status !== 'active') return withoutTarget(dispatch, target, lane, plan, ports);
  const overdue = lane.mode === 'held' && ports.clock() > heldUntil(dispatch, plan);
  if (overdue || !mayPass(message, lane)) return putAside(dispatch, lane, plan, ports);

  const provider = ports.sender.providerOf(target);
  const silent = ports.breaker.enter(provider);
  if (silent > 0) return awaitProvider(dispatch, { provider, seconds: silent, lane, plan }, ports);
  try {
    const pacing = { quiet: message.quiet === true && receipt.receives === 1, queuedAt: receipt.queuedAt };
    const pause = await ports.pace.ask(target, lane, pacing);
    if (pause > 0) return keep(pause);

    const verdict = await tryIt({ dispatch, summary, webhook, target, lane, plan, pacing }, message, receipt, ports);
    if (facts.laneMark !== undefined && isCalm(lane)) await unmark(lane, facts.laneMark, ports);
    return verdict;
  } finally {
    ports.breaker.leave(provider);
  }
};

/** Should this fail, the next message sees the same mark. */
const unmark = async ({ userId, targetId }: LaneState, mark: string, { laneStore }: DeliverPorts): Promise<void> => {
  try {
    await laneStore.unmark(userId, targetId, mark);
  } catch (error) {
    log.warn('mark left on a target', { userId, targetId }, error);
  }
};

/**
 * A probe that passed lets go what waits, and the last message of those that were let go sees to whatever was put aside
 * meanwhile, until there is nothing. Should this fail, the sweeper does it.
 */
const goOnDraining = async (message: LaneMessage, before: LaneState, gone: boolean, ports: DeliverPorts) => {
  if (before.mode === 'open' || !isPassFor(before.pass, message)) return;
  try {
    const lane = await ports.laneStore.get(before.userId, before.targetId);
    if (lane?.mode !== 'draining') return;
    // The place that the lane waited for is this one, whatever has become of the message.
    const isReached = lane.pass === placePassOf(message) || (gone && isPassFor(lane.pass, message));
    await drain(isReached ? { ...lane, pass: undefined } : lane, ports);
  } catch (error) {
    log.warn('lane left to the sweeper', { userId: before.userId, targetId: before.targetId }, error);
  }
};

/**
 * A held lane lets one probe pass, or instead of it an older message that comes before it in the lane; a lane that is
 * being emptied, whoever has its turn.
 */
const mayPass = (message: LaneMessage, { mode, pass, episode }: LaneState): boolean => {
  if (mode === 'open') return true;
  if (mode === 'draining') return message.turn === episode;
  if (pass === undefined || isPassFor(pass, message)) return pass !== undefined;
  return !pass.endsWith('.called-up') && message.invocationId < invocationOf(pass);
};

interface TryFacts extends AttemptFacts {
  plan: Plan;
}

const tryIt = async (
  facts: TryFacts,
  message: LaneMessage,
  receipt: Receipt,
  ports: DeliverPorts,
): Promise<LaneVerdict> => {
  const marked = isSuspicious(receipt, ports.clock())
    ? await markCrash(facts.dispatch, () => 0, ports)
    : facts.dispatch;
  if (!marked) return DONE;
  if (marked.crashes > MAX_CRASHES) return toDeadLetters(marked, message, ports);
  let attempted: Attempted | undefined;
  try {
    attempted = await attempt({ ...facts, dispatch: marked }, message, receipt.timeLeftMs, ports);
  } catch (error) {
    log.error('delivery crashed', { dispatchId: idOf(marked), attempt: marked.crashes + 1 }, error);
    return afterCrash(marked, message, ports);
  }
  if (!attempted) return DONE;
  const stays = await recordOutcome(attempted, { ...facts, message }, ports);
  return stays === undefined ? DONE : keep(stays);
};

/** When the table is what failed, this fails too, and the message just stays in its lane. */
const afterCrash = async (dispatch: Dispatch, message: LaneMessage, ports: DeliverPorts): Promise<LaneVerdict> => {
  const newest = await ports.dispatches.get(message.userId, message.invocationId, message.targetId);
  const crashed = await markCrash(newest ?? dispatch, crashWait, ports);
  if (!crashed) return DONE;
  if (crashed.crashes >= MAX_CRASHES) return toDeadLetters(crashed, message, ports);
  return keep(crashWait(crashed.crashes - 1));
};

/** Leaves a trace before a suspicious message is worked on, since one that kills its function leaves none of its own. */
const markCrash = (
  dispatch: Dispatch,
  waitSeconds: (before: number) => number,
  ports: DeliverPorts,
): Promise<Dispatch | undefined> =>
  write(
    dispatch,
    (base) => ({
      dispatch: withCrash(base, secondsAfter(ports.clock(), waitSeconds(base.crashes))),
      due: secondsAfter(ports.clock(), GUARD_SECONDS),
    }),
    ports,
  );

/** The dead letters' own function marks the dispatch; until then the due index guards it. */
const toDeadLetters = async (dispatch: Dispatch, message: LaneMessage, ports: DeliverPorts): Promise<LaneVerdict> => {
  const { call: _stored, ...letter } = message;
  await ports.deadLetters.send([{ ...letter, generation: dispatch.generation }]);
  log.error('message given to the dead letters', { dispatchId: idOf(dispatch) });
  return DONE;
};

const idOf = ({ invocationId, targetId }: Dispatch) => dispatchId(invocationId, targetId);

/** Whole seconds until the planned attempt; 0 when it is due. */
const earlySeconds = (dispatch: Dispatch, now: Date): number =>
  dispatch.nextAttemptAt ? Math.max(0, secondsUntil(new Date(dispatch.nextAttemptAt), now)) : 0;
