import type { Reason } from '../../outbound/outcome.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Services, Uses } from '../../services.ts';
import type { Provider } from '../../targets/send.ts';
import type { Target } from '../../targets/target.ts';
import { type Dispatch, laneMessageOf } from '../dispatch.ts';
import { type Placement, writeSettled } from '../save-dispatch.ts';
import {
  DELETED_NOTE,
  expire,
  giveUp,
  isExpired,
  joinList,
  type Note,
  type Settled,
  waitForProvider,
  waitInList,
} from '../settle.ts';
import {
  type LaneState,
  MAX_LANE_WAIT_SECONDS,
  PAUSE_COOLDOWN_SECONDS,
  pauseLane,
  reasonOfLane,
  triedAgainAt,
  whileDisabled,
} from './lane.ts';
import { resumeTarget, type WakeUpPorts } from './wake-up.ts';

export type WaitingPorts = WakeUpPorts & Pick<Services, 'dispatches'> & Uses<{ counters: 'countError' }>;

/** What trying a dispatch left behind. */
export interface Tried {
  /** Its lane as it is now. */
  lane: LaneState;
  /** For how many seconds nothing else of the lane may be tried; 0 = go on. */
  staySeconds: number;
}

interface Waiting extends Placement {
  lane: LaneState;
}

/** Puts a dispatch into its target's waiting list, from where the lane's wake-up delivers it; one that has expired ends instead. */
export const putIntoList = async (dispatch: Dispatch, waiting: Waiting, ports: WaitingPorts): Promise<void> => {
  const { lane, plan, isListed } = waiting;
  const now = ports.clock();
  const reason = reasonOfLane(lane);
  const settleOn = (base: Dispatch): Settled => {
    if (lane.mode !== 'paused') return joinList(base);
    if (isExpired(base, { plan, now })) return expire(base, reason, now);
    return waitInList(base, reason, { isListed, resumeAt: triedAgainAt(lane) });
  };
  await finish(dispatch, settleOn, waiting, ports);
};

/** Ends a listed dispatch that has expired while its lane is paused. */
export const endExpired = async (dispatch: Dispatch, waiting: Waiting, ports: WaitingPorts): Promise<void> => {
  await finish(dispatch, (base) => expire(base, reasonOfLane(waiting.lane), ports.clock()), waiting, ports);
};

/** The provider's circuit is open: the dispatch waits without an attempt; for a long wait its whole lane is paused. */
export const awaitProvider = async (
  dispatch: Dispatch,
  { provider: { name }, seconds }: { provider: Provider; seconds: number },
  waiting: Waiting,
  ports: WaitingPorts,
): Promise<Tried> => {
  const { lane, plan } = waiting;
  const now = ports.clock();
  const reason: Reason = {
    code: 'provider-unavailable',
    text: `${name} does not answer at the moment. The message goes out by itself once it does.`,
  };
  if (seconds > MAX_LANE_WAIT_SECONDS)
    return pauseWith(pauseLane(lane, reason, secondsAfter(now, seconds)), dispatch, waiting, ports);
  const settleOn = (base: Dispatch) =>
    isExpired(base, { plan, now })
      ? expire(base, reason, now)
      : waitForProvider(base, reason, { now, afterSeconds: seconds });
  const saved = await finish(dispatch, settleOn, waiting, ports);
  return { lane, staySeconds: saved?.state === 'waiting' ? seconds : 0 };
};

/** What becomes of a dispatch whose target takes no messages: a disabled one lets it wait, everything else is final. */
export const withoutTarget = async (
  dispatch: Dispatch,
  target: Target | undefined,
  waiting: Waiting,
  ports: WaitingPorts,
): Promise<Tried> => {
  const { lane } = waiting;
  if (target?.status !== 'disabled') {
    await finish(dispatch, (base) => giveUp(base, ...whyNot(target)), waiting, ports);
    return { lane, staySeconds: 0 };
  }
  const tried = await pauseWith(whileDisabled(lane, ports.clock()), dispatch, waiting, ports);
  // An owner who enabled the target just before the lane was paused found nothing to resume.
  const newest = (await ports.dispatches.loadContext(laneMessageOf(dispatch))).target;
  if (newest?.status !== 'disabled') await resumeTarget(dispatch.userId, dispatch.targetId, ports);
  return tried;
};

/** The lane first, then the dispatch, so that every list belongs to a lane that is checked. */
const pauseWith = async (
  lane: LaneState,
  dispatch: Dispatch,
  waiting: Waiting,
  ports: WaitingPorts,
): Promise<Tried> => {
  if (!(await ports.laneStore.save(lane))) return { lane: waiting.lane, staySeconds: 1 };
  await putIntoList(dispatch, { ...waiting, lane }, ports);
  return { lane, staySeconds: waiting.lane.mode === 'flowing' ? PAUSE_COOLDOWN_SECONDS : 0 };
};

/** Reason and note of a dispatch whose target is not there to take it. */
const whyNot = (target: Target | undefined): [reason: Reason, note?: Note] => {
  switch (target?.status) {
    case 'created':
    case 'pending':
      return [
        {
          code: 'target-pending',
          text: 'The target is not activated yet. Finish its set-up, then send the message again.',
        },
      ];
    case 'inactive':
      return [
        {
          code: 'target-inactive',
          text: `The target is inactive. ${target.statusReason?.text ?? ''} Once it works again, send the message again.`,
        },
      ];
    default:
      return [
        { code: 'target-deleted', text: 'The target was deleted before the message could be delivered.' },
        DELETED_NOTE,
      ];
  }
};

const finish = async (
  dispatch: Dispatch,
  settleOn: (base: Dispatch) => Settled,
  placement: Placement,
  ports: WaitingPorts,
): Promise<Dispatch | undefined> => {
  const saved = await writeSettled(dispatch, settleOn, placement, ports.clock(), ports);
  if (saved?.state === 'error') await ports.counters.countError(saved.userId, saved.webhookId, ports.clock());
  return saved;
};
