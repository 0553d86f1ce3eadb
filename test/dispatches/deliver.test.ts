import { describe, expect, it, vi } from 'vitest';
import { createBreaker } from '../../lambdas/dispatches/breaker.ts';
import { deliver } from '../../lambdas/dispatches/deliver.ts';
import { flowingLane } from '../../lambdas/dispatches/lane.ts';
import { createPace } from '../../lambdas/dispatches/pace.ts';
import { giveUp } from '../../lambdas/dispatches/settle.ts';
import type { Receipt } from '../../lambdas/dispatches/try-dispatch.ts';
import type { LaneMessage, WakeUp } from '../../lambdas/invocations/ports.ts';
import { plans } from '../../lambdas/plans/plans.ts';
import type { Clock } from '../../lambdas/platform/clock.ts';
import type { Target } from '../../lambdas/targets/target.ts';
import type { Delivery, Message } from '../../lambdas/targets/target-kind.ts';
import type { RenderResult } from '../../lambdas/templates/render.ts';
import { type CallRender, renderCall } from '../../lambdas/templates/render-call.ts';
import type { Webhook } from '../../lambdas/webhooks/webhook.ts';
import { aSummary, aTarget, aWebhook, memoryDispatches, movableClock } from '../support/in-memory.ts';

/** A dispatcher whose provider answers with the given deliveries, one after the other, then with `ok`. */
const dispatcher = (
  options: {
    target?: Partial<Target> | 'gone';
    webhook?: Partial<Webhook>;
    answers?: Delivery[];
    body?: string;
    headers?: Record<string, string>;
  } = {},
) => {
  const clock = movableClock();
  const summary = aSummary(clock());
  const memory = memoryDispatches({
    summary,
    target: options.target === 'gone' ? undefined : aTarget(options.target),
    webhook: aWebhook(options.webhook),
    content: { headers: options.headers ?? {}, body: Buffer.from(options.body ?? '{"hello":"you"}') },
  });
  const sent: Message[] = [];
  const answers = [...(options.answers ?? [])];
  const effects = { apply: vi.fn(async () => {}) };
  const outbox = { put: vi.fn(async () => {}) };
  const errors = { countError: vi.fn(async () => {}) };
  const claims = new Set<string>();
  const deadLettered: LaneMessage[] = [];
  const wakeUps: WakeUp[] = [];
  const ports = {
    dispatches: memory.stores.dispatches,
    laneStore: memory.stores.laneStates,
    lanes: { wake: async (sent: WakeUp[]) => void wakeUps.push(...sent) },
    pace: createPace({ paceOf: () => 1000, lanes: memory.stores.laneStates, clock, nap: async () => {} }),
    breaker: createBreaker({ clock, random: () => 0.5 }),
    deadLetters: { send: async (messages: LaneMessage[]) => void deadLettered.push(...messages) },
    invocations: { content: memory.content },
    sender: {
      send: async (message: Message): Promise<Delivery> => {
        sent.push(message);
        return answers.shift() ?? { kind: 'ok' };
      },
      limitOf: () => ({ max: 40, counted: 'utf16' as const }),
      providerOf: () => ({ id: 'telegram', kind: 'telegram', name: 'Telegram' }),
    },
    effects,
    outbox,
    counters: errors,
    plans,
    renderer: { render: async (request: CallRender): Promise<RenderResult> => renderCall(request) },
    notices: {
      claim: async (webhookId: number, targetId: number) => {
        const first = !claims.has(`${webhookId}-${targetId}`);
        claims.add(`${webhookId}-${targetId}`);
        return first;
      },
    },
    clock,
    random: () => 0.5,
    appUrl: 'https://app.example.com',
  };
  const message = { userId: 1, webhookId: 11, invocationId: summary.id, targetId: 21, generation: 0 };
  return {
    ports,
    memory,
    sent,
    clock,
    effects,
    outbox,
    errors,
    message,
    deadLettered,
    wakeUps,
    run: (receives = 1) => deliver(message, receiptOf(clock, receives), ports),
  };
};

