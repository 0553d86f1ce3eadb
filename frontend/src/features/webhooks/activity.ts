import type { Invocation } from '../../lib/wire.ts';

const HOUR_MS = 3_600_000;
export const HOURS = 24;

const parts: Partial<Record<Invocation['status'], keyof HourCount>> = {
  success: 'ok',
  partial: 'partly',
  error: 'failed',
};

export interface HourCount {
  ok: number;
  /** Delivered to some targets, failed for good at others. */
  partly: number;
  failed: number;
}

/**
 * Counts the calls of the last 24 hours by hour, oldest first. One that is still under way is not counted yet.
 */
export function byHour(invocations: readonly Pick<Invocation, 'invokedAt' | 'status'>[], now: number): HourCount[] {
  const hours = Array.from({ length: HOURS }, () => ({ ok: 0, partly: 0, failed: 0 }));
  for (const { invokedAt, status } of invocations) {
    const age = Math.max(0, Math.floor((now - new Date(invokedAt).getTime()) / HOUR_MS));
    const hour = hours[HOURS - 1 - age];
    const part = parts[status];
    if (hour && part) hour[part] += 1;
  }
  return hours;
}

export const sum = (hours: readonly HourCount[]): HourCount =>
  hours.reduce((total, { ok, partly, failed }) => ({
    ok: total.ok + ok,
    partly: total.partly + partly,
    failed: total.failed + failed,
  }));
