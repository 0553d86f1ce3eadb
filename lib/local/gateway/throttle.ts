/**
 * The throttle of an API's stage: one bucket of `burst` tokens for all callers together, which refills with `rate` tokens
 * a second. It cannot tell callers apart, so one of them can empty it for everybody.
 * @param now milliseconds
 */
export const createThrottle = (
  { rate, burst }: { rate: number; burst: number },
  now: () => number,
): (() => boolean) => {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * rate);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};
