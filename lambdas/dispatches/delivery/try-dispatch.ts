import type { LaneMessage } from '../../invocations/ports.ts';
import { ACK, stayFor, type Verdict } from '../../platform/verdict.ts';
import type { Dispatch } from '../dispatch.ts';
import { awaitProvider } from '../lane/without-attempt.ts';
import type { DeliveryPorts, Receipt } from '../ports.ts';
import { type Attempted, attempt, SEND_MS, type Tryable } from './attempt.ts';
import { countCrashes } from './crashes.ts';
import { recordAttempt } from './record.ts';

/** Waits within one probe for the target's rate limit, at most. */
const WAITS_OF_PROBE = 5;

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
  const { dispatch, target, isSecondOfProbe = false } = tryable;
  const provider = ports.sender.providerOf(target);
  const silentSeconds = ports.circuitBreaker.enter(provider, isSecondOfProbe);
  if (silentSeconds > 0) return awaitProvider(dispatch, { provider, seconds: silentSeconds }, tryable, ports);
  try {
    const paceSeconds = await waitForPace(tryable, receipt, ports);
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

/**
 * The second message of a probe waits here, so that both are tried in one go; all others wait in the queue.
 * @returns the seconds that are left to wait.
 */
const waitForPace = async (
  { target, pacing, isSecondOfProbe }: Tryable,
  { timeLeftMs }: Receipt,
  { pace, nap }: DeliveryPorts,
): Promise<number> => {
  for (let waits = 0; ; waits++) {
    const seconds = await pace.ask(target, pacing);
    if (seconds === 0 || !isSecondOfProbe) return seconds;
    if (waits === WAITS_OF_PROBE || timeLeftMs() - seconds * 1000 < SEND_MS) return seconds;
    await nap(seconds * 1000);
  }
};
