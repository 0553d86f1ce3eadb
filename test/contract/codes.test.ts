import { describe, expect, it } from 'vitest';
import { deliveryCodes, problemCauses, refusalCodes } from '#contract/codes';
import { dispatchCode } from '#contract/common';
import { type ProblemCode, problems } from '#contract/problems';
import { storedReason } from '../../lambdas/adapters/dynamodb/stored-reason.ts';
import { AppError } from '../../lambdas/platform/errors.ts';
import { type Outcome, waitingReason } from '../../lambdas/platform/outbound/outcome.ts';

describe('error codes', () => {
  it('are unique hyphenated words', () => {
    for (const list of [deliveryCodes, problemCauses]) {
      expect(list.filter((code) => !/^[a-z]+(?:-[a-z]+)*$/.test(code))).toEqual([]);
      expect(new Set(list).size).toBe(list.length);
    }
  });

  it('include one of the same name for every problem type', () => {
    const unrefused: ProblemCode[] = ['internal'];
    const refused = Object.keys(problems).filter((problem) => !unrefused.includes(problem as ProblemCode));
    expect(refused.filter((problem) => !(problem in refusalCodes))).toEqual([]);
  });

  it('determine the problem type of an error', () => {
    expect(new AppError('target-changed', 'Whatever it says').problem).toBe('conflict');
    expect(new AppError('webhook-disabled', 'Whatever', { problem: 'conflict' }).problem).toBe('conflict');
  });

  it.each(['bot-blocked', 'E2001', 'T2001'])('accept %s next to a message', (code) =>
    expect(dispatchCode.safeParse(code).success).toBe(true),
  );
  it.each(['The bot was blocked.', 'bot_blocked', 'Q1', ''])('reject "%s"', (code) =>
    expect(dispatchCode.safeParse(code).success).toBe(false),
  );
});

describe('a stored reason', () => {
  it('has a code and a text', () =>
    expect(storedReason.parse({ code: 'bot-blocked', text: 'Blocked.' })).toEqual({
      code: 'bot-blocked',
      text: 'Blocked.',
    }));
  it('without a code keeps its text, and an empty one counts as none', () => {
    expect(storedReason.parse('Blocked.')).toEqual({ code: undefined, text: 'Blocked.' });
    expect(storedReason.parse('')).toBeUndefined();
  });
});

describe('the reason why a message waits', () => {
  const busy: Outcome = { kind: 'retry', code: 'provider-unavailable', reason: 'It is down.' };
  it('says what happens to the message next, where the documentation promises it', () => {
    expect(waitingReason({ ...busy, promise: 'again' })).toBe('It is down. The message is retried automatically.');
    expect(waitingReason({ ...busy, promise: 'tomorrow' })).toBe('It is down. The message will be retried tomorrow.');
    expect(waitingReason(busy)).toBe('It is down.');
  });
});
