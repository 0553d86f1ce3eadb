import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRouting } from '#contract/routing';
import { previewRouting } from '../../lambdas/invocations/preview-routing.ts';
import type { RoutingRule } from '../../lambdas/routing/routing.ts';
import { ownError } from '../../lambdas/templates/errors.ts';
import type { CallRender } from '../../lambdas/templates/render-call.ts';
import { renderRouted } from '../../lambdas/templates/routed-call.ts';
import type { Webhook } from '../../lambdas/webhooks/webhook.ts';
import { dispatcher } from '../support/dispatcher.ts';
import { aSummary, aWebhook, movableClock } from '../support/in-memory.ts';

const NOW = '2026-11-20T12:00:00.000Z';

/** A webhook whose newest call has this body. */
const ports = (webhook: Webhook | undefined, body: string, summaries = 1) => {
  const clock = movableClock(NOW);
  const renders: CallRender[] = [];
  return {
    clock,
    renders,
    webhooks: { get: async () => webhook },
    invocations: {
      list: async () => ({ items: Array.from({ length: summaries }, () => aSummary(clock())), cursor: undefined }),
      content: async () => ({ headers: {}, body: Buffer.from(body) }),
    },
    renderer: {
      render: async (request: CallRender) => {
        renders.push(request);
        return renderRouted(request);
      },
    },
  };
};

const conditions = fc.array(
  fc.oneof(
    fc.record({
      field: fc.constantFrom('body.env', 'body.level', 'severity', 'state', 'method', 'body.tags', 'sender'),
      op: fc.constantFrom('is', 'is_not', 'contains'),
      value: fc.constantFrom('prod', 'test', 'critical', 'warning', 'POST', 'red', 'open'),
    }),
    fc.record({
      field: fc.constant('body.count'),
      op: fc.constantFrom('above', 'below'),
      value: fc.integer({ min: 0, max: 9 }),
    }),
  ),
  { minLength: 1, maxLength: 3 },
);
const rule = (target_id: number) =>
  fc.record({
    target_id: fc.constant(target_id),
    when: fc.oneof(
      fc.constant(null),
      fc.record({ match: fc.constantFrom('all', 'any'), conditions }),
      fc.record({
        expression: fc.constantFrom('count > 4', 'env = "prod"', '$error("no")', '1 +', '$severity = "critical"'),
      }),
    ),
    template: fc.constantFrom(null, 'own: {{ env }}', '{{ 1 + }}'),
    quiet: fc.oneof(
      fc.constant(null),
      fc.record({
        days: fc.constant([1, 2, 3, 4, 5, 6, 7]),
        from: fc.constantFrom('11:00', '20:00'),
        to: fc.constant('13:00'),
        zone: fc.constantFrom('UTC', 'Europe/Berlin'),
        unless: fc.constantFrom(null, 'critical'),
        action: fc.constantFrom('hold', 'drop'),
      }),
    ),
  });
const rules = fc
  .tuple(fc.option(rule(21), { nil: undefined }), fc.option(rule(22), { nil: undefined }), fc.boolean())
  .map(([one, other, otherwise]) =>
    [one, other && (otherwise ? { ...other, when: null, otherwise } : other)].filter((it) => it !== undefined),
  );
const body = fc.record({
  env: fc.constantFrom('prod', 'test'),
  level: fc.constantFrom('critical', 'ok', 'warning', 'info'),
  status: fc.constantFrom('failed', 'ok', 'running'),
  count: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant('7')),
  tags: fc.subarray(['red', 'blue']),
});

describe('the preview of who gets what', () => {
  it('is what then happens, for 200 random webhooks and calls', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(rules, body, async (wire, payload) => {
        const routing: RoutingRule[] = newRouting
          .parse(wire)
          .map(({ target_id, ...rest }) => ({ targetId: target_id, ...rest }));
        const text = JSON.stringify(payload);
        const webhook = { ...aWebhook(), targetIds: [21, 22], routing };
        const { calls } = await previewRouting(1, 11, { last: 1 }, ports(webhook, text));
        for (const target of calls[0]?.targets ?? []) {
          const rig = dispatcher({ webhook, body: text, target: { id: target.target_id } });
          rig.memory.table.summaries.set(
            rig.message.invocationId,
            aSummary(rig.clock(), {
              id: rig.message.invocationId,
              dispatches: { [target.target_id]: 'pending' },
            }),
          );
          await rig.runFor(target.target_id);
          const dispatch = rig.memory.dispatchOf(target.target_id);
          const happened = { skipped: 'skipped', waiting: 'held', success: 'sent', error: 'sent', pending: '' }[
            dispatch?.state ?? 'pending'
          ];
          seen.add(happened);
          expect([happened, dispatch?.nextAttemptAt]).toEqual([target.outcome, target.until]);
          expect(target.outcome).toBe(target.saved);
          if (target.outcome === 'skipped') expect(dispatch?.note).toBe(`Not wanted: ${target.by}.`);
          if (target.message !== undefined && happened === 'sent')
            expect(dispatch?.renderedMessage).toContain(target.message);
          if (dispatch?.state === 'error') expect(target.problem).toBe(dispatch.errorMessage);
        }
      }),
      { numRuns: 200 },
    );
    expect([...seen].sort()).toEqual(['held', 'sent', 'skipped']);
  });

  it('tells rules that are not saved from those that are, and makes a message that two share once', async () => {
    const saved = { ...aWebhook(), targetIds: [21, 22, 23] };
    const rig = ports(saved, '{"env":"prod"}');
    const when = { match: 'all' as const, conditions: [{ field: 'body.env', op: 'is' as const, value: 'test' }] };
    const { calls, complete } = await previewRouting(
      1,
      11,
      { last: 1, routing: newRouting.parse([{ target_id: 21, when }]) },
      rig,
    );
    expect(complete).toBe(true);
    expect(calls[0]?.targets).toEqual([
      { target_id: 21, outcome: 'skipped', by: 'body.env is not test', message: 'Environment: prod', saved: 'sent' },
      { target_id: 22, outcome: 'sent', by: '', message: 'Environment: prod', saved: 'sent' },
      { target_id: 23, outcome: 'sent', by: '', message: 'Environment: prod', saved: 'sent' },
    ]);
    expect(rig.renders).toHaveLength(2);
  });

  it('says what is wrong with a template or a rule', async () => {
    const own = { when: null, quiet: null, otherwise: false };
    const routing: RoutingRule[] = [
      { ...own, targetId: 21, template: '{{ 1 + }}' },
      { ...own, targetId: 22, template: null, when: { expression: '$error("no")' } },
    ];
    const { calls } = await previewRouting(
      1,
      11,
      { last: 1 },
      ports({ ...aWebhook(), targetIds: [21, 22], routing }, '{}'),
    );
    expect(calls[0]?.targets.map(({ outcome, problem }) => [outcome, problem?.split('\n')[0]])).toEqual([
      ['sent', expect.stringContaining('S0207')],
      ['sent', 'no'],
    ]);
  });

  it('answers in time with what it has looked at', async () => {
    const rig = ports(aWebhook(), '{}', 50);
    rig.renderer.render = async () => {
      rig.clock.advance(4);
      return { error: ownError('E2001') };
    };
    const { calls, complete } = await previewRouting(1, 11, { last: 50 }, rig);
    expect([calls.length, complete]).toEqual([4, false]);
  });

  it('is refused for a webhook that there is not', async () => {
    await expect(previewRouting(1, 11, { last: 1 }, ports(undefined, '{}'))).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
