import { describe, expect, it, vi } from 'vitest';
import { acknowledge } from '../../lambdas/dispatches/acknowledge.ts';
import { acknowledgeInChat } from '../../lambdas/dispatches/acknowledge-in-chat.ts';
import { processMessage } from '../../lambdas/dispatches/delivery/process-message.ts';
import { acknowledgeCall } from '../../lambdas/dispatches/owner/acknowledge-call.ts';
import { startCycle } from '../../lambdas/dispatches/owner/resend.ts';
import { sendSteps } from '../../lambdas/dispatches/recovery/send-steps.ts';
import type { DispatchMessage, EndMessage } from '../../lambdas/model/lane-message.ts';
import { hashOfKey } from '../../lambdas/model/matter.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import { dispatchId } from '../../lambdas/platform/ids.ts';
import { metrics } from '../../lambdas/platform/metrics.ts';
import { broken, receiptOf } from '../support/dispatcher.ts';
import { aTarget, aWebhook } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';
import { matters, rules } from '../support/matters.ts';
import { chanceOf } from '../support/simulation/chance.ts';

captureLog();

const acknowledgeChoice: Webhook['acknowledge'] = {
  from: 'critical',
  steps: [
    { afterMinutes: 10, targetIds: [31] },
    { afterMinutes: 30, targetIds: [32, 33] },
  ],
};

type Queued = DispatchMessage | EndMessage;

/** A webhook whose critical calls have to be acknowledged, with the sweeper that sends its steps. */
const rig = (webhook: Partial<Webhook> = {}, options: Parameters<typeof matters>[0] = {}) => {
  const made = matters({ ...options, webhook: { follow: 'off', acknowledge: acknowledgeChoice, ...webhook } });
  const { ports, table, stores, clock, watches } = made;
  for (const id of [31, 32, 33]) table.targets.set(id, aTarget({ id, name: `Group ${id}` }));
  const queued: Queued[] = [];
  const sweeper = {
    ...ports,
    webhooks: { get: async (_user: number, id: number) => table.webhooks.get(id) },
    invocations: stores.invocations,
    targets: stores.targets,
    laneQueue: { send: async (messages: Queued[]) => void queued.push(...messages) },
    keepGoing: () => true,
  };
  const sweep = () => sendSteps(sweeper as Parameters<typeof sendSteps>[0]);
  const deliverQueued = async () => {
    for (const message of queued.splice(0))
      for (let receives = 1; receives < 9; receives++)
        if ((await processMessage(message, receiptOf(clock, receives), ports)).kind !== 'stay') break;
  };
  /** Sweeps and delivers each minute. */
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      clock.advance(60);
      await sweep();
      await deliverQueued();
    }
  };
  const dispatchAt = (call: { id: string }, targetId: number) => stores.dispatches.get(1, call.id, targetId);
  const id = { userId: 1, webhookId: 11, name: hashOfKey('web-3') };
  const confirm = (call: { id: string }, by = 'Ops') => acknowledge(id, { call: call.id, by }, ports);
  const watch = () => [...watches.values()][0]?.watch;
  const change = (over: Partial<Webhook>) =>
    table.webhooks.set(11, { ...(table.webhooks.get(11) ?? aWebhook()), ...over });
  return { ...made, sweep, sweeper, pass, queued, deliverQueued, dispatchAt, confirm, watch, change, id };
};

const critical = { level: 'critical' };

