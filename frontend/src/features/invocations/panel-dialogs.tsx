import { type ComponentProps, type RefObject, useEffect } from 'react';
import type { Invocation, Webhook } from '../../lib/wire.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { AfterPaint } from '../../ui/use-after-paint.ts';
import type { InvocationSearch } from './search.ts';

const { Part: InvocationDialog, fetch: fetchDialog } = lazyDialog(() =>
  import('./invocation-dialog.tsx').then((module) => module.InvocationDialog),
);

const { Part: BulkReplayDialog } = lazyDialog(() =>
  import('./bulk-replay-dialog.tsx').then((module) => module.BulkReplayDialog),
);

const { Part: ExportDialog } = lazyDialog(() => import('./export-dialog.tsx').then((module) => module.ExportDialog));

const { Part: TestCallDialog } = lazyDialog(() =>
  import('./test-call-dialog.tsx').then((module) => module.TestCallDialog),
);

/** Loads a call's dialog before it is opened. If that fails, it is loaded when it is needed. */
export function usePreloadedDialog(): void {
  useEffect(() => {
    const later = setTimeout(() => void fetchDialog().catch(() => undefined), 1_500);
    return () => clearTimeout(later);
  }, []);
}

export interface DialogParts {
  /** Renders the message of a test call. */
  preview?: ComponentProps<typeof TestCallDialog>['preview'];
  improve?: ComponentProps<typeof InvocationDialog>['improve'];
}

/** The dialogs that the URL opens: a call, a resend, an export, and a test call. */
export function PanelDialogs({
  webhook,
  url,
  search,
  asked,
  rows,
  opener,
  preview,
  improve,
  onOpen,
  onChange,
}: DialogParts & {
  webhook: Webhook;
  url: string;
  search: InvocationSearch;
  /** The list's filters. */
  asked: InvocationSearch;
  rows: Invocation[];
  opener: RefObject<HTMLElement | null>;
  onOpen(id: string): void;
  onChange(next: (old: InvocationSearch) => InvocationSearch, replace?: boolean): void;
}) {
  return (
    <>
      {search.again && (
        <BulkReplayDialog
          webhookId={webhook.id}
          search={asked}
          job={search.job}
          onStarted={(job) => onChange((old) => ({ ...old, job }), true)}
          onClose={() => onChange(({ again: _again, ...old }) => old)}
        />
      )}
      {search.export && (
        <ExportDialog webhook={webhook} search={asked} onClose={() => onChange(({ export: _export, ...old }) => old)} />
      )}
      {search.test && (
        <TestCallDialog
          webhook={webhook}
          sender={search.sender}
          preview={preview}
          onClose={() => onChange(({ test: _test, ...old }) => old)}
        />
      )}
      {search.inv !== undefined && (
        // The dialog is rendered after two paints, so the row is marked and the list is narrowed first.
        <AfterPaint>
          <AfterPaint>
            <InvocationDialog
              id={search.inv}
              rows={rows}
              webhook={webhook}
              url={url}
              tab={search.tab ?? 'dispatches'}
              opener={opener}
              improve={improve}
              onOpen={onOpen}
              onClose={() => onChange(({ inv: _inv, tab: _tab, ...old }) => old)}
            />
          </AfterPaint>
        </AfterPaint>
      )}
    </>
  );
}
