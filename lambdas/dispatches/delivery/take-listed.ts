import type { LaneMessage, WakeUp } from '../../invocations/ports.ts';
import { ACK, retryIn, type Verdict } from '../../platform/verdict.ts';
import { isFinal, secondsUntilDue } from '../dispatch.ts';
import { retryAfterOf } from '../lane/lane.ts';
import { endExpired, withoutTarget } from '../lane/waiting.ts';
import type { Receipt } from '../ports.ts';
import { isExpired } from '../settle.ts';
import { undecided } from '../undecided.ts';
import type { DeliveryPorts } from './attempt.ts';
import { tryDispatch } from './try-dispatch.ts';

/** What becomes of the wake-up; or it goes on: after this dispatch (`next`), or because this one has left the list (`gone`). */
export type Step = Verdict | 'next' | 'gone';

/**
 * Tries one listed dispatch for a wake-up, or finds that it has left the list.
 * @param isSecondOfProbe true when the oldest one has failed a moment ago.
 */
export const takeListed = async (
  message: LaneMessage,
  wakeUp: WakeUp,
  receipt: Receipt,
  ports: DeliveryPorts,
  isSecondOfProbe = false,
): Promise<Step> => {
  const context = await ports.dispatches.loadContext(message);
  const { dispatch: listed, target, lane } = context;
  if (lane?.wakeUpNumber !== wakeUp.number) return ACK;
  // The list lags: what it shows may be gone, decided, or somewhere else by now.
  const open = listed && (await undecided(message, context, ports));
  if (!open) {
    if (listed && isFinal(listed)) await ports.dispatches.forget(listed);
    return 'gone';
  }
  const { dispatch, summary, webhook } = open;
  const earlySeconds = dispatch.waitsForTarget ? 0 : secondsUntilDue(dispatch, ports.clock());
  if (earlySeconds > 0) return retryIn(earlySeconds);
  const plan = ports.plans[summary.plan];
  const placement = { plan, isListed: true, lane };
  const isGone = target?.status !== 'active' && target?.status !== 'disabled';
  if (!isGone && lane.mode === 'paused' && isExpired(dispatch, { plan, now: ports.clock() })) {
    await endExpired(dispatch, placement, ports);
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
            isSecondOfProbe,
            ...placement,
          },
          message,
          receipt,
          ports,
        )
      : await withoutTarget(dispatch, target, placement, ports);
  // Also a wake-up that is void by now stays for a Retry-After: the next one, right behind it, knows nothing of that.
  if (tried.staySeconds > 0) return retryIn(tried.staySeconds);
  return tried.lane.wakeUpNumber === wakeUp.number ? 'next' : ACK;
};