describe('a call that no one acknowledges', () => {
  it('goes to the targets of each step, within a minute of its time, and says why', async () => {
    const { call, pass, posts, asked, dispatchAt } = rig();
    const made = await call(critical);
    await pass(9);
    expect(posts).toHaveLength(1);
    await pass(1);
    expect(posts).toEqual(['new: CPU high', expect.stringMatching(/^new: Not acknowledged for 10 min\.\n\nCPU high$/)]);
    expect(await dispatchAt(made, 31)).toMatchObject({ state: 'success', step: { number: 1, afterMinutes: 10 } });
    expect((await dispatchAt(made, 31))?.attempts).toMatchObject([{ cause: 'escalation' }]);
    await pass(19);
    expect(posts).toHaveLength(2);
    await pass(1);
    expect(posts).toHaveLength(4);
    await pass(60);
    expect(posts).toHaveLength(4);
    expect(asked.every(({ acknowledge: link }) => link?.includes(made.id))).toBe(true);
  });

  it('goes to each step once and within a minute of its time, on 200 days on which the sweeper also crashes or runs twice', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      const chance = chanceOf(seed);
      const { call, clock, sweep, sweeper, deliverQueued, dispatchAt, watch, posts } = rig();
      const { save } = sweeper.watches;
      clock.advance(chance.between(0, 59));
      const made = await call(critical);
      clock.advance(chance.between(0, 59));
      for (let minute = 0; minute < 35; minute++) {
        clock.advance(60);
        if (chance.happens(0.3))
          sweeper.watches = { ...sweeper.watches, save: () => Promise.reject(new Error('crashed')) };
        await Promise.all(Array.from({ length: chance.happens(0.3) ? 2 : 1 }, sweep));
        sweeper.watches = { ...sweeper.watches, save };
        await deliverQueued();
      }
      expect(posts, `seed ${seed}`).toHaveLength(4);
      const startedAt = Date.parse(watch()?.startedAt ?? '');
      for (const [targetId, minutes] of [
        [31, 10],
        [32, 30],
        [33, 30],
      ] as const) {
        const [attempt, ...others] = (await dispatchAt(made, targetId))?.attempts ?? [];
        const late = Date.parse(attempt?.at ?? '') - startedAt - minutes * 60_000;
        expect(others, `seed ${seed}`).toEqual([]);
        expect(late, `seed ${seed}`).toBeGreaterThanOrEqual(0);
        expect(late, `seed ${seed}`).toBeLessThanOrEqual(60_000);
      }
    }
  });

  it('is written once, and again only for its steps', async () => {
    const { call, ports, watch } = rig();
    let writes = 0;
    const { save } = ports.watches;
    ports.watches.save = (...of) => {
      writes += 1;
      return save(...of);
    };
    await call(critical);
    await call(critical);
    await call({ level: 'warning' });
    expect(writes).toBe(1);
    expect(watch()).toMatchObject({ stepsDone: 0, severity: 'critical', title: 'CPU' });
  });

  it('gets no step twice when the sweeper runs twice, and none is lost if it stops in between', async () => {
    const { call, clock, sweep, sweeper, queued, deliverQueued, posts } = rig();
    await call(critical);
    clock.advance(600);
    await Promise.all([sweep(), sweep()]);
    await deliverQueued();
    expect(posts).toHaveLength(2);
    clock.advance(1200);
    const { save } = sweeper.watches;
    sweeper.watches = { ...sweeper.watches, save: () => Promise.reject(new Error('stopped')) };
    await sweep();
    sweeper.watches = { ...sweeper.watches, save };
    await sweep();
    await deliverQueued();
    expect(posts).toHaveLength(4);
    expect(queued).toEqual([]);
  });

  it('gets each step once when the clock jumps', async () => {
    const { call, clock, pass, posts } = rig();
    await call(critical);
    clock.advance(3 * 3600);
    await pass(3);
    expect(posts).toHaveLength(4);
    clock.advance(-7200);
    await pass(3);
    expect(posts).toHaveLength(4);
  });

  it('counts its minutes from the first message, and follows further calls with the same steps', async () => {
    const { call, pass, posts } = rig();
    await call(critical);
    await pass(5);
    await call(critical);
    await pass(5);
    expect(posts.filter((post) => post.includes('Not acknowledged'))).toHaveLength(1);
  });
});

