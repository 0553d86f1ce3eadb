import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#contract/messages';
import { api } from '../lib/services.ts';
import type { Answer } from '../lib/wire.ts';

export type Verification = Answer<'getVerification'>;
export type CheckedCalls = Answer<'checkVerification'>;
export type Rejection = Answer<'listRejections'>[number];

/** The owner's settings for a service without a built-in scheme. */
export type Own = NonNullable<Verification['own']>;

const verificationKey = (webhookId: number) => ['verification', webhookId];
const rejectionsKey = (webhookId: number) => ['rejections', webhookId];

export const verificationQuery = (webhookId: number) =>
  queryOptions({
    queryKey: verificationKey(webhookId),
    queryFn: ({ signal }) => api.call('getVerification', { params: { id: webhookId }, signal }),
    staleTime: 30_000,
    // The page shows the error instead of the verification, so no toast is needed.
    meta: { silent: true },
  });

/** A webhook's verification. */
export const useVerification = (webhookId: number) => useQuery(verificationQuery(webhookId));

/** Polling interval for rejected calls while they are displayed. */
const REJECTIONS_POLL_MS = 30_000;

/**
 * The calls that a webhook rejected in the past week, newest first.
 * @param wanted if false, nothing is read
 */
export const useRejections = (webhookId: number, wanted = true) =>
  useQuery({
    queryKey: rejectionsKey(webhookId),
    queryFn: ({ signal }) => api.call('listRejections', { params: { id: webhookId }, signal }),
    enabled: wanted,
    refetchInterval: REJECTIONS_POLL_MS,
    meta: { silent: true },
  });

/** Changes the verification. Only the request contains the secret, so it is never cached. */
export function useSetVerification(webhookId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestInput<'setVerification'>) =>
      api.call('setVerification', { params: { id: webhookId }, body }),
    onSuccess: (chosen) => queryClient.setQueryData(verificationKey(webhookId), chosen),
    gcTime: 0,
  });
}

/** Tests verification settings on stored calls. */
export const useCheckVerification = (webhookId: number) =>
  useMutation({
    mutationFn: (body: RequestInput<'checkVerification'>) =>
      api.call('checkVerification', { params: { id: webhookId }, body }),
    gcTime: 0,
  });

/** Accepts a rejected call. */
export function useAcceptRejection(webhookId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('acceptRejection', { params: { id } }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: rejectionsKey(webhookId) });
      void queryClient.invalidateQueries({ queryKey: ['invocations', webhookId] });
      void queryClient.invalidateQueries({ queryKey: ['account'] });
    },
  });
}
