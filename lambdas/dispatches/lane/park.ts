import { makeHeadline } from '../../invocations/headlines.ts';
import type { Dispatch } from '../../model/dispatch.ts';
import type { LaneState } from '../../model/lane.ts';
import type { Provider } from '../../model/target.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { ACK, hideFor, type MessageDisposition } from '../../platform/message-disposition.ts';
import type { Reason } from '../../platform/outbound/outcome.ts';
import { inactiveReason } from '../../targets/inactive-reason.ts';
import { awaitsReview, MESSAGE_UNREVIEWED } from '../../targets/review.ts';
import type { DeliveryJob } from '../delivery-job.ts';
import type { DeliveryPorts } from '../ports.ts';
import { changesSummary, writeAndCountError } from '../save-dispatch.ts';
import { DELETED_NOTE, expire, giveUp, isExpired, joinList, more, waitAtHead, waitForTarget } from '../states.ts';
import { LAG_SECONDS, MAX_LANE_WAIT_SECONDS, pauseLane, triedAgainAt, whileDisabled } from './lane.ts';
import { changeLane, resumeTarget } from './wake-up.ts';

type ParkPorts = Pick<
  DeliveryPorts,
  'clock' | 'dispatches' | 'counters' | 'invocations' | 'renderer' | 'laneStore' | 'laneQueue'
>;

/**
 * Puts a dispatch on its target's waiting list, which the lane's wake-up delivers. An expired dispatch ends instead.
 */
export const park = async (job: DeliveryJob, ports: ParkPorts): Promise<void> => {
  const { lane, plan } = job;
  const context = { plan, now: ports.clock(), resumeAt: triedAgainAt(lane) };
  const change = (base: Dispatch): Dispatch =>
    lane.reason ? waitForTarget(base, lane.reason, context) : joinList(base, plan);
  await writeUntried(job, change, ports);
};

/**
 * Stores a dispatch without an attempt. If this changes its call's summary, the same write adds the call's headline.
 * Otherwise the list would show the raw body until the target works again.
 */
const writeUntried = async (
  { dispatch, summary, webhook, isFirst, content }: DeliveryJob,
  change: (base: Dispatch) => Dispatch,
  ports: ParkPorts,
): Promise<Dispatch | undefined> => {
  const isMissing = isFirst && !summary.headline && !dispatch.headline && changesSummary(change(dispatch), dispatch);
  const headline = isMissing ? await makeHeadline(webhook, summary, ports, content) : undefined;
  return writeAndCountError(dispatch, (base) => ({ ...change(base), ...(headline && { headline }) }), ports);
};

/**
 * Stops the lane from flowing, then puts the dispatch on its list. In this order, a dispatch is listed only in a lane
 * that will be woken. If the lane was flowing, the message stays at the head of its group until reads show the change.
 */
export const divertToList = async (
  job: DeliveryJob,
  change: (lane: LaneState) => LaneState,
  ports: ParkPorts,
): Promise<MessageDisposition> => {
  const { lane } = job;
  const changed = await changeLane(lane, change, ports, lane);
  if (changed.mode === 'flowing') return hideFor(1);
  await park({ ...job, lane: changed }, ports);
  return lane.mode === 'flowing' ? hideFor(LAG_SECONDS) : ACK;
};

/**
 * Lets a dispatch wait for `seconds` without an attempt, because its provider's circuit is open. A long wait pauses its
 * lane.
 */
export const awaitProvider = async (
  job: DeliveryJob,
  { name }: Provider,
  seconds: number,
  ports: ParkPorts,
): Promise<MessageDisposition> => {
  const { plan } = job;
  const now = ports.clock();
  const reason: Reason = { code: 'provider-unavailable', text: `${name} is not responding at the moment.` };
  if (seconds > MAX_LANE_WAIT_SECONDS)
    return divertToList(job, (lane) => pauseLane(lane, reason, secondsAfter(now, seconds), now), ports);
  const change = (base: Dispatch) =>
    isExpired(base, { plan, now })
      ? expire(base, reason, now)
      : waitAtHead(base, more(reason, 'The message is then sent automatically.'), now, seconds);
  const saved = await writeUntried(job, change, ports);
  return saved?.state === 'waiting' ? hideFor(seconds) : ACK;
};

/** Handles a dispatch whose target is not active. It waits if the target is disabled, and ends otherwise. */
export const withoutTarget = async (job: DeliveryJob, ports: ParkPorts): Promise<MessageDisposition> => {
  const { dispatch, target } = job;
  if (target?.status !== 'disabled') {
    const note = target ? undefined : DELETED_NOTE;
    await writeUntried(job, (base) => giveUp(base, inactiveReason(target), note), ports);
    return ACK;
  }
  const reason = awaitsReview(target) ? MESSAGE_UNREVIEWED : undefined;
  const disposition = await divertToList(job, (lane) => whileDisabled(lane, ports.clock(), reason), ports);
  // If the owner enabled the target just before the lane was paused, nothing was resumed, so it is done here.
  const newest = (await ports.dispatches.loadContext(dispatch)).target;
  if (newest?.status !== 'disabled') await resumeTarget(dispatch.userId, dispatch.targetId, ports);
  return disposition;
};
