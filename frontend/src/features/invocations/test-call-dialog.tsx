import { Send } from 'virtual:icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sampleCalls } from '#contract/sample-calls';
import { useAccount } from '../../data/account.ts';
import { lastCallsQuery } from '../../data/invocations.ts';
import { useKeptSample, useKeptSamples } from '../../data/samples.ts';
import { useTargets } from '../../data/targets.ts';
import { useTestCall } from '../../data/test-calls.ts';
import { errorCode, errorDetail } from '../../lib/errors.ts';
import { plural } from '../../lib/format.ts';
import { readHeaders } from '../../lib/headers.ts';
import { toasts } from '../../lib/services.ts';
import { targetLook } from '../../lib/status.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextArea } from '../../ui/field.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useNow } from '../../ui/time.tsx';
import { isLarge, parseJson } from './body.ts';
import type { InvocationSearch } from './search.ts';
import { firstChoice, LAST, lastReal, OWN, reached } from './test-call-choice.ts';
import { texts } from './texts.ts';

const { test } = texts;

const { Part: SampleDialog } = lazyDialog(() => import('./sample-dialog.tsx').then((module) => module.SampleDialog));

/** Maximum size of a body that is shown here. */
const SHOWN_CHARACTERS = 4_000;

/** A JSON call before it is sent. */
export interface PlannedCall {
  body: string;
  headers: Readonly<Record<string, string>> | undefined;
}

/**
 * Sends a test call: the newest call, a saved sample, a sender's sample, or a custom JSON body.
 * @param sender the webhook's service, if known
 * @param preview shows the message; the route passes it, because it belongs to another feature
 */
export function TestCallDialog({
  webhook,
  sender,
  preview,
  onClose,
}: {
  webhook: Webhook;
  sender?: string | undefined;
  preview?: ((call: PlannedCall) => ReactNode) | undefined;
  onClose(): void;
}) {
  const [wanted, setWanted] = useState<string>();
  const calls = useQuery({ ...lastCallsQuery(webhook.id, 'full'), meta: { silent: true } });
  const targets = useTargets().data;
  const now = useNow();
  // Only the first load counts, so the default call does not change later.
  const [known, setKnown] = useState<ReturnType<typeof lastReal>[]>();
  if (known === undefined && !calls.isPending) setKnown([lastReal(calls.data ?? [])]);
  const last = known?.[0];
  const chosen = wanted ?? (known && firstChoice(webhook, last, sender));
  const choices = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // The default call is known only after the first choice got the focus.
    if (known && choices.current?.contains(document.activeElement))
      choices.current.querySelector<HTMLInputElement>(':checked')?.focus();
  }, [known]);
  const [own, setOwn] = useState('{\n  "hello": "world"\n}');
  const send = useTestCall(webhook.id);
  const navigate = useNavigate();
  const left = useAccount().data?.limits.invocationsLeft;
  const sample = sampleCalls.find(({ id }) => id === chosen);
  const samples = useKeptSamples(webhook.id).data ?? [];
  const kept = samples.find(({ id }) => id === chosen);
  const whole = useKeptSample(kept?.id).data;
  const keptBody = whole?.rawBodyEncoding === 'utf8' ? whole.rawBody : undefined;
  const [changing, setChanging] = useState(false);
  const body = chosen === LAST ? last?.rawBody : kept ? keptBody : sample ? JSON.stringify(sample.payload) : own;
  const headers = kept ? whole && readHeaders(whole.rawHeaders) : sample?.headers;
  const wrong = chosen === OWN && parseJson(own) === undefined;
  const { all, out } = reached(webhook, targets);
  const reason = !webhook.enabled ? test.disabled : wrong ? test.notJson : left === 0 ? test.noneLeft : undefined;

  const press = () =>
    send.mutate(sample ? { sample: sample.id } : kept ? { kept: kept.id } : { body: body ?? own }, {
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
            disabled={reason !== undefined || chosen === undefined}
            onClick={press}
          >
            {test.send}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          {test.text(all, out.length, webhook.routing.length > 0)}
          {out.map((target) => ` ${test.notTo(target.name, targetLook(target).word.toLowerCase())}`)}
        </p>
        <fieldset ref={choices} className="min-w-0">
          <legend className="mb-1.5 font-medium">{test.which}</legend>
          <div className="grid gap-1.5 md:grid-cols-2">
            {[
              ...(last ? [{ id: LAST, label: test.last(formatDateTime(last.invokedAt, now)) }] : []),
              ...samples.map(({ id, name }) => ({ id, label: test.kept(name) })),
              ...sampleCalls,
              { id: OWN, label: test.own },
            ].map(({ id, label }) => (
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
                  onChange={() => setWanted(id)}
                />
                <span className="min-w-0 flex-1">{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {kept && (
          <div>
            <Button data-needs="editor" onClick={() => setChanging(true)}>
              {test.change}
            </Button>
          </div>
        )}
        {kept && changing && (
          <SampleDialog webhookId={webhook.id} id={kept.id} suggested={kept.name} onClose={() => setChanging(false)} />
        )}
        {chosen === OWN && (
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
        {chosen !== undefined && !wrong && body !== undefined && preview?.({ body, headers })}
        {chosen !== OWN && body !== undefined && chosen !== undefined && (
          <div>
            <h3 className="mb-1.5 font-medium">{test.preview}</h3>
            <ScrollBox as="pre" className="max-h-48 rounded-control bg-sunken p-3 text-code">
              {isLarge(body) || parseJson(body) === undefined
                ? body.slice(0, SHOWN_CHARACTERS)
                : JSON.stringify(parseJson(body), null, 2)}
            </ScrollBox>
          </div>
        )}
        {send.isError && <FieldError help={errorCode(send.error)}>{errorDetail(send.error)}</FieldError>}
      </div>
    </Dialog>
  );
}
