import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRouting } from '#contract/routing';
import type { Condition } from '#contract/routing-condition';
import type { RoutedCall } from '../../../lambdas/templates/routing/call-fields.ts';
import { type Decision, withQuietHours } from '../../../lambdas/templates/routing/decide.ts';
import { type Evaluate, judge, rulesFor } from '../../../lambdas/templates/routing/judge.ts';
import { type RoutingRule, ruleFor } from '../../../lambdas/templates/routing/routing.ts';

const call: RoutedCall = {
  payload: { env: 'prod', alerts: [{ n: 3 }] },
  raw: '{"env":"prod","alerts":[{"n":3}]}',
  headers: {},
  query: {},
  method: 'POST',
  severity: 'warning',
  state: 'open',
  verified: 'not-checked',
  repeat: false,
};
const NIGHT = new Date('2026-06-01T23:00:00.000Z');
const NOON = new Date('2026-06-01T12:00:00.000Z');
const night: RoutingRule['quiet'] = {
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '22:00',
  to: '07:00',
  zone: 'UTC',
  unless: null,
  action: 'hold',
};
const rule = (targetId: number, rest: Partial<RoutingRule> = {}): RoutingRule => ({
  targetId,
  when: null,
  template: null,
  quiet: null,
  otherwise: false,
  ...rest,
});
const only = (field: string, value: string): RoutingRule['when'] => ({
  match: 'all',
  conditions: [{ field, op: 'is', value }],
});
const evaluate = (expression: string): boolean => {
  if (expression === 'fail') throw new Error('The template took too long');
  return expression === 'true';
};
/** Decides like a delivery to one target: first the relevant rules, then the quiet hours. */
const decide = (
  rules: RoutingRule[],
  targetIds: number[],
  it: RoutedCall,
  { now, evaluate: compute }: { now: Date; evaluate: Evaluate },
): Map<number, Decision> =>
  new Map(
    targetIds.map((id) => {
      const judged = judge(rulesFor(rules, id), [id], it, compute).get(id) ?? { wanted: false, by: 'not judged' };
      return [id, withQuietHours(judged, ruleFor(rules, id)?.quiet, it.severity, now)];
    }),
  );
const outcomes = (rules: RoutingRule[], targets: number[], now = NOON, it = call) =>
  Object.fromEntries([...decide(rules, targets, it, { now, evaluate })].map(([id, { outcome }]) => [id, outcome]));

describe('routing', () => {
  it('sends every call to a target without a rule or with a rule without conditions', () => {
    expect(outcomes([], [1, 2])).toEqual({ 1: 'sent', 2: 'sent' });
    expect(outcomes([rule(1, { template: 'x' })], [1, 2])).toEqual({ 1: 'sent', 2: 'sent' });
  });

  it('requires all conditions, or any of them', () => {
    const conditions: Condition[] = [
      { field: 'severity', op: 'is', value: 'critical' },
      { field: 'body.env', op: 'is', value: 'prod' },
    ];
    const decided = decide(
      [rule(1, { when: { match: 'all', conditions } }), rule(2, { when: { match: 'any', conditions } })],
      [1, 2],
      call,
      { now: NOON, evaluate },
    );
    expect(decided.get(1)).toEqual({ outcome: 'skipped', by: 'severity is warning' });
    expect(decided.get(2)).toEqual({ outcome: 'sent', by: 'env is prod' });
  });

  it('sends unmatched calls to targets for the rest', () => {
    const rest = rule(3, { otherwise: true });
    expect(outcomes([rule(1, { when: only('body.env', 'test') }), rest], [1, 2, 3])).toEqual({
      1: 'skipped',
      2: 'sent',
      3: 'sent',
    });
    expect(outcomes([rest, rule(1, { when: only('body.env', 'prod') })], [3, 1])).toEqual({ 3: 'skipped', 1: 'sent' });
    expect(outcomes([rule(1, { quiet: night }), rest], [1, 3])).toEqual({ 1: 'sent', 3: 'sent' });
  });

  it('treats a failed expression as a match, with a note, also for targets of the rest', () => {
    const rules = [rule(1, { when: { expression: 'fail' } }), rule(2, { otherwise: true })];
    const decided = decide(rules, [1, 2], call, { now: NOON, evaluate });
    expect(decided.get(1)).toEqual({
      outcome: 'sent',
      by: 'the expression failed',
      failed: 'The template took too long',
    });
    expect(decided.get(2)?.outcome).toBe('skipped');
  });

  it('holds a call until the end of quiet hours, drops it, or sends it as urgent', () => {
    const at = (quiet: RoutingRule['quiet'], severity: string, now = NIGHT) =>
      decide([rule(1, { quiet })], [1], { ...call, severity }, { now, evaluate }).get(1);
    expect(at(night, 'critical')).toEqual({
      outcome: 'held',
      until: new Date('2026-06-02T07:00:00.000Z'),
      by: 'quiet hours until 07:00 (UTC)',
    });
    expect(at(night && { ...night, unless: 'critical' }, 'critical')?.outcome).toBe('sent');
    expect(at(night && { ...night, unless: 'critical' }, 'warning')?.outcome).toBe('held');
    expect(at(night && { ...night, unless: 'warning' }, 'warning')?.outcome).toBe('sent');
    expect(at(night && { ...night, unless: 'warning' }, 'critical')?.outcome).toBe('sent');
    expect(at(night && { ...night, action: 'drop' }, 'critical')?.outcome).toBe('skipped');
    expect(at(night, 'critical', NOON)?.outcome).toBe('sent');
  });

  it('does not hold a call that does not match', () => {
    expect(outcomes([rule(1, { when: only('body.env', 'test'), quiet: night })], [1], NIGHT)).toEqual({ 1: 'skipped' });
  });

  it('needs only the target’s own rule, but all rules for the rest', () => {
    const rules = [rule(1, { when: only('method', 'POST') }), rule(2, { otherwise: true }), rule(3, { quiet: night })];
    expect(rulesFor(rules, 1).map(({ targetId }) => targetId)).toEqual([1]);
    expect(rulesFor(rules, 2).map(({ targetId }) => targetId)).toEqual([1, 2]);
    expect(rulesFor(rules, 3)).toEqual([]);
    expect(rulesFor(rules, 4)).toEqual([]);
  });
});

