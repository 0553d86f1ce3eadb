import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { newRouting } from '#contract/routing';
import type { RoutingPreview } from '#contract/routing-preview';
import type { Call } from '../../lambdas/http/handler.ts';
import { templateRoutes } from '../../lambdas/http/routes/templates.ts';
import { previewRouting } from '../../lambdas/invocations/preview-routing.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import type { CallRender } from '../../lambdas/templates/call-render.ts';
import { ownError } from '../../lambdas/templates/errors.ts';
import { renderRouted } from '../../lambdas/templates/routed-call.ts';
import type { RoutingRule } from '../../lambdas/templates/routing/routing.ts';
import type { RenderOrigin } from '../../lambdas/templates/sandbox/sandbox.ts';
import { dispatcher } from '../support/dispatcher.ts';
import { aSummary, aWebhook, limitsInMemory, movableClock } from '../support/in-memory.ts';

const NOW = '2026-11-20T12:00:00.000Z';
/** A signal that never aborts. */
const inTime = new AbortController().signal;
/** An endless expression, which takes the maximum time allowed. */
const ENDLESS = '($f:=function($n){$f($n+1)};$f(0))';

/** A webhook whose newest call has this body. */
const ports = (webhook: Webhook | undefined, body: string, summaries = 1) => {
  const clock = movableClock(NOW);
  const renders: CallRender[] = [];
  return {
    clock,
    renders,
    limitStore: limitsInMemory().store,
    webhooks: { get: async () => webhook },
    invocations: {
      list: async () => ({ items: Array.from({ length: summaries }, () => aSummary(clock())), cursor: undefined }),
      content: async () => ({ headers: {}, body: Buffer.from(body) }),
    },
    renderer: {
      render: async (request: CallRender, _origin?: RenderOrigin) => {
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

describe('the routing preview', () => {
  it('matches the real result for 200 random webhooks and calls', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(rules, body, async (wire, payload) => {
        const routing: RoutingRule[] = newRouting
          .parse(wire)
          .map(({ target_id, ...rest }) => ({ targetId: target_id, ...rest }));
        const text = JSON.stringify(payload);
        const webhook = { ...aWebhook(), targetIds: [21, 22], routing };
        const { calls } = await previewRouting(1, 11, { last: 1 }, inTime, ports(webhook, text));
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
          if (target.outcome === 'skipped') expect(dispatch?.note).toBe(`Skipped: ${target.by}.`);
          if (target.message !== undefined && happened === 'sent')
            expect(dispatch?.renderedMessage).toContain(target.message);
          if (dispatch?.state === 'error') expect(target.problem).toBe(dispatch.errorMessage);
        }
      }),
      { numRuns: 200 },
    );
    expect([...seen].sort()).toEqual(['held', 'sent', 'skipped']);
  });

  it('distinguishes unsaved rules from saved ones, and renders a message shared by two targets once', async () => {
    const saved = { ...aWebhook(), targetIds: [21, 22, 23] };
    const rig = ports(saved, '{"env":"prod"}');
    const when = { match: 'all' as const, conditions: [{ field: 'body.env', op: 'is' as const, value: 'test' }] };
    const { calls, complete } = await previewRouting(
      1,
      11,
      { last: 1, routing: newRouting.parse([{ target_id: 21, when }]) },
      inTime,
      rig,
    );
    expect(complete).toBe(true);
    expect(calls[0]?.targets).toEqual([
      { target_id: 21, outcome: 'skipped', by: 'env is not test', message: 'Environment: prod', saved: 'sent' },
      { target_id: 22, outcome: 'sent', by: '', message: 'Environment: prod', saved: 'sent' },
      { target_id: 23, outcome: 'sent', by: '', message: 'Environment: prod', saved: 'sent' },
    ]);
    expect(rig.renders).toHaveLength(2);
  });

  it('reports errors in a template or a rule', async () => {
    const own = { when: null, quiet: null, otherwise: false };
    const routing: RoutingRule[] = [
      { ...own, targetId: 21, template: '{{ 1 + }}' },
      { ...own, targetId: 22, template: null, when: { expression: '$error("no")' } },
    ];
    const { calls } = await previewRouting(
      1,
      11,
      { last: 1 },
      inTime,
      ports({ ...aWebhook(), targetIds: [21, 22], routing }, '{}'),
    );
    expect(calls[0]?.targets.map(({ outcome, problem }) => [outcome, problem?.split('\n')[0]])).toEqual([
      ['sent', expect.stringContaining('S0207')],
      ['sent', 'no'],
    ]);
  });

  const own = { when: null, template: null, quiet: null, otherwise: false };
  const withOwnText = [21, 22, 23].map((targetId) => ({ ...own, targetId, template: `For {{ "${targetId}" }}` }));
  const judged = ({ calls }: RoutingPreview) => calls.map(({ targets }) => targets.map(({ target_id }) => target_id));

  it('responds in time, even between two targets, and omits unfinished results', async () => {
    const rig = ports({ ...aWebhook(), targetIds: [21, 22, 23], routing: withOwnText }, '{}', 3);
    const { render } = rig.renderer;
    const deadline = new AbortController();
    rig.renderer.render = async (request) => {
      if (rig.renders.length === 4) deadline.abort();
      return render(request);
    };
    const preview = await previewRouting(1, 11, { last: 50 }, deadline.signal, rig);
    expect([judged(preview), preview.complete, preview.stopped_by]).toEqual([
      [[21, 22, 23], [21], []],
      false,
      undefined,
    ]);
  });

  it('does not wait for a render that exceeds its time', async () => {
    const rig = ports(aWebhook(), '{}', 2);
    const deadline = new AbortController();
    rig.renderer.render = () => {
      deadline.abort();
      return new Promise(() => {});
    };
    const preview = await previewRouting(1, 11, { last: 50 }, deadline.signal, rig);
    expect([judged(preview), preview.complete]).toEqual([[[], []], false]);
  });

  it.each([
    ['an expression that took too long', { when: { expression: ENDLESS } }, undefined],
    ['a template that took too long', { template: `{{ ${ENDLESS} }}` }, undefined],
    ['a render that was stopped with its process', {}, ownError('E2001')],
    ['a render that needed too much memory', {}, ownError('E2002')],
    ['a template that is not run for an hour', {}, { ...ownError('E2001'), retryAfterSeconds: 3600 }],
  ])('ends at %s, and names its target', async (_, rule, error) => {
    const routing = withOwnText.map((each) => (each.targetId === 22 ? { ...each, ...rule } : each));
    const rig = ports({ ...aWebhook(), targetIds: [21, 22, 23], routing }, '{}', 24);
    const { render } = rig.renderer;
    rig.renderer.render = async (request) => {
      const result = await render(request);
      return error && request.template === 'For {{ "22" }}' ? { error } : result;
    };
    const preview = await previewRouting(1, 11, { last: 50 }, inTime, rig);
    expect([judged(preview), preview.complete, preview.stopped_by]).toEqual([
      [[21, 22], ...Array(23).fill([])],
      false,
      22,
    ]);
    expect(preview.calls[0]?.targets[1]).toMatchObject({ outcome: 'sent', problem: expect.stringMatching(/too/) });
    expect(rig.renders.length).toBeLessThanOrEqual(2);
  });

  it('evaluates the rule that fixes a slow one, and compares it once with that', async () => {
    const routing = [{ ...own, targetId: 21, when: { expression: ENDLESS } }];
    const rig = ports({ ...aWebhook(), targetIds: [21], routing }, '{}', 24);
    const { render } = rig.renderer;
    const records = new Set<string | undefined>();
    rig.renderer.render = async (request, origin?: RenderOrigin) => {
      records.add(origin?.part);
      return render(request);
    };
    const { calls, complete } = await previewRouting(
      1,
      11,
      { last: 50, routing: newRouting.parse([{ target_id: 21, when: { expression: 'true' } }]) },
      inTime,
      rig,
    );
    expect(complete).toBe(true);
    // The slow expression does not disable the template.
    expect(records.size).toBe(2);
    expect(calls.map(({ targets }) => targets[0]?.saved)).toEqual(['sent', ...Array(23).fill(undefined)]);
    expect(rig.renders).toHaveLength(25);
  });

  it('ends three seconds before its function does', async () => {
    const rig = ports(aWebhook(), '{}', 2);
    rig.renderer.render = () => new Promise(() => {});
    const { previewRouting: handler } = templateRoutes(rig);
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const call = { caller: { userId: 1 }, params: { id: 11 }, request: { last: 50 } };
    const answer = (timeLeftMs: number) => handler({ ...call, timeLeftMs: () => timeLeftMs } as Call<'previewRouting'>);
    expect(await answer(3000)).toMatchObject({ complete: false });
    expect(await answer(100)).toMatchObject({ complete: false });
    rig.renderer.render = async (request) => renderRouted(request);
    expect(await answer(14_000)).toMatchObject({ complete: true });
    const { calls } = timeout.mock;
    timeout.mockRestore();
    expect(calls).toEqual([[0], [0], [11_000]]);
  });

  it('runs once at a time per account, across all processes and regardless of the clock', async () => {
    const rig = ports(aWebhook(), '{}', 1);
    const { render } = rig.renderer;
    let end = () => {};
    const begun = new Promise<void>((resolve) => {
      rig.renderer.render = async (request) => {
        resolve();
        await new Promise<void>((done) => {
          end = done;
        });
        return render(request);
      };
    });
    const first = previewRouting(1, 11, { last: 1 }, inTime, rig);
    await begun;
    const other = { ...ports(aWebhook(), '{}', 1), limitStore: rig.limitStore, clock: rig.clock };
    for (let seconds = 0; seconds < 15; seconds += 1) {
      await expect(previewRouting(1, 11, { last: 1 }, inTime, other)).rejects.toMatchObject({
        problem: 'throttled',
        retryAfterSeconds: expect.any(Number),
      });
      rig.clock.advance(1);
    }
    await expect(previewRouting(2, 11, { last: 1 }, inTime, other)).resolves.toMatchObject({ complete: true });
    end();
    await first;
    await expect(previewRouting(1, 11, { last: 1 }, inTime, other)).resolves.toMatchObject({ complete: true });
  });

  it('lets the next one run after a failure, and half a minute after a process has died', async () => {
    const rig = ports(undefined, '{}');
    for (let time = 0; time < 2; time += 1)
      await expect(previewRouting(1, 11, { last: 1 }, inTime, rig)).rejects.toMatchObject({ code: 'not-found' });
    const dead = { ...ports(aWebhook(), '{}', 1), limitStore: rig.limitStore, clock: rig.clock };
    dead.renderer.render = () => new Promise(() => {});
    void previewRouting(1, 11, { last: 1 }, inTime, dead);
    const next = { ...ports(aWebhook(), '{}', 1), limitStore: rig.limitStore, clock: rig.clock };
    await expect(previewRouting(1, 11, { last: 1 }, inTime, next)).rejects.toMatchObject({ problem: 'throttled' });
    rig.clock.advance(30);
    await expect(previewRouting(1, 11, { last: 1 }, inTime, next)).resolves.toMatchObject({ complete: true });
  });
});
