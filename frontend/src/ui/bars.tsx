import { formatNumber } from '../lib/format.ts';

/** The used share of a daily maximum, as a bar next to '13 of 25 today'. A full bar is red. */
export function UsageBar({ used, max }: { used: number; max: number }) {
  const share = max > 0 ? Math.min(1, used / max) : 0;
  return (
    <span className="flex items-center gap-2 whitespace-nowrap text-meta text-ink-2">
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-1.5 w-24 min-w-0 rounded-full bg-line"
      >
        <rect width={share * 100} height="6" className={share >= 1 ? 'fill-err-fill' : 'fill-accent'} />
      </svg>
      <span>
        <b className="font-[550] text-ink">{formatNumber(used)}</b> of {formatNumber(max)} today
      </span>
    </span>
  );
}

/** The remaining share of a total, as a ring. */
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
