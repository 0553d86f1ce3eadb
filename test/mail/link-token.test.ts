import { describe, expect, it } from 'vitest';
import {
  parseTargetLinkToken,
  parseUserLinkToken,
  targetLinkToken,
  userLinkToken,
} from '../../lambdas/mail/link-token.ts';
import { newNumericId, newToken } from '../../lambdas/platform/ids.ts';

describe('the token in an email link', () => {
  it('is read as it was written', () => {
    const [userId, targetId, key] = [newNumericId(), newNumericId(), newToken(16)];
    expect(parseUserLinkToken(userLinkToken(userId, key))).toEqual({ userId, key });
    expect(parseTargetLinkToken(targetLinkToken(userId, targetId, key))).toEqual({ userId, targetId, key });
  });

  const key = 'b6kQ3yV0uZr8mJw1xT5s4g';
  it.each([
    '',
    key,
    `.${key}`,
    `0.${key}`,
    `01.${key}`,
    `-1.${key}`,
    `1e.5.${key}`,
    `1z!!.${key}`,
    `1 .${key}`,
    `ZZ.${key}`,
    `zzzzzzzzzzzz.${key}`,
    `1.${key}x`,
    `1.${key.slice(1)}`,
    `1.${key}.${key}`,
    `1.${key}.`,
    '1.AAAA',
  ])('is invalid if it is not ours: %j', (token) => {
    expect(parseUserLinkToken(token)).toBeUndefined();
    expect(parseTargetLinkToken(token === '' ? token : `1.${token}`)).toBeUndefined();
  });
});
