/**
 * Limits a task to a share of a run's time.
 * @returns a function that returns true until `milliseconds` have passed
 */
export const timeSlice = (milliseconds: number): (() => boolean) => {
  const end = performance.now() + milliseconds;
  return () => performance.now() < end;
};
