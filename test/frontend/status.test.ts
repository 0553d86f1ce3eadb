import { describe, expect, it } from 'vitest';
import * as status from '../../frontend/src/lib/status.ts';

describe('errors in the last three days', () => {
  it.each([
    [0, 'ok', '0 errors in 3 days'],
    [1, 'warn', '1 error in 3 days'],
    [7, 'warn', '7 errors in 3 days'],
    [8, 'err', '8 errors in 3 days'],
  ])('%i are %s', (count, tone, word) =>
    expect(status.errorsLook({ errorsLastDays: count, openErrors: count })).toMatchObject({ tone, word }),
  );

  it.each([
    [36, 0, 'idle', '36 errors in 3 days, all resent'],
    [1, 0, 'idle', '1 error in 3 days, resent'],
    [40, 4, 'warn', '40 errors in 3 days, 4 unresolved'],
    [40, 8, 'err', '40 errors in 3 days, 8 unresolved'],
  ])('%i, of which %i are still open, are %s', (errorsLastDays, openErrors, tone, word) =>
    expect(status.errorsLook({ errorsLastDays, openErrors })).toMatchObject({ tone, word }),
  );
});

describe('a limit', () => {
  it('is Hit or Not Hit, and an error only if calls are rejected', () => {
    expect(status.limitLook(true, true)).toMatchObject({ word: 'Hit', tone: 'err' });
    expect(status.limitLook(true, false)).toMatchObject({ word: 'Hit', tone: 'warn' });
    expect(status.limitLook(false, true)).toMatchObject({ word: 'Not Hit', tone: 'idle' });
  });
});

describe('a target’s status', () => {
  it.each([
    ['active', 'ok'],
    ['inactive', 'err'],
    ['pending', 'warn'],
    ['disabled', 'idle'],
    ['created', 'idle'],
    ['deleted', 'idle'],
    ['something new', 'idle'],
  ])('%s has the tone %s', (value, tone) => expect(status.targetLook({ status: value }).tone).toBe(tone));

  it('says that it waits for its owner’s review', () =>
    expect(status.targetLook({ status: 'disabled', statusCode: 'review-awaited' })).toMatchObject({
      word: 'Unconfirmed',
      tone: 'warn',
    }));
});

describe('the status of an invocation', () => {
  it.each([
    ['success', 'Success', 'ok'],
    ['partial', 'Partially Failed', 'warn'],
    ['error', 'Failed', 'err'],
    ['pending', 'Sending', 'idle'],
  ])('%s is shown as %s', (value, word, tone) => expect(status.invocationLook(value)).toMatchObject({ word, tone }));
});

describe('an unfinished call', () => {
  const look = (...states: ('pending' | 'retrying' | 'success' | 'error')[]) =>
    status.invocationLook(
      'pending',
      states.map((each) => ({ status: each })),
    );
  it.each([
    ['before the first attempt', look('pending', 'success'), 'Sending', 'idle'],
    ['after a failed attempt', look('pending', 'retrying', 'success'), 'Retrying', 'warn'],
    ['when a message has failed permanently', look('error', 'retrying', 'pending'), '1 failed, 2 waiting', 'err'],
  ])('shows the worst status so far: %s', (_when, { word, tone }, expected, colour) => {
    expect([word, tone]).toEqual([expected, colour]);
  });
});

it('a message that is still unsent after ten seconds is shown as waiting', () => {
  expect(status.dispatchLook('pending', false, 10_000).word).toBe('Sending');
  expect(status.dispatchLook('pending', false, 10_001).word).toBe('Waiting');
  expect(status.invocationLook('pending', [{ status: 'pending' }], 60_000).word).toBe('Waiting');
  expect(status.invocationLook('pending', [{ status: 'retrying' }], 60_000).word).toBe('Retrying');
  expect(status.invocationLook('pending', [{ status: 'waiting' }, { status: 'pending' }]).word).toBe('Waiting');
});

describe('a webhook’s targets', () => {
  const targets = [
    { id: 1, status: 'active' },
    { id: 2, status: 'inactive' },
    { id: 3, status: 'disabled' },
    { id: 4, status: 'inactive', statusCode: 'review-awaited' },
  ];
  it.each([
    ['all receiving messages', [1], undefined, undefined],
    ['one rejecting messages', [1, 2, 3], '1 of 3 targets inactive', 'warn'],
    ['all rejecting messages', [2], '1 of 1 target inactive', 'err'],
    ['the only one disabled', [3], '1 of 1 target off', 'warn'],
    ['the only one waiting for its owner', [4], '1 of 1 target unconfirmed', 'warn'],
    ['no targets', [], 'No target', 'err'],
  ])('are summarised in its row: %s', (_what, ids, word, tone) => {
    const look = status.targetsLook(ids, targets);
    expect([look?.word, look?.tone]).toEqual([word, tone]);
  });
});

describe('the status of a dispatch', () => {
  it('is final only without a next attempt', () => {
    expect(status.dispatchLook('error', false).word).toBe('Failed');
    expect(status.dispatchLook('error', true).word).toBe('Retrying');
    expect(status.dispatchLook('success', false).word).toBe('Success');
  });
});

describe('an enabled webhook', () => {
  it('is green, and a disabled one red', () => {
    expect(status.webhookLook({ enabled: true }).tone).toBe('ok');
    expect(status.webhookLook({ enabled: false }).tone).toBe('err');
  });

  it('is not called enabled while it is beyond the plan', () => {
    const beyond = { enabled: true, disabledReason: 'Your plan allows 1 webhook. This webhook is over the limit.' };
    expect(status.webhookLook(beyond)).toMatchObject({ word: 'Over limit', tone: 'err', icon: 'cross' });
  });
});
