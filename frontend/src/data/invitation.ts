import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/services.ts';

/** The open invitation with a token; fetched for visitors too. */
export const useInvitation = (token: string | undefined) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.call('readInvitation', { body: { token: token ?? '' } }),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
