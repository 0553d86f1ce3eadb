import { describe, expect, it } from 'vitest';
import { startCycle } from '../../../lambdas/dispatches/owner/resend.ts';
import type { Target } from '../../../lambdas/model/target.ts';
import { busy } from '../../support/dispatcher.ts';
import { matters, rules } from '../../support/matters.ts';

const open = { status: 'firing', level: 'warning' };
const resolved = { status: 'resolved', level: 'ok' };

describe('calls about the same matter', () => {
  it('update one message, and reply when they resolve it', async () => {
    const { call, posts, dispatchOf } = matters();
    await call(open);
    const again = await call({ ...open, text: 'still high' }, 240);
    const last = await call({ ...resolved, text: 'fine' }, 480);
    expect(posts).toEqual([
      'new: CPU high',
      'update m1: CPU still high\n2 calls, latest at 12:05',
      'update m1: CPU fine\nResolved after 12 min · 3 calls',
      'reply m1: CPU fine\nResolved after 12 min · 3 calls',
    ]);
    expect(await dispatchOf(again)).toMatchObject({
      state: 'success',
      how: 'update',
      renderedMessage: 'CPU still high',
    });
    expect(await dispatchOf(last)).toMatchObject({ state: 'success', how: 'update-and-reply' });
  });

  it('begin the title of a new message with "Update:" where a target can do no better', async () => {
    const { call, posts, dispatchOf } = matters({ follows: [] });
    await call(open);
    expect(await dispatchOf(await call(open))).toMatchObject({ how: 'new' });
    await call(resolved);
    expect(posts).toEqual(['new: CPU high', 'new: Update: CPU high', 'new: Update: CPU high']);
  });

  it('name the earlier message for programs', async () => {
    const { call, asked } = matters({ follows: ['data'] });
    for (let calls = 0; calls < 3; calls++) await call(open);
    expect(asked.map(({ text, follows }) => [text, follows])).toEqual([
      ['CPU high', { ref: undefined, key: 'web-3' }],
      ['CPU high', { ref: 'm1', key: 'web-3' }],
      ['CPU high', { ref: 'm1', key: 'web-3' }],
    ]);
  });

  it('only reply, or only update, if the owner wants that', async () => {
    const replies = matters({ webhook: { follow: 'reply' } });
    for (const seconds of [0, 301, 1]) await replies.call(open, seconds);
    expect(replies.posts).toEqual(['new: CPU high', 'reply m1: CPU high\n2 calls, latest at 12:05']);
    const updates = matters({ webhook: { follow: 'update' } });
    for (const body of [open, resolved]) await updates.call(body);
    expect(updates.posts.map((post) => post.slice(0, 9))).toEqual(['new: CPU ', 'update m1']);
  });

  it('are counted without a request, and their dispatch says so', async () => {
    const { call, posts, dispatchOf, kept } = matters({ follows: ['reply'] });
    await call(open);
    expect(await dispatchOf(await call(open))).toMatchObject({ state: 'success', how: 'counted' });
    expect(posts).toHaveLength(1);
    expect([...kept.kept.values()]).toMatchObject([{ count: 2, ref: 'm1' }]);
  });

  it('keep the link that a later call lacks', async () => {
    const { call, asked } = matters({ webhook: { format: 'rich', template: '# {{name}}\n\n{{text}}' } });
    await call({ ...open, url: 'https://grafana.example.com/d/1' });
    await call(open);
    const link = 'https://grafana.example.com/d/1';
    expect(asked[1]?.rich?.blocks.at(-1)).toMatchObject({ runs: [{ text: '2 calls, latest at 12:02', link }] });
  });

  it('are separate for each webhook and for long keys', async () => {
    const { call, posts, kept } = matters();
    await call({ ...open, id: 'k'.repeat(10_000) });
    await call({ ...open, id: 'k'.repeat(10_000) });
    expect(posts).toHaveLength(2);
    expect([...kept.kept.keys()]).toHaveLength(1);
  });
});

