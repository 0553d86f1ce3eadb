import * as z from 'zod';
import { setBounded } from './bounded-map.ts';

/** The refill rate and the size of a token bucket. */
export const rate = z.object({ perSecond: z.number().positive(), burst: z.int().min(1) });
export type Rate = z.infer<typeof rate>;

interface TokenBuckets {
  /**
   * Takes a token.
   * @returns 0 if a token was available, otherwise the whole seconds until the next one
   */
  take(name: string): number;
  /** Seconds until a token is available. Takes no token. */
  wait(name: string): number;
}

/**
 * Number of names that a process remembers. The least recently used name is forgotten and later starts with a full
 * bucket.
 */
const REMEMBERED = 10_000;

/**
 * Keeps a token bucket per name in the memory of this process. Such a limit costs nothing per call, but each process
 * counts separately. Few processes are started for rejected calls, because these are short.
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
      setBounded(buckets, name, wait === 0 ? { ...bucket, tokens: bucket.tokens - 1 } : bucket, REMEMBERED);
      return wait;
    },
    wait: (name) => waitOf(filled(name).tokens),
  };
};
