import { type Dispatch, laneMessageOf } from '../../model/dispatch.ts';
import type { LaneState } from '../../model/lane.ts';
import type { Plan } from '../../model/plans.ts';
import type { Provider, Target } from '../../model/target.ts';
import type { Reason } from '../../outbound/outcome.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { ACK, stayFor, type Verdict } from '../../platform/verdict.ts';
import { awaitsReview, MESSAGE_UNREVIEWED } from '../../targets/review.ts';
import { whyNoMessages } from '../../targets/why-no-messages.ts';
import type { LanePorts } from '../ports.ts';
import { writeSettled } from '../save-dispatch.ts';
import { DELETED_NOTE, expire, giveUp, isExpired, joinList, more, waitAtHead, waitForTarget } from '../states.ts';
import { MAX_LANE_WAIT_SECONDS, PAUSE_COOLDOWN_SECONDS, pauseLane, triedAgainAt, whileDisabled } from './lane.ts';
import { changeLane, resumeTarget } from './wake-up.ts';

/* The result of a dispatch that is not tried. */

/** An undecided dispatch with its lane, and the plan that it is delivered by. */
export interface InLane {
  dispatch: Dispatch;
  lane: LaneState;
  plan: Plan;
}

/** Puts a dispatch into its target's waiting list, from where the lane's wake-up delivers it; one that has expired ends instead. */
export const putIntoList = async ({ dispatch, lane, plan }: InLane, ports: LanePorts): Promise<void> => {
  const context = { plan, now: ports.clock(), resumeAt: triedAgainAt(lane) };
  const settleOn = (base: Dispatch): Dispatch =>
    lane.reason ? waitForTarget(base, lane.reason, context) : joinList(base, plan);
  await writeSettled(dispatch, settleOn, ports);
};

/**
 * Changes the lane so it does not flow, then puts the dispatch into its list: every list belongs to a lane that will be
 * woken. The message of a lane that flowed stays in front of the next one until that sees the change.
 */
export const beginList = async (
  { dispatch, lane, plan }: InLane,
  change: (lane: LaneState) => LaneState,
  ports: LanePorts,
): Promise<Verdict> => {
  const changed = await changeLane(lane, change, ports, lane);
  if (changed.mode === 'flowing') return stayFor(1);
  await putIntoList({ dispatch, lane: changed, plan }, ports);
  return lane.mode === 'flowing' ? stayFor(PAUSE_COOLDOWN_SECONDS) : ACK;
};

/**
 * The provider's circuit is open for this time: the dispatch waits without an attempt. For a long wait its whole lane
 * is paused.
 */
export const awaitProvider = async (
  inLane: InLane,
  { name }: Provider,
  seconds: number,
  ports: LanePorts,
): Promise<Verdict> => {
  const { dispatch, plan } = inLane;
  const now = ports.clock();
  const reason: Reason = { code: 'provider-unavailable', text: `${name} does not answer at the moment.` };
  if (seconds > MAX_LANE_WAIT_SECONDS)
    return beginList(inLane, (lane) => pauseLane(lane, reason, secondsAfter(now, seconds)), ports);
  const settleOn = (base: Dispatch) =>
    isExpired(base, { plan, now })
      ? expire(base, reason, now)
      : waitAtHead(base, more(reason, 'The message is then sent automatically.'), now, seconds);
  const saved = await writeSettled(dispatch, settleOn, ports);
  return saved?.state === 'waiting' ? stayFor(seconds) : ACK;
};

/**
 * The state of a dispatch whose target accepts no messages: a disabled target lets it wait, any other reason is final.
 */
export const withoutTarget = async (inLane: InLane, target: Target | undefined, ports: LanePorts): Promise<Verdict> => {
  const { dispatch } = inLane;
  if (target?.status !== 'disabled') {
    const note = target ? undefined : DELETED_NOTE;
    await writeSettled(dispatch, (base) => giveUp(base, whyNoMessages(target), note), ports);
    return ACK;
  }
  const reason = awaitsReview(target) ? MESSAGE_UNREVIEWED : undefined;
  const verdict = await beginList(inLane, (lane) => whileDisabled(lane, ports.clock(), reason), ports);
  // An owner who enabled the target just before the lane was paused found nothing to resume.
  const newest = (await ports.dispatches.loadContext(laneMessageOf(dispatch))).target;
  if (newest?.status !== 'disabled') await resumeTarget(dispatch.userId, dispatch.targetId, ports);
  return verdict;
};
