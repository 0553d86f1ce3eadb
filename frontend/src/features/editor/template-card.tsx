import { clsx } from 'clsx';
import { lazy, type Ref, Suspense } from 'react';
import { MAX_TEMPLATE } from '#contract/bounds';
import type { Diagnostic } from '../../../../lambdas/templates/editor/diagnose.ts';
import type { ReadyMade } from '../../../../lambdas/templates/ready-made/ready-made.ts';
import type { WebhookDraft } from '../../lib/wire.ts';
import type { CallFacts } from './call-facts.ts';
import { Card } from './card.tsx';
import type { CodeEditorHandle } from './code-editor.tsx';
import { CodeSkeleton } from './code-skeleton.tsx';
import type { MarkupEdit } from './markup-edits.ts';
import { texts } from './texts.ts';

/** The bar is loaded only for templates of rich messages. */
const MarkupBar = lazy(() => import('./markup-bar.tsx').then((module) => ({ default: module.MarkupBar })));
const CodeEditor = lazy(() => import('./code-editor.tsx'));
const TemplateActions = lazy(() => import('./template-actions.tsx'));

/** The template, with an offer to start from a template for the call's service. */
export function TemplateCard({
  webhook,
  template,
  facts,
  diagnostics,
  isPreviewed,
  readyMade,
  className,
  editor,
  onMark,
  onChange,
  onReplace,
  onUndo,
}: {
  webhook: WebhookDraft | undefined;
  template: string;
  facts: CallFacts;
  diagnostics: readonly Diagnostic[];
  /** False until the call's service is known. */
  isPreviewed: boolean;
  readyMade: ReadyMade | undefined;
  className?: string;
  editor: Ref<CodeEditorHandle>;
  /** Formats the selection; undefined if the template is plain text. */
  onMark: ((edit: MarkupEdit) => void) | undefined;
  onChange(template: string): void;
  /** Replaces the template with another one. */
  onReplace(template: string): void;
  /** Restores the text that a ready-made or shared template replaced; undefined if nothing was replaced. */
  onUndo: (() => void) | undefined;
}) {
  return (
    <Card
      title={texts.template}
      className={className ?? ''}
      aside={
        // On phones, the buttons have their own line from the beginning.
        <span className="flex min-h-8 min-w-0 max-sm:w-full">
          {isPreviewed && (
            <Suspense>
              <TemplateActions
                webhook={webhook}
                template={template}
                facts={facts}
                readyMade={readyMade}
                onReplace={onReplace}
                onUndo={onUndo}
              />
            </Suspense>
          )}
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