describe('the steps end', () => {
  it('when someone acknowledges, whose delay is measured once', async () => {
    const { call, pass, posts, confirm } = rig();
    const made = await call(critical);
    await pass(5);
    const measure = vi.spyOn(metrics, 'measure').mockImplementation(() => {});
    expect((await confirm(made)).kind).toBe('first');
    expect(await confirm(made, 'Group 31')).toMatchObject({ kind: 'known', watch: { acknowledged: { by: 'Ops' } } });
    expect(measure.mock.calls.filter(([name]) => name === 'acknowledgeDelay')).toEqual([['acknowledgeDelay', 300_000]]);
    measure.mockRestore();
    await pass(60);
    expect(posts.filter((post) => post.includes('Not acknowledged'))).toEqual([]);
  });

  it('even if the step is already queued', async () => {
    const { call, clock, sweep, deliverQueued, confirm, posts, dispatchAt } = rig();
    const made = await call(critical);
    clock.advance(600);
    await sweep();
    await confirm(made);
    await deliverQueued();
    expect(posts).toHaveLength(1);
    expect(await dispatchAt(made, 31)).toMatchObject({
      state: 'skipped',
      note: 'Skipped: acknowledged by Ops, 12:11.',
      noteCode: 'escalation-over',
    });
  });

  it('but not for a skipped message that its owner resends', async () => {
    const { call, clock, sweep, deliverQueued, confirm, posts, dispatchAt, ports, queued } = rig();
    const made = await call(critical);
    clock.advance(600);
    await sweep();
    await confirm(made);
    await deliverQueued();
    const laneQueue = { send: async (messages: Queued[]) => void queued.push(...messages) };
    await startCycle(made, 31, { ...ports, counters: { countResend: async () => {} }, laneQueue });
    await deliverQueued();
    expect(posts).toHaveLength(2);
    expect((await dispatchAt(made, 31))?.state).toBe('success');
  });

  it('when a later call resolves the matter', async () => {
    const { call, pass, posts, confirm } = rig();
    const made = await call(critical);
    await call({ level: 'ok', status: 'resolved' });
    await pass(60);
    expect(posts).toHaveLength(2);
    expect((await confirm(made)).kind).toBe('over');
  });

  it.each([
    ['is disabled', { enabled: false }],
    ['no longer asks for acknowledgements', { acknowledge: null }],
  ])('when the webhook %s', async (_, over) => {
    const { call, pass, posts, change, watch } = rig();
    await call(critical);
    change(over);
    await pass(60);
    expect(posts).toHaveLength(1);
    expect(watch()?.nextAt).toBeUndefined();
  });

  it('when the webhook or the call is deleted', async () => {
    for (const gone of ['webhook', 'call']) {
      const { call, pass, posts, table } = rig();
      const made = await call(critical);
      if (gone === 'webhook') table.webhooks.delete(11);
      else table.summaries.delete(made.id);
      await pass(60);
      expect(posts).toHaveLength(1);
    }
  });
});

describe('the author of an acknowledgement in the app', () => {
  it.each([
    ['the owner', 'ada@example.com', undefined, 'ada'],
    ['a member', 'ada@example.com', 'mona.k@example.com', 'mona.k'],
    ['the owner of a trial, who has no address', '', undefined, 'the owner'],
  ])('is %s', async (_, email, memberEmail, by) => {
    const { call, ports, stores, sweeper, watch } = rig();
    const { id } = await call(critical);
    const users = { ...ports, ...sweeper, dispatches: stores.dispatches, owners: { get: async () => ({ email }) } };
    await acknowledgeCall(1, id, users, memberEmail);
    expect(watch()?.acknowledged?.by).toBe(by);
    await expect(acknowledgeCall(1, id, users, memberEmail)).rejects.toThrow(`already acknowledged by ${by} at`);
  });
});

