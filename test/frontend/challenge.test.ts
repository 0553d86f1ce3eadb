import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { challengeToken, findNumber } from '../../frontend/src/lib/challenge/solve.ts';

const challengeFor = (number: number, maxnumber = 2_000) => ({
  algorithm: 'SHA-256' as const,
  salt: 'abc?expires=1',
  challenge: createHash('sha256').update(`abc?expires=1${number}`).digest('hex'),
  maxnumber,
  signature: 'sig',
});

describe('the bot challenge', () => {
  it.each([0, 511, 512, 1_234, 2_000])('is solved when the number is %i', async (number) => {
    expect(await findNumber(challengeFor(number))).toBe(number);
  });

  it('has no answer when the number is beyond the maximum', async () => {
    expect(await findNumber(challengeFor(2_001))).toBeUndefined();
  });

  it('becomes a token that carries the challenge and the number', () => {
    const { algorithm, challenge, salt, signature } = challengeFor(7);
    expect(JSON.parse(atob(challengeToken(challengeFor(7), 7)))).toEqual({
      algorithm,
      challenge,
      number: 7,
      salt,
      signature,
    });
  });
});
