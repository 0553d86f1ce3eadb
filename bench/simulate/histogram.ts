/** Counts durations by steps, so millions of them need little memory. */
export interface Histogram {
  add(milliseconds: number): void;
  count(): number;
  /** The duration in milliseconds within which `share` of all durations lie; 0 if there are none. */
  quantile(share: number): number;
}

/** The steps are 10 ms up to a minute, then a second up to a day. Longer durations count as a day. */
const FINE_MS = 10;
const FINE_STEPS = 6000;
const COARSE_MS = 1000;
const STEPS = FINE_STEPS + 86_340;

const stepOf = (milliseconds: number): number =>
  milliseconds < FINE_STEPS * FINE_MS
    ? Math.floor(milliseconds / FINE_MS)
    : Math.min(STEPS - 1, FINE_STEPS + Math.floor((milliseconds - FINE_STEPS * FINE_MS) / COARSE_MS));

const endOf = (step: number): number =>
  step < FINE_STEPS ? (step + 1) * FINE_MS : FINE_STEPS * FINE_MS + (step - FINE_STEPS + 1) * COARSE_MS;

export const histogram = (): Histogram => {
  const steps = new Uint32Array(STEPS);
  let count = 0;
  return {
    add: (milliseconds) => {
      const step = stepOf(Math.max(0, milliseconds));
      steps[step] = (steps[step] as number) + 1;
      count += 1;
    },
    count: () => count,
    quantile: (share) => {
      let left = Math.ceil(count * share);
      if (left === 0) return 0;
      for (const [step, each] of steps.entries()) {
        left -= each;
        if (left <= 0) return endOf(step);
      }
      return endOf(STEPS - 1);
    },
  };
};
