import { CircleCheck, Info } from 'virtual:icons';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { useReplay, useReplayCount, useStartReplay } from '../../data/replays.ts';
import { useTargets } from '../../data/targets.ts';
import { errorDetail } from '../../lib/errors.ts';
import { plural } from '../../lib/format.ts';
import { showError } from '../../lib/services.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/panel.tsx';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import { filterOf, type InvocationSearch } from './search.ts';
import { texts } from './texts.ts';

const statuses = ['error', 'success', 'any'] as const;
const DAY_MS = 86_400_000;

/**
 * Resends a webhook's stored messages from a period that have a given result.
 * @param search the list's filters; its target and time apply here, too
 * @param job the id of a job that is already running or finished, whose progress is shown
 */
export function BulkReplayDialog({
  webhookId,
  search,
  job,
  onStarted,
  onClose,
}: {
  webhookId: number;
  search: InvocationSearch;
  job: string | undefined;
  onStarted(job: string): void;
  onClose(): void;
}) {
  const [span] = useState(() => filterOf(search, Date.now()));
  const [from, setFrom] = useState(() => toLocalInput(span.from ? Date.parse(span.from) : Date.now() - DAY_MS));
  const [to, setTo] = useState(() => toLocalInput(span.to ? Date.parse(span.to) : Date.now() + 60_000));
  const [status, setStatus] = useState<(typeof statuses)[number]>(search.status === 'success' ? 'success' : 'error');
  const target = useTargets().data?.find(({ id }) => id === search.target);
  const start = useStartReplay(webhookId);
  const running = useReplay(start.data?.id ?? job);
  const queryClient = useQueryClient();
  const filter = useMemo(() => {
    const span = { from: fromLocalInput(from), to: fromLocalInput(to) };
    return span.from && span.to && span.from < span.to
      ? { from: span.from, to: span.to, status, ...(search.target !== undefined && { target_id: search.target }) }
      : undefined;
  }, [from, to, status, search.target]);
  const count = useReplayCount(webhookId, filter);
  const progress = running.data ?? start.data;
  const messages = count.data?.messages ?? 0;
  const { bulk } = texts;

  const press = () =>
    filter &&
    start.mutate(filter, {
      onSuccess: ({ id }) => {
        onStarted(id);
        void queryClient.invalidateQueries({ queryKey: ['invocations', webhookId] });
      },
      onError: (error) => showError(error, { title: bulk.failed }),
    });

  return (
    <Dialog
      title={bulk.title}
      onClose={onClose}
      footer={
        progress ? (
          <Button tone="primary" onClick={onClose}>
            {bulk.close}
          </Button>
        ) : (
          <>
            <span role="status" className="min-w-0 flex-1 text-meta text-ink-2">
              {filter === undefined
                ? bulk.wrongSpan
                : count.isError
                  ? errorDetail(count.error)
                  : count.data
                    ? bulk.found(plural(messages, 'message'), count.data.leftToday)
                    : bulk.counting}
            </span>
            <Button onClick={onClose}>{bulk.cancel}</Button>
            <Button tone="primary" busy={start.isPending} disabled={messages === 0} onClick={press}>
              {bulk.start}
            </Button>
          </>
        )
      }
    >
      {progress ? (
        <Progress queued={progress.queued} matched={progress.matched} done={progress.state === 'done'} />
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-ink-2">{bulk.text}</p>
          {search.q !== undefined && <p className="text-ink-2">{bulk.notText(search.q)}</p>}
          {search.target !== undefined && (
            <p className="font-medium">{bulk.onlyTo(target?.name ?? texts.filter.unknownTarget(search.target))}</p>
          )}
          <div className="grid gap-4 md:grid-cols-2">
            <TextField
              label={bulk.from}
              type="datetime-local"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
            <TextField
              label={bulk.to}
              type="datetime-local"
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          </div>
          <fieldset className="min-w-0">
            <legend className="mb-1.5 font-medium">{bulk.which}</legend>
            <div className="inline-flex max-w-full flex-wrap gap-0.5 rounded-control bg-sunken p-1">
              {statuses.map((each) => (
                <label
                  key={each}
                  className={clsx(
                    'inline-flex min-h-7 cursor-pointer items-center rounded-badge px-3 has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
                    status === each
                      ? 'bg-raised font-medium shadow-panel forced-colors:underline'
                      : 'text-ink-2 hover:text-ink',
                  )}
                >
                  <input
                    type="radio"
                    name="replay-status"
                    className="sr-only"
                    checked={status === each}
                    onChange={() => setStatus(each)}
                  />
                  {bulk.statuses[each]}
                </label>
              ))}
            </div>
          </fieldset>
        </div>
      )}
    </Dialog>
  );
}

function Progress({ queued, matched, done }: { queued: number; matched: number; done: boolean }) {
  const share = matched === 0 ? 1 : Math.min(1, queued / matched);
  return (
    <div className="flex flex-col gap-4">
      <Notice
        tone={done ? 'ok' : 'info'}
        icon={done ? <CircleCheck size={18} aria-hidden /> : <Info size={18} aria-hidden />}
      >
        <span role="status">{done ? texts.bulk.done(queued) : texts.bulk.running(queued, matched)}</span>
      </Notice>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.bulk.running(queued, matched)}
        className="h-2 w-full rounded-full bg-line"
      >
        <rect width={(done ? 1 : share) * 100} height="6" className={done ? 'fill-ok-fill' : 'fill-accent'} />
      </svg>
      {!done && <p className="text-meta text-ink-2">{texts.bulk.goesOn}</p>}
    </div>
  );
}
