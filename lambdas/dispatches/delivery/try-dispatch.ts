import type { LaneMessage } from '../../invocations/ports.ts';
import { ACK, stayFor, type Verdict } from '../../platform/verdict.ts';
import type { Dispatch } from '../dispatch.ts';
import { awaitProvider } from '../lane/without-attempt.ts';
import type { DeliveryPorts, Receipt } from '../ports.ts';
import { type Attempted, attempt, type Tryable } from './attempt.ts';
import { countCrashes } from './crashes.ts';
import { recordAttempt } from './record.ts';

/**
 * Tries to deliver one dispatch, unless its provider's circuit is open or its target's rate limit says to wait.
 * @returns whether something else of the lane may be tried at once.
 */
export const tryDispatch = async (
  tryable: Tryable,
  message: LaneMessage,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<Verdict> => {
  const { dispatch, target, pacing } = tryable;
  const provider = ports.sender.providerOf(target);
  const silentSeconds = ports.circuitBreaker.enter(provider, message.ahead === 'second-of-probe');
  if (silentSeconds > 0) return awaitProvider(dispatch, { provider, seconds: silentSeconds }, tryable, ports);
  try {
    const paceSeconds = await ports.pace.ask(target, pacing);
    if (paceSeconds > 0) return stayFor(paceSeconds);
    const run = (counted: Dispatch) => attempt({ ...tryable, dispatch: counted }, message, receipt.timeLeftMs, ports);
    const attempted = await countCrashes(dispatch, receipt, run, ports);
    if (!attempted) return ACK;
    return isVerdict(attempted) ? attempted : await recordAttempt(attempted, tryable, message, ports);
  } finally {
    ports.circuitBreaker.leave(provider);
  }
};

const isVerdict = (result: Attempted | Verdict): result is Verdict => result.kind === 'ack' || result.kind === 'stay';
