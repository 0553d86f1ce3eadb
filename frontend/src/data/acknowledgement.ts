import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/services.ts';

const POLL_MS = 10_000;

/** A call's acknowledgement, and the next step while no one has acknowledged it. */
export const useAcknowledgement = (id: string) =>
  useQuery({
    queryKey: ['acknowledgement', id],
    queryFn: ({ signal }) => api.call('getAcknowledgement', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'waiting' ? POLL_MS : false),
    meta: { silent: true },
  });

/** Acknowledges a call. */
export function useAcknowledge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('acknowledgeInvocation', { params: { id } }),
    // Refresh after a conflict too, because someone else was first.
    onSettled: () =>
      Promise.all(['acknowledgement', 'matters'].map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
}
