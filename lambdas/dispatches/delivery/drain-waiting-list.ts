import { isFinal, secondsUntilDue } from '../../model/dispatch.ts';
import type { ListedDispatch, Receipt } from '../../model/dispatch-ports.ts';
import type { LaneState } from '../../model/lane.ts';
import type { DispatchMessage, WakeUp } from '../../model/lane-message.ts';
import { secondsAfter, secondsUntil } from '../../platform/clock.ts';
import { calledAt } from '../../platform/ids.ts';
import { ACK, hideFor, type MessageDisposition } from '../../platform/message-disposition.ts';
import {
  arriveAtHead,
  LAG_SECONDS,
  letLaneFlow,
  postponeOtherProbe,
  retryAfterOf,
  whileRetryAfter,
} from '../lane/lane.ts';
import { park } from '../lane/park.ts';
import { probedIndex } from '../lane/probe.ts';
import { changeLane, isTooOld, replaceWakeUp } from '../lane/wake-up.ts';
import type { DeliveryPorts } from '../ports.ts';
import { openDispatchOf } from '../save-dispatch.ts';
import { inList, isExpired } from '../states.ts';
import { SEND_MS } from './attempt.ts';
import { tryDispatch } from './try-dispatch.ts';

/** Dispatches read from the list at a time. */
const PAGE = 100;

/**
 * Number of dispatches that a wake-up delivers before it lets other lanes continue. It equals the queue's batch size.
 */
const TAKEN_AT_ONCE = 10;

/**
 * Delivers a lane's waiting list, oldest dispatch first, until it is empty and the lane flows again. Meanwhile, the
 * wake-up stays at the head of its group, so no other message of the lane is delivered and none joins the list. To
 * wait, the wake-up returns to the queue.
 * @throws if the table cannot be reached; the wake-up then stays in the queue
 */
export const drainWaitingList = async (
  wakeUp: WakeUp,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<MessageDisposition> => {
  const { laneStore, waitingList, clock } = ports;
  const [stored, listed] = await Promise.all([
    laneStore.get(wakeUp.userId, wakeUp.targetId),
    waitingList.oldest(wakeUp, PAGE),
  ]);
  const isVoid = ({ wakeUpNumber }: LaneState) => wakeUpNumber !== wakeUp.number;
  if (isVoid(stored)) return ACK;
  const now = clock();
  if (stored.mode === 'flowing' && listed.length === 0) return endWork(letLaneFlow(stored, now), ports);
  if (isTooOld(stored, receipt, now)) return replaceWakeUp(stored, receipt, ports);
  const stay = (state: LaneState) => (isVoid(state) ? state : arriveAtHead(state, receipt.firstReceivedAt, now));
  const lane = await changeLane(stored, stay, ports, stored);
  if (isVoid(lane)) return ACK;
  const lagSeconds = secondsUntil(secondsAfter(new Date(lane.wokenAt ?? now), LAG_SECONDS), now);
  const retryAfter = retryAfterOf(lane, now);
  const next = nextOf(listed, lane, retryAfter !== undefined, now);
  if (next.length === 0) {
    if (lagSeconds > 0) return hideFor(lagSeconds);
    return endWork(retryAfter ? whileRetryAfter(lane, now) : letLaneFlow(lane, now), ports);
  }
  const isAlone = lagSeconds <= 0 && next.length === 1 && next.every(({ waitsUntil }) => waitsUntil >= now);
  const postponed = isAlone ? postponeOtherProbe(lane, now, ports.random()) : undefined;
  if (postponed) return endWork(postponed, ports);
  let isStale = true;
  for (const { message } of next.slice(0, TAKEN_AT_ONCE)) {
    if (lagSeconds > 0 && !(wakeUp.listedBefore && calledAt(message.invocationId) < new Date(wakeUp.listedBefore)))
      return hideFor(lagSeconds);
    if (receipt.timeLeftMs() < SEND_MS) break;
    const taken = await takeListed(message, wakeUp, receipt, ports);
    if (typeof taken === 'object') return taken;
    isStale = isStale && taken === 'passed-over';
  }
  return hideFor(isStale ? 1 : 0);
};

/**
 * Selects the dispatches to try next, oldest first. In a paused lane, these are the expired ones, which are ended, and
 * then the probed one. If `onlyExpired` is true, the provider must not be called, so there is no probe.
 */
const nextOf = (listed: ListedDispatch[], lane: LaneState, onlyExpired: boolean, now: Date): ListedDispatch[] => {
  if (lane.mode !== 'paused') return listed;
  const expired = listed.filter(({ waitsUntil }) => waitsUntil < now);
  if (onlyExpired) return expired;
  const others = listed.filter(({ waitsUntil }) => waitsUntil >= now);
  const ids = others.map(({ message }) => message.invocationId);
  const probed = others.splice(probedIndex(lane, ids), 1);
  return [...expired, ...probed, ...others];
};

/**
 * Tries one listed dispatch.
 * @returns `taken`; `passed-over` if the message has left the list; or the disposition of the wake-up, which then stops
 */
const takeListed = async (
  message: DispatchMessage,
  wakeUp: WakeUp,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<'taken' | 'passed-over' | MessageDisposition> => {
  const context = await ports.dispatches.loadContext(message);
  const { dispatch: listed, target, lane } = context;
  // The lane was paused or woken again, so this wake-up is void and ends.
  if (lane.wakeUpNumber !== wakeUp.number) return ACK;
  // The list lags behind the table, so an entry may already be deleted, decided or moved.
  const open = listed && (await openDispatchOf(message, context, ports));
  if (!open) {
    if (listed && isFinal(listed)) await ports.dispatches.forget(listed);
    return 'passed-over';
  }
  const now = ports.clock();
  const earlySeconds = secondsUntilDue(open.dispatch, now);
  if (earlySeconds > 0) return hideFor(earlySeconds);
  const plan = ports.plans[open.summary.plan];
  const job = { ...open, dispatch: inList(open.dispatch, plan), plan };
  const isThere = target?.status === 'active' || target?.status === 'disabled';
  // `park` ends an expired message. Other messages get here because of a `Retry-After`, and continue to wait.
  if (isThere && lane.mode === 'paused' && (isExpired(job.dispatch, { plan, now }) || retryAfterOf(lane, now))) {
    await park(job, ports);
    return 'taken';
  }
  const cause = lane.mode === 'paused' ? 'probe' : 'wake-up';
  const disposition = await tryDispatch(job, { ...message, cause }, receipt, ports);
  // A void wake-up also waits for a `Retry-After`, because the next one, right behind it, does not know about the wait.
  return disposition.kind === 'stay' ? disposition : 'taken';
};

/**
 * Saves the lane and ends the wake-up. After a version conflict, the wake-up is received again, because a newer one can
 * exist.
 */
const endWork = async (
  lane: LaneState,
  { laneStore }: Pick<DeliveryPorts, 'laneStore'>,
): Promise<MessageDisposition> => ((await laneStore.save(lane)) ? ACK : hideFor(1));
