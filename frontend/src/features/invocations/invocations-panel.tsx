import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Pause, Play } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useInvocations } from '../../data/invocations.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Invocation, Webhook } from '../../lib/wire.ts';
import { Button, IconButton, Spinner } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, FailedLoad, Panel, Skeleton } from '../../ui/panel.tsx';
import { firstCall } from './curl.ts';
import { InvocationTable } from './invocation-table.tsx';
import { type InvocationSearch, statusFilters } from './search.ts';
import { texts } from './texts.ts';

const loadDialog = () => import('./invocation-dialog.tsx');
const InvocationDialog = lazy(() => loadDialog().then((module) => ({ default: module.InvocationDialog })));

const BulkReplayDialog = lazy(() =>
  import('./bulk-replay-dialog.tsx').then((module) => ({ default: module.BulkReplayDialog })),
);

/** The live table of a webhook's calls, and the dialog of the one that the address names. */
export function InvocationsPanel({
  webhook,
  url,
  search,
}: {
  webhook: Webhook;
  url: string;
  search: InvocationSearch;
}) {
  const page = search.page ?? 1;
  const [paused, setPaused] = useState(false);
  const [replaying, setReplaying] = useState(false);
  const live = page === 1 && !paused;
  const query = useInvocations(webhook.id, page, live);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const opener = useRef<HTMLElement | null>(null);
  const rows = query.data?.rows;
  const shown = rows?.filter(({ status }) => search.status === undefined || status === search.status);
  const fresh = useFreshRows(rows, page);

  useEffect(() => {
    const later = setTimeout(() => void loadDialog(), 1_500);
    return () => clearTimeout(later);
  }, []);

  // A call that comes or is decided changes the numbers of its webhook and of the last day.
  const change = useChanges(rows, page);
  useEffect(() => {
    if (change === 0) return;
    void queryClient.invalidateQueries({ queryKey: ['webhooks', webhook.id] });
    void queryClient.invalidateQueries({ queryKey: ['invocations', webhook.id, 'recent'] });
  }, [change, queryClient, webhook.id]);
  // Only a new one changes the quota.
  useEffect(() => {
    if (fresh.size > 0) void queryClient.invalidateQueries({ queryKey: ['account'] });
  }, [fresh, queryClient]);

  const open = (id: string, element?: HTMLElement) => {
    if (element) opener.current = element;
    void navigate({
      to: '.',
      search: (old) => ({ ...old, inv: id }),
      replace: search.inv !== undefined,
      resetScroll: false,
    });
  };
  const close = () =>
    void navigate({ to: '.', search: ({ inv: _inv, tab: _tab, ...old }: InvocationSearch) => old, resetScroll: false });

  return (
    <Panel
      padded={false}
      title={
        <span className="flex items-center gap-2">
          {texts.title}
          {page === 1 && <LiveMark paused={paused} failing={query.isError} onToggle={() => setPaused(!paused)} />}
        </span>
      }
      headingId="invocations"
      aside={
        rows &&
        rows.length > 0 && (
          <span className="flex max-w-full flex-wrap items-center gap-2">
            <Button size="small" onClick={() => setReplaying(true)}>
              {texts.bulk.open}
            </Button>
            <Filters rows={rows} search={search} />
          </span>
        )
      }
    >
      {shown === undefined ? (
        query.isError ? (
          <FailedLoad text={texts.failed} onRetry={() => void query.refetch()} />
        ) : (
          <RowSkeletons />
        )
      ) : rows?.length === 0 ? (
        page === 1 ? (
          <FirstCall url={url} />
        ) : (
          <p className="p-6 text-center text-ink-2">{texts.nonePage}</p>
        )
      ) : shown.length === 0 ? (
        <p className="p-6 text-center text-ink-2">{texts.none}</p>
      ) : (
        <InvocationTable rows={shown} selected={search.inv} fresh={fresh} onOpen={open} />
      )}
      {rows !== undefined && (rows.length > 0 || page > 1) && (
        <Pager page={page} hasOlder={query.data?.hasOlder ?? false}>
          {rows.length > 0 && `${formatNumber((page - 1) * 25 + 1)}–${formatNumber((page - 1) * 25 + rows.length)}`}
        </Pager>
      )}
      {replaying && (
        <Suspense>
          <BulkReplayDialog webhookId={webhook.id} onClose={() => setReplaying(false)} />
        </Suspense>
      )}
      <Announcement count={fresh.size} />
      {search.inv !== undefined && (
        <Suspense>
          <InvocationDialog
            id={search.inv}
            rows={rows ?? []}
            webhook={webhook}
            url={url}
            tab={search.tab ?? 'dispatches'}
            opener={opener}
            onOpen={open}
            onClose={close}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** Counts how often the rows of a page changed while it was open: the same rows are the same object. */
function useChanges(rows: readonly Invocation[] | undefined, page: number): number {
  const known = useRef<{ page: number; rows: readonly Invocation[] }>(undefined);
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (rows === undefined) return;
    const before = known.current;
    known.current = { page, rows };
    if (before?.page === page && before.rows !== rows) setCount((old) => old + 1);
  }, [rows, page]);
  return count;
}

/** Rows that came while the page was open; the first load is not news. */
function useFreshRows(rows: readonly Invocation[] | undefined, page: number): ReadonlySet<string> {
  const known = useRef<{ page: number; ids: Set<string> }>(undefined);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (rows === undefined) return;
    const before = known.current;
    known.current = { page, ids: new Set(rows.map(({ id }) => id)) };
    if (before?.page !== page) return setFresh(new Set());
    const news = rows.filter(({ id }) => !before.ids.has(id)).map(({ id }) => id);
    if (news.length > 0) setFresh(new Set(news));
  }, [rows, page]);
  return fresh;
}

