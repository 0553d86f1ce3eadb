import type { Target } from '../../lib/wire.ts';

type State = Pick<Target, 'id' | 'status' | 'associatedWebhooks'>;

/**
 * How much a target needs its owner: refused first, then what may wait.
 * @param holding the ids of targets that may hold messages
 */
const urgency = ({ id, status }: State, holding: readonly number[]): number => {
  if (status === 'inactive') return 0;
  if (status !== 'active') return 2;
  return holding.includes(id) ? 1 : 3;
};

/** The targets that take no messages, or may not, of those that something writes to; the worst first. */
export const inTrouble = <Each extends State>(targets: readonly Each[], holding: readonly number[]): Each[] =>
  byTrouble(
    targets.filter((target) => urgency(target, holding) < 3 && target.associatedWebhooks.length > 0),
    holding,
  );

/** The worst first; the order stays otherwise. */
export const byTrouble = <Each extends State>(targets: readonly Each[], holding: readonly number[] = []): Each[] =>
  targets.toSorted((one, other) => urgency(one, holding) - urgency(other, holding));

interface Missed {
  failed: number;
  waiting: number;
  since: string;
}

/** What a target missed of all webhooks together; undefined when it missed nothing. */
export function summed(missed: readonly Missed[] | undefined): Missed | undefined {
  const real = (missed ?? []).filter(({ failed, waiting }) => failed + waiting > 0);
  if (real.length === 0) return undefined;
  return {
    failed: real.reduce((sum, { failed }) => sum + failed, 0),
    waiting: real.reduce((sum, { waiting }) => sum + waiting, 0),
    since: real.map(({ since }) => since).sort()[0] ?? '',
  };
}
