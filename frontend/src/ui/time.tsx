import { useEffect, useState, useSyncExternalStore } from 'react';
import { formatAgo, formatDateTime, formatDay, formatRelative, formatUtc, isNever } from '../lib/time.ts';

/** One clock for all relative times of the page. It runs only while one of them is shown. */
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 10_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** The time in milliseconds, updated every ten seconds. */
export const useNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  );

/** Calls `tick` every second with the time in milliseconds, for countdowns. */
export function useSeconds(tick: (now: number) => void): void {
  useEffect(() => {
    const id = setInterval(() => tick(Date.now()), 1000);
    return () => clearInterval(id);
  }, [tick]);
}

/**
 * A past moment as absolute and relative time, with UTC in the tooltip; 'Never' for the zero date.
 * @param ahead true if the moment can be in the future
 */
export function Time({
  date,
  relative = true,
  ahead = false,
  className,
}: {
  date: string;
  relative?: boolean;
  ahead?: boolean;
  className?: string;
}) {
  const current = useNow();
  if (isNever(date)) return <span className={className}>Never</span>;
  return (
    <time dateTime={date} title={formatUtc(date)} className={className}>
      <span className="whitespace-nowrap">{formatDateTime(date, current)}</span>
      {/* A space instead of a margin, because it takes no width at the end of a line. */}
      {relative && ' '}
      {relative && (
        <span className="whitespace-nowrap text-ink-2">{(ahead ? formatRelative : formatAgo)(date, current)}</span>
      )}
    </time>
  );
}

/** A relative time such as '39 min ago', with the date in the tooltip, for lines that show the date elsewhere. */
export function Ago({ date }: { date: string }) {
  const current = useNow();
  if (isNever(date)) return <span>never</span>;
  return (
    <time dateTime={date} title={`${formatDateTime(date, current)} · ${formatUtc(date)}`} className="whitespace-nowrap">
      {formatAgo(date, current)}
    </time>
  );
}

/** A countdown such as 'in 12 s'; 'now' when it is due. */
export function Countdown({ date }: { date: string }) {
  const [current, setCurrent] = useState(Date.now);
  useSeconds(setCurrent);
  const seconds = Math.ceil((new Date(date).getTime() - current) / 1000);
  const text = seconds <= 0 ? 'now' : seconds < 60 ? `in ${seconds} s` : formatRelative(date, current);
  return (
    <time dateTime={date} title={formatUtc(date)} className="whitespace-nowrap">
      {text}
    </time>
  );
}

export function Day({ date }: { date: string }) {
  if (isNever(date)) return <span>Never</span>;
  return (
    <time dateTime={date} title={formatUtc(date)} className="whitespace-nowrap">
      {formatDay(date)}
    </time>
  );
}
