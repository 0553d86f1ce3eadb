import type { LaneMessage, WakeUp } from '../../invocations/ports.ts';
import { secondsAfter, secondsUntil } from '../../platform/clock.ts';
import { parseInvocationId } from '../../platform/ids.ts';
import { isFinal, secondsUntilDue } from '../dispatch.ts';
import {
  ACK,
  atHead,
  type LaneState,
  type LaneVerdict,
  LIST_LAG_SECONDS,
  letLaneFlow,
  retryAfterOf,
  retryIn,
  WAKE_UP_LOST_SECONDS,
  wakeLane,
  whileRetryAfter,
} from '../lane/lane.ts';
import { putIntoList, withoutTarget } from '../lane/park.ts';
import { listedBefore, wake } from '../lane/wake-up.ts';
import type { ListedDispatch, WaitingList } from '../ports.ts';
import { waitsUntil } from '../settle.ts';
import { SEND_MS } from './attempt.ts';
import { type Receipt, type TryPorts, tryDispatch } from './try-dispatch.ts';

export interface TakeListPorts extends TryPorts {
  waitingList: WaitingList;
}

/** Listed dispatches that are read at once. */
const PAGE = 100;

/** Dispatches that a wake-up delivers before other lanes are served: as many as a batch of the queue has messages. */
const TAKEN_AT_ONCE = 10;

/**
 * A wake-up hands over to a new one after this many receives: well before the queue takes it, and the messages that are received
 * with it, for poison.
 */
const HAND_OVER_AFTER_RECEIVES = 50;

/** And after this time at the head, in seconds, so that the age of the oldest message goes on telling how far behind lanes are. */
const HAND_OVER_AFTER_SECONDS = 600;

/** What becomes of the wake-up; or it goes on: after this dispatch (`next`), or because this one has left the list (`gone`). */
type Step = LaneVerdict | 'next' | 'gone';

/**
 * Delivers the waiting list of a lane, oldest dispatch first, until it is empty and the lane flows again. Meanwhile the wake-up is at
 * the head of its group, so that nothing else of the lane is delivered and nothing is added to the list. For each wait it returns to
 * the queue.
 * @throws when the table cannot be reached; the wake-up stays in the queue then.
 */
export const takeList = async (wakeUp: WakeUp, receipt: Receipt, ports: TakeListPorts): Promise<LaneVerdict> => {
  const { laneStore, waitingList, clock } = ports;
  const [stored, listed] = await Promise.all([
    laneStore.get(wakeUp.userId, wakeUp.targetId),
    waitingList.oldest(wakeUp, PAGE),
  ]);
  if (!stored || stored.wakeUp !== wakeUp.number) return ACK;
  if (stored.mode === 'flowing' && listed.length === 0) return flowAgain(stored, ports);
  if (isWorn(stored, receipt, clock())) return handOver(stored, wakeUp, receipt, ports);
  const lane = await stayAtHead(stored, ports);
  if (!lane) return retryIn(1);
  const retryAfter = retryAfterOf(lane, clock());
  if (retryAfter) {
    if (await endExpired(listed, wakeUp, receipt, ports)) return retryIn(1);
    return (await laneStore.save(whileRetryAfter(lane, retryAfter, clock()))) ? ACK : retryIn(1);
  }

  const first = wakeUp.first && (await take(messageOf(wakeUp, wakeUp.first), wakeUp, receipt, ports));
  if (typeof first === 'object') return first;
  const lagSeconds = secondsUntil(secondsAfter(new Date(lane.wokenAt ?? clock()), LIST_LAG_SECONDS), clock());
  if (listed.length === 0) return lagSeconds > 0 ? retryIn(lagSeconds) : flowAgain(lane, ports);
  let isStale = true;
  for (const { message } of inOrder(listed, lane, clock()).slice(0, TAKEN_AT_ONCE)) {
    if (lagSeconds > 0 && !(wakeUp.listedBefore && calledAt(message) < wakeUp.listedBefore)) return retryIn(lagSeconds);
    if (receipt.timeLeftMs() < SEND_MS) break;
    const step = await take(message, wakeUp, receipt, ports);
    if (step !== 'next' && step !== 'gone') return step;
    isStale = isStale && step === 'gone';
  }
  return retryIn(isStale ? 1 : 0);
};

const isWorn = ({ wokenAt }: LaneState, { receives }: Receipt, now: Date): boolean =>
  receives > HAND_OVER_AFTER_RECEIVES ||
  (wokenAt !== undefined && now > secondsAfter(new Date(wokenAt), HAND_OVER_AFTER_SECONDS));

const messageOf = (
  { userId, targetId }: WakeUp,
  { invocationId, generation }: { invocationId: string; generation: number },
): LaneMessage => {
  const webhookId = parseInvocationId(invocationId)?.webhookId ?? 0;
  return { userId, webhookId, invocationId, targetId, generation };
};