const scalar = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean());
const field = fc.oneof(
  fc.constantFrom('body', 'body.env', 'body.alerts.n', 'body.a.b', 'headers.x', 'query.q', 'severity', 'repeat', 'key'),
  fc.string({ minLength: 1, maxLength: 20 }).map((name) => `body.${name}`),
);
const condition = fc.oneof(
  fc.record({
    field,
    op: fc.constantFrom('is', 'is_not', 'contains', 'not_contains', 'starts_with', 'ends_with'),
    value: scalar,
  }),
  fc.record({ field, op: fc.constant('one_of'), value: fc.array(scalar, { minLength: 1, maxLength: 4 }) }),
  fc.record({ field, op: fc.constantFrom('above', 'below'), value: fc.integer() }),
  fc.record({ field, op: fc.constantFrom('exists', 'missing') }),
);
const when = fc.oneof(
  fc.constant(null),
  fc.record({ match: fc.constantFrom('all', 'any'), conditions: fc.array(condition, { minLength: 1, maxLength: 5 }) }),
  fc.record({ expression: fc.constantFrom('true', 'false', 'fail') }),
);
const times = fc.constantFrom('00:00', '06:30', '12:00', '22:00');
const quiet = fc.oneof(
  fc.constant(null),
  fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    from: times,
    to: fc.constantFrom('01:00', '07:00', '23:00', '24:00'),
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
    unless: fc.constantFrom(null, 'critical', 'warning'),
    action: fc.constantFrom('hold', 'drop'),
  }),
);
const targets = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 });
const rules = fc
  .uniqueArray(fc.record({ target_id: fc.integer({ min: 1, max: 20 }), when, quiet, otherwise: fc.boolean() }), {
    selector: ({ target_id }) => target_id,
    maxLength: 10,
  })
  .map((all) =>
    all.map((it, at) => ({
      ...it,
      otherwise:
        it.otherwise && it.when === null && !all.slice(0, at).some((before) => before.otherwise && !before.when),
    })),
  );

describe('routing with any rules and payload', () => {
  it('sends, skips or holds for each target exactly once, and never skips because of a failure', () => {
    fc.assert(
      fc.property(
        rules,
        targets,
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom(undefined, 'ok', 'info', 'warning', 'critical'),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        (wire, ids, payload, severity, now) => {
          const parsed = newRouting.safeParse(wire);
          if (!parsed.success) {
            // Only quiet hours without an end are invalid here.
            expect(parsed.error.issues.map(({ path }) => path.at(-1))).toContain('days');
            return;
          }
          const all = parsed.data.map(({ target_id, ...rest }) => ({ targetId: target_id, ...rest }));
          const it: RoutedCall = { ...call, payload, raw: JSON.stringify(payload) ?? '', severity };
          const decided = decide(all, ids, it, { now, evaluate });
          expect([...decided.keys()].sort()).toEqual([...ids].sort());
          for (const [id, decision] of decided) {
            expect(['sent', 'skipped', 'held']).toContain(decision.outcome);
            if (decision.outcome === 'held') expect(decision.until.getTime()).toBeGreaterThan(now.getTime());
            const own = all.find(({ targetId }) => targetId === id);
            if (!own) expect(decision.outcome).toBe('sent');
            if (decision.failed !== undefined && !own?.quiet) expect(decision.outcome).toBe('sent');
            // For one target, the relevant rules alone have the same result as all rules.
            const together = judge(all, ids, it, evaluate).get(id);
            expect(judge(rulesFor(all, id), [id], it, evaluate).get(id)).toEqual(together);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
