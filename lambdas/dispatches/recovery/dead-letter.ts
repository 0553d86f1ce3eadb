import { MAX_CRASHES } from '../../model/dispatch.ts';
import type { LaneMessage } from '../../model/lane-message.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { dispatchId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import type { Reason } from '../../platform/outbound/outcome.ts';
import type { DeliveryPorts } from '../ports.ts';
import { openDispatchOf, writeAndCountError } from '../save-dispatch.ts';
import { CRASHED, giveUp, leaveQueue } from '../states.ts';

/**
 * Seconds after which a message is retried that the queue dropped without a crash, such as during an outage on our
 * side.
 */
const SECOND_CHANCE_SECONDS = 600;

/**
 * Handles a dead letter. If its dispatch crashed too often, it fails: its owner sees the reason, and the operator can
 * redrive it. Any other dispatch is retried, for example after the table was unavailable for hours.
 */
export const deadLetter = async (
  message: LaneMessage,
  ports: Pick<DeliveryPorts, 'dispatches' | 'counters' | 'clock'>,
): Promise<void> => {
  // The sweeper sends lost wake-ups, digests and notices again. A lost acknowledgement or end changes no delivery.
  if (message.kind !== 'dispatch') return;
  const open = await openDispatchOf(message, await ports.dispatches.loadContext(message), ports);
  if (!open) return;
  const now = ports.clock();
  const again = secondsAfter(now, SECOND_CHANCE_SECONDS);
  const deadLettered = await writeAndCountError(
    open.dispatch,
    (base) =>
      base.crashes >= MAX_CRASHES
        ? { ...giveUp(base, CRASHED_TOO_OFTEN), placement: { kind: 'dead-lettered' } }
        : leaveQueue({ ...base, crashes: base.crashes + 1 }, CRASHED, again),
    ports,
  );
  if (deadLettered?.state === 'error')
    log.error('dispatch dead-lettered', { dispatchId: dispatchId(message.invocationId, message.targetId) });
};

const CRASHED_TOO_OFTEN: Reason = {
  code: 'processing-failed',
  text: 'Processing this message failed repeatedly on our side, and we were notified. Resend the message to try again.',
};
