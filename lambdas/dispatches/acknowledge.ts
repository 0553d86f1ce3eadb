import type { Watch, WatchId, WatchStore } from '../model/watch.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { calledAt } from '../platform/ids.ts';
import { metrics } from '../platform/metrics.ts';
import { acknowledged, isWaiting } from './watch.ts';

/** Maximum number of attempts to write a watch despite concurrent changes. */
const MAX_WRITES = 5;

/**
 * Applies a change to the newest version of a watch. `change` returns undefined if the watch stays as it is.
 * @returns the watch after the change, and whether it was changed
 */
export const changeWatch = async (
  id: WatchId,
  change: (watch: Watch | undefined) => Watch | undefined,
  { watches }: { watches: WatchStore },
): Promise<{ watch: Watch | undefined; isChanged: boolean }> => {
  for (let writes = 0; writes < MAX_WRITES; writes++) {
    const watch = await watches.get(id);
    const next = change(watch);
    if (!next) return { watch, isChanged: false };
    if (await watches.save(id, next)) return { watch: { ...next, version: next.version + 1 }, isChanged: true };
  }
  throw new AppError('message-changing', 'This message is being updated. Try again in a moment.');
};

/** The result of an acknowledgement: it was the first one, someone else was first, or nothing waits any longer. */
export type Acknowledged = { kind: 'first' | 'known'; watch: Watch } | { kind: 'over'; watch: Watch | undefined };

/**
 * Acknowledges a call and its matter. The first one wins.
 * @param by the name of the person, or of the target whose link was used
 */
export const acknowledge = async (
  id: WatchId,
  { call, by }: { call: string; by: string },
  ports: { watches: WatchStore; clock: Clock },
): Promise<Acknowledged> => {
  const { watch, isChanged } = await changeWatch(
    id,
    (known) => {
      const now = ports.clock();
      return known && isWaiting(known, now, call) ? acknowledged(known, by, now) : undefined;
    },
    ports,
  );
  if (watch?.acknowledged && isChanged) {
    const calledMs = calledAt(watch.invocationId).getTime();
    metrics.measure('acknowledgeDelay', Date.parse(watch.acknowledged.at) - calledMs);
    return { kind: 'first', watch };
  }
  return stateOf(watch, call, ports.clock());
};

/** The state of a watch for the link in a call's message. Pure. */
export const stateOf = (watch: Watch | undefined, call: string, now: Date): Acknowledged => {
  const isCurrent = watch && call >= watch.invocationId && now < new Date(watch.endsAt);
  return isCurrent && watch.acknowledged ? { kind: 'known', watch } : { kind: 'over', watch };
};
