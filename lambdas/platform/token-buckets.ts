import * as z from 'zod';
import { remember } from './remember.ts';

/** So many at once, and so many a second afterwards. */
export const rate = z.object({ perSecond: z.number().positive(), burst: z.int().min(1) });
export type Rate = z.infer<typeof rate>;

interface TokenBuckets {
  /** Takes one. @returns 0 when there was one, else the whole seconds until there is. */
  take(name: string): number;
  /** The seconds until there is one to take; takes none. */
  wait(name: string): number;
}

/** Names that a process remembers; whoever was seen longest ago is forgotten, and so begins with a full bucket. */
const REMEMBERED = 10_000;

/**
 * A bucket of tokens for each name, in the memory of this process. A limit of this kind costs nothing per call; it holds
 * for each process, and a caller who is refused keeps a process busy for so short a time that few are started for him.
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
