import { Play } from 'virtual:icons';
import { clsx } from 'clsx';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatError } from '../../../../lambdas/templates/format-error.ts';
import { useCallOrSample } from '../../data/samples.ts';
import { useTargetKinds, useTargets } from '../../data/targets.ts';
import { useWebhook } from '../../data/webhooks.ts';
import { isDialogOpen } from '../../lib/open-dialog.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { FailedLoad, Panel, Skeleton } from '../../ui/panel.tsx';
import { useOnceTrue } from '../../ui/use-once-true.ts';
import { factsOf, shownBody, textOf } from './call-facts.ts';
import { CallPicker } from './call-picker.tsx';
import type { CodeEditorHandle } from './code-editor.tsx';
import { type Draft, readDraft, storedDraft } from './draft.ts';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { InputCard } from './input-card.tsx';
import { type Insertion, insertField, insertLoop, type Steps } from './insertion.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { MarkupEdit } from './markup-edits.ts';
import { OutCard } from './out-card.tsx';
import { isUnsaved, outcomeOf, viewsOf } from './rules.ts';
import { TemplateCard } from './template-card.tsx';
import { exampleBody, exampleTemplate, texts } from './texts.ts';
import { useNewestCall } from './use-newest-call.ts';
import { usePreview } from './use-preview.ts';
import { useServerRender } from './use-server-render.ts';

/** This card is loaded only if the editor was opened from a webhook. */
const ControlsCard = lazy(() => import('./controls-card.tsx').then((module) => ({ default: module.ControlsCard })));

const controlsPlace = (
  <Skeleton className="mb-4 h-[58px] w-full !rounded-panel max-lg:h-[90px] max-md:h-[130px] max-sm:h-[162px]" />
);

const start: Draft = { body: exampleBody, call: undefined, template: exampleTemplate, webhook: undefined };

const kept = { read: readDraft, stored: storedDraft, keepWhenLeft: true };

const NOTHING_WRONG = [] as const;

const isExample = ({ body, template }: Draft) => body === exampleBody && template === exampleTemplate;

/**
 * The template editor.
 * @param webhookId the webhook whose template can be saved back
 * @param fromId the webhook whose calls are offered as input
 * @param invocationId the stored call used as input
 */
