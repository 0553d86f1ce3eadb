import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/services.ts';
import { type Webhook, type WebhookDraft, webhookToWire } from '../lib/wire.ts';

export const webhooksQuery = () =>
  queryOptions({ queryKey: ['webhooks'], queryFn: () => api.call('listWebhooks', {}) });

export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => api.call('getWebhook', { params: { id }, signal }),
    meta: { goneIsShown: true },
  });

export const useWebhooks = () => useQuery(webhooksQuery());
/** Fetches a webhook, unless `wanted` is false. */
export const useWebhook = (id: number, wanted = true) => useQuery({ ...webhookQuery(id), enabled: wanted });

export function useUpdateWebhook(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (draft: WebhookDraft) => api.call('updateWebhook', { params: { id }, body: webhookToWire(draft) }),
    onSuccess: refresh,
  });
}

export function useDeleteWebhook(id: number) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.call('deleteWebhook', { params: { id } }),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: ['webhooks', id] });
      queryClient.removeQueries({ queryKey: ['invocations', id] });
      await refresh();
    },
  });
}

/** Clones a webhook with another name and URL. */
export function useCloneWebhook(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => api.call('cloneWebhook', { params: { id }, body: { name } }),
    onSuccess: refresh,
  });
}

/** Gives a webhook a new URL. The previous one accepts calls for another `oldValidHours` hours. */
export function useRotateWebhook(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (oldValidHours: number) =>
      api.call('rotateWebhook', { params: { id }, body: { old_valid_hours: oldValidHours } }),
    onSuccess: refresh,
  });
}

/** Discards the calls that a webhook’s pause holds. */
export function useDiscardHeld(id: number) {
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => api.call('discardHeld', { params: { id } }), onSuccess: refresh });
}

/** Reads webhooks, their targets and the account's limits again after a change. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['targets'] });
    void queryClient.invalidateQueries({ queryKey: ['account'] });
    await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
  };
}

/** True if matters of a webhook are stored. */
export const hasMatters = ({ follow, acknowledge }: Pick<Webhook, 'follow' | 'acknowledge'>): boolean =>
  follow !== 'off' || acknowledge !== null;
