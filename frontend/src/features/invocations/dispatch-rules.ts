import type { DispatchState } from '../../lib/status.ts';
import { isNever } from '../../lib/time.ts';
import type { Dispatch } from '../../lib/wire.ts';

/** True if the message's call waits before it continues its way, so there is nothing to try yet. */
const isCallHeld = ({ noteCode }: Pick<Dispatch, 'noteCode'>): boolean =>
  noteCode === 'held-by-quota' || noteCode === 'held-by-pause';

/** True if a message waits for something else than its target: with its whole call, or for the end of quiet hours. */
export const isHeld = ({ status, noteCode }: Pick<Dispatch, 'status' | 'noteCode'>): boolean =>
  isCallHeld({ noteCode }) || (status === 'pending' && noteCode === 'held-by-quiet-hours');

/** True if a message is sent once its target works again: it was never tried, or nothing is sent there now. */
export const awaitsTarget = ({
  status,
  nextAttemptAt,
  attempts,
  retryCount,
  target,
}: Pick<Dispatch, 'status' | 'nextAttemptAt' | 'attempts' | 'retryCount'> & {
  target: Pick<Dispatch['target'], 'status'>;
}): boolean =>
  status === 'error' &&
  !isNever(nextAttemptAt) &&
  ((attempts.length === 0 && retryCount === 0) || target.status !== 'active');

/**
 * The possible actions on a dispatch. `wait`: another attempt is planned, which can be stopped, and brought forward (`now`)
 * where its target accepts messages.
 * `again`: it is decided and its target still exists, so the same call can be resent there. `repair`: its target
 * receives nothing until its owner has fixed it.
 */
export function possibleActions({
  status,
  nextAttemptAt,
  noteCode,
  target,
}: Pick<Dispatch, 'status' | 'nextAttemptAt' | 'noteCode'> & { target: Pick<Dispatch['target'], 'status'> }) {
  const planned = !isNever(nextAttemptAt);
  const wait = status !== 'success' && planned && !isCallHeld({ noteCode });
  return {
    wait,
    now: wait && target.status === 'active',
    again: status !== 'pending' && !planned && target.status !== 'deleted',
    repair: status === 'error' && target.status === 'inactive',
  };
}

/**
 * The messages with the states of their targets: nothing is retried at a target that is not active.
 * @param statusOf a target's status, if known
 */
export const atTargets = <Message extends DispatchState & { targetId: number }>(
  messages: readonly Message[],
  statusOf: (targetId: number) => string | undefined,
): (Omit<Message, 'status'> & DispatchState)[] =>
  messages.map((message) =>
    message.status === 'retrying' && (statusOf(message.targetId) ?? 'active') !== 'active'
      ? { ...message, status: 'waiting' as const }
      : message,
  );
