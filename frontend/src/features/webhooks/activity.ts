import type { Invocation } from '../../lib/wire.ts';

const HOUR_MS = 3_600_000;
export const HOURS = 24;

export interface HourCount {
  ok: number;
  failed: number;
}

/**
 * Counts the calls of the last 24 hours by hour, oldest first. A call counts as failed when a dispatch of it failed;
 * one that is still under way counts as delivered.
 */
export function byHour(invocations: readonly Pick<Invocation, 'invokedAt' | 'status'>[], now: number): HourCount[] {
  const hours = Array.from({ length: HOURS }, () => ({ ok: 0, failed: 0 }));
  for (const { invokedAt, status } of invocations) {
    const age = Math.max(0, Math.floor((now - new Date(invokedAt).getTime()) / HOUR_MS));
    const hour = hours[HOURS - 1 - age];
    if (hour) hour[status === 'error' || status === 'partial' ? 'failed' : 'ok'] += 1;
  }
  return hours;
}

export const sum = (hours: readonly HourCount[]): HourCount =>
  hours.reduce((total, { ok, failed }) => ({ ok: total.ok + ok, failed: total.failed + failed }), { ok: 0, failed: 0 });