describe('an earlier message', () => {
  it('is replaced by a new one if it was deleted or the provider refuses to change it', async () => {
    const { call, posts, answers, dispatchOf } = matters();
    await call(open);
    answers.push({ kind: 'lost', why: 'gone' });
    expect(await dispatchOf(await call(open))).toMatchObject({
      how: 'new',
      note: 'The earlier message no longer exists, so this is a new one',
    });
    answers.push({ kind: 'lost', why: 'refused' });
    await call(open);
    await call(open);
    expect(posts.map((post) => post.split(':')[0])).toEqual([
      ...['new', 'update m1', 'new'],
      ...['update m2', 'new', 'update m3'],
    ]);
  });

  it('is never one in another chat', async () => {
    const { call, posts, table } = matters();
    await call(open);
    const target = table.targets.get(21) as Target;
    table.targets.set(21, { ...target, options: { chat: 'another one' } });
    await call(open);
    await call(open);
    expect(posts.map((post) => post.split(':')[0])).toEqual(['new', 'new', 'update m2']);
  });

  it('follows a chat that the provider moved', async () => {
    const { call, posts, answers } = matters();
    answers.push({ kind: 'ok', options: { chat: 'a supergroup' }, ref: 'm1' });
    await call(open);
    // The effect on the target is not simulated, so its chat is still the old one.
    await call(open);
    expect(posts.map((post) => post.split(':')[0])).toEqual(['new', 'new']);
  });

  it('continues with marked new messages if the provider gave no id, and ends with its resolution', async () => {
    const { call, posts, answers, kept } = matters();
    for (let times = 0; times < 3; times++) answers.push({ kind: 'ok', ref: '' });
    await call(open);
    await call(open);
    await call({ ...open, status: 'resolved' });
    expect(posts.map((post) => post.split(' ').slice(0, 2).join(' '))).toEqual([
      'new: CPU',
      'new: Update:',
      'new: Update:',
    ]);
    expect([...kept.kept.values()]).toMatchObject([{ count: 3, state: 'resolved', ref: '' }]);
  });
});

describe('a new message', () => {
  const isNew = (posts: string[]) => posts.every((post) => post.startsWith('new: '));

  it('is what a test call, a resend and a message in several parts always are', async () => {
    const tested = matters();
    await tested.call(open);
    await tested.call(open, 60, { 'user-agent': 'Tellhook-Test' });
    await tested.call(open, 60, { 'tellhook-test': 'saved sample' });
    expect(tested.posts).toHaveLength(3);
    expect(isNew(tested.posts)).toBe(true);

    const resent = matters();
    const first = await resent.call(open);
    const summary = resent.table.summaries.get(first.id) ?? first;
    const cycle = {
      dispatches: resent.stores.dispatches,
      clock: resent.clock,
      counters: { countResend: async () => {} },
    };
    resent.clock.advance(5);
    await startCycle(summary, 21, { ...cycle, laneQueue: { send: async () => {} } as never });
    await resent.run(first.id, 1);
    expect(resent.posts).toEqual(['new: CPU high', 'new: CPU high']);

    const long = matters({ limit: 40 });
    await long.call(open);
    await long.call({ ...open, text: 'high '.repeat(20) });
    expect(long.posts.length).toBeGreaterThan(2);
    expect(isNew(long.posts)).toBe(true);
  });

  it('is what every call is without the setting or without a key', async () => {
    const off = matters({ webhook: { follow: 'off' } });
    const keyless = matters({ webhook: { subject: { ...rules, key: '"" ' } } });
    for (const each of [off, keyless]) {
      await each.call(open);
      await each.call(open);
      expect(isNew(each.posts)).toBe(true);
      expect(each.kept.kept.size).toBe(0);
    }
  });

  it('leaves out the line if the message would become too long', async () => {
    const { call, posts } = matters({ limit: 12 });
    await call(open);
    await call(open);
    expect(posts).toEqual(['new: CPU high', 'update m1: CPU high']);
  });
});

