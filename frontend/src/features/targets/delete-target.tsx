import { useNavigate } from '@tanstack/react-router';
import { useDeleteTarget } from '../../data/targets.ts';
import { useWebhooks } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Target } from '../../lib/wire.ts';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { texts } from './texts.ts';

export function DeleteTarget({ target, onCancel }: { target: Target; onCancel(): void }) {
  const remove = useDeleteTarget(target.id);
  const navigate = useNavigate();
  const used = target.associatedWebhooks.length > 0;
  const orphaned = (useWebhooks().data ?? []).filter(
    ({ enabled, targetIds }) => enabled && targetIds.length === 1 && targetIds[0] === target.id,
  );
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toasts.add({ severity: 'success', summary: texts.detail.deleted, detail: texts.detail.deletedDetail });
        void navigate({ to: '/targets' });
      },
      onError: (error) => {
        showError(error, { title: texts.detail.notDeleted });
        onCancel();
      },
    });
  return (
    <LateConfirm
      title={texts.detail.delete}
      verb={texts.detail.delete}
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>{used ? texts.detail.deleteInUse : texts.detail.deleteQuestion}</p>
      {used && (
        <p className="mt-3">
          {texts.detail.affected}{' '}
          <b className="font-semibold text-ink">{target.associatedWebhooks.map(({ name }) => name).join(', ')}</b>
        </p>
      )}
      {orphaned.length > 0 && (
        <p className="mt-3">
          {texts.detail.orphaned}{' '}
          <b className="font-semibold text-ink">{orphaned.map(({ name }) => name).join(', ')}</b>
        </p>
      )}
    </LateConfirm>
  );
}
