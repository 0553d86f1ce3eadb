import { CopyPlus, RefreshCw, Trash2 } from 'virtual:icons';
import { Tabs } from '@base-ui/react/tabs';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { MAX_NAME } from '#contract/bounds';
import { useTargets } from '../../data/targets.ts';
import { useUpdateWebhook } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { settingsOf, type Webhook, type WebhookDraft } from '../../lib/wire.ts';
import { Button, Submit } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { subjectWords } from '../../ui/subject-words.ts';
import { tabLook } from '../../ui/tab-look.ts';
import { AlertingFields } from './alerting-fields.tsx';
import { DeleteWebhook } from './delete-webhook.tsx';
import { InCode } from './in-code.tsx';
import { IntakeFields } from './intake-fields.tsx';
import { MessageFields } from './message-fields.tsx';
import { offered, problemOfChange, sameDraft } from './rules.ts';
import { SubjectFields } from './subject-fields.tsx';
import { TargetPicker } from './target-picker.tsx';
import { texts } from './texts.ts';

const { Part: RotateDialog } = lazyDialog(() => import('./rotate-dialog.tsx').then((module) => module.RotateDialog));
const { Part: CloneDialog } = lazyDialog(() => import('./clone-dialog.tsx').then((module) => module.CloneDialog));

const words = texts.settings;
const FORM = 'webhook-settings';
const sections = ['basics', 'message', 'alerting', 'intake', 'danger'] as const;
type Section = (typeof sections)[number];

/** Actions that take effect immediately, each in its own dialog. */
type Deed = 'clone' | 'rotate' | 'delete';