describe('an acknowledged matter', () => {
  it('stays so for further calls, whose messages have no link', async () => {
    const { call, pass, asked, posts, confirm } = rig();
    await confirm(await call(critical));
    await call(critical);
    await pass(60);
    expect(posts.filter((post) => post.includes('Not acknowledged'))).toEqual([]);
    expect(asked.map(({ acknowledge: link }) => link !== undefined)).toEqual([true, false, false]);
  });

  it('waits again when its severity rises', async () => {
    const { call, pass, posts, confirm } = rig({ acknowledge: { ...acknowledgeChoice, from: 'warning' } });
    const first = await call({ level: 'warning' });
    await confirm(first);
    const second = await call(critical);
    expect((await confirm(first)).kind).toBe('over');
    await pass(10);
    expect(posts.at(-1)).toContain('Not acknowledged for 10 min.');
    expect((await confirm(second)).kind).toBe('first');
  });

  it('waits again when it opens after its resolution', async () => {
    const { call, pass, posts, confirm } = rig();
    await confirm(await call(critical));
    await call({ level: 'ok', status: 'resolved' });
    await call(critical);
    await pass(10);
    expect(posts.at(-1)).toContain('Not acknowledged for 10 min.');
  });
});

describe('the copies of an acknowledged call', () => {
  it('say who acknowledged it, and have no link', async () => {
    const { call, clock, sweep, deliverQueued, confirm, posts, asked } = rig();
    await confirm(await call(critical));
    clock.advance(60);
    await Promise.all([sweep(), sweep()]);
    await deliverQueued();
    expect(posts).toEqual(['new: CPU high', 'update m1: CPU high\nAcknowledged by Ops, 12:01']);
    expect(asked[1]?.acknowledge).toBeUndefined();
    await sweep();
    await deliverQueued();
    expect(posts).toHaveLength(2);
  });

  it('get a reply where messages cannot be changed', async () => {
    const { call, pass, confirm, posts } = rig({}, { follows: ['reply'] });
    await confirm(await call(critical));
    await pass(2);
    expect(posts).toEqual(['new: CPU high', 'reply m1: Acknowledged by Ops, 12:01']);
  });

  it('show the latest call about the matter, which keeps the line', async () => {
    const { call, pass, confirm, posts } = rig({ follow: 'auto' });
    const first = await call(critical);
    await call({ ...critical, text: 'higher' });
    await confirm(first);
    await pass(1);
    expect(posts.at(-1)).toBe('update m1: CPU higher\n2 calls, latest at 12:02 · Acknowledged by Ops, 12:02');
    await call({ ...critical, text: 'highest' });
    expect(posts.at(-1)).toContain('3 calls, latest at 12:04 · Acknowledged by Ops, 12:02');
  });

  it.each<[string, (made: ReturnType<typeof rig>) => unknown]>([
    ['the target got another chat', ({ table }) => table.targets.set(21, aTarget({ options: { chat: 'other' } }))],
    ['the target is disabled', ({ table }) => table.targets.set(21, aTarget({ status: 'disabled' }))],
    ['the webhook was deleted', ({ table }) => table.webhooks.delete(11)],
    ['the matter was resolved', ({ call }) => call({ level: 'ok', status: 'resolved' }, 1)],
  ])('stay as they are if %s', async (_, change) => {
    const made = rig();
    await made.confirm(await made.call(critical));
    await change(made);
    await made.pass(2);
    expect(made.posts.filter((post) => post.includes('Acknowledged'))).toEqual([]);
  });

  it('are changed again after a short failure, and left alone after a few', async () => {
    const { call, clock, sweep, queued, tell, confirm, posts, answers } = rig();
    await confirm(await call(critical));
    clock.advance(60);
    await sweep();
    const [message] = queued.splice(0);
    if (message?.kind !== 'end') throw new Error('nothing is queued');
    answers.push(broken, broken, broken);
    const results = [];
    // It was behind waiting messages, and received with them eight times.
    for (const receives of [9, 10, 11, 12]) results.push((await tell(message, receives)).kind);
    expect(results).toEqual(['stay', 'stay', 'stay', 'ack']);
    expect(posts).toHaveLength(4);
  });
});

