import { describe, expect, it } from 'vitest';
import { deliveryCodes, problemCauses, refusalCodes } from '#contract/codes';
import { dispatchCode } from '#contract/common';
import { type ProblemCode, problems } from '#contract/problems';
import { storedReason } from '../../lambdas/adapters/dynamodb/stored-reason.ts';
import { type Outcome, waitingReason } from '../../lambdas/outbound/outcome.ts';
import { AppError } from '../../lambdas/platform/errors.ts';

describe('the codes', () => {
  it('are plain words with hyphens, each once in its list', () => {
    for (const list of [deliveryCodes, problemCauses]) {
      expect(list.filter((code) => !/^[a-z]+(?:-[a-z]+)*$/.test(code))).toEqual([]);
      expect(new Set(list).size).toBe(list.length);
    }
  });

  it('have one of its own name for every problem that is refused with', () => {
    const unrefused: ProblemCode[] = ['internal'];
    const refused = Object.keys(problems).filter((problem) => !unrefused.includes(problem as ProblemCode));
    expect(refused.filter((problem) => !(problem in refusalCodes))).toEqual([]);
  });

  it('decide what problem a refusal is a case of', () => {
    expect(new AppError('target-changed', 'Whatever it says').problem).toBe('conflict');
    expect(new AppError('webhook-disabled', 'Whatever', { problem: 'conflict' }).problem).toBe('conflict');
  });

  it.each(['bot-blocked', 'E2001', 'T2001'])('take %s beside a message', (code) =>
    expect(dispatchCode.safeParse(code).success).toBe(true),
  );
  it.each(['The bot was blocked.', 'bot_blocked', 'Q1', ''])('take no "%s"', (code) =>
    expect(dispatchCode.safeParse(code).success).toBe(false),
  );
});

describe('a stored reason', () => {
  it('has its code and its text', () =>
    expect(storedReason.parse({ code: 'bot-blocked', text: 'Blocked.' })).toEqual({
      code: 'bot-blocked',
      text: 'Blocked.',
    }));
  it('from before there were codes keeps its text, and nothing said is no reason', () => {
    expect(storedReason.parse('Blocked.')).toEqual({ code: undefined, text: 'Blocked.' });
    expect(storedReason.parse('')).toBeUndefined();
  });
});

describe('the reason of a message that waits', () => {
  const busy: Outcome = { kind: 'retry', code: 'provider-unavailable', reason: 'It is down.' };
  it('says what becomes of the message, where that is promised', () => {
    expect(waitingReason({ ...busy, promise: 'again' })).toBe('It is down. The message is retried automatically.');
    expect(waitingReason({ ...busy, promise: 'tomorrow' })).toBe('It is down. The message is retried tomorrow.');
    expect(waitingReason(busy)).toBe('It is down.');
  });
});
