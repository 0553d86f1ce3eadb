import { useCallback, useMemo, useState } from 'react';
import { INVOCATIONS_PER_PAGE } from '../../data/invocations.ts';
import type { Invocation } from '../../lib/wire.ts';

type Headline = NonNullable<Invocation['message']>;

/** Age after which a call without a message is waiting for something. */
const WAITING_MS = 10_000;

const isUntold = ({ message, held, invokedAt }: Invocation): boolean =>
  !message && (held !== undefined || Date.now() - Date.parse(invokedAt) > WAITING_MS);

/**
 * Adds headlines to calls that have no message yet.
 * @returns the rows, the ids of calls whose headlines are to be made, and a function that stores a headline
 */
export function useTold<Row extends Invocation>(rows: readonly Row[] | undefined) {
  const [made, setMade] = useState<ReadonlyMap<string, Headline>>(new Map());
  const onMade = useCallback((id: string, headline: Headline) => setMade((old) => new Map(old).set(id, headline)), []);
  const told = useMemo(
    () =>
      rows?.map((row) => {
        const message = row.message ?? made.get(row.id);
        return message && message !== row.message ? { ...row, message } : row;
      }),
    [rows, made],
  );
  const untold = (rows ?? []).filter(isUntold).slice(0, INVOCATIONS_PER_PAGE);
  return { told, untold: untold.map(({ id }) => id), onMade };
}
