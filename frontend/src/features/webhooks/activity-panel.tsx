import { RECENT_LIMIT, useRecentInvocations } from '../../data/invocations.ts';
import { formatNumber } from '../../lib/format.ts';
import { errorsLook } from '../../lib/status.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { MiniBars, UsageBar } from '../../ui/bars.tsx';
import { Panel, Skeleton } from '../../ui/panel.tsx';
import { useNow } from '../../ui/time.tsx';
import { byHour, sum } from './activity.ts';
import { texts } from './texts.ts';

/** How the last day went: numbers, bars by hour, and what is left of today's maximum. */
export function ActivityPanel({ webhook }: { webhook: Webhook }) {
  const recent = useRecentInvocations(webhook.id);
  const now = useNow();
  const hours = byHour(recent.data ?? [], now);
  const { ok, partly, failed } = sum(hours);
  const { activity } = texts;
  return (
    <Panel title={activity.title} headingId="activity" aside={<Status look={errorsLook(webhook.errorsLastDays)} />}>
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        <Figure value={recent.data && ok} label={activity.delivered} />
        <Figure value={recent.data && partly} label={activity.partly} />
        <Figure value={recent.data && failed} label={activity.failed} />
        <Figure value={webhook.amountInvocations} label={activity.total} />
      </div>
      <div className="mt-3">
        <MiniBars values={hours} label={activity.label(ok, partly, failed)} />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-meta text-ink-2">
        <UsageBar used={webhook.invocationsThisCycle} max={webhook.maxInvocationsPerCycle} />
        {recent.data && recent.data.length >= RECENT_LIMIT && <span>{activity.ofLast(RECENT_LIMIT)}</span>}
      </div>
    </Panel>
  );
}

function Figure({ value, label }: { value: number | undefined; label: string }) {
  return (
    <div>
      {value === undefined ? (
        <Skeleton className="h-7 w-12" />
      ) : (
        <div className="text-[20px]/7 font-semibold">{formatNumber(value)}</div>
      )}
      <div className="text-label text-ink-2">{label}</div>
    </div>
  );
}
