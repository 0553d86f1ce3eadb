import { Trash2 } from 'virtual:icons';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDeleteAccount } from '../../data/account.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Profile } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

/** Deletes the account, after the user has typed its email address. */
export function DangerZone({ profile: { email, status } }: { profile: Profile }) {
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useDeleteAccount();
  const navigate = useNavigate();
  // Uses the promise instead of callbacks, because the page is empty once the account is deleted.
  const confirm = () =>
    remove.mutateAsync().then(
      () => {
        toasts.add({ severity: 'success', summary: 'Success', detail: texts.danger.deleted });
        return navigate({ to: '/login' });
      },
      (error: unknown) => showError(error, { title: texts.danger.notDeleted }),
    );
  return (
    <Panel title={texts.danger.title} headingId="danger" tone="danger">
      <p className="mb-4 text-ink-2">{texts.danger.text}</p>
      <Button tone="danger-outline" icon={<Trash2 size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {texts.danger.delete}
      </Button>
      {asking && (
        <LateConfirm
          title={texts.danger.delete}
          verb={texts.danger.delete}
          busy={remove.isPending}
          blocked={typed.trim().toLowerCase() !== email.toLowerCase()}
          onConfirm={() => void confirm()}
          onCancel={() => {
            setAsking(false);
            setTyped('');
          }}
        >
          <p className="mb-4 text-ink">{texts.danger.question}</p>
          {(status === 'premium' || status === 'premium_cancelled') && (
            <p className="mb-4">{texts.danger.subscription}</p>
          )}
          <TextField
            label={texts.danger.typeEmail(email)}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </LateConfirm>
      )}
    </Panel>
  );
}
