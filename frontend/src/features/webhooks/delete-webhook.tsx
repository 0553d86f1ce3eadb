import { useNavigate } from '@tanstack/react-router';
import { useDeleteWebhook } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Webhook } from '../../lib/wire.ts';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { texts } from './texts.ts';

/** Deletes a webhook after a confirmation, and opens the list. */
export function DeleteWebhook({ webhook, onCancel }: { webhook: Webhook; onCancel(): void }) {
  const remove = useDeleteWebhook(webhook.id);
  const navigate = useNavigate();
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toasts.add({ severity: 'success', summary: texts.view.deleted });
        void navigate({ to: '/webhooks' });
      },
      onError: (error) => {
        showError(error, { title: texts.view.notDeleted });
        onCancel();
      },
    });
  return (
    <LateConfirm
      title={texts.view.deleteWebhook}
      verb={texts.view.delete}
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p className="text-ink">{texts.view.deleteQuestion}</p>
      <p className="mt-2 font-semibold text-ink wrap-anywhere">{webhook.name}</p>
      <p className="mt-2">{texts.view.deleteText}</p>
    </LateConfirm>
  );
}
