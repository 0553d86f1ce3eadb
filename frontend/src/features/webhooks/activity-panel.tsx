import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Standing, standings } from '#contract/standing';
import { useWebhookStats } from '../../data/stats.ts';
import { formatDuration, formatNumber } from '../../lib/format.ts';
import { errorsLook, standingWords } from '../../lib/status.ts';
import type { Answer, Webhook } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { MiniBars, UsageBar } from '../../ui/bars.tsx';
import { FailedLoad, Panel, Skeleton } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

const { activity } = texts;

type WebhookStats = Answer<'getWebhookStats'>;

/** Each figure leads to its calls. */
const figures = [
  { status: undefined, label: activity.calls },
  ...standings.map((standing) => ({ status: standing, label: standingWords[standing] })),
];

/** The last day, as the server counted it: numbers, bars by hour, and the rest of today's maximum. */
export function ActivityPanel({ webhook }: { webhook: Webhook }) {
  const stats = useWebhookStats(webhook.id);
  const { data } = stats;
  if (data === undefined && stats.isError)
    return (
      <Panel title={activity.title} headingId="activity">
        <FailedLoad text={activity.failedLoad} onRetry={() => void stats.refetch()} />
      </Panel>
    );
  const bars = (data?.hours ?? []).map(({ standing: { arrived, attention, waiting } }) => ({
    ok: arrived,
    failed: attention,
    waiting,
  }));
  return (
    <section
      aria-labelledby="activity"
      className="flex min-w-0 flex-col justify-between gap-2.5 rounded-panel border border-line bg-surface px-4 py-3 shadow-panel md:px-5"
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="activity" className="font-semibold">
          {activity.title}
        </h2>
        <Status look={errorsLook(webhook)} />
      </div>
      <div className="flex items-end justify-between gap-5">
        <dl className="flex flex-wrap gap-x-2 gap-y-2 sm:gap-x-3">
          {figures.map(({ status, label }) => (
            <Figure key={label} label={label}>
              {data && (
                <Link
                  to="."
                  search={(old) => ({ ...old, page: undefined, last: '24h' as const, status })}
                  resetScroll={false}
                  aria-label={activity.open(formatNumber(countOf(data, status)), label)}
                  className="rounded-[4px] hover:text-accent-text hover:underline"
                >
                  {formatNumber(countOf(data, status))}
                </Link>
              )}
            </Figure>
          ))}
          <Figure label={activity.median}>
            {data && (data.medianDeliveryMs === undefined ? '–' : formatDuration(data.medianDeliveryMs))}
          </Figure>
        </dl>
        <div className="w-24 min-w-16 max-sm:hidden">
          <MiniBars values={bars} label={activity.label(data?.standing ?? { attention: 0, waiting: 0, arrived: 0 })} />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-meta text-ink-2 max-sm:hidden">
        <UsageBar used={webhook.invocationsThisCycle} max={webhook.maxInvocationsPerCycle} />
        <span>
          {data && !data.complete
            ? activity.ofLast(formatNumber(data.calls))
            : activity.total(formatNumber(webhook.amountInvocations))}
        </span>
      </div>
    </section>
  );
}

const countOf = (stats: Pick<WebhookStats, 'calls' | 'standing'>, standing: Standing | undefined): number =>
  standing ? stats.standing[standing] : stats.calls;

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-label text-ink-2 max-sm:w-min">{label}</dt>
      <dd className="text-[17px]/6 font-semibold whitespace-nowrap">{children ?? <Skeleton className="h-6 w-10" />}</dd>
    </div>
  );
}
