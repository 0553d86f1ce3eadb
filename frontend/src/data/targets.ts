import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#contract/messages';
import { safeRedirect } from '../lib/safe-redirect.ts';
import { api, drafts, session } from '../lib/services.ts';
import type { Target, TargetKind } from '../lib/wire.ts';

/** Polling interval for a target while a dialog waits for its code. */
export const ACTIVATION_POLL_MS = 15_000;

export const targetsQuery = () => queryOptions({ queryKey: ['targets'], queryFn: () => api.call('listTargets', {}) });

export const targetQuery = (id: number) =>
  queryOptions({
    queryKey: ['targets', id],
    queryFn: ({ signal }) => api.call('getTarget', { params: { id }, signal }),
    meta: { goneIsShown: true },
  });

/** The target kinds of this deployment do not change while the page is open. */
export const targetKindsQuery = () =>
  queryOptions({
    queryKey: ['target-kinds'],
    queryFn: () => api.call('listTargetKinds', {}),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useTargets = () => useQuery(targetsQuery());
/** Compares targets by their place in `order`. Deleted ones come last. */
export const byPlace = (order: readonly number[]) => (one: number, other: number) =>
  // `>>> 0` makes the largest number of -1.
  (order.indexOf(one) >>> 0) - (order.indexOf(other) >>> 0);

/** Puts targets in the order of their list, the same on every page. */
export const useOrdered = (ids: readonly number[]): number[] =>
  ids.toSorted(byPlace(useTargets().data?.map(({ id }) => id) ?? []));

export const useTarget = (id: number) => useQuery(targetQuery(id));
export const useTargetKinds = () => useQuery(targetKindsQuery());

/** The kind with this slug; undefined until the kinds are loaded, or if this deployment does not offer it. */
export function useTargetKind(slug: string): TargetKind | undefined {
  return useTargetKinds().data?.find((kind) => kind.slug === slug);
}

export function useCreateTarget() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: RequestInput<'createTarget'>) => api.call('createTarget', { body }),
    onSuccess: refresh,
  });
}

/** Turns a target on or off. The change shows immediately, and is reverted if the server rejects it. */
export function useSwitchTarget(id: number) {
  const queryClient = useQueryClient();
  const { queryKey } = targetQuery(id);
  return useMutation({
    mutationFn: (enabled: boolean) => api.call('updateTarget', { params: { id }, body: { enabled } }),
    onMutate: async (enabled) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Target>(queryKey);
      if (before) queryClient.setQueryData<Target>(queryKey, { ...before, status: enabled ? 'active' : 'disabled' });
      return { before };
    },
    onError: (_error, _enabled, context) => queryClient.setQueryData(queryKey, context?.before),
    // Enabling a rejected target can restart its setup, so the response's status replaces the assumed one.
    onSuccess: (target) => queryClient.setQueryData(queryKey, target),
    onSettled: () => {
      // A failed message can be resent once its target works again.
      void queryClient.invalidateQueries({ queryKey: ['dispatches'] });
      return queryClient.invalidateQueries({ queryKey: ['targets'] });
    },
  });
}

/** Changes a target: its name, its options, or its fallback. */
export function useChangeTarget(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestInput<'updateTarget'>) => api.call('updateTarget', { params: { id }, body }),
    onSuccess: async (target) => {
      queryClient.setQueryData(targetQuery(id).queryKey, target);
      void queryClient.invalidateQueries({ queryKey: ['dispatches'] });
      await queryClient.invalidateQueries({ queryKey: ['targets'] });
    },
  });
}

/** Restarts a waiting target's onboarding with a new code or link, which invalidates the old one. */
export function useRenewActivation(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('updateTarget', { params: { id }, body: { options: { renew: true } } }),
    onSuccess: (target) => queryClient.setQueryData(targetQuery(id).queryKey, target),
  });
}

const returnOf = (targetId: number) => `return-${targetId}`;
const keepReturn = (targetId: number, path: string) =>
  drafts.keep(session.get().user_id, returnOf(targetId), path, path);

/** The path of the open call from which a target was reconnected, once; undefined if there was none. */
export function takeReturn(targetId: number): string | undefined {
  const owner = session.get().user_id;
  const path = drafts.read(owner, returnOf(targetId));
  drafts.forget(owner, returnOf(targetId));
  return typeof path === 'string' ? path : undefined;
}

/**
 * Opens the provider's page, where the owner reconnects a target.
 * @returns `connect`, whose argument is called if the request fails
 */
export function useConnectAgain(id: number) {
  const { mutate, isPending } = useRenewActivation(id);
  const connect = (onError: (error: unknown) => void) =>
    mutate(undefined, {
      onSuccess: ({ options }) => {
        const url = safeRedirect(options.AuthUrl);
        if (url === undefined) return;
        if (new URLSearchParams(location.search).has('inv')) keepReturn(id, location.pathname + location.search);
        location.assign(url);
      },
      onError,
    });
  return { connect, isPending };
}

/** Sends a test message. The target is read again, because the provider's response can change it. */
export function useTestTarget(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('testTarget', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['targets'] }),
  });
}

export function useDeleteTarget(id: number) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.call('deleteTarget', { params: { id } }),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: ['targets', id] });
      await refresh();
    },
  });
}

/** Reads targets, the webhooks that use them and the account's limits again after a change. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
    void queryClient.invalidateQueries({ queryKey: ['account'] });
    await queryClient.invalidateQueries({ queryKey: ['targets'] });
  };
}
