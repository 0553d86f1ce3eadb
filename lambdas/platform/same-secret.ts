import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that tells nothing about where they differ or how long they are. */
export const sameSecret = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};
