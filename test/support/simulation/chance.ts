/** Seeded random numbers. The same seed produces the same world, so a failure can be examined again. */
export interface Chance {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns true in `share` of all cases. */
  happens(share: number): boolean;
  /** Returns a whole number from `least` to `most`. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
}

/** The mulberry32 generator, which is small, fast and random enough to choose faults. */
export const chanceOf = (seed: number): Chance => {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    happens: (share) => next() < share,
    between,
    pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
  };
};
