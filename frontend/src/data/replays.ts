import { skipToken, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RequestInput } from '#contract/messages';
import { api } from '../lib/services.ts';

/** Polling interval for the progress of a bulk resend. */
const PROGRESS_POLL_MS = 1_000;
/** The same on a target's page, which shows no progress. The sweeper continues a resend once a minute. */
const STEP_POLL_MS = 5_000;

/** Reads the messages' states and the list again after a resend. */
function useRefresh(invocationId?: string) {
  const queryClient = useQueryClient();
  return async () => {
    // The counts on other pages are read again there.
    for (const key of ['targets', 'webhooks'])
      void queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' });
    const of = invocationId === undefined ? [] : [invocationId];
    await Promise.all(
      ['invocation', 'dispatches'].map((key) => queryClient.invalidateQueries({ queryKey: [key, ...of] })),
    );
    // The list follows the open call immediately, so it never shows a result before the call does.
    void queryClient.invalidateQueries({ queryKey: ['invocations'] });
  };
}

const resendOf = (invocationId: string) => ['replayDispatch', invocationId];

/** True while a message of a call is resent, by whichever button. */
export const useIsResending = (invocationId: string): boolean =>
  useIsMutating({ mutationKey: resendOf(invocationId) }) > 0;

/** Resends a stored call to all its targets, or only to the given ones. */
export function useReplayInvocation(id: string) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationKey: resendOf(id),
    mutationFn: (targetIds?: number[]) =>
      api.call('replayInvocation', { params: { id }, body: targetIds ? { target_ids: targetIds } : {} }),
    onSuccess: refresh,
  });
}

type DispatchAction = 'retryDispatch' | 'giveUpDispatch' | 'replayDispatch';

/** Sends a waiting message now, stops retrying it, or resends a finished one. */
export function useDispatchAction(invocationId: string, action: DispatchAction) {
  const refresh = useRefresh(invocationId);
  return useMutation({
    mutationKey: [action, invocationId],
    mutationFn: (id: string) => api.call(action, { params: { id } }),
    // Refresh after a conflict too, because it means that the displayed state was outdated.
    onSettled: refresh,
  });
}

type ReplayFilter = RequestInput<'startReplay'>;

/** Counts the messages that a bulk resend would send. */
export const useReplayCount = (webhookId: number, filter: ReplayFilter | undefined) =>
  useQuery({
    queryKey: ['replay-count', webhookId, filter],
    queryFn: ({ signal }) =>
      api.call('countReplay', { params: { id: webhookId }, body: filter as ReplayFilter, signal }),
    enabled: filter !== undefined,
    meta: { silent: true },
  });

export const useStartReplay = (webhookId: number) =>
  useMutation({
    mutationFn: (filter: ReplayFilter) => api.call('startReplay', { params: { id: webhookId }, body: filter }),
  });

/** Polls the progress of a bulk resend until it is done. */
export const useReplay = (id: string | undefined) =>
  useQuery({
    queryKey: ['replay', id],
    queryFn: ({ signal }) => api.call('getReplay', { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.state === 'done' || state.status === 'error' ? false : PROGRESS_POLL_MS,
    // A resend that ended long ago no longer exists, which is not an error.
    meta: { goneIsShown: true },
  });

/** The past period that is searched for a target's missed messages. */
const MISSED_MS = 30 * 86_400_000;

/** The browser's clock can be slow, so the searched period ends far in the future. */
const CLOCK_BEHIND_MS = 3650 * 86_400_000;

const resendingKey = (targetId: number) => ['resending', targetId];

/** True while a target's failed messages wait for the sweeper to resend them. */
export const useResending = (targetId: number): boolean =>
  useQuery({ queryKey: resendingKey(targetId), queryFn: skipToken }).data === true;

/** The number of these webhooks' messages that failed at a target, and a function that resends them in order. */
export function useMissed(targetId: number, webhooks: readonly { id: number }[], wanted: boolean) {
  const queryClient = useQueryClient();
  const count = useQuery({
    queryKey: ['missed', targetId],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const filter = {
        from: new Date(now - MISSED_MS).toISOString(),
        to: new Date(now + CLOCK_BEHIND_MS).toISOString(),
        status: 'error' as const,
        target_id: targetId,
      };
      const found = await Promise.all(
        webhooks.map(async ({ id }) => {
          const { messages } = await api.call('countReplay', { params: { id }, body: filter, signal });
          return { id, messages };
        }),
      );
      return { filter, found: found.filter(({ messages }) => messages > 0) };
    },
    enabled: wanted,
    gcTime: 0,
    meta: { silent: true },
  });
  const send = useMutation({
    mutationFn: async ({ filter, found }: NonNullable<typeof count.data>) => {
      const started = [];
      for (const { id } of found) started.push(await api.call('startReplay', { params: { id }, body: filter }));
      return started.map(({ id }) => id);
    },
    onSuccess: () => queryClient.setQueryData(resendingKey(targetId), true),
  });
  const progress = useQuery({
    queryKey: ['replays', send.data],
    queryFn: async ({ signal }) => {
      const replays = await Promise.all(
        (send.data ?? []).map((id) => api.call('getReplay', { params: { id }, signal })),
      );
      return {
        queued: replays.reduce((sum, { queued }) => sum + queued, 0),
        isDone: replays.every(({ state }) => state === 'done'),
      };
    },
    enabled: send.isSuccess,
    refetchInterval: ({ state }) => (state.data?.isDone || state.status === 'error' ? false : STEP_POLL_MS),
    meta: { silent: true },
  }).data;
  // Each step changes the messages' states. The list of messages is read again only then, because it costs a search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers are the steps.
  useEffect(() => {
    if (!progress) return;
    const read = queryClient.invalidateQueries({ queryKey: ['invocations'] });
    if (progress.isDone) void read.then(() => queryClient.setQueryData(resendingKey(targetId), false));
  }, [progress?.queued, progress?.isDone, queryClient, targetId]);
  return {
    messages: count.data?.found.reduce((sum, { messages }) => sum + messages, 0),
    sent: send.isSuccess,
    queued: progress?.isDone ? progress.queued : undefined,
    sending: send.isPending,
    send: (onError: (error: Error) => void) => count.data && send.mutate(count.data, { onError }),
  };
}