const receiptOf = (clock: Clock, receives = 1): Receipt => ({
  receives,
  queuedAt: clock(),
  firstReceivedAt: clock(),
  timeLeftMs: () => 30_000,
});

const busy: Delivery = {
  kind: 'retry',
  code: 'provider-unavailable',
  reason: 'The provider is busy.',
  afterSeconds: 7,
};

const broken: Delivery = { kind: 'retry', code: 'provider-unavailable', reason: 'The provider is broken.' };

describe('a message of a lane', () => {
  it.each([
    ['the default rendering', {}],
    ['a template', { useTemplate: true, template: '{{ hello }}' }],
  ])('carries no half characters, which no table and no provider takes: %s', async (_what, webhook) => {
    const { run, sent, memory } = dispatcher({ body: '{"hello":"a\\ud800b"}', webhook });
    await run();
    expect(sent[0]?.text).toContain('a\ufffdb');
    expect(memory.dispatchOf()?.renderedMessage.isWellFormed()).toBe(true);
    expect(memory.dispatchOf()?.state).toBe('success');
  });

  it('says how many deliveries of this service led to the call', async () => {
    const { run, sent } = dispatcher({ headers: { 'tellhook-hops': '2' } });
    await run();
    expect(sent[0]?.hops).toBe(2);
  });

  it('is rendered, sent and settled', async () => {
    const { run, sent, memory } = dispatcher();
    expect(await run()).toEqual({ kind: 'done' });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('hello: you');
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', attemptCount: 1, renderedMessage: sent[0]?.text });
    expect(memory.summary()?.dispatches[21]).toBe('success');
  });

  it.each([
    ['the first line that says something', { body: '{"order":17}' }, { title: 'order: 17' }],
    [
      'its own template, beside the sender that is known by its calls',
      {
        body: '{"a":1}',
        headers: { 'x-github-event': 'push' },
        webhook: { useTemplate: true, template: '\nBuild {{a}}\nmore' },
      },
      { title: 'Build 1', sender: 'GitHub', event: 'push' },
    ],
    [
      'a hundred and twenty characters of a long line',
      {
        body: '{"a":1}',
        webhook: { splitMessage: false, useTemplate: true, template: `${'\u{1F600}'.repeat(130)}{{a}}` },
      },
      { title: `${'\u{1F600}'.repeat(119)}…` },
    ],
  ])('tells the list of calls what people read: %s', async (_what, given, headline) => {
    const { run, memory } = dispatcher(given);
    await run();
    expect(memory.dispatchOf()?.headline).toEqual(headline);
  });

  it('is not sent again when the queue repeats it', async () => {
    const { run, sent } = dispatcher();
    await run();
    await run(2);
    expect(sent).toHaveLength(1);
  });

  it('is void once its dispatch has left the lane', async () => {
    const { run, sent, memory, message, ports, clock } = dispatcher({ answers: [broken, broken, broken] });
    await run();
    clock.advance(6);
    await run(2);
    clock.advance(36);
    await run(3);
    expect(memory.dispatchOf()).toMatchObject({ state: 'waiting', generation: 1, attemptCount: 3 });
    clock.advance(144);
    await run(4);
    expect(sent).toHaveLength(3);
    await deliver({ ...message, generation: 1 }, receiptOf(ports.clock), ports);
    expect(memory.dispatchOf()?.state).toBe('success');
  });

  it('goes to the waiting list of a paused lane, and its message in the queue is void', async () => {
    const { run, memory, sent } = dispatcher();
    const lane = { ...flowingLane(1, 21), mode: 'paused' as const, reason: 'It is down.' };
    memory.table.lanes.set(21, { ...lane, nextCheckAt: '2026-11-20T12:05:00.000Z' });
    expect(await run()).toEqual({ kind: 'done' });
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.dispatchOf()).toMatchObject({
      state: 'waiting',
      generation: 1,
      errorMessage: 'It is down.',
      nextAttemptAt: '2026-11-20T12:05:00.000Z',
    });
    memory.table.lanes.set(21, flowingLane(1, 21));
    await run(2);
    expect(sent).toEqual([]);
  });

  it('looks to its owner as before when it lines up behind others that are on their way out', async () => {
    const { run, memory } = dispatcher();
    memory.table.lanes.set(21, { ...flowingLane(1, 21), mode: 'paused' });
    await run();
    expect(memory.placeOf()?.kind).toBe('listed');
    const shown = { state: 'pending', errorMessage: '', nextAttemptAt: undefined };
    expect(memory.dispatchOf()).toMatchObject({ ...shown, generation: 1 });
  });

  it('ends without another request when it has waited for its target for as long as its plan keeps it', async () => {
    const { run, memory, sent, clock } = dispatcher();
    memory.table.lanes.set(21, { ...flowingLane(1, 21), mode: 'paused', reason: 'It is down.' });
    clock.advance(40_000);
    await run();
    expect(sent).toEqual([]);
    expect(memory.dispatchOf()).toMatchObject({
      state: 'error',
      errorMessage: 'It is down. It has waited for as long as your plan keeps messages.',
    });
  });

  it('begins the waiting list when it has waited for a minute for a target that is kept busy', async () => {
    const { ports, memory, message, clock, sent, wakeUps } = dispatcher();
    const minuteOld = { ...receiptOf(clock), queuedAt: new Date(clock().getTime() - 61_000) };
    memory.table.lanes.set(21, { ...flowingLane(1, 21), sentAt: new Date(clock().getTime() - 1000).toISOString() });
    expect(await deliver(message, minuteOld, ports)).toEqual({ kind: 'keep', afterSeconds: 5 });
    expect(sent).toEqual([]);
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.lane()).toMatchObject({ mode: 'paused', reason: '', wakeUp: 1 });
    expect(wakeUps).toEqual([{ userId: 1, targetId: 21, number: 1 }]);
  });

  it('is delivered all the same when it has waited for a target that was not asked meanwhile', async () => {
    const { ports, message, clock, sent } = dispatcher();
    await deliver(message, { ...receiptOf(clock), queuedAt: new Date(clock().getTime() - 600_000) }, ports);
    expect(sent).toHaveLength(1);
  });

  it('pauses its lane as the third in a row that fails, and stays in front until fresh messages know of it', async () => {
    const { run, memory, clock } = dispatcher({ answers: [broken, broken, broken] });
    memory.table.lanes.set(21, { ...flowingLane(1, 21), failures: 2, failedBy: 'another' });
    await run();
    clock.advance(6);
    await run(2);
    clock.advance(36);
    expect(await run(3)).toEqual({ kind: 'keep', afterSeconds: 5 });
    expect(memory.lane()).toMatchObject({
      mode: 'paused',
      reason: 'The target fails at the moment: The provider is broken.',
    });
    expect(memory.placeOf()?.kind).toBe('listed');
  });

  it('pauses its lane when the provider asks for a long wait, and stays in front of the next one', async () => {
    const { run, memory, clock } = dispatcher({ answers: [{ ...busy, afterSeconds: 300 }] });
    expect(await run()).toEqual({ kind: 'keep', afterSeconds: 60 });
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.lane()).toMatchObject({
      mode: 'paused',
      nextCheckAt: new Date(clock().getTime() + 300_000).toISOString(),
    });
  });

  it('stays in its lane for a short wait, guarded by the due index, and is not tried early', async () => {
    const { run, sent, memory, clock } = dispatcher({ answers: [busy] });
    expect(await run()).toEqual({ kind: 'keep', afterSeconds: 7 });
    expect(memory.placeOf()).toEqual({ kind: 'due', at: new Date(clock().getTime() + 907_000).toISOString() });
    clock.advance(3);
    expect(await run(2)).toEqual({ kind: 'keep', afterSeconds: 4 });
    expect(sent).toHaveLength(1);
    clock.advance(4);
    expect(await run(3)).toEqual({ kind: 'done' });
    expect(memory.dispatchOf()?.state).toBe('success');
    expect(memory.placeOf()).toBeUndefined();
  });

  it('repeats its state in the list when a crash had left that undone', async () => {
    const { run, memory, sent, message, clock } = dispatcher();
    await run();
    memory.table.summaries.set(message.invocationId, aSummary(clock(), { id: message.invocationId }));
    await run(2);
    expect(memory.summary()?.dispatches[21]).toBe('success');
    expect(sent).toHaveLength(1);
  });

  it('ends without an attempt when its target is gone, and says so', async () => {
    const { run, sent, memory, errors } = dispatcher({ target: 'gone' });
    await run();
    expect(sent).toHaveLength(0);
    expect(memory.dispatchOf()?.errorMessage).toContain('deleted');
    expect(errors.countError).toHaveBeenCalledOnce();
  });

  it('waits while its owner has the target disabled', async () => {
    const { run, sent, memory } = dispatcher({ target: { status: 'disabled' } });
    await run();
    expect(sent).toHaveLength(0);
    expect(memory.dispatchOf()).toMatchObject({ state: 'waiting', attemptCount: 0, generation: 1 });
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.lane()).toMatchObject({ mode: 'paused', disabled: true });
  });

  it('expires when the target stays disabled for longer than the plan keeps messages', async () => {
    const { run, memory, ports } = dispatcher({ target: { status: 'disabled' } });
    ports.clock.advance(9 * 3600);
    await run();
    expect(memory.dispatchOf()?.state).toBe('error');
  });

  it('ends without an attempt when its target is inactive, with what is to be done said once', async () => {
    const statusReason = 'The bot was blocked. Unblock it in Telegram, then reactivate this target.';
    const { run, sent, memory } = dispatcher({ target: { status: 'inactive', statusReason } });
    await run();
    expect(sent).toHaveLength(0);
    expect(memory.dispatchOf()?.errorMessage).toBe(
      `The target is inactive. ${statusReason} Once it works again, send the message again.`,
    );
  });

  it('makes the target inactive when the provider refuses it for good', async () => {
    const { run, effects, outbox, memory } = dispatcher({
      answers: [{ kind: 'fail_target', code: 'connection-revoked', reason: 'The bot was blocked.' }],
    });
    await run();
    expect(effects.apply).toHaveBeenCalledOnce();
    expect(outbox.put).toHaveBeenCalledOnce();
    expect(memory.dispatchOf()?.state).toBe('error');
  });
});

