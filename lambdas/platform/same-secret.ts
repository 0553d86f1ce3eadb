import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets. The time it takes reveals neither their lengths nor their differences. */
export const sameSecret = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};
