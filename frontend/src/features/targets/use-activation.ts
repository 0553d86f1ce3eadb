import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ACTIVATION_POLL_MS, targetQuery, useRenewActivation } from '../../data/targets.ts';
import type { Target } from '../../lib/wire.ts';
import { activationOf } from './rules.ts';

/**
 * Watches a target that is waiting for its code. It reads the target every 15 seconds and on demand, and calls
 * `onActive` once when it is active.
 */
export function useActivation(target: Target, onActive?: (target: Target) => void) {
  const query = useQuery({
    ...targetQuery(target.id),
    initialData: target,
    refetchInterval: ACTIVATION_POLL_MS,
    refetchIntervalInBackground: true,
  });
  const renewal = useRenewActivation(target.id);
  const [checked, setChecked] = useState(false);
  const told = useRef(false);
  const current = query.data;
  useEffect(() => {
    if (current.status !== 'active' || told.current) return;
    told.current = true;
    onActive?.(current);
  }, [current, onActive]);
  return {
    activation: activationOf(current.options),
    /** True if the user checked and the code had not arrived. */
    notYet: checked && !query.isFetching && current.status !== 'active',
    refreshing: query.isFetching,
    refresh: async () => {
      await query.refetch();
      setChecked(true);
    },
    renew: () => renewal.mutate(),
  };
}
