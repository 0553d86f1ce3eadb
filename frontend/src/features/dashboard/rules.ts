import type { Missed } from '../../data/missed.ts';
import { isBlocked } from '../../lib/status.ts';
import type { Target } from '../../lib/wire.ts';

type State = Pick<Target, 'id' | 'status' | 'associatedWebhooks'>;

/**
 * A target’s rank for sorting: 0 if its provider rejected it, 1 if failing, 2 if pending or disabled, 3 otherwise.
 * @param failing the ids of failing targets
 */
const urgency = ({ id, status }: State, failing: readonly number[]): number => {
  if (status === 'inactive') return 0;
  if (status !== 'active') return 2;
  return failing.includes(id) ? 1 : 3;
};

/** The targets in use that are not active or are failing, worst first. */
export const inTrouble = <Each extends State>(targets: readonly Each[], failing: readonly number[]): Each[] =>
  byTrouble(
    targets.filter((target) => urgency(target, failing) < 3 && target.associatedWebhooks.length > 0),
    failing,
  );

/** Sorts targets by urgency, worst first. Targets with the same urgency keep their order. */
export const byTrouble = <Each extends State>(targets: readonly Each[], failing: readonly number[] = []): Each[] =>
  targets.toSorted((one, other) => urgency(one, failing) - urgency(other, failing));

/** True if the owner must act: the provider rejected the target, or messages are waiting for it. */
export function needsOwner({ status }: Pick<State, 'status'>, missed: Missed | undefined): boolean {
  if (status === 'inactive') return true;
  return missed !== undefined && (status !== 'active' || isBlocked(missed));
}