describe('a message that is not rendered', () => {
  const killed: RenderResult = { error: { code: 'E2001', message: 'Too long', line: 1, column: 1 } };

  it('goes out as the beginning of its body when nothing can be made of it', async () => {
    const { ports, run, sent, memory } = dispatcher({ webhook: { name: 'Builds' }, body: 'x'.repeat(5000) });
    ports.sender.limitOf = () => ({ max: 4000, counted: 'utf16' });
    ports.renderer.render = async () => killed;
    expect(await run()).toEqual({ kind: 'done' });
    expect(sent[0]?.text).toBe(`Builds\n${'x'.repeat(1000)}…`);
    expect(memory.dispatchOf()).toMatchObject({
      state: 'success',
      note: 'The body could not be made into a message and is shown as it is.',
    });
  });

  it('is an error at once when its own template had to be stopped for it', async () => {
    const { ports, run, memory } = dispatcher({ webhook: { useTemplate: true, template: 'x' } });
    ports.renderer.render = async () => killed;
    expect(await run()).toEqual({ kind: 'done' });
    expect(memory.dispatchOf()).toMatchObject({ state: 'error', attemptCount: 1 });
  });

  it('waits without an attempt while its template is quarantined, says why and until when, and goes out then', async () => {
    const { ports, run, sent, memory, clock, message } = dispatcher({
      webhook: { useTemplate: true, template: '{{ hello }}' },
    });
    const { render } = ports.renderer;
    const again = { code: 'E2001', message: 'It was stopped three times', line: 1, column: 1, retryAfterSeconds: 1800 };
    ports.renderer.render = async () => ({ error: again });
    expect(await run()).toEqual({ kind: 'done' });
    const at = new Date(clock().getTime() + 1_800_000);
    expect(memory.dispatchOf()).toMatchObject({
      state: 'waiting',
      attemptCount: 0,
      generation: 1,
      errorMessage: 'It was stopped three times.',
      nextAttemptAt: at.toISOString(),
    });
    expect(memory.placeOf()).toEqual({ kind: 'due', at: at.toISOString() });
    expect(sent).toEqual([]);
    clock.advance(1800);
    ports.renderer.render = render;
    message.generation = 1;
    expect(await run()).toEqual({ kind: 'done' });
    expect(sent.map(({ text }) => text)).toEqual(['you']);
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', attemptCount: 1 });
  });
});

