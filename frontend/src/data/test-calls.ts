import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#contract/messages';
import { api } from '../lib/services.ts';

/** Sends a test call to a webhook. Then it reads the webhook's calls, its numbers and the quota again. */
export function useTestCall(webhookId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestInput<'testWebhook'>) => api.call('testWebhook', { params: { id: webhookId }, body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['invocations', webhookId] });
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
      void queryClient.invalidateQueries({ queryKey: ['account'] });
    },
  });
}
