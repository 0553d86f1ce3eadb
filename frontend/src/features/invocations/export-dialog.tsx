import { useEffect, useRef, useState } from 'react';
import { MAX_EXPORTED } from '#contract/bounds';
import { type Collected, collectCalls } from '../../data/export-calls.ts';
import type { InvocationFilter } from '../../data/invocation-search.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showError } from '../../lib/services.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioLines } from '../../ui/radio-lines.tsx';
import { Time } from '../../ui/time.tsx';
import { csvOf, fileNameOf, jsonOf } from './export-rows.ts';
import { filterOf, type InvocationSearch, isFiltered } from './search.ts';
import { texts } from './texts.ts';

const words = texts.export;
const formats = ['csv', 'json'] as const;
type Format = (typeof formats)[number];

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Exports the filtered calls to a file, page by page. Closing the dialog stops the export. */
export function ExportDialog({
  webhook,
  search,
  onClose,
}: {
  webhook: Webhook;
  search: InvocationSearch;
  onClose(): void;
}) {
  const [format, setFormat] = useState<Format>('csv');
  const [so, setSo] = useState<Pick<Collected, 'searchedUntil'> & { count: number }>();
  // The rows loaded before an error, for another attempt. The filter is stored with them, because a relative time span
  // would now match other calls.
  const begun = useRef<{ filter: InvocationFilter; collected?: Collected }>(undefined);
  const [saved, setSaved] = useState<Collected>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    begun.current ??= { filter: filterOf(search, Date.now()) };
    const { filter, collected: before } = begun.current;
    setSo({ count: before?.calls.length ?? 0, searchedUntil: before?.searchedUntil });
    try {
      const collected = await collectCalls(webhook.id, filter, {
        begun: before,
        signal,
        tell: (collected) => {
          begun.current = { filter, collected };
          setSo({ count: collected.calls.length, searchedUntil: collected.searchedUntil });
        },
        wait,
      });
      const text = format === 'csv' ? csvOf(collected.calls) : jsonOf(collected.calls);
      saveFile(text, fileNameOf(webhook.name, new Date(), format), format === 'csv' ? 'text/csv' : 'application/json');
      setSaved(collected);
    } catch (error) {
      if (!signal.aborted) showError(error, { title: words.failed, again: () => void run() });
    } finally {
      setSo(undefined);
    }
  };

  return (
    <Dialog
      size="small"
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <span role="status" className="flex min-w-0 flex-1 items-center gap-2 text-meta text-ink-2">
            {so && (
              <>
                <Spinner />
                <span>
                  {plural(so.count, 'call')}
                  {so.searchedUntil !== undefined && (
                    <>
                      {' '}
                      · {texts.found.backTo} <Time date={so.searchedUntil} relative={false} />
                    </>
                  )}
                </span>
              </>
            )}
          </span>
          <Button onClick={onClose}>{saved ? words.close : words.cancel}</Button>
          {!saved && (
            <Button tone="primary" busy={so !== undefined} onClick={() => void run()}>
              {words.start}
            </Button>
          )}
        </>
      }
    >
      {saved ? (
        <div className="flex flex-col gap-2">
          <p className="font-medium">
            {saved.calls.length === 0 ? words.none : words.saved(plural(saved.calls.length, 'call'))}
          </p>
          {saved.hasMore && <p className="text-ink-2">{words.more(formatNumber(MAX_EXPORTED))}</p>}
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-ink-2">{isFiltered(search) ? words.filtered : words.all}</p>
          <RadioLines
            question={words.format}
            answers={formats}
            words={words.formats}
            chosen={format}
            disabled={so !== undefined}
            onChange={setFormat}
          />
          <p className="text-meta text-ink-2">{words.hint}</p>
        </div>
      )}
    </Dialog>
  );
}
