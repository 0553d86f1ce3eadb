import { describe, expect, it } from 'vitest';
import { digestLimit } from '../../../lambdas/dispatches/delivery/digest-limit.ts';
import { startCycle } from '../../../lambdas/dispatches/owner/resend.ts';
import type { Message } from '../../../lambdas/model/message.ts';
import type { Target } from '../../../lambdas/model/target.ts';
import { matters } from '../../support/matters.ts';

const digest = { after: 5, withinSeconds: 60 };
const startedAt = '2026-11-20T12:00:00.000Z';
const arriving = {
  dispatch: { attemptCount: 0, partsDone: 0, cycle: { startedAt, attemptsBefore: 0 } },
  summary: { invokedAt: startedAt },
  webhook: { id: 11, digest },
  lane: { mode: 'flowing' },
  severity: 'warning',
  isWatched: false,
} as const;
type Arriving = Parameters<typeof digestLimit>[0];

describe("a message's limit", () => {
  const previousAt = '2026-11-20T11:59:59.000Z';
  const fallbackFor = { targetId: 22, name: 'Ops', kind: 'mock', state: 'error' } as const;
  const limited = { webhookId: 11, ...digest, previousAt, invokedAt: expect.any(String) };

  it.each<[string, Partial<Arriving>]>([
    ['an ordinary message', {}],
    ['a message without severity', { severity: undefined }],
    ['a message of a lane that is catching up', { lane: { mode: 'catching-up' } }],
    ['a released call', { summary: { invokedAt: '2026-11-20T10:00:00.000Z', releasedAt: startedAt } }],
  ])('applies to %s', (_name, over) => {
    expect(digestLimit({ ...arriving, dispatch: { ...arriving.dispatch, previousAt }, ...over })).toEqual(limited);
  });

  it.each<[string, Partial<Arriving>]>([
    ['a webhook without the setting', { webhook: { id: 11, digest: null } }],
    ['a critical message', { severity: 'critical' }],
    ['a message to acknowledge, because a digest has no link for that', { isWatched: true }],
    ['a message that shows if its target works again', { lane: { mode: 'paused' } }],
    ['a retry', { dispatch: { ...arriving.dispatch, attemptCount: 1 } }],
    ['a partly sent message', { dispatch: { ...arriving.dispatch, partsDone: 1 } }],
    ['a manual retry', { dispatch: { ...arriving.dispatch, ignoresRules: true } }],
    ['a fallback', { dispatch: { ...arriving.dispatch, fallbackFor } }],
    ['a resend', { summary: { invokedAt: '2026-11-20T10:00:00.000Z' } }],
  ])('does not apply to %s', (_name, over) => {
    expect(digestLimit({ ...arriving, ...over })).toBeUndefined();
  });
});

/** A dispatcher whose limit is used up. */
const storm = (options: Parameters<typeof matters>[0] = {}) => {
  const world = matters({ ...options, webhook: { digest, ...options.webhook } });
  const kept: Message[] = [];
  Object.assign(world.ports.sender, {
    intoDigest: async (message: Message, _target: Target) => {
      if (!message.digest) return undefined;
      kept.push(message);
      return { kind: 'ok', how: 'digest', note: 'Combined', wasSent: false };
    },
  });
  return { ...world, kept };
};

describe('a message beyond the limit', () => {
  const warning = { id: '', status: 'firing', level: 'warning' };

  it('is delivered by the digest, without a request to the provider', async () => {
    const { call, dispatchOf, posts, kept } = storm();
    const summary = await call(warning);
    expect(await dispatchOf(summary)).toMatchObject({
      state: 'success',
      how: 'digest',
      note: 'Combined',
      attemptCount: 1,
    });
    expect(kept.map(({ facts }) => facts?.severity)).toEqual(['warning']);
    expect(posts).toEqual([]);
    expect(await dispatchOf(await call({ ...warning, level: 'critical' }))).not.toHaveProperty('how');
    expect(posts).toEqual(['new: CPU high']);
  });

  it('is combined whole if it has several parts', async () => {
    const { call, dispatchOf, posts } = storm({ limit: 30 });
    const summary = await call({ ...warning, text: 'high '.repeat(20) });
    expect(await dispatchOf(summary)).toMatchObject({ state: 'success', how: 'digest', note: 'Combined' });
    expect(posts).toEqual([]);
  });

  it('is sent alone if it is a test call or a resend', async () => {
    const { call, dispatchOf, posts, run, stores, table, clock } = storm();
    await call(warning, 60, { 'tellhook-test': 'saved sample' });
    const { id } = await call(warning);
    const summary = table.summaries.get(id);
    if (!summary) throw new Error('no call');
    clock.advance(5);
    await startCycle(summary, 21, {
      ...{ dispatches: stores.dispatches, clock, counters: { countResend: async () => {} } },
      laneQueue: { send: async () => {} } as never,
    });
    await run(id, 1);
    expect(posts).toEqual(['new: CPU high', 'new: CPU high']);
    const resent = await dispatchOf({ id });
    expect([resent?.state, resent?.how]).toEqual(['success', undefined]);
  });

  it('leaves its matter unknown, and follow-ups on known matters are never combined', async () => {
    const { call, posts, kept, table } = storm();
    const webhook = table.webhooks.get(11);
    if (!webhook) throw new Error('no webhook');
    await call({ ...warning, id: 'disk' });
    table.webhooks.set(11, { ...webhook, digest: null });
    await call({ ...warning, id: 'disk' });
    table.webhooks.set(11, webhook);
    await call({ ...warning, id: 'disk', status: 'resolved' });
    expect(kept).toHaveLength(1);
    expect(posts.map((post) => post.slice(0, 9))).toEqual(['new: CPU ', 'update m1', 'reply m1:']);
  });
});
