import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useDiscardHeld } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import { Button } from '../../ui/button.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { Notice } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

const { pause, quota } = texts;

/** Shows that the daily quota is exhausted, with a button to discard the held calls. */
export function QuotaNotice({ webhookId }: { webhookId: number }) {
  const [asking, setAsking] = useState(false);
  const discard = useDiscardHeld(webhookId);
  const submit = () =>
    discard.mutate(undefined, {
      onSuccess: () => toasts.add({ severity: 'success', summary: quota.discarded, detail: pause.doneDetail.discard }),
      onError: (error) => showError(error, { title: quota.failed }),
      onSettled: () => setAsking(false),
    });
  return (
    <Notice tone="warn" icon={<Clock size={18} aria-hidden />}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>{quota.text}</p>
        <Button size="small" onClick={() => setAsking(true)}>
          {quota.discard}
        </Button>
      </div>
      {asking && (
        <LateConfirm
          title={quota.question}
          verb={pause.choices.discard.label}
          busy={discard.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={submit}
        >
          <p>{pause.choices.discard.hint}</p>
        </LateConfirm>
      )}
    </Notice>
  );
}
