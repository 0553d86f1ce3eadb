import { describe, expect, it } from 'vitest';
import { nextRetryDelay, type SettleContext, settle } from '../../lambdas/dispatches/settle.ts';
import { expire, isExpired, waitsUntil } from '../../lambdas/dispatches/states.ts';
import { isFinal, newDispatch } from '../../lambdas/model/dispatch.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';
import type { Outcome } from '../../lambdas/platform/outbound/outcome.ts';
import { aSummary } from '../support/in-memory.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const fresh = newDispatch(aSummary(now), 21, { name: 'Ops channel', kind: 'slack' });
const context = (over: Partial<SettleContext> = {}): SettleContext => ({
  plan: plans.free,
  now,
  durationMs: 12,
  random: 0.5,
  cause: 'retry',
  ...over,
});
const busy: Outcome = {
  kind: 'retry',
  code: 'provider-unavailable',
  reason: 'Slack is busy.',
  promise: 'again',
  providerWords: 'rate_limited',
};
const waitOf = (settled: ReturnType<typeof settle>) =>
  (new Date(settled.nextAttemptAt ?? 0).getTime() - now.getTime()) / 1000;

describe('settling an attempt', () => {
  it('ends with success if the provider accepted the message, and keeps its note', () => {
    const dispatch = settle({ kind: 'ok', note: 'Sent as plain text.' }, fresh, context());
    expect(isFinal(dispatch)).toBe(true);
    expect(dispatch).toMatchObject({
      state: 'success',
      errorMessage: '',
      note: 'Sent as plain text.',
      attemptCount: 1,
    });
    expect(dispatch.attempts).toEqual([
      { cause: 'retry', at: now.toISOString(), outcome: 'ok', detail: 'Delivered.', durationMs: 12 },
    ]);
  });

  it('marks the first attempt after a resend, and no other', () => {
    const again = { ...fresh, attemptCount: 2, cycle: { startedAt: now.toISOString(), attemptsBefore: 2 } };
    const first = settle(busy, again, context());
    const second = settle({ kind: 'ok' }, first, context());
    expect(second.attempts.map(({ sentAgain }) => sentAgain)).toEqual([true, undefined]);
  });

  it('counts no attempt made while the lane was paused: the plan continues where it stopped', () => {
    const paused = { resumeAt: undefined, wasPaused: true };
    let dispatch = settle(busy, fresh, context());
    for (let probe = 0; probe < 20; probe++) dispatch = settle(busy, dispatch, context(), paused);
    expect(dispatch).toMatchObject({ state: 'waiting', attemptCount: 21 });
    const next = settle(busy, dispatch, context());
    expect(waitOf(next)).toBe(nextRetryDelay(2, plans.free.retry));
    expect(settle(busy, dispatch, context({ now: secondsAfter(now, 400 * 86_400) })).state).toBe('error');
  });

  it.each(['fail_message', 'fail_target'] as const)('ends with an error that waiting cannot fix (%s)', (kind) => {
    const dispatch = settle(
      { kind, code: 'chat-gone', reason: 'The channel is gone.', providerWords: 'no_service' },
      fresh,
      context(),
    );
    expect(isFinal(dispatch)).toBe(true);
    expect(dispatch.state).toBe('error');
    expect(dispatch.errorMessage).toBe('The channel is gone. Details: no_service.');
    expect(dispatch.nextAttemptAt).toBeUndefined();
  });

  it('keeps a short wait in the lane, so the order of arrival holds', () => {
    const dispatch = settle(busy, fresh, context());
    expect(waitOf(dispatch)).toBe(5);
    expect(dispatch).toMatchObject({
      state: 'waiting',
      generation: 0,
      placement: { kind: 'due', at: secondsAfter(now, 905).toISOString() },
    });
  });

  it('leaves the lane for a long wait, and makes the old lane message void', () => {
    const dispatch = settle(busy, { ...fresh, attemptCount: 2 }, context());
    expect(dispatch.placement).toEqual({ kind: 'due', at: '2026-11-20T12:02:00.000Z' });
    expect(dispatch.generation).toBe(1);
  });

  it('never returns before the end of a Retry-After, regardless of the jitter', () => {
    for (const random of [0, 0.25, 0.5, 0.999]) {
      expect(waitOf(settle({ ...busy, afterSeconds: 40 }, fresh, context({ random })))).toBeGreaterThanOrEqual(40);
    }
  });

  it('varies its waits by a fifth in both directions', () => {
    expect(waitOf(settle(busy, fresh, context({ random: 0 })))).toBeCloseTo(4, 5);
    expect(waitOf(settle(busy, fresh, context({ random: 1 })))).toBeCloseTo(6, 5);
  });

  it('waits at least ten minutes if our own credential is rejected, without blaming the target', () => {
    const settled = settle(
      { kind: 'fail_config', code: 'credentials-refused', reason: 'Our access to Slack is refused.' },
      fresh,
      context(),
    );
    expect(waitOf(settled)).toBeGreaterThanOrEqual(600);
    expect(settled.state).toBe('waiting');
  });

  it('tries again if it is unknown whether the message arrived', () => {
    expect(
      settle({ kind: 'ambiguous', code: 'answer-lost', reason: 'The connection broke.' }, fresh, context()).state,
    ).toBe('waiting');
  });

  it('gives a Free account eight attempts, then fails permanently with that reason', () => {
    let dispatch = fresh;
    for (let attempt = 1; attempt <= 7; attempt++) {
      dispatch = settle(busy, dispatch, context());
      expect(dispatch.state).toBe('waiting');
    }
    const last = settle(busy, dispatch, context());
    expect(isFinal(last)).toBe(true);
    expect(last.errorMessage).toContain('Gave up after 8 attempts.');
  });

  it('promises another attempt only for a message that waits for one', () => {
    const waiting = settle(busy, fresh, context());
    expect(waiting.errorMessage).toBe('Slack is busy. The message is retried automatically. Details: rate_limited.');
    const told = 'Slack is busy. Details: rate_limited.';
    expect(waiting.attempts.map(({ detail }) => detail)).toEqual([told]);
    const last = settle(busy, { ...fresh, attemptCount: 7 }, context());
    expect(last.errorMessage).toBe(`${told} Gave up after 8 attempts. Resend the message when the target works again.`);
    const removed = settle(busy, { ...fresh, expiresAt: now.getTime() / 1000 }, context());
    expect(removed.errorMessage).toBe(`${told} Gave up, because the call is about to expire.`);
    const old = { ...fresh, attemptCount: 30, cycle: { startedAt: '2026-10-21T12:00:00.000Z', attemptsBefore: 0 } };
    expect(settle(busy, old, context({ plan: plans.premium })).errorMessage).toBe(
      `${told} Gave up after 30 days. Resend the message when the target works again.`,
    );
  });

  it('keeps trying daily for a Premium account, and stops after thirty days', () => {
    expect(nextRetryDelay(9, plans.premium.retry)).toBe(86_400);
    expect(nextRetryDelay(40, plans.premium.retry)).toBe(86_400);
    const cycle = { startedAt: '2026-10-21T12:00:00.000Z', attemptsBefore: 0 };
    const old = { ...fresh, attemptCount: 30, cycle };
    const last = settle(busy, old, context({ plan: plans.premium }));
    expect(isFinal(last)).toBe(true);
    expect(last.errorMessage).toContain('Gave up after 30 days');
  });

  it('ends with an error that explains it before its call is removed', () => {
    const soon = { ...fresh, attemptCount: 6, expiresAt: now.getTime() / 1000 + 10_800 };
    expect(settle(busy, { ...soon, attemptCount: 2 }, context()).state).toBe('waiting');
    const dispatch = settle(busy, soon, context());
    expect(isFinal(dispatch)).toBe(true);
    expect(dispatch.errorMessage).toContain('the call is about to expire');
    const later = context({ now: new Date(now.getTime() + 3_601_000) });
    expect(isExpired(soon, later)).toBe(true);
    expect(expire(soon, { code: 'target-disabled', text: 'Disabled.' }, later.now)).toMatchObject({
      state: 'error',
      errorMessage: 'Disabled. The message waited until its call was about to expire.',
    });
  });

  it('is decided by the last wake-up of its lane before its call is removed', () => {
    const removed = { ...fresh, expiresAt: now.getTime() / 1000 };
    // The longest wait of a lane that was just woken, plus a quarter of an hour for its wake-up.
    const wakeUpBefore = secondsAfter(now, -(3600 * 1.2 + 900));
    expect(wakeUpBefore > waitsUntil(removed, plans.premium)).toBe(true);
  });

  it('stores the first and the latest attempts, and counts all of them', () => {
    let dispatch = fresh;
    for (let attempt = 0; attempt < 25; attempt++)
      dispatch = settle({ ...busy, reason: `try ${attempt}` }, dispatch, context({ plan: plans.premium }));
    expect(dispatch.attemptCount).toBe(25);
    expect(dispatch.attempts).toHaveLength(20);
    expect(dispatch.attempts[0]?.detail).toContain('try 0');
    expect(dispatch.attempts.at(-1)?.detail).toContain('try 24');
  });
});
