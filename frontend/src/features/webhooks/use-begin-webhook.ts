import { useNavigate } from '@tanstack/react-router';
import { type BegunWebhook, keepWebhookFor, useCreateWebhook } from '../../data/new-webhook.ts';
import { useCreateTarget } from '../../data/targets.ts';
import { ApiError } from '../../lib/errors.ts';
import { safeRedirect } from '../../lib/safe-redirect.ts';
import { showError } from '../../lib/services.ts';

interface NewTarget {
  name: string;
  kind: { slug: string };
  options: Record<string, string>;
}

/**
 * Creates a new target, if there is one, and then the webhook. If the target has to be set up elsewhere first, the
 * webhook is stored in this tab.
 */
export function useBeginWebhook() {
  const createTarget = useCreateTarget();
  const createWebhook = useCreateWebhook();
  const navigate = useNavigate();

  const finish = ({ draft, sender, verify }: BegunWebhook) =>
    createWebhook.mutate(
      { draft, verify },
      {
        onSuccess: ({ webhookId }) =>
          void navigate({
            to: '/webhooks/$id',
            params: { id: webhookId },
            search: sender === undefined ? {} : { sender },
          }),
        onError: (error) => showError(error),
      },
    );

  const start = (begun: BegunWebhook, wanted: NewTarget | undefined) => {
    if (!wanted) return finish(begun);
    const { draft } = begun;
    createTarget.mutate(
      { name: wanted.name, type: wanted.kind.slug, enabled: true, options: wanted.options },
      {
        onSuccess: (target) => {
          if (target.status === 'active')
            return finish({ ...begun, draft: { ...draft, targetIds: [...draft.targetIds, target.id] } });
          keepWebhookFor(target.id, begun);
          const provider = safeRedirect(target.options.AuthUrl);
          if (provider !== undefined) location.assign(provider);
          else void navigate({ to: '/targets/$id', params: { id: target.id } });
        },
        onError: (error) => {
          // Field errors appear at their fields.
          if (!(error instanceof ApiError && error.errors.length > 0)) showError(error);
        },
      },
    );
  };

  return { start, busy: createTarget.isPending || createWebhook.isPending, refused: createTarget.error };
}
