import { RotateCw } from 'virtual:icons';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { toasts } from '../../lib/services.ts';
import type { Target } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ActivationCode } from './activation.tsx';
import { texts } from './texts.ts';
import { useActivation } from './use-activation.ts';

/** The "Almost there" dialog for a kind whose bot waits for a code. It closes when the target is active. */
export function CodeDialog({ target, onClose }: { target: Target; onClose(): void }) {
  const navigate = useNavigate();
  const { activation, notYet, refreshing, refresh, renew } = useActivation(
    target,
    useCallback(
      ({ name }: Target) => {
        toasts.add({
          severity: 'success',
          summary: texts.dialog.activated,
          detail: texts.dialog.activatedDetail(name),
        });
        void navigate({ to: '/targets' });
      },
      [navigate],
    ),
  );
  return (
    <Dialog
      title={texts.dialog.title}
      onClose={onClose}
      note={notYet && texts.dialog.notYet}
      action={
        <Button
          tone="primary"
          busy={refreshing}
          icon={<RotateCw size={16} aria-hidden />}
          onClick={() => void refresh()}
        >
          {texts.dialog.refresh}
        </Button>
      }
    >
      {activation && <ActivationCode activation={activation} onRenew={renew} />}
    </Dialog>
  );
}