const calledAt = ({ invocationId }: LaneMessage): string =>
  (parseInvocationId(invocationId)?.at ?? new Date(0)).toISOString();

/** On a version conflict the wake-up looks again: another one may have been sent. */
const flowAgain = async (lane: LaneState, { laneStore, clock }: TakeListPorts): Promise<LaneVerdict> =>
  (await laneStore.save(letLaneFlow(lane, clock()))) ? ACK : retryIn(1);

/** Sends the next wake-up; the messages that stand between the two go to the list. */
const handOver = async (
  lane: LaneState,
  { first }: WakeUp,
  { queuedAt }: Receipt,
  ports: TakeListPorts,
): Promise<LaneVerdict> => {
  const isListComplete =
    lane.wokenAt !== undefined && ports.clock() >= secondsAfter(new Date(lane.wokenAt), LIST_LAG_SECONDS);
  const next = wakeLane(lane, ports.clock());
  const what = { ...(first && { first }), ...(isListComplete && { listedBefore: listedBefore(queuedAt) }) };
  return (await wake(next, what, ports)) ? ACK : retryIn(1);
};

/** @returns the lane as it is stored then, or undefined on a version conflict. */
const stayAtHead = async (lane: LaneState, { laneStore, clock }: TakeListPorts): Promise<LaneState | undefined> => {
  const soon = secondsAfter(clock(), WAKE_UP_LOST_SECONDS / 2).toISOString();
  if (lane.wokenAt !== undefined && lane.nextCheckAt !== undefined && lane.nextCheckAt > soon) return lane;
  const next = atHead(lane, clock());
  return (await laneStore.save(next)) ? { ...next, version: next.version + 1 } : undefined;
};

/**
 * Ends expired dispatches while the provider is not to be called.
 * @returns true when all of a page had expired, so that there may be more.
 */
const endExpired = async (
  listed: ListedDispatch[],
  wakeUp: WakeUp,
  receipt: Receipt,
  ports: TakeListPorts,
): Promise<boolean> => {
  let count = 0;
  for (const { message, waitsUntil } of listed) {
    if (waitsUntil >= ports.clock()) continue;
    if (receipt.timeLeftMs() < SEND_MS) break;
    if ((await take(message, wakeUp, receipt, ports)) === 'next') count += 1;
  }
  return count === PAGE;
};

/** Oldest first; in a paused lane expired dispatches come before all others, to be ended. */
const inOrder = (listed: ListedDispatch[], lane: LaneState, now: Date): ListedDispatch[] =>
  lane.mode === 'paused'
    ? [...listed.filter(({ waitsUntil }) => waitsUntil < now), ...listed.filter(({ waitsUntil }) => waitsUntil >= now)]
    : listed;

const take = async (message: LaneMessage, wakeUp: WakeUp, receipt: Receipt, ports: TakeListPorts): Promise<Step> => {
  const { summary, dispatch, target, webhook, lane } = await ports.dispatches.loadContext(message);
  if (lane?.wakeUp !== wakeUp.number) return ACK;
  // The list lags: what it shows may be gone, decided, or somewhere else by now.
  if (!dispatch || dispatch.generation !== message.generation) return 'gone';
  if (isFinal(dispatch)) {
    if (summary && summary.dispatches[message.targetId] !== dispatch.state)
      await ports.dispatches.repeatState(dispatch);
    await ports.dispatches.forget(dispatch);
    return 'gone';
  }
  if (!summary || !webhook) {
    // Its webhook or its call was deleted, so that nobody can see the result.
    await ports.dispatches.forget(dispatch);
    return 'next';
  }
  const earlySeconds = dispatch.waitsForTarget ? 0 : secondsUntilDue(dispatch, ports.clock());
  if (earlySeconds > 0) return retryIn(earlySeconds);
  const plan = ports.plans[summary.plan];
  const placement = { plan, isListed: true, lane };
  const isGone = target?.status !== 'active' && target?.status !== 'disabled';
  if (!isGone && lane.mode === 'paused' && ports.clock() > waitsUntil(dispatch, plan)) {
    await putIntoList(dispatch, placement, ports);
    return 'next';
  }
  // Expired only by the index: its owner has a larger plan by now.
  if (!isGone && retryAfterOf(lane, ports.clock())) return 'gone';
  const tried =
    target?.status === 'active'
      ? await tryDispatch(
          {
            dispatch,
            summary,
            webhook,
            target,
            pacing: { isolated: false, queuedAt: receipt.queuedAt },
            ...placement,
          },
          message,
          receipt,
          ports,
        )
      : await withoutTarget(dispatch, target, placement, ports);
  // Also a wake-up that is void by now stays for a Retry-After: the next one, right behind it, knows nothing of that.
  if (tried.staySeconds > 0) return retryIn(tried.staySeconds);
  return tried.lane.wakeUp === wakeUp.number ? 'next' : ACK;
};