describe('a message that crashes whoever works on it', () => {
  it('is given to the dead letters with the third time in a row', async () => {
    const { ports, run, clock, memory, deadLettered, message } = dispatcher({
      webhook: { useTemplate: true, template: 'x' },
    });
    ports.renderer.render = async () => Promise.reject(new Error('the engine failed'));
    for (const [receives, afterSeconds] of [
      [1, 10],
      [2, 60],
    ] as const) {
      expect(await run(receives)).toEqual({ kind: 'keep', afterSeconds });
      clock.advance(afterSeconds);
    }
    expect(await run(3)).toEqual({ kind: 'done' });
    expect(deadLettered).toEqual([message]);
    expect(memory.dispatchOf()).toMatchObject({ state: 'waiting', crashes: 3, attemptCount: 0 });
  });
});

describe('a message whose provider answers nobody', () => {
  const silence: Delivery = {
    kind: 'ambiguous',
    code: 'answer-lost',
    reason: 'Telegram did not answer.',
    unanswered: true,
  };
  const telegram = { id: 'telegram', kind: 'telegram', name: 'Telegram' };
  const silent = (times: number) => {
    const it = dispatcher();
    for (let count = 0; count < times; count++) it.ports.breaker.heard(telegram, silence, it.clock());
    return it;
  };

  it('waits in its lane without an attempt, and says why and until when', async () => {
    const { run, sent, memory, clock } = silent(3);
    expect(await run()).toEqual({ kind: 'keep', afterSeconds: 10 });
    expect(sent).toEqual([]);
    expect(memory.dispatchOf()).toMatchObject({
      state: 'waiting',
      attemptCount: 0,
      generation: 0,
      errorMessage: 'Telegram does not answer at the moment. The message goes out by itself once it does.',
      nextAttemptAt: new Date(clock().getTime() + 10_000).toISOString(),
    });
    expect(memory.placeOf()).toEqual({ kind: 'due', at: new Date(clock().getTime() + 910_000).toISOString() });
    clock.advance(10);
    expect(await run(2)).toEqual({ kind: 'done' });
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', attemptCount: 1, errorMessage: '' });
  });

  it('goes to the waiting list, and its lane is paused, for a wait that is too long for the queue', async () => {
    const { run, sent, memory, clock } = silent(6);
    expect(await run()).toEqual({ kind: 'keep', afterSeconds: 5 });
    expect(sent).toEqual([]);
    const nextCheckAt = new Date(clock().getTime() + 80_000).toISOString();
    expect(memory.dispatchOf()).toMatchObject({
      state: 'waiting',
      attemptCount: 0,
      generation: 1,
      nextAttemptAt: nextCheckAt,
    });
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.lane()).toMatchObject({ mode: 'paused', failures: 0, probes: 0, nextCheckAt });
  });

  it('fails when it has waited for as long as its plan keeps messages', async () => {
    const { run, memory, clock, ports, errors } = silent(0);
    clock.advance(9 * 3600);
    for (let count = 0; count < 3; count++) ports.breaker.heard(telegram, silence, clock());
    expect(await run()).toEqual({ kind: 'done' });
    expect(memory.dispatchOf()).toMatchObject({ state: 'error', attemptCount: 0 });
    expect(memory.placeOf()).toBeUndefined();
    expect(errors.countError).toHaveBeenCalledOnce();
  });
});

