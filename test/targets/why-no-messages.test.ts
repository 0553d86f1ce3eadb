import { expect, it } from 'vitest';
import { whyNoMessages } from '../../lambdas/targets/why-no-messages.ts';

it.each([
  ['created', 'target-pending'],
  ['pending', 'target-pending'],
  ['inactive', 'target-inactive'],
] as const)('says what the owner of a target does that is %s', (status, code) => {
  expect(whyNoMessages({ status })).toMatchObject({ code, text: expect.stringMatching(/resend the message\.$/) });
});

it('repeats why a target is inactive', () => {
  const statusReason = { code: 'bot-blocked' as const, text: 'The bot was blocked. Unblock it.' };
  expect(whyNoMessages({ status: 'inactive', statusReason }).text).toContain('The bot was blocked. Unblock it.');
});

it('says that a target was deleted', () => {
  expect(whyNoMessages(undefined).code).toBe('target-deleted');
});
