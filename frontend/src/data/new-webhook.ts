import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { SenderSlug } from '#contract/senders';
import { api, drafts, session, showError } from '../lib/services.ts';
import { type Target, type WebhookDraft, webhookToWire } from '../lib/wire.ts';
import { useRefresh } from './webhooks.ts';

/** A webhook that is created once its new target is set up, and the service whose steps its page shows. */
export interface BegunWebhook {
  draft: WebhookDraft;
  sender: string | undefined;
  /** The service whose signature is checked. */
  verify: SenderSlug | undefined;
}

/**
 * Creates a webhook. With `verify`, it labels each call by that service's signature, which passes once the secret is
 * added. Without this setting, the webhook still works.
 */
export function useCreateWebhook() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ draft, verify }: { draft: WebhookDraft; verify?: SenderSlug | undefined }) => {
      const made = await api.call('createWebhook', {
        body: { webhook: webhookToWire(draft), targets: draft.targetIds.map((id) => ({ id })) },
      });
      if (verify !== undefined)
        await api
          .call('setVerification', { params: { id: made.webhookId }, body: { mode: 'report', sender: verify } })
          .catch((error: unknown) => showError(error));
      return made;
    },
    onSuccess: refresh,
  });
}

const placeOf = (targetId: number) => `webhook-after-${targetId}`;

/** Stores a webhook in this tab until its owner has set up the target, because only active targets can be chosen. */
export const keepWebhookFor = (targetId: number, kept: BegunWebhook): void =>
  drafts.keep(session.get().user_id, placeOf(targetId), kept, kept);

/** Creates and opens the stored webhook once its target is active. @returns true if one is stored */
export function useWebhookAfterSetup({ id, status }: Pick<Target, 'id' | 'status'>, failed: string): boolean {
  const { mutate, isPending } = useCreateWebhook();
  const navigate = useNavigate();
  const owner = session.get().user_id;
  const kept = drafts.read(owner, placeOf(id)) as BegunWebhook | undefined;
  useEffect(() => {
    if (status !== 'active') return;
    const waiting = drafts.read(owner, placeOf(id)) as BegunWebhook | undefined;
    if (!waiting) return;
    // Remove it before sending the request, so the webhook is created at most once, even if the response is an error.
    drafts.forget(owner, placeOf(id));
    const { draft, sender, verify } = waiting;
    mutate(
      { draft: { ...draft, targetIds: [...draft.targetIds, id] }, verify },
      {
        onSuccess: ({ webhookId }) =>
          void navigate({
            to: '/webhooks/$id',
            params: { id: webhookId },
            search: sender === undefined ? {} : { sender },
            replace: true,
          }),
        onError: (error) => showError(error, { title: failed }),
      },
    );
  }, [id, status, owner, mutate, navigate, failed]);
  return kept !== undefined || isPending;
}
