import { describe, expect, it } from 'vitest';
import { isIsolated } from '../../lambdas/invocations/accept-call.ts';

describe('a call', () => {
  it('is isolated if the previous one was some seconds earlier', () => {
    const now = new Date('2026-11-20T12:00:30.000Z');
    expect(isIsolated(undefined, now)).toBe(true);
    expect(isIsolated('2026-11-20T12:00:00.000Z', now)).toBe(true);
    expect(isIsolated('2026-11-20T12:00:20.000Z', now)).toBe(false);
  });
});
