import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { MAX_NAME } from '#contract/bounds';
import { useAccount } from '../../data/account.ts';
import { useVerification } from '../../data/verification.ts';
import { useCloneWebhook } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Submit } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { texts } from './texts.ts';

const words = texts.clone;

/** Clones this webhook under a new name, and opens the clone. */
export function CloneDialog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const [name, setName] = useState(() => words.named(webhook.name));
  const clone = useCloneWebhook(webhook.id);
  const full = useAccount().data?.limits.webhookLimitHit ?? false;
  const mode = useVerification(webhook.id).data?.mode;
  const startsDisabled = webhook.enabled && mode === 'enforce';
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const wanted = name.trim();
  const submit = () =>
    clone.mutate(wanted, {
      onSuccess: ({ webhookId }) => {
        toasts.add({
          severity: 'success',
          summary: words.done,
          detail: startsDisabled ? words.unverified : words.doneDetail,
        });
        onClose();
        void navigate({ to: '/webhooks/$id', params: { id: webhookId } });
      },
      onError: (error) => showError(error, { title: words.failed }),
    });
  return (
    <Dialog
      size="small"
      title={words.title}
      onClose={onClose}
      initialFocus={field}
      action={
        <Submit form="clone-webhook" busy={clone.isPending} disabled={wanted === '' || full}>
          {words.confirm}
        </Submit>
      }
    >
      <Form
        id="clone-webhook"
        className="flex flex-col gap-4"
        ready={wanted !== '' && !full && !clone.isPending}
        onSubmit={submit}
      >
        <p className="text-ink-2">{words.text}</p>
        <TextField
          ref={field}
          label={words.name}
          required
          maxLength={MAX_NAME}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <p className="text-meta text-ink-2">{words.not}</p>
        {(webhook.paused || !webhook.enabled) && <p>{webhook.enabled ? words.paused : words.disabled}</p>}
        {startsDisabled && <p>{words.unverified}</p>}
        {full && <p role="alert">{words.full}</p>}
      </Form>
    </Dialog>
  );
}
