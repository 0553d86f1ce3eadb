import { Save, Tag, Undo2 } from 'virtual:icons';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { MAX_TEMPLATE } from '#contract/bounds';
import { useUpdateWebhook } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { subjectWords } from '../../ui/subject-words.ts';
import type { CallFacts } from './call-facts.ts';
import { saveBlock } from './rules.ts';
import { texts } from './texts.ts';

const loadCompare = () => import('./compare-dialog.tsx');
const CompareDialog = lazy(() => loadCompare().then((module) => ({ default: module.CompareDialog })));

const Subject = lazyDialog(() => import('./subject-dialog.tsx').then((module) => module.SubjectDialog));

/** Chooses the call, saves the template, and shows its effect on recent calls. Used only if the editor was opened from a webhook. */
export function ControlsCard({
  webhook,
  template,
  facts,
  picker,
  onRevert,
}: {
  webhook: Webhook;
  template: string;
  /** The call in Input. */
  facts: CallFacts;
  /** Chooses the call in Input. */
  picker: ReactNode;
  onRevert(): void;
}) {
  const [comparing, setComparing] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const save = useUpdateWebhook(webhook.id);
  const block = saveBlock(template, webhook);
  const saveBack = () =>
    save.mutate(
      { ...webhook, useTemplate: true, template },
      {
        onSuccess: () => {
          setComparing(false);
          toasts.add({ severity: 'success', summary: texts.controls.saved, detail: texts.controls.savedDetail });
        },
        onError: (error) => showError(error, { title: texts.controls.notSaved }),
      },
    );
  return (
    <section
      aria-labelledby="editor-controls"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border border-line bg-surface py-2.5 pr-2.5 pl-4 shadow-panel"
    >
      <h2 id="editor-controls" className="text-h2 font-semibold">
        {texts.controls.title}
      </h2>
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 max-lg:basis-3/4 max-sm:basis-full">
        <span>{texts.controls.to}</span>
        <TextLink
          to="/webhooks/$id"
          params={{ id: webhook.id }}
          className="inline-flex min-h-6 min-w-0 items-center wrap-anywhere"
        >
          {webhook.name}
        </TextLink>
        {block === 'saved' && <Badge tone="ok">{texts.controls.savedAlready}</Badge>}
        {block === undefined && <Badge tone="warn">{texts.controls.unsaved}</Badge>}
        {block !== 'saved' && <span className="text-meta">{reason(block, webhook)}</span>}
      </p>
      <div className="flex min-w-72 flex-1 max-sm:min-w-0 max-sm:basis-full">{picker}</div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <Button
          icon={<Tag size={16} aria-hidden />}
          className="max-sm:flex-1"
          onPointerEnter={() => void Subject.fetch().catch(() => {})}
          onClick={() => setChoosing(true)}
        >
          {subjectWords.title}
        </Button>
        {webhook.template !== '' && template !== webhook.template && (
          <Button icon={<Undo2 size={16} aria-hidden />} onClick={onRevert}>
            {texts.controls.revert}
          </Button>
        )}
        <Button
          data-needs="editor"
          tone="primary"
          icon={<Save size={16} aria-hidden />}
          disabled={block !== undefined}
          className="max-sm:flex-1"
          onPointerEnter={() => void loadCompare()}
          onFocus={() => void loadCompare()}
          onClick={() => setComparing(true)}
        >
          {texts.controls.saveBack}
        </Button>
      </div>
      {choosing && (
        <Subject.Part webhook={webhook} template={template} facts={facts} onClose={() => setChoosing(false)} />
      )}
      {comparing && (
        <Suspense fallback={<ProgressLine />}>
          <CompareDialog
            webhook={webhook}
            template={template}
            busy={save.isPending}
            onSave={saveBack}
            onClose={() => setComparing(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

function reason(block: ReturnType<typeof saveBlock>, webhook: Webhook): string {
  if (block === 'blank') return texts.controls.blank;
  if (block === 'too long') return texts.controls.tooLong(MAX_TEMPLATE);
  return webhook.useTemplate ? '' : texts.controls.notUsed;
}
