import { describe, expect, it } from 'vitest';
import { addressOf, rangeOf } from '../../lambdas/accounts/client-range.ts';
import { limits } from '../../lambdas/accounts/limits.ts';
import type { LimitStore } from '../../lambdas/platform/limit-store.ts';
import { limitsInMemory } from '../support/in-memory.ts';
import { generousThrottles } from './rig.ts';

describe('a limit', () => {
  const throttles = { ...generousThrottles, contactPerAddress: { limit: 2, windowSeconds: 60 } };

  it('counts in fixed windows and returns the time until the next one', async () => {
    let now = new Date('2026-03-01T12:00:45.000Z');
    const limiter = limits(limitsInMemory().store, throttles, () => now);
    await limiter.contact('203.0.113.1');
    await limiter.contact('203.0.113.1');
    await expect(limiter.contact('203.0.113.1')).rejects.toMatchObject({ problem: 'throttled', retryAfterSeconds: 15 });
    now = new Date('2026-03-01T12:01:00.000Z');
    await expect(limiter.contact('203.0.113.1')).resolves.toBeUndefined();
  });

  it('still applies if its store is unavailable', async () => {
    const broken: LimitStore = {
      take: async () => {
        throw new Error('no table');
      },
      giveBack: async () => {},
    };
    const limiter = limits(broken, throttles, () => new Date());
    await expect(limiter.contact('203.0.113.1')).rejects.toThrow('no table');
  });

  it('stores no account names in its counters', async () => {
    const { store, taken } = limitsInMemory();
    const limiter = limits(store, throttles, () => new Date());
    await limiter.login('ada@example.com', '203.0.113.1');
    await limiter.requestReset('203.0.113.1');
    await limiter.mayMailReset('ada@example.com');
    expect([...taken.keys()].join()).not.toContain('ada');
  });

  it('of one purpose does not affect another', async () => {
    const limiter = limits(limitsInMemory().store, throttles, () => new Date('2026-03-01T12:00:00Z'));
    await limiter.contact('203.0.113.1');
    await limiter.contact('203.0.113.1');
    await expect(limiter.challenge('203.0.113.1')).resolves.toBeUndefined();
  });
});

describe('a client', () => {
  it('is its IPv4 address, even if written as IPv6', () => {
    expect(addressOf('203.0.113.5')).toBe('203.0.113.5');
    expect(addressOf('::ffff:203.0.113.5')).toBe('203.0.113.5');
    expect(rangeOf('203.0.113.5')).toBe('203.0.113.0/24');
    expect(rangeOf('::FFFF:203.0.113.5')).toBe('203.0.113.0/24');
  });

  it('is a whole /64 of IPv6, however it is written', () => {
    for (const ip of ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:DB8:1:2:3:4:5:6'])
      expect(addressOf(ip)).toBe('2001:db8:1:2::/64');
    expect(rangeOf('2001:db8:1:2::1')).toBe('2001:db8:1::/48');
    expect(addressOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(addressOf('::1')).toBe('0:0:0:0::/64');
    expect(addressOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });
});
