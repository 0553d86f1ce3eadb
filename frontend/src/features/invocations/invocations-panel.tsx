import { Download } from 'virtual:icons';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useFoundInvocations, useNewCalls } from '../../data/invocation-search.ts';
import { INVOCATIONS_PER_PAGE, useInvocations } from '../../data/invocations.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { useOffline } from '../../lib/use-offline.ts';
import type { Invocation, Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, FailedLoad, Skeleton } from '../../ui/panel.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { CallChart } from './call-chart.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FirstCall } from './first-call.tsx';
import { InvocationTable } from './invocation-table.tsx';
import { SearchFoot } from './list-foot.tsx';
import { Announcement, LiveMark } from './live-mark.tsx';
import { type DialogParts, PanelDialogs, usePreloadedDialog } from './panel-dialogs.tsx';
import { useAsked, useBodies, useListed, useNews, useSlash } from './panel-hooks.ts';
import { ReplayLine } from './replay-line.tsx';
import { filterOf, type InvocationSearch, isFiltered } from './search.ts';
import { texts } from './texts.ts';

/** The live table of a webhook's calls or search results, and the dialogs that the URL opens. */
export function InvocationsPanel({
  webhook,
  url,
  search,
  preview,
  improve,
}: DialogParts & { webhook: Webhook; url: string; search: InvocationSearch }) {
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

  usePreloadedDialog();
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
  const emptyText = () => {
    if (none) return texts[webhook.enabled ? 'none' : 'noneDisabled'];
    if (filter === undefined) return texts.nonePage;
    return found.unfinished ? texts.found.noneYet : texts.found.none;
  };
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
      {none &&
        invites &&
        (webhook.route === undefined ? (
          <EmptyState title={texts.waiting} />
        ) : (
          <FirstCall url={url} sender={search.sender} onTest={openTest} />
        ))}
      {rows?.length === 0 && !(none && invites) && <p className="p-8 text-center text-ink-2">{emptyText()}</p>}
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
      <Announcement count={fresh.size} />
      <PanelDialogs
        {...{ webhook, url, search, asked, opener, preview, improve }}
        rows={rows ?? []}
        onOpen={openRow}
        onChange={change}
      />
      {rows !== undefined && !none && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-2 md:px-5">
          <Button data-needs="editor" size="small" tone="quiet" onClick={resend}>
            {texts.bulk[failed ? 'openFailed' : 'open']}
          </Button>
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

const hasFailed = ({ dispatches }: Invocation): boolean => dispatches.some(({ status }) => status === 'error');

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
