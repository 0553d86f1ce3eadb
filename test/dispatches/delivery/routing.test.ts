import { describe, expect, it } from 'vitest';
import { deliver } from '../../../lambdas/dispatches/delivery/deliver.ts';
import { requeueDue } from '../../../lambdas/dispatches/recovery/requeue-due.ts';
import { invocationStatus } from '../../../lambdas/model/invocation.ts';
import { flowingLane } from '../../../lambdas/model/lane.ts';
import type { DispatchMessage } from '../../../lambdas/model/lane-message.ts';
import type { CallRender } from '../../../lambdas/templates/call-render.ts';
import { ownError } from '../../../lambdas/templates/errors.ts';
import { renderRouted } from '../../../lambdas/templates/routed-call.ts';
import type { RoutingRule } from '../../../lambdas/templates/routing/routing.ts';
import { broken, dispatcher, receiptOf } from '../../support/dispatcher.ts';

const rule = (rest: Partial<RoutingRule>, targetId = 21): RoutingRule => ({
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
/** Quiet hours that include noon UTC, the time of these tests. */
const noon: RoutingRule['quiet'] = {
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '11:00',
  to: '14:00',
  zone: 'UTC',
  unless: 'critical',
  action: 'hold',
};
const routed = (rest: Partial<RoutingRule>, body = '{"env":"prod"}') =>
  dispatcher({ webhook: { routing: [rule(rest)] }, body });

describe('a message with a routing rule', () => {
  it('is sent without a trace of the rule if the rule matches', async () => {
    const { run, sent, memory } = routed({ when: only('body.env', 'prod') });
    await run();
    expect(sent).toHaveLength(1);
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', note: '' });
    expect(memory.dispatchOf()).not.toHaveProperty('noteCode');
  });

  it('is skipped if the rule does not match: no attempt, no error, with the reason', async () => {
    const { run, sent, memory, errors } = routed({ when: only('body.env', 'test') });
    expect(await run()).toEqual({ kind: 'ack' });
    expect(sent).toEqual([]);
    expect(memory.dispatchOf()).toMatchObject({
      state: 'skipped',
      attemptCount: 0,
      errorMessage: '',
      note: 'Skipped: env is not test.',
      noteCode: 'not-wanted',
    });
    expect(memory.placeOf()).toBeUndefined();
    expect(errors.countError).not.toHaveBeenCalled();
    expect(invocationStatus(Object.values(memory.summary()?.dispatches ?? {}))).toBe('skipped');
    expect(memory.dispatchOf()?.headline?.title).toBe('Environment: prod');
    await run(2);
    expect(sent).toEqual([]);
  });

  it('is judged by the subject of its call', async () => {
    const { run, memory } = routed({ when: only('severity', 'critical') }, '{"job":"backup","status":"ok","id":"b-7"}');
    await run();
    expect(memory.dispatchOf()?.note).toBe('Skipped: severity is ok.');
  });

  it('is rendered with the template of its target', async () => {
    const { run, sent } = dispatcher({
      webhook: { useTemplate: true, template: 'all: {{env}}', routing: [rule({ template: 'mine: {{env}}' })] },
      body: '{"env":"prod"}',
    });
    await run();
    expect(sent[0]?.text).toBe('mine: prod');
  });

  it('fails visibly if its template is invalid, regardless of the rule', async () => {
    const { run, memory } = routed({ template: '{{ 1 + }}', when: only('body.env', 'test') });
    await run();
    expect(memory.dispatchOf()?.state).toBe('error');
  });

  it('is held outside its lane until its quiet hours end, and is not late afterwards', async () => {
    const { run, sent, memory, clock, message, ports } = routed({ quiet: noon });
    expect(await run()).toEqual({ kind: 'ack' });
    expect(sent).toEqual([]);
    const held = memory.dispatchOf();
    expect(held).toMatchObject({
      state: 'waiting',
      waitsForTarget: false,
      generation: 1,
      attemptCount: 0,
      nextAttemptAt: '2026-11-20T14:00:00.000Z',
      note: 'Held: quiet hours until 14:00 (UTC). The message is then sent automatically.',
      noteCode: 'held-by-quiet-hours',
      cycle: { heldUntil: '2026-11-20T14:00:00.000Z', attemptsBefore: 0 },
    });
    expect(memory.summary()?.dispatches[21]).toBe('quiet');
    expect(memory.placeOf()).toEqual({ kind: 'due', at: '2026-11-20T14:00:00.000Z', inOrder: true });
    expect(memory.lane()?.mode ?? 'flowing').toBe('flowing');
    clock.advance(2 * 3600);
    await deliver({ ...message, generation: 1 }, receiptOf(clock), ports);
    expect(sent).toHaveLength(1);
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', note: '' });
    expect(memory.dispatchOf()).not.toHaveProperty('noteCode');
  });

  it('is not held if it is urgent, and is skipped if quiet hours drop messages', async () => {
    const urgent = routed({ quiet: noon }, '{"job":"backup","status":"failed","id":"b-7"}');
    await urgent.run();
    expect(urgent.sent).toHaveLength(1);
    const dropped = routed({ quiet: noon && { ...noon, action: 'drop' } });
    await dropped.run();
    expect(dropped.memory.dispatchOf()).toMatchObject({
      state: 'skipped',
      note: 'Skipped: quiet hours until 14:00 (UTC).',
    });
  });

  it('expires if the call is about to expire before its quiet hours end', async () => {
    const { run, memory, clock } = routed({ quiet: noon });
    const summary = memory.summary();
    if (summary)
      memory.table.summaries.set(summary.id, { ...summary, expiresAt: clock().getTime() / 1000 + 7200 - 60 });
    await run();
    expect(memory.dispatchOf()).toMatchObject({
      state: 'error',
      errorCode: 'held-by-quiet-hours',
      errorMessage: 'Held: quiet hours until 14:00 (UTC). The message waited until its call was about to expire.',
    });
  });

  it('continues with its parts in quiet hours, once the first has been sent', async () => {
    const { run, sent, clock, memory } = dispatcher({
      body: JSON.stringify({ long: 'word '.repeat(12) }),
      webhook: {
        useTemplate: true,
        template: '{{long}}',
        splitMessage: true,
        routing: [rule({ quiet: noon && { ...noon, from: '12:00' }, when: only('method', 'POST') })],
      },
      answers: [{ kind: 'ok' }, broken],
    });
    clock.advance(-5);
    await run();
    expect(sent).toHaveLength(2);
    clock.advance(30);
    await run(2);
    expect(memory.dispatchOf()?.state).toBe('success');
  });

  it('is sent if its owner asks for it, regardless of the rule', async () => {
    const { run, sent, memory, message, clock, ports } = routed({ when: only('body.env', 'test'), quiet: noon });
    await run();
    const skipped = memory.dispatchOf();
    if (!skipped) throw new Error('no dispatch');
    memory.table.dispatches.set(`${message.invocationId}-21`, skipped);
    await memory.stores.dispatches.save({
      ...skipped,
      state: 'pending',
      generation: 1,
      ignoresRules: true,
      note: 'Resent manually.',
    });
    await deliver({ ...message, generation: 1 }, receiptOf(clock), ports);
    expect(sent).toHaveLength(1);
    expect(memory.dispatchOf()?.state).toBe('success');
  });

  it.each([
    [
      'waits for its target, and says so',
      'paused' as const,
      { state: 'waiting', errorMessage: 'It is down.', nextAttemptAt: '2026-11-20T14:05:00.000Z' },
    ],
    [
      'stands as any other in a lane that catches up',
      'catching-up' as const,
      { state: 'pending', errorMessage: '', nextAttemptAt: undefined },
    ],
  ])('after its quiet hours %s', async (_, mode, shown) => {
    const { run, memory, clock, message, ports } = routed({ quiet: noon });
    await run();
    clock.advance(2 * 3600);
    const down = { code: 'provider-unavailable' as const, text: 'It is down.' };
    const reason = mode === 'paused' ? down : undefined;
    const nextWakeUpAt = '2026-11-20T14:05:00.000Z';
    memory.table.lanes.set(21, { ...flowingLane(1, 21), mode, reason, nextWakeUpAt });
    await deliver({ ...message, generation: 1 }, receiptOf(clock), ports);
    expect({ noteCode: undefined, nextAttemptAt: undefined, ...memory.dispatchOf() }).toMatchObject({
      ...shown,
      note: '',
      noteCode: undefined,
    });
    expect(memory.summary()?.dispatches[21]).toBe('pending');
    expect(memory.placeOf()?.kind).toBe('listed');
  });

  it('returns in the order of the calls if several are held until the same moment', async () => {
    const { memory, clock, run } = routed({ quiet: noon });
    await run();
    const queued: DispatchMessage[] = [];
    clock.advance(2 * 3600);
    await requeueDue({
      dueIndex: memory.stores.dueIndex,
      laneQueue: { send: async (messages: DispatchMessage[]) => void queued.push(...messages) },
      clock,
      keepGoing: () => true,
    });
    expect(queued.map(({ generation }) => generation)).toEqual([1]);
  });
});

describe('a rule whose expression', () => {
  const withExpression = (expression: string) => routed({ when: { expression } });

  it.each([
    ['env = "prod"', true],
    ['$count(items) > 0', false],
    ['$severity in ["critical", "warning"]', false],
    ['$method = "POST" and $exists($key) = false', true],
    ['missing', false],
  ])('is %s decides: %s', async (expression, wanted) => {
    const { run, sent } = withExpression(expression);
    await run();
    expect(sent).toHaveLength(wanted ? 1 : 0);
  });

  it.each([
    ['$error("no")', 'no'],
    ['1 +', 'end'],
    ['{{ env }}', 'must not contain {{ and }}'],
    ['env + 1', ''],
    ['($f := function($n) { $f($n + 1) }; $f(0))', 'The expression'],
  ])('%s fails is no reason to keep a message back', async (expression, words) => {
    const { run, sent, memory } = withExpression(expression);
    await run();
    expect(sent).toHaveLength(1);
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', noteCode: 'rule-failed' });
    expect(memory.dispatchOf()?.note).toContain('Sent, because its routing rule could not be evaluated');
    expect(memory.dispatchOf()?.note).toContain(words);
  });

  it.each(['E2001', 'E2002'] as const)('kills its renderer (%s) is ignored the second time', async (code) => {
    const rig = withExpression('$hostile()');
    const asked: CallRender[] = [];
    rig.ports.renderer.render = async (request) => {
      asked.push(request);
      return asked.length === 1 ? { error: { ...ownError(code), retryAfterSeconds: 3600 } } : renderRouted(request);
    };
    await rig.run();
    expect(asked).toHaveLength(2);
    expect(JSON.stringify(asked[1])).not.toContain('hostile');
    expect(rig.sent).toHaveLength(1);
    expect(rig.memory.dispatchOf()?.noteCode).toBe('rule-failed');
  });

  it('has a template that kills the renderer fails like that template', async () => {
    const webhook = { useTemplate: true, template: '{{ env }}', routing: [rule({ when: { expression: 'true' } })] };
    const rig = dispatcher({ webhook });
    rig.ports.renderer.render = async () => ({ error: { ...ownError('E2001'), retryAfterSeconds: 3600 } });
    await rig.run();
    expect(rig.sent).toHaveLength(0);
    expect(rig.memory.dispatchOf()?.state).toBe('waiting');
  });
});

describe('a rule that uses a call’s subject', () => {
  const when = only('severity', 'critical');
  const subject = { from: 'own' as const, key: '', state: '', severity: '$error("no")', title: '', link: '' };

  it('holds back no message if the subject cannot be read', async () => {
    const rig = dispatcher({ webhook: { subject, routing: [rule({ when })] }, body: '{"env":"prod"}' });
    await rig.run();
    expect(rig.sent).toHaveLength(1);
    expect(rig.memory.dispatchOf()?.note).toContain('The call’s subject could not be read');
  });
});
