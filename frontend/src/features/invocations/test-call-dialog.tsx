import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { sampleCalls } from '#contract/sample-calls';
import { useAccount } from '../../data/account.ts';
import { useTestCall } from '../../data/test-calls.ts';
import { errorCode, errorDetail } from '../../lib/errors.ts';
import { plural } from '../../lib/format.ts';
import { toasts } from '../../lib/services.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextArea } from '../../ui/field.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { parseJson } from './body.ts';
import type { InvocationSearch } from './search.ts';
import { texts } from './texts.ts';

/** In place of a sample: a body of one's own. */
const OWN = 'own';

const { test } = texts;

/** Calls the webhook for its owner: with a sample of a sender, or with a JSON body of one's own. */
export function TestCallDialog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const [chosen, setChosen] = useState<string>(sampleCalls[0]?.id ?? OWN);
  const [own, setOwn] = useState('{\n  "hello": "world"\n}');
  const send = useTestCall(webhook.id);
  const navigate = useNavigate();
  const left = useAccount().data?.limits.invocationsLeft;
  const sample = sampleCalls.find(({ id }) => id === chosen);
  const wrong = !sample && parseJson(own) === undefined;
  const reason = !webhook.enabled ? test.disabled : wrong ? test.notJson : left === 0 ? test.noneLeft : undefined;

  const press = () =>
    send.mutate(sample ? { sample: sample.id } : { body: own }, {
      onSuccess: ({ id, outcome }) => {
        if (outcome !== 'accepted') toasts.add({ severity: 'info', ...test.outcomes[outcome] });
        if (id === undefined) return onClose();
        void navigate({
          to: '.',
          search: ({ test: _open, ...rest }: InvocationSearch) => ({ ...rest, inv: id }),
          replace: true,
          resetScroll: false,
        });
      },
    });

  return (
    <Dialog
      open
      title={test.title}
      onClose={onClose}
      footer={
        <>
          <span role="status" className="min-w-0 flex-1 basis-40 text-meta text-ink-2">
            {reason ?? (left === undefined ? test.counts : test.countsOf(plural(left, 'call')))}
          </span>
          <Button onClick={onClose}>{test.cancel}</Button>
          <Button
            tone="primary"
            icon={<Send size={16} aria-hidden />}
            busy={send.isPending}
            disabled={reason !== undefined}
            onClick={press}
          >
            {test.send}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{test.text(plural(webhook.targetIds.length, 'target'))}</p>
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-medium">{test.which}</legend>
          <div className="grid gap-1.5 md:grid-cols-2">
            {[...sampleCalls, { id: OWN, label: test.own }].map(({ id, label }) => (
              <label
                key={id}
                className={clsx(
                  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control border px-3 has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
                  chosen === id ? 'border-accent bg-accent-soft' : 'border-line-strong hover:border-field-line',
                )}
              >
                <input
                  type="radio"
                  name="sample"
                  className="accent-accent outline-none"
                  checked={chosen === id}
                  onChange={() => setChosen(id)}
                />
                <span className="min-w-0 flex-1">{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {sample ? (
          <div>
            <h3 className="mb-1.5 font-medium">{test.preview}</h3>
            <ScrollBox as="pre" className="max-h-52 rounded-control bg-sunken p-3 text-code">
              {JSON.stringify(sample.payload, null, 2)}
            </ScrollBox>
          </div>
        ) : (
          <TextArea
            label={test.body}
            mono
            rows={8}
            spellCheck={false}
            error={wrong ? test.notJson : undefined}
            value={own}
            onChange={(event) => setOwn(event.target.value)}
          />
        )}
        {send.isError && <FieldError help={errorCode(send.error)}>{errorDetail(send.error)}</FieldError>}
      </div>
    </Dialog>
  );
}
