import { useRef, useState } from 'react';
import { useDiscardHeld, useUpdateWebhook } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioLines } from '../../ui/radio-lines.tsx';
import { texts } from './texts.ts';

const words = texts.pause;
const choices = ['release', 'discard'] as const;

/** Resumes a webhook, after asking what to do with the held calls. */
export function ResumeDialog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const [fate, setFate] = useState<(typeof choices)[number]>('release');
  const discard = useDiscardHeld(webhook.id);
  const update = useUpdateWebhook(webhook.id);
  const confirm = useRef<HTMLButtonElement>(null);
  const holds = webhook.heldCalls !== undefined;
  const submit = async () => {
    try {
      // Discards the calls before resuming, so no unwanted message is sent.
      if (holds && fate === 'discard') await discard.mutateAsync();
      await update.mutateAsync({ ...webhook, paused: false });
      toasts.add({ severity: 'success', summary: words.done, detail: holds ? words.doneDetail[fate] : words.nothing });
      onClose();
    } catch (error) {
      showError(error, { title: words.failed });
    }
  };
  return (
    <Dialog
      size="small"
      title={words.title}
      onClose={onClose}
      {...(!holds && { initialFocus: confirm })}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            ref={confirm}
            tone={holds && fate === 'discard' ? 'danger' : 'primary'}
            busy={discard.isPending || update.isPending}
            onClick={() => void submit()}
          >
            {words.resume}
          </Button>
        </>
      }
    >
      {holds ? (
        <RadioLines
          question={words.question}
          answers={choices}
          words={words.choices}
          chosen={fate}
          onChange={setFate}
        />
      ) : (
        <p className="text-ink-2">{words.nothing}</p>
      )}
    </Dialog>
  );
}
