import { isNever } from '../../lib/time.ts';
import type { Dispatch } from '../../lib/wire.ts';

/** Whether the call of a message waits before it goes on its way, so that there is nothing to try yet. */
const isCallHeld = ({ noteCode }: Pick<Dispatch, 'noteCode'>): boolean =>
  noteCode === 'held-by-quota' || noteCode === 'held-by-pause';

/** Whether a message waits for something else than its target: with its whole call, or for the end of quiet hours. */
export const isHeld = ({ status, noteCode }: Pick<Dispatch, 'status' | 'noteCode'>): boolean =>
  isCallHeld({ noteCode }) || (status === 'pending' && noteCode === 'held-by-quiet-hours');

/**
 * What can be done about a dispatch. `wait`: another attempt is planned, which can be brought forward or given up.
 * `again`: it is decided and its target still exists, so the same call can be sent there once more. `repair`: its target
 * takes nothing any more until its owner has done something about it.
 */
export function possibleActions({
  status,
  nextAttemptAt,
  noteCode,
  target,
}: Pick<Dispatch, 'status' | 'nextAttemptAt' | 'noteCode'> & { target: Pick<Dispatch['target'], 'status'> }) {
  const planned = !isNever(nextAttemptAt);
  return {
    wait: status !== 'success' && planned && !isCallHeld({ noteCode }),
    again: status !== 'pending' && !planned && target.status !== 'deleted',
    repair: status === 'error' && target.status === 'inactive',
  };
}
