import { useState } from 'react';
import { useRotateWebhook } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioLines } from '../../ui/radio-lines.tsx';
import { texts } from './texts.ts';

const words = texts.rotate;
const HOURS = { day: 24, now: 0 } as const;
const choices = Object.keys(HOURS) as (keyof typeof HOURS)[];

/** Gives a webhook a new URL, and asks how long the current one stays valid. */
export function RotateDialog({ webhookId, onClose }: { webhookId: number; onClose(): void }) {
  const [old, setOld] = useState<keyof typeof HOURS>('day');
  const rotate = useRotateWebhook(webhookId);
  const submit = () =>
    rotate.mutate(HOURS[old], {
      onSuccess: () => {
        toasts.add({ severity: 'success', summary: words.done, detail: words.doneDetail[old] });
        onClose();
      },
      onError: (error) => showError(error, { title: words.failed }),
    });
  return (
    <Dialog
      size="small"
      title={words.title}
      onClose={onClose}
      action={
        <Button tone={old === 'now' ? 'danger' : 'primary'} busy={rotate.isPending} onClick={submit}>
          {words.confirm}
        </Button>
      }
    >
      <p className="mb-4 text-ink-2">{words.text}</p>
      <RadioLines question={words.question} answers={choices} words={words.choices} chosen={old} onChange={setOld} />
    </Dialog>
  );
}
