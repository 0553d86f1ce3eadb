import type { Dispatch } from '../dispatch.ts';
import type { DeliveryPorts } from '../ports.ts';
import { type LaneState, wantsSecond } from './lane.ts';

/** Listed dispatches among which the second one of a probe is chosen. */
const PAGE = 100;

/**
 * Sends a second message of a paused lane right behind the oldest one, which has failed as a probe: that may be the only one that the
 * target refuses. When the second is answered the target works, and a wake-up delivers the list, where the oldest fails by itself.
 * With each probe it is the one after the last that was tried so.
 */
export const trySecond = async (
  lane: LaneState,
  failed: Dispatch,
  { waitingList, laneQueue }: Pick<DeliveryPorts, 'waitingList' | 'laneQueue'>,
): Promise<void> => {
  if (!wantsSecond(lane)) return;
  const listed = await waitingList.oldest(lane, PAGE);
  const others = listed.filter(({ message }) => message.invocationId !== failed.invocationId);
  const second = others.find(({ message }) => message.invocationId > (lane.triedSecond ?? '')) ?? others[0];
  if (second) await laneQueue.send([{ ...second.message, ahead: 'second-of-probe' }]);
};
