import { describe, expect, it } from 'vitest';
import {
  type AcknowledgeChoice,
  acknowledged,
  acknowledgedLine,
  dueStep,
  isWaiting,
  isWanted,
  reasonToStop,
  watchCall,
} from '../../lambdas/dispatches/watch.ts';
import type { Watch } from '../../lambdas/model/watch.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';

const start = new Date('2026-11-20T03:00:00.000Z');
const minute = (minutes: number) => secondsAfter(start, minutes * 60);
const choice: AcknowledgeChoice = {
  from: 'warning',
  steps: [
    { afterMinutes: 10, targetIds: [31] },
    { afterMinutes: 30, targetIds: [32, 33] },
  ],
};
const said = (call: string, over: object = {}) => ({
  ...{ call, state: 'open' as const, severity: 'warning' as const, title: 'CPU', endsAt: minute(10_000) },
  ...over,
});
const fresh = watchCall(undefined, said('b'), choice, start) as Watch;
const done = acknowledged(fresh, 'Ops', minute(5));
const critical = { severity: 'critical' };
const resolved = { state: 'resolved', severity: 'ok' };

describe('a call’s effect on its watch', () => {
  const begins = { invocationId: 'c', stepsDone: 0 };
  const ended = watchCall(fresh, said('c', resolved), choice, minute(2)) as Watch;
  it.each<[string, Watch | undefined, ReturnType<typeof said>, number, object | undefined]>([
    ['begins with the first call', undefined, said('b'), 0, { invocationId: 'b', nextAt: minute(10).toISOString() }],
    ['is none below the chosen severity', undefined, said('b', { severity: 'info' }), 0, undefined],
    ['is none if nothing is open that it could resolve', undefined, said('b', resolved), 0, undefined],
    ['is none for the same call', fresh, said('b', critical), 1, undefined],
    ['is none for an older call', fresh, said('a', resolved), 1, undefined],
    ['is none for a further call', fresh, said('c'), 1, undefined],
    [
      'keeps the steps of a call whose severity rises',
      fresh,
      said('c', critical),
      1,
      { invocationId: 'b', ...critical },
    ],
    ['ends the watch of a resolved matter', fresh, said('c', resolved), 2, { resolvedAt: minute(2).toISOString() }],
    ['is none if it is resolved already', ended, said('d', resolved), 3, undefined],
    ['begins again after a resolution', ended, said('d'), 3, { invocationId: 'd' }],
    ['is none for an acknowledged matter', done, said('c'), 6, undefined],
    ['begins again if the severity rises after it', done, said('c', critical), 6, { ...begins, ...critical }],
    ['ends an acknowledged matter', done, said('c', resolved), 6, { resolvedAt: minute(6).toISOString() }],
    ['begins again a day later, if no one acknowledged', fresh, said('c'), 1441, begins],
    ['is none a day later, if someone did', done, said('c'), 1441, undefined],
    ['begins again after seven days', done, said('c'), 7 * 1440 + 1, begins],
  ])('%s', (_, watch, call, minutes, expected) => {
    const next = watchCall(watch, call, choice, minute(minutes));
    if (expected === undefined) expect(next).toBeUndefined();
    else expect(next).toMatchObject(expected);
    if (next && 'invocationId' in (expected ?? {}) && next.invocationId === call.call) {
      expect(next.acknowledged).toBeUndefined();
      expect(next.resolvedAt).toBeUndefined();
    }
  });

  it('ends every plan for a next step when it is resolved', () => expect(ended.nextAt).toBeUndefined());

  it('depends on the chosen severity', () => {
    const from = (name: AcknowledgeChoice['from']) =>
      (['ok', 'info', 'warning', 'critical'] as const).filter((severity) =>
        isWanted({ from: name, steps: [] }, severity),
      );
    expect(from('critical')).toEqual(['critical']);
    expect(from('warning')).toEqual(['warning', 'critical']);
    expect(from('always')).toEqual(['ok', 'info', 'warning', 'critical']);
  });
});

