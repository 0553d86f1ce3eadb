import { describe, expect, it } from 'vitest';
import { routeThrottle } from '../../lambdas/http/route-throttle.ts';

describe('a limited route', () => {
  const taken = new Map<string, number>();
  const store = {
    take: async (scope: string, start: Date, limit: number) => {
      const name = `${scope} ${start.toISOString()}`;
      taken.set(name, (taken.get(name) ?? 0) + 1);
      return (taken.get(name) ?? 0) <= limit;
    },
    giveBack: async () => {},
  };
  let now = new Date('2026-03-01T12:00:20Z');
  const throttle = routeThrottle({ renderTemplate: { limit: 2, windowSeconds: 60 } }, store, () => now);
  const caller = (userId: number) => ({
    scopes: undefined,
    userId,
    member: undefined,
    keyId: undefined,
    keyName: undefined,
    reach: undefined,
    requestId: 'r',
    ip: '203.0.113.5',
  });
  const call = (userId: number) => throttle('renderTemplate', caller(userId));

  it('rejects one user until the window ends, and no one else', async () => {
    await call(1);
    await call(1);
    await expect(call(1)).rejects.toMatchObject({ problem: 'throttled', retryAfterSeconds: 40 });
    await expect(call(2)).resolves.toBeUndefined();
    now = new Date('2026-03-01T12:01:00Z');
    await expect(call(1)).resolves.toBeUndefined();
  });

  it('does not count other routes', async () => {
    const before = taken.size;
    await throttle('listWebhooks', caller(1));
    expect(taken.size).toBe(before);
  });
});
