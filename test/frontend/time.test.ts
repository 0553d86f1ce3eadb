import { describe, expect, it } from 'vitest';
import { formatAgo, formatDateTime, formatRelative, formatUtc, isNever } from '../../frontend/src/lib/time.ts';

const NOW = Date.UTC(2026, 10, 20, 8, 0, 0);
const ago = (seconds: number) => formatRelative(new Date(NOW - seconds * 1000).toISOString(), NOW);

describe('times', () => {
  it.each([
    [0, 'just now'],
    [7, '7 s ago'],
    [59, '59 s ago'],
    [60, '1 min ago'],
    [3_600, '1 h ago'],
    [3_600 * 20.6, '21 h ago'],
    [86_400 * 61, '61 d ago'],
    [-1_920, 'in 32 min'],
  ])('%i seconds ago are shown as %s', (seconds, text) => expect(ago(seconds)).toBe(text));

  it('never describe a past event as a future one', () => {
    const at = (seconds: number) => formatAgo(new Date(NOW + seconds * 1000).toISOString(), NOW);
    expect([at(-60), at(0), at(600), at(86_400)]).toEqual(['1 min ago', 'just now', 'just now', 'just now']);
    expect(formatAgo('0001-01-01T00:00:00Z', NOW)).toBe('never');
  });

  it('show the zero date as never', () => {
    expect(isNever('0001-01-01T00:00:00Z')).toBe(true);
    expect(formatDateTime('0001-01-01T00:00:00Z', NOW)).toBe('Never');
    expect(formatRelative('0001-01-01T00:00:00Z', NOW)).toBe('never');
  });

  it('show the exact moment in UTC in the tooltip', () => {
    expect(formatUtc('2026-11-20T07:55:45.123Z')).toBe('2026-11-20 07:55:45.123 UTC');
  });
});
