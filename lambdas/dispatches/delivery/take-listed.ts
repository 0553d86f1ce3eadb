import type { LaneMessage, WakeUp } from '../../invocations/ports.ts';
import { ACK, stayFor, type Verdict } from '../../platform/verdict.ts';
import { isFinal, secondsUntilDue } from '../dispatch.ts';
import { retryAfterOf } from '../lane/lane.ts';
import { putIntoList, withoutTarget } from '../lane/without-attempt.ts';
import type { DeliveryPorts, Receipt } from '../ports.ts';
import { inList, isExpired } from '../states.ts';
import { undecided } from '../undecided.ts';
import { tryDispatch } from './try-dispatch.ts';

/**
 * Tries one listed dispatch for a wake-up.
 * @returns whether it was taken, or passed over because it has left the list; or what becomes of the wake-up, which tries no other one now.
 */
export const takeListed = async (
  message: LaneMessage,
  wakeUp: WakeUp,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<'taken' | 'passed-over' | Verdict> => {
  const context = await ports.dispatches.loadContext(message);
  const { dispatch: listed, target, lane, sentAt } = context;
  // Its lane was paused or woken anew.
  if (lane.wakeUpNumber !== wakeUp.number) return ACK;
  // The list lags: what it shows may be gone, decided, or somewhere else by now.
  const open = listed && (await undecided(message, context, ports));
  if (!open) {
    if (listed && isFinal(listed)) await ports.dispatches.forget(listed);
    return 'passed-over';
  }
  const { summary, webhook } = open;
  const plan = ports.plans[summary.plan];
  const earlySeconds = secondsUntilDue(open.dispatch, ports.clock());
  if (earlySeconds > 0) return stayFor(earlySeconds);
  const dispatch = inList(open.dispatch, plan);
  const isGone = target?.status !== 'active' && target?.status !== 'disabled';
  const now = ports.clock();
  // An expired one ends there. One that only the index calls expired goes on waiting: no provider is called early for it.
  if (!isGone && lane.mode === 'paused' && (isExpired(dispatch, { plan, now }) || retryAfterOf(lane, now))) {
    await putIntoList(dispatch, { lane, plan }, ports);
    return 'taken';
  }
  const pacing = { isolated: false, queuedAt: receipt.queuedAt, sentAt };
  const verdict =
    target?.status === 'active'
      ? await tryDispatch({ dispatch, summary, webhook, target, lane, plan, pacing }, message, receipt, ports)
      : await withoutTarget(dispatch, target, { lane, plan }, ports);
  // Also a wake-up that is void by now stays for a Retry-After: the next one, right behind it, knows nothing of that.
  return verdict.kind === 'stay' ? verdict : 'taken';
};
