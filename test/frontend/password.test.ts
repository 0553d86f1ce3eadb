import { describe, expect, it } from 'vitest';
import { passwordStrength } from '../../frontend/src/lib/password.ts';

describe('the strength of a password', () => {
  it.each([
    ['', 'none'],
    ['a', 'weak'],
    ['abcdefghij', 'weak'],
    ['aB1', 'weak'],
    ['abcd1', 'weak'],
    ['abcde1', 'medium'],
    ['ABCDE1', 'medium'],
    ['aBcdef', 'medium'],
    ['aBcdef1', 'medium'],
    ['aBcdef12', 'strong'],
    ['äÖüßé123', 'strong'],
  ])('for %j is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength));
});
