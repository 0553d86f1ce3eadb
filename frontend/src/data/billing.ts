import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../lib/services.ts';
import { accountQuery } from './account.ts';

/** Interval and duration of account checks after a payment. */
const LOOK_EVERY_MS = 1_500;
const LOOK_FOR_MS = 60_000;

/** Refetches all data with limits that depend on the plan. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['account'] }),
      queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
    ]);
}

/** Requests a payment page and opens it. */
export const usePayment = () =>
  useMutation({
    mutationFn: () => api.call('createSubscriptionLink', {}),
    onSuccess: ({ link }) => location.assign(link),
  });

/** Requests a page with the invoices and opens it. */
export const useBillingPortal = () =>
  useMutation({
    mutationFn: () => api.call('openBillingPortal', {}),
    onSuccess: ({ link }) => location.assign(link),
  });

export function useCancelSubscription() {
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => api.call('cancelSubscription', {}), onSuccess: refresh });
}

/** Reverts a cancellation; if it is too late, the browser opens the payment page. */
export function useResumeSubscription() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.call('resumeSubscription', {}),
    onSuccess: async ({ link }) => {
      if (link !== undefined) return location.assign(link);
      await refresh();
    },
  });
}

/**
 * Polls the account until a payment has arrived, which takes a moment after the browser returns.
 * @param done true if the payment has arrived
 * @param onDone called once when the payment arrives
 */
export function useArrival(waiting: boolean, done: boolean, onDone: () => void): void {
  const refresh = useRefresh();
  useQuery({
    ...accountQuery(),
    enabled: waiting && !done,
    refetchInterval: (query) => (query.state.dataUpdateCount * LOOK_EVERY_MS < LOOK_FOR_MS ? LOOK_EVERY_MS : false),
  });
  const arrived = waiting && done;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run only once, when the payment arrives.
  useEffect(() => {
    if (!arrived) return;
    void refresh();
    onDone();
  }, [arrived]);
}
