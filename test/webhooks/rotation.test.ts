import { describe, expect, it } from 'vitest';
import { MAX_OLD_ROUTES, rotated, routesOf, validOldRoutes } from '../../lambdas/webhooks/rotation.ts';
import { aWebhook } from '../support/in-memory.ts';

const NOW = new Date('2026-11-23T10:00:00.000Z');
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

describe('a webhook whose URL is changed', () => {
  it('has the new one, and is otherwise unchanged', () => {
    const webhook = aWebhook({ route: 'first', targetIds: [21, 22] });
    expect(rotated(webhook, 'second', 24, NOW)).toEqual({
      ...webhook,
      route: 'second',
      oldRoutes: [{ route: 'first', until: '2026-11-24T10:00:00.000Z' }],
    });
  });

  it('keeps each old URL until its own end if it is changed again', () => {
    const twice = rotated(rotated(aWebhook({ route: 'first' }), 'second', 24, NOW), 'third', 24, later(3));
    expect(twice.oldRoutes).toEqual([
      { route: 'first', until: later(24).toISOString() },
      { route: 'second', until: later(27).toISOString() },
    ]);
    expect(routesOf(twice)).toEqual(['third', 'first', 'second']);
    expect(validOldRoutes(twice, later(23.9)).map(({ route }) => route)).toEqual(['first', 'second']);
    expect(validOldRoutes(twice, later(24)).map(({ route }) => route)).toEqual(['second']);
    expect(validOldRoutes(twice, later(27))).toEqual([]);
  });

  it('ends all old URLs immediately with zero hours', () => {
    const once = rotated(aWebhook({ route: 'first' }), 'second', 24, NOW);
    expect(rotated(once, 'third', 0, later(1))).toMatchObject({ route: 'third', oldRoutes: [] });
  });

  it('is not changed a fourth time while three old ones are active, unless they end', () => {
    let webhook = aWebhook({ route: 'r0' });
    for (let time = 1; time <= MAX_OLD_ROUTES; time++) webhook = rotated(webhook, `r${time}`, 24, later(time));
    expect(() => rotated(webhook, 'r4', 24, later(4))).toThrow(
      expect.objectContaining({ code: 'rotation-limit-reached', problem: 'conflict' }),
    );
    expect(rotated(webhook, 'r4', 0, later(4)).oldRoutes).toEqual([]);
    // The first route has expired in the meantime.
    expect(rotated(webhook, 'r4', 24, later(25)).oldRoutes.map(({ route }) => route)).toEqual(['r1', 'r2', 'r3']);
  });
});