export function EditorPage({
  webhookId,
  fromId,
  invocationId,
}: {
  webhookId: number | undefined;
  fromId: number | undefined;
  invocationId: string | undefined;
}) {
  const [draft, setDraft, forget] = useDraft('editor', start, kept);
  const change = useCallback((part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part })), [setDraft]);
  const { body, template } = draft;
  const webhook = useWebhook(webhookId ?? 0, webhookId !== undefined);
  const from = useWebhook(fromId ?? 0, fromId !== undefined);
  const call = useCallOrSample(invocationId);
  const targets = useTargets();
  const kinds = useTargetKinds();
  // A draft of the same webhook keeps its input and its call.
  const isKept = draft.webhook === webhookId;
  const isChoosing = useNewestCall(
    invocationId === undefined && (!isKept || draft.call !== undefined) ? webhookId : undefined,
    isKept ? draft.call : undefined,
  );
  const editor = useRef<CodeEditorHandle>(null);
  const [inserted, setInserted] = useState<string>();
  /** The template that was replaced by a ready-made or shared one. */
  const [replaced, setReplaced] = useState<{ old: string; by: string }>();

  // Opening a call or a template replaces the draft once. Later edits are kept, even after a reload.
  useEffect(() => {
    if (call.data && draft.call !== call.data.id) change({ call: call.data.id, body: shownBody(call.data) });
  }, [call.data, draft.call, change]);
  useEffect(() => {
    if (webhook.data && draft.webhook !== webhook.data.id)
      change({ webhook: webhook.data.id, template: webhook.data.template });
  }, [webhook.data, draft.webhook, change]);

  // Shows nothing until the webhook's template and the call are known, because our example would look like theirs.
  const ready = useOnceTrue(
    (webhookId === undefined || isKept || webhook.isLoadingError) &&
      (invocationId === undefined ? !isChoosing : draft.call === invocationId || call.isLoadingError),
  );

  const stored = invocationId !== undefined && call.data?.id === draft.call ? call.data : undefined;
  const original = useMemo(() => stored && shownBody(stored), [stored]);
  const facts = useMemo(() => factsOf(body, stored, original), [body, stored, original]);
  const source = webhook.data ?? from.data;
  const preview = usePreview(template, facts, source?.name ?? texts.exampleWebhook, isExample(draft), source, ready);
  const server = useServerRender(template, body, facts, source);
  const outcome = outcomeOf(template, preview, server.result, formatError);
  const answer = preview?.template === template ? preview.answer : undefined;
  const views = viewsOf(source?.targetIds, targets.data ?? [], kinds.data?.filter(({ enabled }) => enabled) ?? []);
  const readyMade = preview?.answer?.readyMade;
  /** The webhook or call in the URL that could not be loaded. */
  const unread = [webhook, call].find(({ isLoadingError }) => isLoadingError);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (isDialogOpen()) return;
      event.preventDefault();
      event.stopPropagation();
      server.run();
    };
    // Captures the key before the text editors do, because they would insert a line break.
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, [server.run]);

  const insert =
    (make: (template: string, from: number, to: number, steps: Steps) => Insertion) =>
    (steps: Steps, pointed: boolean) => {
      editor.current?.change((text, start, end) => {
        const insertion = make(text, start, end, steps);
        setInserted(texts.fields.inserted(insertion.insert.trim()));
        return insertion;
      });
      if (pointed) editor.current?.focus();
    };

  const replaceTemplate = (by: string) => {
    setReplaced({ old: template, by });
    change({ template: by });
  };

  const picker = <CallPicker from={fromId} call={invocationId} />;

  const mark = (edit: MarkupEdit) => {
    editor.current?.change(edit);
    editor.current?.focus();
  };

  return (
    <Page
      title={texts.title}
      intro={
        <>
          {texts.intro} <TextLink to="/help">{texts.help}</TextLink>
        </>
      }
      actions={
        <>
          <kbd className="rounded-[4px] border border-line px-1.5 py-0.5 text-label text-ink-2 max-md:hidden">
            {texts.keys}
          </kbd>
          <Button icon={<Play size={16} aria-hidden />} busy={server.busy} onClick={server.run}>
            {texts.render}
          </Button>
        </>
      }
    >
      {unread && (
        <Panel className="mb-4" padded={false}>
          <FailedLoad
            text={unread === call ? texts.callFailed : texts.webhookFailed}
            onRetry={() => void unread.refetch()}
          />
        </Panel>
      )}
      {webhookId !== undefined && !webhook.isLoadingError && draft.webhook !== webhookId && controlsPlace}
      {webhook.data && draft.webhook === webhook.data.id && (
        <>
          <Suspense fallback={controlsPlace}>
            <ControlsCard
              webhook={webhook.data}
              template={template}
              facts={facts}
              picker={picker}
              onRevert={() => change({ template: webhook.data.template })}
            />
          </Suspense>
          <LeaveGuard name={webhook.data.name} unsaved={isUnsaved(template, webhook.data)} onDiscard={forget} />
        </>
      )}
      <div
        className={clsx(
          'grid gap-4 lg:grid-cols-2 lg:grid-rows-[minmax(0,4fr)_minmax(0,5fr)]',
          webhookId === undefined ? 'lg:h-[max(600px,calc(100dvh-184px))]' : 'lg:h-[max(600px,calc(100dvh-260px))]',
        )}
      >
        {ready ? (
          <>
            <InputCard
              className="lg:row-span-2"
              body={body}
              facts={facts}
              picker={webhookId === undefined && picker}
              opened={draft.call !== undefined}
              edited={original !== undefined && body !== original}
              binary={stored?.rawBodyEncoding === 'base64' && textOf(stored) === undefined}
              inserted={inserted}
              onChange={(text) => change({ body: text })}
              onRestore={() => original !== undefined && change({ body: original })}
              onInsert={insert(insertField)}
              onRepeat={insert(insertLoop)}
            />
            <TemplateCard
              webhook={source}
              editor={editor}
              template={template}
              facts={facts}
              onMark={source?.format === 'rich' ? mark : undefined}
              diagnostics={answer?.diagnostics ?? NOTHING_WRONG}
              isPreviewed={preview !== undefined}
              readyMade={readyMade && readyMade.template !== template ? readyMade : undefined}
              onChange={(text) => change({ template: text })}
              onReplace={replaceTemplate}
              onUndo={
                replaced && replaced.by === template && replaced.old.trim() !== ''
                  ? () => change({ template: replaced.old })
                  : undefined
              }
            />
            <OutCard
              outcome={outcome}
              views={views}
              webhookName={source?.name ?? texts.exampleWebhook}
              split={source?.splitMessage ?? true}
              onJump={({ line, column }) => editor.current?.jump(line, column)}
            />
          </>
        ) : (
          <EditorSkeleton />
        )}
      </div>
    </Page>
  );
}
