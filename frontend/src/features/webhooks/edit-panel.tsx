import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { MAX_NAME } from '#contract/bounds';
import { useTargets } from '../../data/targets.ts';
import { useUpdateWebhook } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { settingsOf, type Webhook, type WebhookDraft } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { Panel, Skeleton } from '../../ui/panel.tsx';
import { subjectWords } from '../../ui/subject-words.ts';
import { IntakeFields } from './intake-fields.tsx';
import { MessageFields } from './message-fields.tsx';
import { offered, problemOfChange, sameDraft } from './rules.ts';
import { TargetPicker } from './target-picker.tsx';
import { texts } from './texts.ts';

const SubjectFields = lazy(() => import('./subject-fields.tsx').then((module) => ({ default: module.SubjectFields })));

/**
 * The details as a form, in place. Leaving with unsaved changes asks first.
 * @param clicked someone asked for the form just now: the keyboard continues in its first field
 */
export function EditPanel({ webhook, pressed, onDone }: { webhook: Webhook; pressed: boolean; onDone(): void }) {
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (pressed) name.current?.focus();
  }, [pressed]);
  const [draft, setDraft] = useDraft<WebhookDraft>(`webhook-${webhook.id}`, () => settingsOf(webhook));
  const [tried, setTried] = useState(false);
  const targets = useTargets();
  const save = useUpdateWebhook(webhook.id);
  const change = (part: Partial<WebhookDraft>) => setDraft((old) => ({ ...old, ...part }));
  // Routing is chosen in its own window, perhaps while this form is open.
  const wanted = { ...draft, routing: webhook.routing };
  const changed = !sameDraft(wanted, settingsOf(webhook));
  const orphaned = webhook.disabledCode === 'webhook-without-target';
  const problem = tried ? problemOfChange(draft) : undefined;
  const blocker = useBlocker({
    // The login may stand between: what was typed is found again behind it.
    shouldBlockFn: ({ current, next }) =>
      changed && !save.isSuccess && next.pathname !== '/login' && current.pathname !== next.pathname,
    enableBeforeUnload: changed,
    withResolver: true,
  });

  const submit = () => {
    setTried(true);
    if (problemOfChange(draft) !== undefined) return;
    save.mutate(
      { ...wanted, name: draft.name.trim() },
      {
        onSuccess: () => {
          toasts.add({ severity: 'success', summary: texts.view.saved, detail: texts.view.savedDetail });
          onDone();
        },
        onError: (error) => showError(error, { title: texts.view.notSaved }),
      },
    );
  };

  return (
    <Panel title={texts.view.details} headingId="edit-details" padded={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid gap-6 px-4 py-5 md:px-5 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-5">
            <TextField
              ref={name}
              label={texts.form.name}
              placeholder={texts.form.namePlaceholder}
              required
              maxLength={MAX_NAME}
              autoComplete="off"
              error={problem === texts.view.noName ? problem : undefined}
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <TargetPicker
              targets={targets.data && offered(targets.data)}
              onRetry={targets.isLoadingError ? () => void targets.refetch() : undefined}
              chosen={draft.targetIds}
              onChange={(targetIds) => change({ targetIds })}
              error={problem === texts.view.noTarget ? problem : undefined}
            />
            <Checkbox
              label={texts.view.enabled}
              hint={orphaned ? texts.view.enabledByTarget : texts.view.enabledHint}
              checked={draft.enabled || orphaned}
              disabled={orphaned}
              onChange={(event) => change({ enabled: event.target.checked })}
            />
            {draft.enabled && (
              <Checkbox
                label={texts.pause.label}
                hint={texts.pause.hint}
                checked={draft.paused}
                onChange={(event) => change({ paused: event.target.checked })}
              />
            )}
          </div>
          <MessageFields draft={draft} onChange={change} />
        </div>
        <div className="border-t border-line px-4 py-5 md:px-5">
          <h3 className="mb-4 text-h2 font-semibold">{subjectWords.title}</h3>
          <Suspense fallback={<Skeleton className="h-16" />}>
            <SubjectFields webhook={webhook} draft={draft} onChange={change} />
          </Suspense>
        </div>
        <div className="border-t border-line px-4 py-5 md:px-5">
          <h3 className="mb-4 text-h2 font-semibold">{texts.intake.title}</h3>
          <IntakeFields wide draft={draft} onChange={change} />
        </div>
        <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 rounded-b-panel border-t border-line bg-surface px-4 py-3 md:px-5">
          <span role="status" className="min-w-0 flex-1 text-meta text-ink-2">
            {problem ?? (changed ? texts.view.unsaved : '')}
          </span>
          <Button onClick={onDone}>{texts.view.discard}</Button>
          <Button type="submit" tone="primary" busy={save.isPending}>
            {texts.view.save}
          </Button>
        </div>
      </form>
      {blocker.status === 'blocked' && (
        <LateConfirm
          title={texts.view.leaveTitle}
          verb={texts.view.discard}
          onConfirm={blocker.proceed}
          onCancel={blocker.reset}
        >
          {texts.view.leaveText}
        </LateConfirm>
      )}
    </Panel>
  );
}
