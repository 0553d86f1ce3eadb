import { describe, expect, it } from 'vitest';
import { decodeToken, InvalidTokenError } from '../../frontend/src/lib/token.ts';

describe('decoding a token', () => {
  it('reads the payload without checking the signature', () => {
    const payload = Buffer.from('{"exp":1795132800,"name":"Zoë ✓"}').toString('base64url');
    expect(decodeToken(`header.${payload}.whatever`)).toEqual({ exp: 1795132800, name: 'Zoë ✓' });
  });

  it.each([
    [undefined, 'must be a string'],
    [42, 'must be a string'],
    ['', 'missing part'],
    ['only-a-header', 'missing part'],
    ['header..signature', 'missing part'],
    ['header.%%%.signature', 'invalid base64'],
    [`header.${btoa('no json')}.signature`, 'invalid json'],
  ])('rejects %j: %s', (token, message) => {
    expect(() => decodeToken(token)).toThrow(InvalidTokenError);
    expect(() => decodeToken(token)).toThrow(message);
  });
});
