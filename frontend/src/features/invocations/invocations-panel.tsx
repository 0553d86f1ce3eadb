import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ComponentProps, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useFoundInvocations, useNewCalls } from '../../data/invocation-search.ts';
import { INVOCATIONS_PER_PAGE, useInvocations } from '../../data/invocations.ts';
import { followWithStats } from '../../data/stats.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { isDialogOpen } from '../../lib/open-dialog.ts';
import { isSingleKey } from '../../lib/single-keys.ts';
import { useOffline } from '../../lib/use-offline.ts';
import type { Invocation, Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Pager } from '../../ui/pager.tsx';
import { FailedLoad, Skeleton } from '../../ui/panel.tsx';
import { AfterPaint } from '../../ui/use-after-paint.ts';
import { useStable } from '../../ui/use-stable.ts';
import { CallChart } from './call-chart.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FirstCall } from './first-call.tsx';
import { InvocationTable } from './invocation-table.tsx';
import { SearchFoot } from './list-foot.tsx';
import { Announcement, LiveMark } from './live-mark.tsx';
import { ReplayLine } from './replay-line.tsx';
import { useChanges, useFreshRows } from './row-news.ts';
import { filterOf, filtersOf, type InvocationSearch, isFiltered } from './search.ts';
import { texts } from './texts.ts';

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

/** The live table of a webhook's calls or search results, and the dialogs that the URL opens. */
export function InvocationsPanel({
  webhook,
  url,
  search,
  preview,
  improve,
}: {
  webhook: Webhook;
  url: string;
  search: InvocationSearch;
  /** Renders the message of a test call. */
  preview?: ComponentProps<typeof TestCallDialog>['preview'];
  improve?: ComponentProps<typeof InvocationDialog>['improve'];
}) {
  const asked = useAsked(search);
  const { listed, page } = useListed(asked, search.page ?? 1);
  const offline = useOffline();
  const [paused, setPaused] = useState(false);
  const [withBody, showBodies] = useBodies();
  const filter = useMemo(() => (isFiltered(listed) ? filterOf(listed, Date.now()) : undefined), [listed]);
  const list = useInvocations(webhook.id, page, !paused, filter === undefined);
  const found = useFoundInvocations(webhook.id, filter, !paused);
  const standsStill = filter === undefined ? page > 1 || paused : paused;
  const news = useNewCalls(webhook.id, standsStill);
  const navigate = useNavigate();
  const opener = useRef<HTMLElement | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const rows = filter === undefined ? list.data?.rows : found.rows;
  const fresh = useNews(webhook.id, rows, `${page} ${JSON.stringify(filter)}`);
  // True if the webhook has no calls, so there is nothing to search.
  const none = filter === undefined && page === 1 && rows?.length === 0;
  // Invites a test call only if the webhook accepts calls. Otherwise, the notice above has the next step.
  const invites = webhook.enabled && webhook.disabledReason === undefined && webhook.targetIds.length > 0;
  const failing = filter === undefined ? list.isError : found.failed;

  useEffect(() => {
    // Preloads the dialog. If that fails, it is loaded when it is needed.
    const later = setTimeout(() => void fetchDialog().catch(() => undefined), 1_500);
    return () => clearTimeout(later);
  }, []);
  useSlash(field);

  const change = (next: (old: InvocationSearch) => InvocationSearch, replace = false) =>
    void navigate({ to: '.', search: (old: InvocationSearch) => next(old), replace, resetScroll: false });
  const open = (id: string, element?: HTMLElement) => {
    if (element) opener.current = element;
    change((old) => ({ ...old, inv: id }), search.inv !== undefined);
  };
  const openRow = useStable(open);
  const failed = rows?.some(hasFailed) ?? false;
  const resend = () => change(({ job: _job, ...old }) => ({ ...old, again: true }));
  const openTest = () => change((old) => ({ ...old, test: true }));
  const showNews = () => {
    setPaused(false);
    if (page > 1) change(({ page: _page, ...old }) => old);
  };

  return (
    <section
      aria-labelledby="invocations"
      className="@container min-w-0 rounded-panel border border-line bg-surface shadow-panel"
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-1 @min-[900px]:px-5">
        <h2 id="invocations" className="flex flex-wrap items-center gap-2 text-h2 font-semibold">
          {texts.title}
          {page === 1 && (
            <LiveMark paused={paused} failing={failing} offline={offline} onResume={() => setPaused(false)} />
          )}
        </h2>
        {failed && filter !== undefined && (
          <Button size="small" className="!h-8 @min-[900px]:order-last @max-[900px]:ml-auto" onClick={resend}>
            {texts.bulk.openFailed}
          </Button>
        )}
        {news > 0 && (
          <Button size="small" onClick={showNews}>
            {texts.news(plural(news, 'new call'))}
          </Button>
        )}
        {(filter !== undefined || (rows !== undefined && !none)) && (
          <FilterBar webhook={webhook} search={asked} field={field}>
            <Checkbox
              label={texts.filter.body}
              checked={withBody}
              onChange={(event) => showBodies(event.target.checked)}
            />
            <Checkbox label={texts.pause} checked={paused} onChange={(event) => setPaused(event.target.checked)} />
          </FilterBar>
        )}
      </div>
      {!none && (rows !== undefined || filter !== undefined) && <CallChart webhookId={webhook.id} search={asked} />}
      {search.job !== undefined && !search.again && (
        <ReplayLine
          id={search.job}
          onOpen={() => change((old) => ({ ...old, again: true }))}
          onClose={() => change(({ job: _job, ...old }) => old, true)}
        />
      )}
      {rows === undefined && failing && (
        <FailedLoad text={texts.failed} onRetry={() => (filter === undefined ? void list.refetch() : found.retry())} />
      )}
      {rows === undefined && !failing && <RowSkeletons />}
      {none && invites && <FirstCall url={url} sender={search.sender} onTest={openTest} />}
      {rows?.length === 0 && !(none && invites) && (
        <p className="p-8 text-center text-ink-2">
          {none
            ? texts[webhook.enabled ? 'none' : 'noneDisabled']
            : filter === undefined
              ? texts.nonePage
              : found.unfinished
                ? texts.found.noneYet
                : texts.found.none}
        </p>
      )}
      {rows !== undefined && rows.length > 0 && (
        <InvocationTable
          rows={rows}
          selected={search.inv}
          fresh={fresh}
          onOpen={openRow}
          wanted={listed.q}
          withBody={withBody}
          target={listed.target}
        />
      )}
      {filter !== undefined && rows !== undefined && <SearchFoot found={found} bounded={filter.from !== undefined} />}
      {filter === undefined && rows !== undefined && !none && (
        <Pager page={page} hasOlder={list.data?.hasOlder ?? false}>
          {rows.length > 0 &&
            `${formatNumber((page - 1) * INVOCATIONS_PER_PAGE + 1)}–${formatNumber((page - 1) * INVOCATIONS_PER_PAGE + rows.length)}`}
        </Pager>
      )}
      {search.again && (
        <BulkReplayDialog
          webhookId={webhook.id}
          search={asked}
          job={search.job}
          onStarted={(job) => change((old) => ({ ...old, job }), true)}
          onClose={() => change(({ again: _again, ...old }) => old)}
        />
      )}
      {search.export && (
        <ExportDialog webhook={webhook} search={asked} onClose={() => change(({ export: _export, ...old }) => old)} />
      )}
      <Announcement count={fresh.size} />
      {search.test && (
        <TestCallDialog
          webhook={webhook}
          sender={search.sender}
          preview={preview}
          onClose={() => change(({ test: _test, ...old }) => old)}
        />
      )}
      {search.inv !== undefined && (
        // The dialog is rendered after two paints, so the row is marked and the list is narrowed first.
        <AfterPaint>
          <AfterPaint>
            <InvocationDialog
              id={search.inv}
              rows={rows ?? []}
              webhook={webhook}
              url={url}
              tab={search.tab ?? 'dispatches'}
              opener={opener}
              improve={improve}
              onOpen={openRow}
              onClose={() => change(({ inv: _inv, tab: _tab, ...old }) => old)}
            />
          </AfterPaint>
        </AfterPaint>
      )}
      {rows !== undefined && !none && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-2 md:px-5">
          {!(failed && filter !== undefined) && (
            <Button size="small" tone="quiet" onClick={resend}>
              {texts.bulk[failed ? 'openFailed' : 'open']}
            </Button>
          )}
          <Button
            size="small"
            tone="quiet"
            icon={<Download size={14} aria-hidden />}
            onClick={() => change((old) => ({ ...old, export: true }))}
          >
            {texts.export.open}
          </Button>
        </div>
      )}
    </section>
  );
}

