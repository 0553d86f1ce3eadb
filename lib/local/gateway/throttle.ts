/** API Gateway's throttle: a bucket of `burst` tokens that refills with `rate` tokens a second. */
export const createThrottle = (
  { rate, burst }: { rate: number; burst: number },
  now: () => number = () => performance.now(),
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
