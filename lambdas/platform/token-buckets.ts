import * as z from 'zod';
import { remember } from './remember.ts';

/** Size of a burst, and rate per second afterwards. */
export const rate = z.object({ perSecond: z.number().positive(), burst: z.int().min(1) });
export type Rate = z.infer<typeof rate>;

interface TokenBuckets {
  /** Takes one. @returns 0 when there was one, else the whole seconds until there is. */
  take(name: string): number;
  /** The seconds until there is one to take; takes none. */
  wait(name: string): number;
}

/** Names that a process remembers. The one seen longest ago is forgotten, and so begins with a full bucket. */
const REMEMBERED = 10_000;

/**
 * A bucket of tokens for each name, in the memory of this process. Such a limit costs nothing per call, but each
 * process has its own. A rejected caller occupies a process for so short a time that few are started for it.
 */
export const tokenBuckets = ({ perSecond, burst }: Rate, now: () => number = () => performance.now()): TokenBuckets => {
  const buckets = new Map<string, { tokens: number; at: number }>();

  const filled = (name: string): { tokens: number; at: number } => {
    const at = now();
    const known = buckets.get(name);
    const tokens = known ? Math.min(burst, known.tokens + ((at - known.at) / 1000) * perSecond) : burst;
    return { tokens, at };
  };
  const waitOf = (tokens: number) => (tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond)));

  return {
    take: (name) => {
      const bucket = filled(name);
      const wait = waitOf(bucket.tokens);
      remember(buckets, name, wait === 0 ? { ...bucket, tokens: bucket.tokens - 1 } : bucket, REMEMBERED);
      return wait;
    },
    wait: (name) => waitOf(filled(name).tokens),
  };
};