const BODIES_KEY = 'call-bodies';

const hasFailed = ({ dispatches }: Invocation): boolean => dispatches.some(({ status }) => status === 'error');

/** The filters in the URL. The object stays the same if only a dialog or tab changes. */
function useAsked(search: InvocationSearch): InvocationSearch {
  const { status, target, verified, q, last, since, until } = search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these parts of the URL are the filter.
  return useMemo(() => filtersOf(search), [status, target, verified, q, last, since, until]);
}

/** The list's filter and page. They follow the URL with a delay, so a click is shown first. */
function useListed(asked: InvocationSearch, page: number): { listed: InvocationSearch; page: number } {
  return useDeferredValue(useMemo(() => ({ listed: asked, page }), [asked, page]));
}

/** Returns whether raw bodies are shown below the messages, and a setter. The setting is stored in this browser. */
function useBodies() {
  const [shown, setShown] = useState(() => localStorage.getItem(BODIES_KEY) === 'on');
  const show = (wanted: boolean) => {
    localStorage.setItem(BODIES_KEY, wanted ? 'on' : 'off');
    setShown(wanted);
  };
  return [shown, show] as const;
}

/**
 * Refreshes dependent data when rows are new or have changed.
 * @returns the ids of the new rows
 */
function useNews(webhookId: number, rows: Parameters<typeof useChanges>[0], list: string): ReadonlySet<string> {
  const queryClient = useQueryClient();
  const fresh = useFreshRows(rows, list);
  const change = useChanges(rows, list);
  useEffect(() => {
    if (change === 0) return;
    void queryClient.invalidateQueries({ queryKey: ['webhooks', webhookId] });
    followWithStats(queryClient, webhookId);
  }, [change, queryClient, webhookId]);
  // Only a new row changes the quota.
  useEffect(() => {
    if (fresh.size > 0) void queryClient.invalidateQueries({ queryKey: ['account'] });
  }, [fresh, queryClient]);
  return fresh;
}

/** Makes `/` focus the search field from anywhere on the page. */
function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event) || isDialogOpen()) return;
      if (!field.current) return;
      event.preventDefault();
      field.current.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}

const RowSkeletons = () => (
  <div aria-busy="true" className="divide-y divide-line">
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
      <div key={key} className="flex h-[35px] items-center gap-6 px-5">
        <Skeleton className="h-3.5 w-40" />
        <Skeleton className="h-3.5 flex-1" />
        <Skeleton className="h-5 w-20" />
      </div>
    ))}
  </div>
);
