import type { LaneMessage, WakeUp } from '../../invocations/ports.ts';
import { type Stay, stayFor } from '../../platform/verdict.ts';
import { isFinal, secondsUntilDue } from '../dispatch.ts';
import { retryAfterOf } from '../lane/lane.ts';
import { endExpired, withoutTarget } from '../lane/without-attempt.ts';
import type { DeliveryPorts, Receipt } from '../ports.ts';
import { inList, isExpired } from '../states.ts';
import { undecided } from '../undecided.ts';
import { tryDispatch } from './try-dispatch.ts';

/**
 * What taking a listed dispatch means for the wake-up: the next one may follow · this one had left the list · the wake-up is void, because
 * its lane was paused or woken anew · it stays.
 */
export type Step = 'next' | 'gone' | 'void' | Stay;

/**
 * Tries one listed dispatch for a wake-up, or finds that it has left the list.
 * @param isSecondOfProbe true when the oldest one has failed a moment ago.
 */
export const takeListed = async (
  message: LaneMessage,
  wakeUp: Pick<WakeUp, 'number'>,
  receipt: Receipt,
  ports: DeliveryPorts,
  isSecondOfProbe = false,
): Promise<Step> => {
  const context = await ports.dispatches.loadContext(message);
  const { dispatch: listed, target, lane, sentAt } = context;
  if (lane?.wakeUpNumber !== wakeUp.number) return 'void';
  // The list lags: what it shows may be gone, decided, or somewhere else by now.
  const open = listed && (await undecided(message, context, ports));
  if (!open) {
    if (listed && isFinal(listed)) await ports.dispatches.forget(listed);
    return 'gone';
  }
  const { summary, webhook } = open;
  const plan = ports.plans[summary.plan];
  const earlySeconds = open.dispatch.waitsForTarget ? 0 : secondsUntilDue(open.dispatch, ports.clock());
  if (earlySeconds > 0) return stayFor(earlySeconds);
  // Also one that its owner wants first, and that has a time of its own, is in the hands of the wake-up from here on.
  const dispatch = inList(open.dispatch, plan);
  const isGone = target?.status !== 'active' && target?.status !== 'disabled';
  if (!isGone && lane.mode === 'paused' && isExpired(dispatch, { plan, now: ports.clock() })) {
    await endExpired(dispatch, lane, ports);
    return 'next';
  }
  // Expired only by the index: its owner has a larger plan by now.
  if (!isGone && retryAfterOf(lane, ports.clock())) return 'gone';
  const pacing = { isolated: false, queuedAt: receipt.queuedAt, sentAt };
  const verdict =
    target?.status === 'active'
      ? await tryDispatch(
          { dispatch, summary, webhook, target, lane, plan, pacing, isSecondOfProbe },
          message,
          receipt,
          ports,
        )
      : await withoutTarget(dispatch, target, { lane, plan }, ports);
  // Also a wake-up that is void by now stays for a Retry-After: the next one, right behind it, knows nothing of that.
  return verdict.kind === 'stay' ? verdict : 'next';
};
