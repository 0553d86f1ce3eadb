import { describe, expect, it } from 'vitest';
import { createVerifier } from '../../../lib/local/iam/signature.ts';

/** The example "post-vanilla" of AWS's test suite for Signature version 4. */
const example = () => ({
  method: 'POST',
  url: '/',
  headers: {
    host: 'example.amazonaws.com',
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  },
  body: Buffer.alloc(0),
});
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const verify = createVerifier((accessKeyId) => (accessKeyId === 'AKIDEXAMPLE' ? SECRET : undefined));

describe('the signature of a request', () => {
  it('identifies the caller', () => {
    expect(verify(example())).toEqual({ accessKeyId: 'AKIDEXAMPLE' });
    // The second verification uses the cached key.
    expect(verify(example())).toEqual({ accessKeyId: 'AKIDEXAMPLE' });
  });

  it.each([
    ['body', { body: Buffer.from('{}') }],
    ['method', { method: 'GET' }],
    ['path', { url: '/other' }],
    ['query', { url: '/?a=1' }],
  ])('is invalid if the %s was changed', (_, changed) => {
    expect(verify({ ...example(), ...changed })).toEqual({ wrong: 'signature' });
  });

  it.each([
    ['host', { host: 'evil.example' }],
    ['date', { 'x-amz-date': '20150830T123601Z' }],
    ['day', { 'x-amz-date': '20150831T123600Z' }],
  ])('is wrong when the %s was changed', (_, changed) => {
    const request = example();
    expect(verify({ ...request, headers: { ...request.headers, ...changed } })).toEqual({ wrong: 'signature' });
  });

  it.each([
    undefined,
    '',
    'Bearer x',
    'AWS4-HMAC-SHA256 Credential=AKIDSTRANGER/20150830/us-east-1/service/aws4_request, SignedHeaders=host, Signature=00',
  ])('identifies no one as %s', (authorization) => {
    const request = example();
    expect(verify({ ...request, headers: { ...request.headers, authorization } })).toEqual({ wrong: 'key' });
  });

  it('is invalid without the host, because it could be replayed to another host', () => {
    const request = example();
    const authorization = request.headers.authorization.replace('host;x-amz-date', 'x-amz-date');
    expect(verify({ ...request, headers: { ...request.headers, authorization } })).toEqual({ wrong: 'signature' });
  });
});