describe('a link in a message', () => {
  it('works for the call that began the watch and for later ones, until someone acknowledges', () => {
    expect(isWaiting(fresh, minute(1))).toBe(true);
    expect(isWaiting(fresh, minute(1), 'c')).toBe(true);
    expect(isWaiting(fresh, minute(1), 'a')).toBe(false);
    expect(isWaiting(done, minute(6))).toBe(false);
    expect(isWaiting({ ...fresh, resolvedAt: minute(1).toISOString() }, minute(2))).toBe(false);
  });

  it('ends when its call is removed', () => {
    expect(isWaiting(fresh, minute(9999))).toBe(true);
    expect(isWaiting(fresh, minute(10_000))).toBe(false);
  });
});

describe('a due step', () => {
  it('is each of the steps, once, at its minute', () => {
    expect(dueStep(fresh, choice, minute(9)).step).toBeUndefined();
    const first = dueStep(fresh, choice, minute(10));
    expect(first).toMatchObject({ step: { number: 1, afterMinutes: 10, targetIds: [31] } });
    expect(first.next.nextAt).toBe(minute(30).toISOString());
    expect(dueStep(first.next, choice, minute(29)).step).toBeUndefined();
    const second = dueStep(first.next, choice, minute(30));
    expect(second).toMatchObject({ step: { number: 2, targetIds: [32, 33] } });
    expect(second.next.nextAt).toBeUndefined();
    expect(dueStep(second.next, choice, minute(500)).step).toBeUndefined();
  });

  it('does not exist after an acknowledgement, without the setting, and once the call is removed', () => {
    expect(dueStep(fresh, null, minute(10))).toMatchObject({ step: undefined, next: { nextAt: undefined } });
    expect(dueStep(fresh, choice, minute(10_000))).toMatchObject({ step: undefined, next: { nextAt: undefined } });
  });

  it('is a single notice to the copies after an acknowledgement', () => {
    const { tells, step, next } = dueStep(done, choice, minute(5));
    expect([tells, step, next.nextAt]).toEqual(['acknowledged', undefined, undefined]);
    expect(dueStep(next, choice, minute(10))).toMatchObject({ tells: undefined, step: undefined });
    expect(dueStep(done, null, minute(5)).tells).toBeUndefined();
    const resolvedMeanwhile = watchCall(done, said('c', resolved), choice, minute(5)) as Watch;
    expect(dueStep(resolvedMeanwhile, choice, minute(6)).tells).toBe('resolved');
  });

  it('is a single notice to the targets of steps after a resolution', () => {
    const { next: escalated } = dueStep(fresh, choice, minute(10));
    const ended = watchCall(escalated, said('c', resolved), choice, minute(12)) as Watch;
    const { tells, step, next } = dueStep(ended, choice, minute(12));
    expect([tells, step, next.nextAt, next.escalated]).toEqual(['resolved', undefined, undefined, undefined]);
    expect(dueStep(next, choice, minute(13)).tells).toBeUndefined();
    expect(dueStep(ended, null, minute(12)).tells).toBeUndefined();
  });

  it('follows the present settings', () => {
    const later = { ...choice, steps: [{ afterMinutes: 20, targetIds: [31] }] };
    expect(dueStep(fresh, later, minute(10))).toMatchObject({
      step: undefined,
      next: { stepsDone: 0, nextAt: minute(20).toISOString() },
    });
  });
});

it('an acknowledgement is shown with its author and the time in the webhook’s zone', () => {
  const { acknowledged: it } = done;
  expect(it && acknowledgedLine(it, start, 'Europe/Berlin')).toBe('Acknowledged by Ops, 04:05');
  const webhook = { acknowledge: choice, timeZone: 'UTC' };
  expect(reasonToStop(done, webhook)).toBe('acknowledged by Ops, 03:05');
  expect(reasonToStop({ ...fresh, resolvedAt: minute(1).toISOString() }, webhook)).toBe('its matter was resolved');
  expect(reasonToStop(undefined, webhook)).toBe('its time is over');
  expect(reasonToStop(undefined, { ...webhook, acknowledge: null })).toMatch(/no longer asks anyone/);
});
