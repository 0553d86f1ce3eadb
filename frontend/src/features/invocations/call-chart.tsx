import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type PointerEvent, useState } from 'react';
import { useWebhookStats } from '../../data/stats.ts';
import { formatDuration } from '../../lib/format.ts';
import type { Answer } from '../../lib/wire.ts';
import { type Hours, hoursBetween, spanOf } from './brush.ts';
import { CallBars } from './call-bars.tsx';
import type { InvocationSearch } from './search.ts';
import { texts } from './texts.ts';

const words = texts.chart;

type Stats = Answer<'getWebhookStats'>;

/**
 * The calls of the last day by hour. Dragging selects several hours, and a click selects one. Keyboard users have the
 * filter fields instead. The height is fixed, because the chart loads after the calls below it.
 */
export function CallChart({ webhookId, search }: { webhookId: number; search: InvocationSearch }) {
  const { data, isError, refetch } = useWebhookStats(webhookId);
  return (
    <div className="flex h-12 items-center gap-4 border-b border-line px-4 @max-[600px]:hidden @min-[900px]:px-5">
      <p className={clsx('shrink-0 text-label text-ink-3 @min-[900px]:w-40', search.target ? 'w-32' : 'w-24')}>
        {isError && !data ? (
          <button type="button" className="min-h-6 text-left underline" onClick={() => void refetch()}>
            {words.failed}
          </button>
        ) : (
          words[search.target ? 'allTargets' : 'title']
        )}
        {data?.medianDeliveryMs !== undefined && (
          <span className="block whitespace-nowrap">
            {words.median} {formatDuration(data.medianDeliveryMs)}{' '}
            {data.p95DeliveryMs !== undefined && (
              <span className="ml-1.5 hidden @min-[900px]:inline">
                {words.p95} {formatDuration(data.p95DeliveryMs)}
              </span>
            )}
          </span>
        )}
      </p>
      {data && <Brush stats={data} search={search} />}
    </div>
  );
}

function Brush({ stats, search }: { stats: Stats; search: InvocationSearch }) {
  const navigate = useNavigate();
  const [drawn, setDrawn] = useState<Hours>();
  const chosen = drawn ?? hoursBetween(stats, search);
  const hourAt = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(stats.hours.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * stats.hours.length)));
  };
  return (
    <CallBars
      values={stats.hours.map(({ standing }) => standing)}
      label={words.label(stats.standing)}
      chosen={chosen}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const hour = hourAt(event);
        setDrawn([hour, hour]);
      }}
      onPointerMove={(event) => drawn && setDrawn([drawn[0], hourAt(event)])}
      onPointerCancel={() => setDrawn(undefined)}
      onPointerUp={() => {
        if (!drawn) return;
        setDrawn(undefined);
        const span = spanOf(stats, drawn);
        void navigate({
          to: '.',
          search: ({ page: _page, last: _last, ...old }: InvocationSearch) => ({ ...old, ...span }),
          resetScroll: false,
        });
      }}
    />
  );
}
