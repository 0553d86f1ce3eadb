import { ChevronDown, RotateCcw } from 'virtual:icons';
import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { CallFacts } from './call-facts.ts';
import { fieldsOf } from './call-facts.ts';
import { Card } from './card.tsx';
import { CodeSkeleton } from './code-skeleton.tsx';
import { FieldTree } from './field-tree.tsx';
import type { Steps } from './insertion.ts';
import { texts } from './texts.ts';

const CodeEditor = lazy(() => import('./code-editor.tsx'));
const NO_DIAGNOSTICS = [] as const;

/** The raw body and, below it, its fields. A click inserts a field into the template. */
export function InputCard({
  body,
  facts,
  picker,
  opened,
  edited,
  binary,
  inserted,
  className,
  onChange,
  onRestore,
  onInsert,
  onRepeat,
}: {
  body: string;
  facts: CallFacts;
  /** Chooses the call, unless that is done elsewhere. */
  picker: ReactNode;
  /** True if a stored call has replaced the example. */
  opened: boolean;
  /** True if the input started as a stored call and has been changed. */
  edited: boolean;
  binary: boolean;
  /** The announcement of the latest insertion into the template. */
  inserted: string | undefined;
  className?: string;
  onChange(body: string): void;
  onRestore(): void;
  onInsert(steps: Steps, pointed: boolean): void;
  onRepeat(steps: Steps, pointed: boolean): void;
}) {
  return (
    <Card title={texts.input} className={className ?? ''} aside={picker}>
      {(edited || binary) && (
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-2 border-b border-line bg-sunken px-4 py-1 text-meta text-ink-2">
          {edited ? texts.calls.edited : texts.calls.binary}
          {edited && (
            <Button size="small" icon={<RotateCcw size={13} aria-hidden />} onClick={onRestore}>
              {texts.calls.restore}
            </Button>
          )}
        </div>
      )}
      <div className="flex flex-col max-lg:h-64 lg:min-h-0 lg:flex-1">
        <Suspense fallback={<CodeSkeleton />}>
          <CodeEditor
            // Remounts the editor when a call replaces the example, so no lines seem to move.
            key={opened ? 'call' : 'example'}
            language="json"
            label={texts.input}
            hint={texts.inputHint}
            placeholder={texts.inputPlaceholder}
            value={body}
            facts={facts}
            diagnostics={NO_DIAGNOSTICS}
            onChange={onChange}
          />
        </Suspense>
      </div>
      <Fields facts={facts} inserted={inserted} onInsert={onInsert} onRepeat={onRepeat} />
    </Card>
  );
}

function Fields({
  facts,
  inserted,
  onInsert,
  onRepeat,
}: {
  facts: CallFacts;
  inserted: string | undefined;
  onInsert(steps: Steps, pointed: boolean): void;
  onRepeat(steps: Steps, pointed: boolean): void;
}) {
  const [open, setOpen] = useState(true);
  const payload = useMemo(() => fieldsOf(facts), [facts]);
  return (
    <div className={clsx('flex min-h-0 flex-col border-t border-line', open && payload && 'lg:flex-1')}>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-x-3 pr-2 pl-4">
        <h3 className="font-semibold">{texts.fields.title}</h3>
        <p
          aria-live="polite"
          className="min-w-0 flex-1 truncate text-meta text-ink-2 max-sm:order-1 max-sm:basis-full max-sm:pb-2"
        >
          {payload ? (inserted ?? texts.fields.hint) : texts.fields.none}
        </p>
        <button
          type="button"
          aria-expanded={open}
          aria-label={open ? texts.fields.hide : texts.fields.show}
          onClick={() => setOpen(!open)}
          className="grid size-8 place-items-center rounded-control text-ink-2 hover:bg-sunken"
        >
          <ChevronDown size={16} aria-hidden className={clsx('transition-transform', !open && '-rotate-90')} />
        </button>
      </div>
      {open && payload && (
        <div className="min-h-0 flex-1 overflow-auto border-t border-line max-lg:max-h-80">
          <FieldTree payload={payload} onInsert={onInsert} onRepeat={onRepeat} />
        </div>
      )}
    </div>
  );
}
