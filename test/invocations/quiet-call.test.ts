import { describe, expect, it } from 'vitest';
import { isQuiet } from '../../lambdas/invocations/quiet-call.ts';

describe('a call', () => {
  it('is quiet when the one before lies some seconds back', () => {
    const now = new Date('2026-11-20T12:00:30.000Z');
    expect(isQuiet(undefined, now)).toBe(true);
    expect(isQuiet('2026-11-20T12:00:00.000Z', now)).toBe(true);
    expect(isQuiet('2026-11-20T12:00:20.000Z', now)).toBe(false);
  });
});
