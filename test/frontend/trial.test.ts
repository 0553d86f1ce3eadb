import { describe, expect, it } from 'vitest';
import { pollEvery } from '../../frontend/src/features/trial/trial-session.ts';

describe('the page of a trial', () => {
  it('polls once a second at first, then four times a minute, and stops after ten minutes', () => {
    expect([0, 29_999, 30_000, 599_999, 600_000].map(pollEvery)).toEqual([1000, 1000, 15_000, 15_000, false]);
  });

  it('makes no more polls in one visit than docs/costs.md counts', () => {
    let polls = 0;
    for (let idle = 0; ; polls += 1) {
      const wait = pollEvery(idle);
      if (wait === false) break;
      idle += wait;
    }
    expect(polls).toBe(30 + 38);
  });
});
