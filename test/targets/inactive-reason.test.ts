import { expect, it } from 'vitest';
import { inactiveReason } from '../../lambdas/targets/inactive-reason.ts';

it.each([
  ['created', 'target-pending'],
  ['pending', 'target-pending'],
  ['inactive', 'target-inactive'],
] as const)('says what a target’s owner does that is %s', (status, code) => {
  expect(inactiveReason({ status })).toMatchObject({ code, text: expect.stringMatching(/resend the message\.$/) });
});

it('repeats why a target is inactive', () => {
  const statusReason = { code: 'bot-blocked' as const, text: 'The bot was blocked. Unblock it.' };
  expect(inactiveReason({ status: 'inactive', statusReason }).text).toContain('The bot was blocked. Unblock it.');
});

it('reports that a target was deleted', () => {
  expect(inactiveReason(undefined).code).toBe('target-deleted');
});