describe('the second request of a follow-up', () => {
  const world = () => {
    const waits: number[] = [];
    const base = matters();
    base.ports.pace = { ...base.ports.pace, claim: async () => waits.shift() ?? 0 };
    const ways = () => base.posts.map((post) => post.split(':')[0]);
    const again = async (id: string, seconds: number) => {
      base.clock.advance(seconds);
      await base.run(id);
    };
    return { ...base, waits, ways, again };
  };

  it('waits for the target’s rate limit, and does not repeat the first', async () => {
    const { call, again, ways, waits, dispatchOf } = world();
    await call(open);
    waits.push(0, 2);
    const last = await call(resolved);
    expect(ways()).toEqual(['new', 'update m1']);
    expect(await dispatchOf(last)).toMatchObject({ state: 'pending', attemptCount: 0 });
    await again(last.id, 2);
    expect(ways()).toEqual(['new', 'update m1', 'reply m1']);
    expect(await dispatchOf(last)).toMatchObject({ state: 'success', how: 'update-and-reply' });
  });

  it('is retried alone if it fails', async () => {
    const { call, again, ways, answers, dispatchOf } = world();
    await call(open);
    answers.push({ kind: 'ok' }, busy);
    const last = await call(resolved);
    await again(last.id, 8);
    expect(ways()).toEqual(['new', 'update m1', 'reply m1', 'reply m1']);
    expect(await dispatchOf(last)).toMatchObject({ state: 'success', how: 'update-and-reply' });
  });

  it('also waits if it is a new message for a deleted one', async () => {
    const { call, again, ways, waits, answers, dispatchOf } = world();
    await call(open);
    waits.push(0, 2);
    answers.push({ kind: 'lost', why: 'gone' });
    const last = await call(open);
    expect(ways()).toEqual(['new', 'update m1']);
    await again(last.id, 2);
    await call(open);
    expect(ways()).toEqual(['new', 'update m1', 'new', 'update m2']);
    const note = 'The earlier message no longer exists, so this is a new one';
    expect(await dispatchOf(last)).toMatchObject({ state: 'success', how: 'new', note });
  });

  it('is left out if the next call comes first', async () => {
    const { call, ways, waits } = world();
    await call(open);
    waits.push(0, 2);
    await call({ ...open, level: 'critical' });
    await call({ ...open, level: 'critical' });
    expect(ways()).toEqual(['new', 'update m1', 'update m1']);
  });
});

describe('a failure', () => {
  it('of an update is retried, and the matter stays as it was', async () => {
    const { call, run, posts, answers, kept, clock, dispatchOf } = matters();
    await call(open);
    answers.push(busy);
    const second = await call(open);
    expect([...kept.kept.values()]).toMatchObject([{ count: 1 }]);
    clock.advance(8);
    await run(second.id);
    expect(posts.at(-1)).toBe('update m1: CPU high\n2 calls, latest at 12:02');
    expect(await dispatchOf(second)).toMatchObject({ state: 'success', how: 'update' });
  });

  it('between sending and storing the matter repeats a message and loses none', async () => {
    const world = matters();
    const { call, posts, ports } = world;
    await call(open);
    const { put } = ports.matters;
    ports.matters.put = async () => {
      throw new Error('the table failed');
    };
    await call(open);
    ports.matters.put = put;
    await call(open);
    expect(posts.map((post) => post.split(':')[0])).toEqual(['new', 'update m1', 'update m1']);
  });

  it('after storing the matter sends nothing twice', async () => {
    const { call, run, posts, table } = matters();
    await call(open);
    const second = await call(open);
    // The function was killed before it stored the dispatch.
    table.dispatches.delete(`${second.id}-21`);
    table.summaries.set(second.id, second);
    await run(second.id);
    expect(posts).toHaveLength(2);
  });
});