describe('the targets of sent steps', () => {
  const resolve = (made: ReturnType<typeof rig>) => made.call({ level: 'ok', status: 'resolved', text: 'low' }, 1);
  const escalated = async (options: Parameters<typeof rig>[1] = {}) => {
    const made = rig({}, options);
    const first = await made.call(critical);
    await made.pass(10);
    made.posts.length = 0;
    return { ...made, first };
  };

  it.each([
    [
      ['update', 'reply'] as const,
      ['update m2: Not acknowledged for 10 min.\n\nCPU high\nResolved after 10 min', 'reply m2: Resolved after 10 min'],
    ],
    [['reply'] as const, ['reply m2: Resolved after 10 min']],
    [['update'] as const, ['update m2: Not acknowledged for 10 min.\n\nCPU high\nResolved after 10 min']],
    [[] as const, ['new: CPU\nResolved after 10 min']],
  ])('hear of a resolution once, with %j', async (follows, expected) => {
    const made = await escalated({ follows });
    await resolve(made);
    expect(made.posts).toEqual(['new: CPU low']);
    await made.pass(60);
    expect(made.posts.slice(1)).toEqual(expected);
    expect(await made.dispatchAt(made.first, 32)).toBeUndefined();
  });

  it.each([
    [['update', 'reply'] as const, /^update m2: .*Acknowledged by Ops/s],
    [[] as const, /^new: CPU\nAcknowledged by Ops, 12:11$/],
  ])('hear of an acknowledgement, and then of the resolution, with %j', async (follows, expected) => {
    const made = await escalated({ follows });
    await made.confirm(made.first);
    await made.pass(2);
    expect(made.posts.filter((post) => expected.test(post))).toHaveLength(1);
    await resolve(made);
    await made.pass(2);
    expect(made.posts.at(-1)).toMatch(/Resolved after 1\d min$/);
    expect(made.posts.filter((post) => post.includes('Acknowledged'))).toHaveLength(follows.length === 0 ? 1 : 2);
  });

  it('hear of it if the matter waits again, and resolves before its next step', async () => {
    const made = await escalated();
    await made.confirm(made.first);
    await made.pass(1);
    made.change({ acknowledge: { ...acknowledgeChoice, from: 'warning' } });
    const { watch } = [...made.watches.values()][0] as { watch: { severity: string } };
    watch.severity = 'warning';
    await made.call(critical);
    expect(made.watch()).toMatchObject({ stepsDone: 0, escalated: [made.first.id] });
    await resolve(made);
    await made.pass(2);
    expect(made.posts.at(-1)).toMatch(/^reply m2: Resolved after/);
  });

  it('hear of it once if sweepers and lane messages are repeated, or stop in between', async () => {
    const made = await escalated({ follows: ['reply'] });
    const { sweep, sweeper, clock, queued, deliverQueued, posts } = made;
    await resolve(made);
    clock.advance(60);
    const { save } = sweeper.watches;
    sweeper.watches = { ...sweeper.watches, save: () => Promise.reject(new Error('stopped')) };
    await sweep();
    sweeper.watches = { ...sweeper.watches, save };
    await Promise.all([sweep(), sweep()]);
    expect(queued.length).toBeGreaterThan(1);
    await deliverQueued();
    expect(posts.slice(1)).toEqual(['reply m2: Resolved after 10 min']);
    await sweep();
    expect(queued).toEqual([]);
  });

  it('hear of it at most once if the function stops after the request', async () => {
    const made = await escalated({ follows: ['reply'] });
    await resolve(made);
    made.clock.advance(60);
    await made.sweep();
    const [message] = made.queued.splice(0);
    if (message?.kind !== 'end') throw new Error('nothing is queued');
    const { follow } = made.ports.sender;
    made.ports.sender.follow = async (...of) => {
      await follow(...of);
      throw new Error('stopped');
    };
    await expect(made.tell(message)).rejects.toThrow('stopped');
    made.ports.sender.follow = follow;
    await made.tell(message, 2);
    expect(made.posts.slice(1)).toEqual(['reply m2: Resolved after 10 min']);
  });

  it('hear of it again after a short failure, and in a new message if theirs is gone', async () => {
    const made = await escalated();
    await resolve(made);
    made.clock.advance(60);
    await made.sweep();
    const [message] = made.queued.splice(0);
    if (message?.kind !== 'end') throw new Error('nothing is queued');
    made.answers.push(broken, { kind: 'lost', why: 'gone' });
    const kinds = [];
    for (const receives of [1, 2, 3, 4]) kinds.push((await made.tell(message, receives)).kind);
    expect(kinds).toEqual(['stay', 'stay', 'ack', 'ack']);
    expect(made.posts.at(-1)).toBe('new: CPU\nResolved after 10 min');
    expect(made.posts).toHaveLength(4);
  });

  it('get no news from a step that was skipped', async () => {
    const made = rig();
    await made.call(critical);
    made.clock.advance(600);
    await made.sweep();
    await resolve(made);
    await made.deliverQueued();
    await made.pass(3);
    expect(made.posts.filter((post) => post.includes('Resolved after'))).toEqual([]);
  });
});

