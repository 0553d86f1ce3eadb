import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../lambdas/platform/outbound/outcome.ts';
import {
  afterNoAnswer,
  type Circuit,
  CLOSED,
  createCircuitBreaker,
  waitSeconds,
} from '../../lambdas/targets/circuit-breaker.ts';
import { networkOutcome } from '../../lambdas/targets/provider-answer.ts';
import { providerOf } from '../../lambdas/targets/send.ts';
import { aTarget, movableClock } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';

captureLog();

const silence: Outcome = {
  kind: 'ambiguous',
  code: 'answer-lost',
  reason: 'Telegram did not answer.',
  unanswered: true,
};
const telegram = { id: 'telegram', kind: 'telegram', name: 'Telegram' };

/** The circuit after this number of unanswered requests, each started when the previous one timed out. */
const afterNoAnswers = (count: number): Circuit => {
  let circuit = CLOSED;
  for (let at = 1; at <= count; at++) circuit = afterNoAnswer(circuit, at * 1e6, at * 1e6, 0.5);
  return circuit;
};

describe('a provider’s circuit', () => {
  it('stays closed for one or two unanswered requests, which may be chance', () => {
    for (const count of [0, 1, 2]) expect(waitSeconds(afterNoAnswers(count), 5, count * 1e6)).toBe(0);
  });

  it('opens with the third, for longer each time, up to five minutes', () => {
    const waits = [3, 4, 5, 6, 7, 8, 9].map((count) => waitSeconds(afterNoAnswers(count), 0, count * 1e6));
    expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300]);
  });

  it('varies its waits by a fifth', () => {
    const open = (random: number) => afterNoAnswer(afterNoAnswers(7), 8e6, 8e6, random);
    expect([0, 0.999].map((random) => waitSeconds(open(random), 0, 8e6))).toEqual([240, 360]);
  });

  it('ignores requests that were running when it opened', () => {
    const open = afterNoAnswers(3);
    expect(afterNoAnswer(open, open.openedAt - 1, open.openedAt + 5000, 0.5)).toEqual({ ...open, unanswered: 4 });
  });

  it('lets one message at a time test if the provider is back', () => {
    const open = afterNoAnswers(3);
    expect(waitSeconds(open, 0, open.openUntil)).toBe(0);
    expect(waitSeconds(open, 1, open.openUntil)).toBe(10);
  });
});

describe('the circuit breaker of a process', () => {
  const aProcess = () => {
    const clock = movableClock();
    const circuitBreaker = createCircuitBreaker({ clock, random: () => 0.5 });
    const hears = (outcome: Outcome, provider = telegram) => circuitBreaker.record(provider, outcome, clock());
    return { clock, circuitBreaker, hears };
  };

  it('closes with the first response, regardless of its content', () => {
    const { circuitBreaker, hears } = aProcess();
    for (let count = 0; count < 3; count++) hears(silence);
    expect(circuitBreaker.enter(telegram)).toBe(10);
    hears({ kind: 'retry', code: 'provider-unavailable', reason: 'Telegram has a fault.' });
    expect(circuitBreaker.enter(telegram)).toBe(0);
    for (let count = 0; count < 2; count++) hears(silence);
    expect(circuitBreaker.enter(telegram)).toBe(0);
  });

  it('frees a message’s place that ended without a request', () => {
    const { circuitBreaker, hears, clock } = aProcess();
    for (let count = 0; count < 3; count++) hears(silence);
    clock.advance(10);
    expect([circuitBreaker.enter(telegram), circuitBreaker.enter(telegram)]).toEqual([0, 10]);
    circuitBreaker.leave(telegram);
    expect(circuitBreaker.enter(telegram)).toBe(0);
  });

  it("does not apply one provider's silence to others", () => {
    const { circuitBreaker, hears } = aProcess();
    const receiver = (userId: number, host: string) =>
      providerOf(aTarget({ userId, kind: 'http', options: { url: `https://${host}/…hook` } }));
    for (let count = 0; count < 3; count++) hears(silence, receiver(1, 'one.example.com'));
    expect(circuitBreaker.enter(receiver(1, 'one.example.com'))).toBe(10);
    expect(circuitBreaker.enter(receiver(1, 'two.example.com'))).toBe(0);
    expect(circuitBreaker.enter(receiver(2, 'one.example.com'))).toBe(0);
    expect(circuitBreaker.enter(providerOf(aTarget({ kind: 'slack' })))).toBe(0);
  });

  it('ignores failed look-ups, which open and close no circuit', () => {
    const clock = movableClock();
    const circuitBreaker = createCircuitBreaker({ clock, random: () => 0.5 });
    const inVain = networkOutcome({ failure: 'dns', sent: false, detail: 'slack.com could not be looked up' }, 'Slack');
    for (let count = 0; count < 5; count++) circuitBreaker.record(telegram, inVain, clock());
    expect(circuitBreaker.enter(telegram)).toBe(0);
    for (let count = 0; count < 3; count++) circuitBreaker.record(telegram, silence, clock());
    circuitBreaker.record(telegram, inVain, clock());
    expect(circuitBreaker.enter(telegram)).toBe(10);
  });
});
