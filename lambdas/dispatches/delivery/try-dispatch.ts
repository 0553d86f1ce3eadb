import type { LaneMessage } from '../../invocations/ports.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { dispatchId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { type Dispatch, LOST_MESSAGE_SECONDS, MAX_CRASHES, withCrash } from '../dispatch.ts';
import { awaitProvider, type Tried } from '../lane/waiting.ts';
import type { Receipt } from '../ports.ts';
import { stayInPlace, write } from '../save-dispatch.ts';
import { type AttemptContext, type Attempted, attempt, type DeliveryPorts } from './attempt.ts';
import { recordOutcome } from './record.ts';

/** The wait at the head of the group after a crash, in seconds, by consecutive crashes. */
const crashWait = (crashes: number): number => (crashes <= 1 ? 10 : 60);

/**
 * A message that is received again this long after the first time may have killed its function: what a function had when it ended comes
 * back after the queue's visibility timeout of three minutes.
 */
const SUSPICIOUS = { receives: 2, seconds: 170 };

/**
 * Whether a message may have killed its function without a trace. Messages that stood behind a waiting one are received again with it,
 * and may be meant here too: being blamed costs them a write, and their first try clears it.
 */
export const isSuspicious = (
  { receives, firstReceivedAt }: Pick<Receipt, 'receives' | 'firstReceivedAt'>,
  now: Date,
): boolean => receives >= SUSPICIOUS.receives && now >= secondsAfter(firstReceivedAt, SUSPICIOUS.seconds);

/** Tries to deliver one dispatch, unless its provider's circuit is open or its target's rate limit says to wait. */
export const tryDispatch = async (
  context: AttemptContext,
  message: LaneMessage,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<Tried> => {
  const { dispatch, target, lane, pacing } = context;
  const provider = ports.sender.providerOf(target);
  const silentSeconds = ports.circuitBreaker.enter(provider, context.isSecondOfProbe);
  if (silentSeconds > 0) return awaitProvider(dispatch, { provider, seconds: silentSeconds }, context, ports);
  try {
    const paceSeconds = await ports.pace.ask(target, lane, pacing);
    if (paceSeconds > 0) return { lane, staySeconds: paceSeconds };
    const counted = await countCrashBefore(context, receipt, ports);
    if (!counted) return { lane, staySeconds: 0 };
    if (counted.crashes > MAX_CRASHES) return await toDeadLetters(counted, context, message, ports);
    let attempted: Attempted | undefined;
    try {
      attempted = await attempt({ ...context, dispatch: counted }, message, receipt.timeLeftMs, ports);
    } catch (error) {
      log.error('delivery crashed', { dispatchId: idOf(counted), attempt: counted.crashes + 1 }, error);
      return await afterCrash(counted, context, message, ports);
    }
    return attempted ? await recordOutcome(attempted, { ...context, message }, ports) : { lane, staySeconds: 0 };
  } finally {
    ports.circuitBreaker.leave(provider);
  }
};

/**
 * A message that kills its function leaves no trace, so that its crash is counted before the try: always in the waiting list, whose
 * wake-up is received again for other reasons; else when it has been coming back for long.
 */
const countCrashBefore = async (
  { dispatch, ...placement }: AttemptContext,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<Dispatch | undefined> => {
  if (placement.isListed)
    return write(
      dispatch,
      (base) => stayInPlace({ ...base, crashes: base.crashes + 1 }, placement, ports.clock()),
      ports,
    );
  return isSuspicious(receipt, ports.clock()) ? recordCrash(dispatch, placement, () => 0, ports) : dispatch;
};

/** When the table is what failed, this fails too, and the message stays in the queue. */
const afterCrash = async (
  dispatch: Dispatch,
  context: AttemptContext,
  message: LaneMessage,
  ports: DeliveryPorts,
): Promise<Tried> => {
  const { lane, isListed } = context;
  const newest = (await ports.dispatches.get(message.userId, message.invocationId, message.targetId)) ?? dispatch;
  // A listed one was counted before it was tried.
  const base = isListed ? { ...newest, crashes: Math.max(0, newest.crashes - 1) } : newest;
  const crashed = await recordCrash(base, context, crashWait, ports);
  if (!crashed) return { lane, staySeconds: 0 };
  if (crashed.crashes >= MAX_CRASHES) return toDeadLetters(crashed, context, message, ports);
  return { lane, staySeconds: crashWait(crashed.crashes) };
};

const recordCrash = (
  dispatch: Dispatch,
  placement: Pick<AttemptContext, 'plan' | 'isListed'>,
  waitSeconds: (crashes: number) => number,
  ports: DeliveryPorts,
): Promise<Dispatch | undefined> =>
  write(
    dispatch,
    (base) => {
      const againAt = secondsAfter(ports.clock(), waitSeconds(base.crashes + 1));
      return stayInPlace(withCrash(base, againAt), placement, ports.clock());
    },
    ports,
  );

/** The dead letters' own function ends the dispatch; until then the due index would bring it back. */
const toDeadLetters = async (
  dispatch: Dispatch,
  { lane, isListed }: AttemptContext,
  message: LaneMessage,
  ports: DeliveryPorts,
): Promise<Tried> => {
  if (isListed) {
    const due = secondsAfter(ports.clock(), LOST_MESSAGE_SECONDS);
    await write(dispatch, (base) => ({ dispatch: base, due }), ports);
  }
  const { call: _stored, ...letter } = message;
  await ports.deadLetters.send([{ ...letter, generation: dispatch.generation }]);
  log.error('message given to the dead letters', { dispatchId: idOf(dispatch) });
  return { lane, staySeconds: 0 };
};

const idOf = ({ invocationId, targetId }: Dispatch) => dispatchId(invocationId, targetId);