describe('a long message', () => {
  const body = 'one two three four five six seven eight nine ten eleven twelve thirteen';

  it('goes out in parts, and goes on after the parts that are out already', async () => {
    const { run, sent, memory, clock } = dispatcher({
      body,
      webhook: { useTemplate: true, template: '{{ $raw }}' },
      answers: [{ kind: 'ok' }, busy],
    });
    await run();
    expect(memory.dispatchOf()).toMatchObject({ state: 'waiting', partsDone: 1 });
    clock.advance(7);
    await run(2);
    const parts = sent.map((message) => message.part);
    expect(parts.slice(0, 3)).toEqual([1, 2, 2]);
    expect(new Set(parts).size).toBe(sent[0]?.parts);
    expect(memory.dispatchOf()?.state).toBe('success');
  });

  it('leaves word of when its last part went out to a slow provider, though it came alone', async () => {
    const { ports, message, memory, clock, sent } = dispatcher({
      body,
      webhook: { useTemplate: true, template: '{{ $raw }}' },
    });
    ports.pace = createPace({
      paceOf: () => 1,
      lanes: memory.stores.laneStates,
      clock,
      nap: async (ms) => clock.advance(ms / 1000),
    });
    const { send } = ports.sender;
    ports.sender.send = async (...args) => {
      const delivery = await send(...args);
      clock.advance(0.9);
      return delivery;
    };
    await deliver({ ...message, quiet: true }, receiptOf(clock), ports);
    expect(sent.length).toBeGreaterThan(1);
    expect(memory.lane()?.sentAt).toBe(new Date(clock().getTime() - 900).toISOString());
  });

  it('keeps the text it began with, although the template was changed in between', async () => {
    const { run, sent, memory, clock } = dispatcher({
      body,
      webhook: { useTemplate: true, template: '{{ $raw }}' },
      answers: [{ kind: 'ok' }, busy],
    });
    await run();
    memory.table.webhooks.set(11, aWebhook({ useTemplate: true, template: 'other text' }));
    clock.advance(7);
    await run(2);
    expect(sent.every((message) => !message.text.includes('other text'))).toBe(true);
  });

  it('goes out no further when its owner gives it up between two parts', async () => {
    const { run, sent, memory, ports } = dispatcher({ body, webhook: { useTemplate: true, template: '{{ $raw }}' } });
    ports.dispatches = {
      ...memory.stores.dispatches,
      save: async (...args) => {
        const known = memory.dispatchOf();
        if (known || sent.length === 0) return memory.stores.dispatches.save(...args);
        await memory.stores.dispatches.save(
          giveUp({ ...args[0], version: 0 }, 'You gave this message up.').dispatch,
          undefined,
        );
        return undefined;
      },
    };
    await run();
    expect(sent.map(({ part }) => part)).toEqual([1]);
    expect(memory.dispatchOf()).toMatchObject({ state: 'error', errorMessage: 'You gave this message up.' });
  });

  it('is cut, and says so, when its webhook does not split', async () => {
    const { run, sent, memory } = dispatcher({
      body,
      webhook: { splitMessage: false, useTemplate: true, template: '{{ $raw }}' },
    });
    await run();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text.endsWith('(truncated)')).toBe(true);
    expect(memory.dispatchOf()?.note).toContain('cut');
  });
});

describe('a template that fails', () => {
  it('is a visible error with its place, and a notice without the payload, once', async () => {
    const { run, sent, memory, message, ports } = dispatcher({
      body: '{"secret":"s3cret"}',
      webhook: { useTemplate: true, template: '{{ secret + }}' },
    });
    await run();
    expect(memory.dispatchOf()).toMatchObject({ state: 'error' });
    expect(memory.dispatchOf()?.errorMessage).toContain('Line 1, column');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('Deploys');
    expect(sent[0]?.text).not.toContain('s3cret');
    const again = { ...message, invocationId: message.invocationId };
    await deliver(again, receiptOf(ports.clock, 2), ports);
    expect(sent).toHaveLength(1);
  });

  it('is an error too when it makes an empty message', async () => {
    const { run, memory, sent } = dispatcher({ webhook: { useTemplate: true, template: '{{ nothing }}' } });
    await run();
    expect(memory.dispatchOf()?.errorMessage).toContain('The message is empty');
    expect(sent).toHaveLength(0);
  });
});
