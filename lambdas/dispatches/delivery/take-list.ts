import type { LaneMessage, WakeUp } from '../../invocations/ports.ts';
import { secondsAfter, secondsUntil } from '../../platform/clock.ts';
import { parseInvocationId } from '../../platform/ids.ts';
import { ACK, stayFor, type Verdict } from '../../platform/verdict.ts';
import { endWork, handOver, isWorn, stayAtHead } from '../lane/head.ts';
import { type LaneState, LIST_LAG_SECONDS, letLaneFlow, retryAfterOf, whileRetryAfter } from '../lane/lane.ts';
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
  if (stored.wakeUpNumber !== wakeUp.number) return ACK;
  if (stored.mode === 'flowing' && listed.length === 0) return endWork(letLaneFlow(stored, clock()), ports);
  if (isWorn(stored, receipt, clock())) return handOver(stored, receipt, ports);
  const lane = await stayAtHead(stored, receipt, ports);
  if (!lane) return stayFor(1);
  const now = clock();
  const lagSeconds = secondsUntil(secondsAfter(new Date(lane.wokenAt ?? now), LIST_LAG_SECONDS), now);
  const retryAfter = retryAfterOf(lane, now);
  const next = nextOf(listed, lane, retryAfter !== undefined, now);
  if (next.length === 0) {
    if (lagSeconds > 0) return stayFor(lagSeconds);
    return endWork(retryAfter ? whileRetryAfter(lane, retryAfter, now) : letLaneFlow(lane, now), ports);
  }
  let isStale = true;
  for (const { message } of next.slice(0, TAKEN_AT_ONCE)) {
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

/** Oldest first; in a paused lane expired dispatches come before all others, to be ended, and alone while no provider may be called. */
const nextOf = (listed: ListedDispatch[], { mode }: LaneState, onlyExpired: boolean, now: Date): ListedDispatch[] => {
  if (mode !== 'paused') return listed;
  const expired = listed.filter(({ waitsUntil }) => waitsUntil < now);
  return onlyExpired ? expired : [...expired, ...listed.filter(({ waitsUntil }) => waitsUntil >= now)];
};
