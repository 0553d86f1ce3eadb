import { readFileSync } from 'node:fs';
import { type MetricName, metrics } from './metrics.ts';

/**
 * The ids of a process and its descendants (Linux).
 * @throws if one of them has just ended
 */
export const familyOf = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => familyOf(Number(child))))];
};

/** Memory of these processes in KB. Shared pages count once. */
export const proportionalKb = (pids: number[]): number =>
  pids.reduce(
    (sum, pid) => sum + Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]),
    0,
  );

/** Memory of this process and its renderers in KB; of this process alone if `/proc` is unavailable. */
const usedKb = (): number => {
  try {
    return proportionalKb(familyOf(process.pid));
  } catch {
    return process.memoryUsage.rss() / 1024;
  }
};

/** Milliseconds between memory checks. Each check takes about a millisecond. */
const EVERY_MS = 60_000;

interface HealthOptions {
  /** Milliseconds since the process started. */
  now: () => number;
  limitMb: number;
  usedKb: () => number;
  measure: (name: MetricName, value: number) => void;
}

/**
 * Returns a function to call at the start of each run. It measures a process's cold start once, and its memory every
 * minute.
 */
export const createHealth = ({ now, limitMb, usedKb, measure }: HealthOptions) => {
  let nextLook: number | undefined;
  return (): void => {
    if (nextLook === undefined) measure('coldStart', Math.round(now()));
    if (now() < (nextLook ?? 0)) return;
    nextLook = now() + EVERY_MS;
    if (limitMb > 0) measure('memory', Math.round((usedKb() / 1024 / limitMb) * 100));
  };
};

/** Records the health of this process. At our log level, Lambda omits its own lines with these numbers. */
export const noteHealth = createHealth({
  now: () => performance.now(),
  limitMb: Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 0),
  usedKb,
  measure: metrics.measure,
});
