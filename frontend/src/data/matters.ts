import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/services.ts';

const MATTERS_POLL_MS = 30_000;

/** The open matters of a webhook's calls, newest first. */
export const useOpenMatters = (webhookId: number) =>
  useQuery({
    queryKey: ['matters', webhookId],
    queryFn: ({ signal }) => api.call('listMatters', { params: { id: webhookId }, signal }),
    select: (matters) => matters.filter(({ state }) => state === 'open'),
    refetchInterval: MATTERS_POLL_MS,
    meta: { silent: true },
  });
