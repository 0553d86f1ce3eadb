import type { LaneMessage } from '../../invocations/ports.ts';
import { type LaneState, mayFailAlone, wakeLane } from '../lane/lane.ts';
import { wake } from '../lane/wake-up.ts';
import type { ListedDispatch, Receipt } from '../ports.ts';
import { type DeliveryPorts, SEND_MS } from './attempt.ts';
import { takeListed } from './take-listed.ts';

/** Waits within one probe for the target's rate limit, at most. */
const WAITS_OF_PROBE = 5;

/**
 * Tries a second message when the probe of a paused lane has failed several times: the oldest message may be the only one that the
 * target refuses. When this one is answered the target works, and the lane's next wake-up delivers the list, where the oldest fails by
 * itself. Both are tried in one go, so that the order holds unless an outage ends between the two.
 */
export const probeWithAnother = async (
  failed: LaneMessage,
  before: LaneState,
  listed: ListedDispatch[],
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<void> => {
  const { laneStore, clock, nap } = ports;
  const { userId, targetId } = failed;
  let lane = await laneStore.get(userId, targetId);
  if (!lane || !mayFailAlone(before, lane, failed)) return;
  const others = listed
    .map(({ message }) => message)
    .filter(({ invocationId }) => invocationId !== failed.invocationId);
  const other =
    others.find(({ invocationId }) => invocationId > (before.triedSecond ?? failed.invocationId)) ?? others[0];
  if (!other) return;
  const wakeUp = { userId, targetId, number: lane.wakeUpNumber };
  let waitSeconds = 0;
  for (let waits = 0; waits <= WAITS_OF_PROBE; waits++) {
    if (receipt.timeLeftMs() - waitSeconds * 1000 < SEND_MS) return;
    await nap(waitSeconds * 1000);
    const step = await takeListed(other, wakeUp, receipt, ports, true);
    lane = await laneStore.get(userId, targetId);
    if (typeof step !== 'object' || step.kind !== 'retry' || lane?.triedSecond === other.invocationId) break;
    waitSeconds = step.afterSeconds;
  }
  if (lane?.mode === 'catching-up' && !lane.isWakeUpSent) await wake(wakeLane(lane, clock()), {}, ports);
};
