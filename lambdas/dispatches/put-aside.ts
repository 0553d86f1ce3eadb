import type { Plan } from '../plans/plans.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { Provider } from '../targets/send.ts';
import type { Target } from '../targets/target.ts';
import type { Dispatch } from './dispatch.ts';
import {
  CLOSED_SECONDS,
  DONE,
  keep,
  type LaneState,
  type LaneVerdict,
  MAX_LANE_WAIT_SECONDS,
  whileDisabled,
  whileSilent,
} from './lane.ts';
import { dueOf, type RecordPorts, write } from './record.ts';
import { giveUp, heldUntil, hold, type Settled, standBy } from './settle.ts';

type PutAsidePorts = Omit<RecordPorts, 'random'>;

/** Lets a message wait until its lane takes messages again. */
export const putAside = async (
  dispatch: Dispatch,
  lane: LaneState,
  plan: Plan,
  ports: PutAsidePorts,
): Promise<LaneVerdict> => {
  const lookAt = lane.lookAt ? new Date(lane.lookAt) : undefined;
  const reason = lane.reason || 'Earlier messages to this target go out first.';
  await finish(dispatch, (base) => hold(base, reason, { plan, now: ports.clock(), lookAt }), plan, ports);
  return DONE;
};

/** Nobody gets an answer there at the moment: the message waits without an attempt, for long with its whole lane held. */
export const awaitProvider = async (
  dispatch: Dispatch,
  { provider: { name }, seconds, lane, plan }: { provider: Provider; seconds: number; lane: LaneState; plan: Plan },
  ports: PutAsidePorts,
): Promise<LaneVerdict> => {
  const now = ports.clock();
  const reason = `${name} does not answer at the moment. The message goes out by itself once it does.`;
  if (seconds <= MAX_LANE_WAIT_SECONDS) {
    const waiting = { plan, now, afterSeconds: seconds };
    const saved = await finish(dispatch, (base) => standBy(base, reason, waiting), plan, ports);
    return saved?.state === 'waiting' ? keep(seconds) : DONE;
  }
  const held = whileSilent(lane, reason, secondsAfter(now, seconds));
  if (!(await ports.laneStore.save(held))) return keep(1);
  await putAside(dispatch, held, plan, ports);
  return keep(CLOSED_SECONDS);
};

/** Settles a dispatch whose target takes no messages: disabled holds, everything else is final. */
export const withoutTarget = async (
  dispatch: Dispatch,
  target: Target | undefined,
  lane: LaneState,
  plan: Plan,
  ports: PutAsidePorts,
): Promise<LaneVerdict> => {
  if (target?.status === 'disabled') {
    const held = whileDisabled(lane, ports.clock());
    // First the lane, then the message: whatever is put aside lies in a lane that somebody looks after.
    if (held !== lane && !(await ports.laneStore.save(held))) return keep(1);
    const verdict = await putAside(dispatch, held, plan, ports);
    return held === lane ? verdict : keep(CLOSED_SECONDS);
  }
  await finish(dispatch, (base) => giveUp(base, ...whyNot(target)), plan, ports);
  return DONE;
};

/** Reason and note of a dispatch whose target is not there to take it. */
const whyNot = (target: Target | undefined): [reason: string, note?: string] => {
  switch (target?.status) {
    case 'created':
    case 'pending':
      return ['The target is not activated yet. Finish its set-up, then send the message again.'];
    case 'inactive':
      return [`The target is inactive. ${target.statusReason} Once it works again, send the message again.`];
    default:
      return ['The target was deleted before the message could be delivered.', 'The target was deleted afterwards.'];
  }
};

const finish = async (
  dispatch: Dispatch,
  settleOn: (base: Dispatch) => Settled,
  plan: Plan,
  ports: PutAsidePorts,
): Promise<Dispatch | undefined> => {
  const saved = await write(
    dispatch,
    (base) => {
      const settled = settleOn(base);
      return {
        dispatch: settled.dispatch,
        due: dueOf(settled, ports.clock()),
        heldUntil: heldUntil(settled.dispatch, plan),
      };
    },
    ports,
  );
  if (saved?.state === 'error') await ports.counters.countError(saved.userId, saved.webhookId, ports.clock());
  return saved;
};
