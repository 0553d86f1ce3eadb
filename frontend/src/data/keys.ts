import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#contract/messages';
import { api } from '../lib/services.ts';

const keysQuery = () =>
  queryOptions({
    queryKey: ['keys'],
    queryFn: ({ signal }) => api.call('listKeys', { signal }),
    meta: { silent: true },
  });

export const useKeys = () => useQuery(keysQuery());

/** Creates a key. Only this response contains it, so it is not cached. */
export function useCreateKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestInput<'createKey'>) => api.call('createKey', { body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['keys'] }),
    gcTime: 0,
  });
}

export function useDeleteKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('deleteKey', { params: { id } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['keys'] }),
  });
}
