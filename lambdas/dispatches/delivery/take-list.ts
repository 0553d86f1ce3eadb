import type { LaneMessage, WakeUp } from '../../invocations/ports.ts';
import { secondsAfter, secondsUntil } from '../../platform/clock.ts';
import { parseInvocationId } from '../../platform/ids.ts';
import { ACK, stayFor, type Verdict } from '../../platform/verdict.ts';
import { flowAgain, handOver, isWorn, stayAtHead } from '../lane/head.ts';
import { type LaneState, LIST_LAG_SECONDS, retryAfterOf, whileRetryAfter } from '../lane/lane.ts';
import type { DeliveryPorts, ListedDispatch, Receipt } from '../ports.ts';
import { SEND_MS } from './attempt.ts';
import { takeListed } from './take-listed.ts';

/** Listed dispatches that are read at once. */
const PAGE = 100;

/** Dispatches that a wake-up delivers before other lanes are served: as many as a batch of the queue has messages. */
const TAKEN_AT_ONCE = 10;

/**
 * Delivers the waiting list of a lane, oldest dispatch first, until it is empty and the lane flows again. Meanwhile the wake-up is at
 * the head of its group, so that nothing else of the lane is delivered and nothing is added to the list. For each wait it returns to
 * the queue.
 * @throws when the table cannot be reached; the wake-up stays in the queue then.
 */
export const takeList = async (wakeUp: WakeUp, receipt: Receipt, ports: DeliveryPorts): Promise<Verdict> => {
  const { laneStore, waitingList, clock } = ports;
  const [stored, listed] = await Promise.all([
    laneStore.get(wakeUp.userId, wakeUp.targetId),
    waitingList.oldest(wakeUp, PAGE),
  ]);
  if (!stored || stored.wakeUpNumber !== wakeUp.number) return ACK;
  if (stored.mode === 'flowing' && listed.length === 0) return flowAgain(stored, ports);
  if (isWorn(stored, receipt, clock())) return handOver(stored, receipt, ports);
  const lane = await stayAtHead(stored, receipt, ports);
  if (!lane) return stayFor(1);
  const retryAfter = retryAfterOf(lane, clock());
  if (!retryAfter) return deliverListed(listed, lane, wakeUp, receipt, ports);
  if (await endAllExpired(listed, wakeUp, receipt, ports)) return stayFor(1);
  return (await laneStore.save(whileRetryAfter(lane, retryAfter, clock()))) ? ACK : stayFor(1);
};

const deliverListed = async (
  listed: ListedDispatch[],
  lane: LaneState,
  wakeUp: WakeUp,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<Verdict> => {
  const now = ports.clock();
  const lagSeconds = secondsUntil(secondsAfter(new Date(lane.wokenAt ?? now), LIST_LAG_SECONDS), now);
  if (listed.length === 0) return lagSeconds > 0 ? stayFor(lagSeconds) : flowAgain(lane, ports);
  let isStale = true;
  for (const { message } of inOrder(listed, lane, now).slice(0, TAKEN_AT_ONCE)) {
    if (lagSeconds > 0 && !(wakeUp.listedBefore && calledAt(message) < wakeUp.listedBefore)) return stayFor(lagSeconds);
    if (receipt.timeLeftMs() < SEND_MS) break;
    const taken = await takeListed(message, wakeUp, receipt, ports);
    if (typeof taken === 'object') return taken;
    isStale = isStale && taken === 'passed-over';
  }
  return stayFor(isStale ? 1 : 0);
};

const calledAt = ({ invocationId }: LaneMessage): string =>
  (parseInvocationId(invocationId)?.at ?? new Date(0)).toISOString();

/**
 * Ends expired dispatches while the provider is not to be called.
 * @returns true when all of a page had expired, so that there may be more.
 */
const endAllExpired = async (
  listed: ListedDispatch[],
  wakeUp: WakeUp,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<boolean> => {
  let count = 0;
  for (const { message, waitsUntil } of listed) {
    if (waitsUntil >= ports.clock()) continue;
    if (receipt.timeLeftMs() < SEND_MS) break;
    if ((await takeListed(message, wakeUp, receipt, ports)) === 'taken') count += 1;
  }
  return count === PAGE;
};

/** Oldest first; in a paused lane expired dispatches come before all others, to be ended. */
const inOrder = (listed: ListedDispatch[], lane: LaneState, now: Date): ListedDispatch[] =>
  lane.mode === 'paused'
    ? [...listed.filter(({ waitsUntil }) => waitsUntil < now), ...listed.filter(({ waitsUntil }) => waitsUntil >= now)]
    : listed;