/** Tells about new rows, at most every ten seconds. */
function Announcement({ count }: { count: number }) {
  const [text, setText] = useState('');
  const last = useRef(0);
  useEffect(() => {
    if (count === 0 || Date.now() - last.current < 10_000) return;
    last.current = Date.now();
    setText(texts.arrived(count));
  }, [count]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

function LiveMark({ paused, failing, onToggle }: { paused: boolean; failing: boolean; onToggle(): void }) {
  const on = !paused && !failing;
  return (
    <span className="flex items-center gap-1 text-meta font-medium">
      <span className={clsx('ml-1 flex items-center gap-1.5', on ? 'text-ok' : 'text-ink-2')}>
        <span className={clsx('size-2 rounded-full', on ? 'bg-ok-fill' : 'bg-field-line')} />
        {paused ? texts.paused : failing ? 'Trying again' : texts.live}
      </span>
      <IconButton small label={paused ? texts.resume : texts.pause} onClick={onToggle}>
        {paused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
      </IconButton>
    </span>
  );
}

function Filters({ rows, search }: { rows: readonly Invocation[]; search: InvocationSearch }) {
  const count = (status: string | undefined) =>
    rows.filter((row) => status === undefined || row.status === status).length;
  return (
    <nav
      aria-label={texts.filterLabel}
      className="-mx-1 flex max-w-full gap-0.5 overflow-x-auto rounded-control bg-sunken p-1"
    >
      {[undefined, ...statusFilters].map((status) => (
        <Link
          key={status ?? 'all'}
          to="."
          search={(old: InvocationSearch) => ({ ...old, status })}
          replace
          resetScroll={false}
          aria-current={search.status === status ? 'true' : undefined}
          className={clsx(
            'inline-flex min-h-7 items-center gap-1 whitespace-nowrap rounded-badge px-2.5 text-meta',
            search.status === status
              ? 'bg-surface font-medium text-ink shadow-panel forced-colors:underline'
              : 'text-ink-2 hover:text-ink',
          )}
        >
          {texts.filters[status ?? 'all']} <span className="text-ink-2">{formatNumber(count(status))}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The empty list teaches: a command with the real address, then it fills itself. */
function FirstCall({ url }: { url: string }) {
  const command = firstCall(url);
  return (
    <EmptyState title={texts.empty} text={texts.emptyText}>
      <CodeBlock text={command} label={texts.copyCurl} copied={texts.curlCopied} className="w-full max-w-2xl" />
      <p role="status" className="flex items-center gap-2 text-meta text-ink-2">
        <Spinner />
        {texts.waiting}
      </p>
    </EmptyState>
  );
}

const RowSkeletons = () => (
  <div aria-busy="true" className="divide-y divide-line">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <div key={key} className="flex h-[41px] items-center gap-6 px-5">
        <Skeleton className="h-3.5 w-40" />
        <Skeleton className="h-3.5 flex-1" />
        <Skeleton className="h-5 w-20" />
      </div>
    ))}
  </div>
);
