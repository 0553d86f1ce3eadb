import { clsx } from 'clsx';
import { useId } from 'react';
import { formatNumber } from '../lib/format.ts';

/** The used part of a daily maximum: a bar next to '13 of 25 today'. Full is red. */
export function UsageBar({
  used,
  max,
  wide = false,
  compact = false,
}: {
  used: number;
  max: number;
  wide?: boolean;
  compact?: boolean;
}) {
  const share = max > 0 ? Math.min(1, used / max) : 0;
  return (
    <span className={clsx('flex items-center gap-2 whitespace-nowrap text-meta text-ink-2', wide && 'w-full')}>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        aria-hidden="true"
        className={clsx('h-1.5 min-w-0 rounded-full bg-line', wide ? 'flex-1' : compact ? 'w-12' : 'w-24')}
      >
        <rect width={share * 100} height="6" className={share >= 1 ? 'fill-err-fill' : 'fill-accent'} />
      </svg>
      <span>
        <b className="font-[550] text-ink">{formatNumber(used)}</b> of {formatNumber(max)}
        {!compact && ' today'}
      </span>
    </span>
  );
}

/** The share of something that is left, as a ring. */
export function Ring({ left, max, size = 52 }: { left: number; max: number; size?: number }) {
  const share = max > 0 ? Math.min(1, Math.max(0, left / max)) : 0;
  const length = 2 * Math.PI * 20;
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" className="shrink-0">
      <circle cx="24" cy="24" r="20" fill="none" strokeWidth="5" className="stroke-line" />
      <circle
        cx="24"
        cy="24"
        r="20"
        fill="none"
        strokeWidth="5"
        strokeLinecap={share > 0 ? 'round' : 'butt'}
        strokeDasharray={`${share * length} ${length}`}
        transform="rotate(-90 24 24)"
        className={share === 0 ? 'stroke-line' : 'stroke-accent'}
      />
    </svg>
  );
}

interface BarValue {
  ok: number;
  /** Problems that need attention. */
  failed: number;
  /** Under way, or waiting for another attempt. */
  waiting: number;
}

/** Small stacked bars, oldest first, as high as there were calls; the numbers are in the label. */
export function MiniBars({ values, label }: { values: readonly BarValue[]; label: string }) {
  const hatch = useId();
  const most = Math.max(1, ...values.map(({ ok, failed, waiting }) => ok + failed + waiting));
  const width = 100 / values.length;
  const height = (count: number) => (count / most) * 38;
  return (
    <svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={label} className="h-11 w-full">
      <pattern id={hatch} width="100" height="2.4" patternUnits="userSpaceOnUse">
        <rect width="100" height="2.4" className="fill-warn-soft" />
        <rect width="100" height="1.2" className="fill-warn-fill" />
      </pattern>
      {values.map(({ ok, failed, waiting }, index) => {
        const place = { x: index * width + width * 0.14, width: width * 0.72 };
        const key = `bar-${index}`;
        return (
          <g key={key}>
            <rect {...place} y={39.2} height={0.8} className="fill-line" />
            <rect {...place} y={40 - height(ok)} height={height(ok)} className="fill-ok-fill" />
            <rect {...place} y={40 - height(ok + failed)} height={height(failed)} className="fill-err-fill" />
            <rect {...place} y={40 - height(ok + failed + waiting)} height={height(waiting)} fill={`url(#${hatch})`} />
          </g>
        );
      })}
    </svg>
  );
}
