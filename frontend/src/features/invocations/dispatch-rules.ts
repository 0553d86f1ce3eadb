import type { DispatchState } from '../../lib/status.ts';
import { isNever } from '../../lib/time.ts';
import type { Dispatch } from '../../lib/wire.ts';

/** True if the message's call is held, so there is nothing to try yet. */
const isCallHeld = ({ noteCode }: Pick<Dispatch, 'noteCode'>): boolean =>
  noteCode === 'held-by-quota' || noteCode === 'held-by-pause';

/** True if a message does not wait for its target, but with its call or for the end of quiet hours. */
export const isHeld = ({ status, noteCode }: Pick<Dispatch, 'status' | 'noteCode'>): boolean =>
  isCallHeld({ noteCode }) || (status === 'pending' && noteCode === 'held-by-quiet-hours');

/** True if a message is sent once its target works again: it was never tried, or the target accepts nothing. */
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
 * The possible actions on a dispatch. `wait`: another attempt is planned, which can be stopped, or made `now` if its
 * target accepts messages. `again`: it is finished and its target exists, so it can be resent. `repair`: its target
 * accepts nothing until its owner fixes it.
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

/** Groups messages that look the same: of the same type of target, with the same content. Those not made are omitted. */
export function alikeMessages<Message extends Pick<Dispatch, 'renderedMessage' | 'rich' | 'target'>>(
  messages: readonly Message[],
): Message[][] {
  const groups = new Map<string, Message[]>();
  for (const message of messages) {
    if (message.renderedMessage === '') continue;
    const look = JSON.stringify([message.target.targetType, message.renderedMessage, message.rich]);
    groups.set(look, [...(groups.get(look) ?? []), message]);
  }
  return [...groups.values()];
}

/**
 * Adjusts the messages' states to their targets: nothing is retried at an inactive target.
 * @param statusOf returns a target's status, if known
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
