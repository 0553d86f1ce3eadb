import { useState } from 'react';
import { useDiscardHeld } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import { Button } from '../../ui/button.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { TroubleLine } from '../../ui/target-trouble.tsx';
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
    <TroubleLine
      tone="warn"
      action={
        <Button data-needs="editor" size="small" aria-label={quota.discard} onClick={() => setAsking(true)}>
          {pause.choices.discard.label}
        </Button>
      }
    >
      {quota.text}
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
    </TroubleLine>
  );
}
