import { clsx } from 'clsx';
import { Undo2, WandSparkles } from 'lucide-react';
import { lazy, type Ref, Suspense } from 'react';
import { MAX_TEMPLATE } from '#contract/bounds';
import type { Diagnostic } from '../../../../lambdas/templates/editor/diagnose.ts';
import type { ReadyMade } from '../../../../lambdas/templates/ready-made/ready-made.ts';
import { Button } from '../../ui/button.tsx';
import type { CallFacts } from './call-facts.ts';
import { Card } from './card.tsx';
import type { CodeEditorHandle } from './code-editor.tsx';
import { CodeSkeleton } from './code-skeleton.tsx';
import type { MarkupEdit } from './markup-edits.ts';
import { texts } from './texts.ts';

/** The bar is loaded only for templates of rich messages. */
const MarkupBar = lazy(() => import('./markup-bar.tsx').then((module) => ({ default: module.MarkupBar })));
const CodeEditor = lazy(() => import('./code-editor.tsx'));
const ShareTemplate = lazy(() => import('./share-template.tsx'));

/** The template, with an offer to start from a template for the call's service. */
export function TemplateCard({
  template,
  facts,
  diagnostics,
  readyMade,
  className,
  editor,
  onMark,
  onChange,
  onUse,
  onStart,
  onOpen,
  onUndo,
}: {
  template: string;
  facts: CallFacts;
  diagnostics: readonly Diagnostic[];
  readyMade: ReadyMade | undefined;
  className?: string;
  editor: Ref<CodeEditorHandle>;
  /** Formats the selection; undefined if the template is plain text. */
  onMark: ((edit: MarkupEdit) => void) | undefined;
  onChange(template: string): void;
  onUse(readyMade: ReadyMade): void;
  /** Starts a template from the call's values. */
  onStart(): void;
  /** Replaces the template with one from a link. */
  onOpen(template: string): void;
  /** Restores the text that a ready-made or shared template replaced; undefined if nothing was replaced. */
  onUndo: (() => void) | undefined;
}) {
  return (
    <Card
      title={texts.template}
      className={className ?? ''}
      aside={
        <span className="flex min-w-0 items-center gap-2">
          {onUndo ? (
            <>
              <span className="truncate text-meta text-ink-2">{texts.readyMade.used}</span>
              <Button size="small" icon={<Undo2 size={14} aria-hidden />} onClick={onUndo}>
                {texts.readyMade.undo}
              </Button>
            </>
          ) : (
            <Button
              size="small"
              icon={<WandSparkles size={14} aria-hidden />}
              className="min-w-0 !shrink"
              onClick={readyMade ? () => onUse(readyMade) : onStart}
            >
              <span className="truncate">
                {readyMade ? texts.readyMade.use(readyMade.label) : texts.readyMade.start}
              </span>
            </Button>
          )}
          <Suspense fallback={<span className="size-7" />}>
            <ShareTemplate template={template} onOpen={onOpen} />
          </Suspense>
        </span>
      }
    >
      <div className="flex flex-col max-lg:h-56 lg:min-h-0 lg:flex-1">
        {onMark && (
          <Suspense fallback={<div className="h-[41px] border-b border-line" />}>
            <MarkupBar onEdit={onMark} />
          </Suspense>
        )}
        <Suspense fallback={<CodeSkeleton />}>
          <CodeEditor
            ref={editor}
            language="template"
            label={texts.template}
            hint={texts.templateHint}
            placeholder={texts.templatePlaceholder}
            value={template}
            facts={facts}
            diagnostics={diagnostics}
            className="[--editor-radius:0_0_10px_10px]"
            onChange={onChange}
          />
        </Suspense>
      </div>
      {template.length > MAX_TEMPLATE / 2 && (
        <p
          className={clsx(
            'border-t border-line px-4 py-1.5 text-right text-label',
            template.length > MAX_TEMPLATE ? 'text-err' : 'text-ink-2',
          )}
        >
          {texts.length(template.length, MAX_TEMPLATE)}
        </p>
      )}
    </Card>
  );
}