/** All settings of a webhook, in a sheet at the side. It asks before the user leaves with unsaved changes. */
export function SettingsSheet({ webhook, onDone }: { webhook: Webhook; onDone(): void }) {
  const [section, setSection] = useState<Section>('basics');
  const [draft, setDraft] = useDraft<WebhookDraft>(`webhook-${webhook.id}`, () => settingsOf(webhook));
  const [tried, setTried] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [deed, setDeed] = useState<Deed>();
  const end = () => setDeed(undefined);
  const save = useUpdateWebhook(webhook.id);
  const change = (part: Partial<WebhookDraft>) => setDraft((old) => ({ ...old, ...part }));
  // Routing is edited in its own dialog, possibly while this form is open.
  const wanted = { ...draft, routing: webhook.routing };
  const changed = !sameDraft(wanted, settingsOf(webhook));
  const problem = tried ? problemOfChange(draft) : undefined;
  const blocker = useBlocker({
    // The login page is always reachable, because the draft is restored afterwards.
    shouldBlockFn: ({ current, next }) =>
      changed && !save.isSuccess && next.pathname !== '/login' && current.pathname !== next.pathname,
    enableBeforeUnload: changed,
    withResolver: true,
  });
  const submit = () => {
    setTried(true);
    const wrong = problemOfChange(draft);
    if (wrong !== undefined)
      return setSection(wrong === texts.view.noTarget || wrong === texts.view.noName ? 'basics' : 'intake');
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

  const question = leaving
    ? { onConfirm: onDone, onCancel: () => setLeaving(false) }
    : blocker.status === 'blocked' && { onConfirm: blocker.proceed, onCancel: blocker.reset };

  const parts: Record<Section, ReactNode> = {
    basics: (
      <Basics webhook={webhook} draft={draft} problem={problem} onChange={change} onClone={() => setDeed('clone')} />
    ),
    message: (
      <>
        <MessageFields draft={draft} onChange={change} />
        <h3 className="mt-6 mb-3 font-medium">{subjectWords.title}</h3>
        <SubjectFields webhook={webhook} draft={draft} onChange={change} />
      </>
    ),
    alerting: <AlertingFields draft={draft} onChange={change} />,
    intake: <IntakeFields draft={draft} onChange={change} />,
    danger: <Danger onChoose={setDeed} />,
  };

  return (
    <Dialog
      sheet
      title={words.title}
      onClose={() => (changed ? setLeaving(true) : onDone())}
      footer={
        <>
          <span role="status" className="min-w-0 flex-1 text-meta text-ink-2">
            {problem ?? (changed ? texts.view.unsaved : '')}
          </span>
          <Button onClick={onDone}>{texts.view.discard}</Button>
          <Submit form={FORM} busy={save.isPending}>
            {texts.view.save}
          </Submit>
        </>
      }
    >
      <Form id={FORM} onSubmit={submit}>
        <Tabs.Root value={section} onValueChange={(next) => setSection(next as Section)}>
          <Tabs.List className="mb-4 flex gap-1 overflow-x-auto border-b border-line">
            {sections.map((name) => (
              <Tabs.Tab key={name} value={name} className={tabLook}>
                {words.sections[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {sections.map((name) => (
            <Tabs.Panel key={name} value={name} className="outline-offset-2">
              {parts[name]}
            </Tabs.Panel>
          ))}
        </Tabs.Root>
      </Form>
      {deed === 'clone' && <CloneDialog webhook={webhook} onClose={end} />}
      {deed === 'rotate' && <RotateDialog webhookId={webhook.id} onClose={end} />}
      {deed === 'delete' && <DeleteWebhook webhook={webhook} onCancel={end} />}
      {question && (
        <LateConfirm title={texts.view.leaveTitle} verb={texts.view.discard} {...question}>
          {texts.view.leaveText}
        </LateConfirm>
      )}
    </Dialog>
  );
}

function Basics({
  webhook,
  draft,
  problem,
  onChange,
  onClone,
}: {
  webhook: Webhook;
  draft: WebhookDraft;
  problem: string | undefined;
  onChange(change: Partial<WebhookDraft>): void;
  onClone(): void;
}) {
  const targets = useTargets();
  const orphaned = webhook.disabledCode === 'webhook-without-target';
  const [coded, setCoded] = useState(false);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <TextField
        label={texts.form.name}
        placeholder={texts.form.namePlaceholder}
        required
        maxLength={MAX_NAME}
        autoComplete="off"
        error={problem === texts.view.noName ? problem : undefined}
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TargetPicker
        targets={targets.data && offered(targets.data)}
        onRetry={targets.isLoadingError ? () => void targets.refetch() : undefined}
        chosen={draft.targetIds}
        onChange={(targetIds) => onChange({ targetIds })}
        error={problem === texts.view.noTarget ? problem : undefined}
      />
      <Checkbox
        label={texts.view.enabled}
        hint={orphaned ? texts.view.enabledByTarget : texts.view.enabledHint}
        checked={draft.enabled || orphaned}
        disabled={orphaned}
        onChange={(event) => onChange({ enabled: event.target.checked })}
      />
      {draft.enabled && (
        <Checkbox
          label={texts.pause.label}
          hint={texts.pause.hint}
          checked={draft.paused}
          onChange={(event) => onChange({ paused: event.target.checked })}
        />
      )}
      <div className="flex flex-wrap items-start gap-2 border-t border-line pt-4">
        <Button size="small" icon={<CopyPlus size={14} aria-hidden />} onClick={onClone}>
          {texts.clone.button}
        </Button>
        <details className="min-w-0 open:basis-full" onToggle={(event) => event.currentTarget.open && setCoded(true)}>
          <summary className="inline-flex min-h-7 items-center rounded-[4px] px-1 text-meta text-accent-text">
            {texts.inCode.title}
          </summary>
          {coded && <InCode webhook={webhook} />}
        </details>
      </div>
    </div>
  );
}

/** Actions that affect senders, and actions that cannot be undone. */
const Danger = ({ onChoose }: { onChoose(deed: Deed): void }) => (
  <ul className="flex flex-col divide-y divide-line rounded-panel border border-err-fill">
    <Line text={texts.rotate.text}>
      <Button size="small" icon={<RefreshCw size={14} aria-hidden />} onClick={() => onChoose('rotate')}>
        {texts.rotate.button}
      </Button>
    </Line>
    <Line text={texts.view.deleteText}>
      <Button
        size="small"
        tone="danger-outline"
        icon={<Trash2 size={14} aria-hidden />}
        onClick={() => onChoose('delete')}
      >
        {texts.view.deleteWebhook}
      </Button>
    </Line>
  </ul>
);

const Line = ({ text, children }: { text: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
    <p className="min-w-0 flex-1 basis-60 text-meta text-ink-2">{text}</p>
    {children}
  </li>
);