describe('a click in a chat', () => {
  it('acknowledges once, and tells later people who was first', async () => {
    const made = rig();
    const first = await made.call(critical);
    const chatPorts = { ...made.ports, webhooks: made.sweeper.webhooks };
    const click = (by: string, targetId = 21) =>
      acknowledgeInChat({ userId: 1, dispatchId: dispatchId(first.id, targetId), by }, chatPorts);
    expect(await click('Eve', 31)).toMatch(/^Nothing to acknowledge/);
    expect(await click('Ada')).toBe('Acknowledged. No further targets get this alert.');
    expect(await click('Bob')).toBe('Already: Acknowledged by Ada, 12:01');
    await made.pass(60);
    expect(made.posts.at(-1)).toBe('update m1: CPU high\nAcknowledged by Ada, 12:01');
    made.change({ acknowledge: null });
    expect(await click('Cleo')).toMatch(/^Nothing to acknowledge/);
  });
});

describe('no acknowledgement is asked', () => {
  it.each([
    ['below the severity', { level: 'warning' }, {}],
    ['for a test call', critical, { 'tellhook-test': 'saved sample' }],
  ])('%s', async (_, body, headers) => {
    const { call, asked, watches } = rig();
    await call(body, 60, headers);
    expect(asked).toMatchObject([{ text: 'CPU high' }]);
    expect(asked[0]?.acknowledge).toBeUndefined();
    expect(watches.size).toBe(0);
  });

  it('for a resend, without the setting, and for a call that only resolves', async () => {
    const { call, run, clock, ports, table, asked, watches } = rig({ acknowledge: null });
    const made = await call(critical);
    table.webhooks.set(11, { ...(table.webhooks.get(11) as Webhook), acknowledge: acknowledgeChoice });
    clock.advance(60);
    const counters = { countResend: async () => {} };
    await startCycle(made, 21, { ...ports, counters, laneQueue: { send: async () => {} } });
    await run(made.id, 1);
    await call({ level: 'ok', status: 'resolved' });
    expect(asked).toHaveLength(3);
    expect(asked.every(({ acknowledge: link }) => link === undefined)).toBe(true);
    expect(watches.size).toBe(0);
  });

  it('without a key, each call waits alone', async () => {
    const { call, pass, posts, watches } = rig({ subject: { ...rules, key: 'none' } });
    await call(critical);
    await call(critical);
    expect(watches.size).toBe(2);
    await pass(10);
    expect(posts.filter((post) => post.includes('Not acknowledged'))).toHaveLength(2);
  });
});
