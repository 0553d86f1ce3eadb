import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isGone } from '../lib/errors.ts';
import { api } from '../lib/services.ts';
import type { Answer } from '../lib/wire.ts';
import { invocationQuery } from './invocations.ts';

/** A saved sample, without its content. */
export type KeptSample = Answer<'listSamples'>[number];

const samplesKey = (webhookId: number) => ['samples', webhookId];

const sampleQuery = (id: string) =>
  queryOptions({
    queryKey: ['sample', id],
    queryFn: ({ signal }) => api.call('getSample', { params: { id }, signal }),
    // A stored request never changes.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });

/**
 * A webhook's saved samples, newest first.
 * @param webhookId undefined if none is chosen
 */
export const useKeptSamples = (webhookId: number | undefined) =>
  useQuery({
    queryKey: samplesKey(webhookId ?? 0),
    queryFn: ({ signal }) => api.call('listSamples', { params: { id: webhookId ?? 0 }, signal }),
    enabled: webhookId !== undefined,
    staleTime: 30_000,
    meta: { silent: true },
  });

/**
 * A saved sample with its request.
 * @param id undefined if none is chosen
 */
export const useKeptSample = (id: string | undefined) =>
  useQuery({ ...sampleQuery(id ?? ''), enabled: id !== undefined });

/** A call as a template’s input: the call itself, or its sample if the call has expired. */
export function useCallOrSample(id: string | undefined) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['input', id],
    queryFn: async () => {
      try {
        return await queryClient.fetchQuery({ ...invocationQuery(id ?? ''), retry: false });
      } catch (error) {
        if (!isGone(error)) throw error;
        return queryClient.fetchQuery(sampleQuery(id ?? '')).catch(() => Promise.reject(error));
      }
    },
    enabled: id !== undefined,
    staleTime: 30_000,
    meta: { goneIsShown: true },
  });
}

/** Saves a call as a sample, renames it, or removes it, and then reads the list again. */
export function useSampleChanges(webhookId: number) {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: samplesKey(webhookId) });
  return {
    keep: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string }) =>
        api.call('keepSample', { params: { id: webhookId }, body: { invocation_id: id, name } }),
      onSuccess,
    }),
    rename: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string }) =>
        api.call('renameSample', { params: { id }, body: { name } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call('removeSample', { params: { id } }),
      onSuccess,
    }),
  };
}
