import type { DispatchState } from '../../lib/status.ts';
import { isNever } from '../../lib/time.ts';
import type { Dispatch } from '../../lib/wire.ts';

/** True if the message's call is held, so it cannot be sent yet. */
const isCallHeld = ({ noteCode }: Pick<Dispatch, 'noteCode'>): boolean =>
  noteCode === 'held-by-quota' || noteCode === 'held-by-pause';

/** True if a message is held back, either with its call or by quiet hours. */
export const isHeld = ({ status, noteCode }: Pick<Dispatch, 'status' | 'noteCode'>): boolean =>
  isCallHeld({ noteCode }) || (status === 'pending' && noteCode === 'held-by-quiet-hours');

/** True if a message is waiting for its target: it was never attempted, or the target accepts no messages. */
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

/** True if a message failed permanently. */
export const hasFailed = ({ status, nextAttemptAt }: Pick<Dispatch, 'status' | 'nextAttemptAt'>): boolean =>
  status === 'error' && isNever(nextAttemptAt);

/** True if a message failed because its target had to be fixed, and the target works now. */
export const isRepaired = (dispatch: Dispatch): boolean =>
  hasFailed(dispatch) && dispatch.attempts.at(-1)?.outcome === 'fail_target' && dispatch.target.status === 'active';

/**
 * Returns the possible actions on a dispatch. With `wait`, another attempt is planned and can be stopped. With `now`,
 * the target is active, so the attempt can be made immediately. With `again`, the dispatch is finished and can be
 * resent. With `repair`, the target accepts nothing until its owner fixes it, so nothing can be resent before.
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
    again: status !== 'pending' && !planned && target.status !== 'deleted' && target.status !== 'inactive',
    repair: status === 'error' && target.status === 'inactive',
  };
}

/** Groups messages with the same content for the same type of target. Messages that were not rendered are omitted. */
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
 * Shows retries as waiting if the target is not active, because nothing is retried there.
 * @param statusOf returns a target's status; undefined if unknown
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
