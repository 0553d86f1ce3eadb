import { describe, expect, it } from 'vitest';
import type { HeaderLine, WireRequest } from '../../../lib/local/gateway/exchange.ts';
import { toAnswer, toEvent } from '../../../lib/local/gateway/payload.ts';

const facts = {
  routeKey: 'ANY /{route}',
  pathParameters: { route: 'abc' },
  apiId: 'id',
  account: '000000000000',
  stage: '$default',
  now: new Date('2026-11-20T10:14:05.250Z'),
};
const request = (headers: HeaderLine[], body: string | Buffer = '', target = '/abc'): WireRequest => ({
  method: 'POST',
  target,
  headers: [['Host', 'localhost:3001'], ...headers],
  body: Buffer.from(body as string),
  ip: '127.0.0.1',
});
const event = (...parameters: Parameters<typeof request>) => toEvent(request(...parameters), facts);

describe('the event of an HTTP API', () => {
  it('has lower-case header names and joins repeated headers with a comma', () => {
    const { headers } = event([
      ['X-Thing', 'a'],
      ['x-thing', 'b'],
    ]);
    expect(headers['x-thing']).toBe('a,b');
    expect(Object.keys(headers).every((name) => name === name.toLowerCase())).toBe(true);
  });

  it('keeps cookies separate from the headers', () => {
    const { cookies, headers } = event([['Cookie', 'a=1; b=2']]);
    expect(cookies).toEqual(['a=1', 'b=2']);
    expect(headers.cookie).toBeUndefined();
  });

  it('has no cookies if the request has none', () => {
    expect(event([])).not.toHaveProperty('cookies');
  });

  it('keeps the query as received and joins repeated parameters', () => {
    const { rawPath, rawQueryString, queryStringParameters } = event([], '', '/abc?a=1&a=2&b=%20x');
    expect(rawPath).toBe('/abc');
    expect(rawQueryString).toBe('a=1&a=2&b=%20x');
    expect(queryStringParameters).toEqual({ a: '1,2', b: ' x' });
  });

  it('treats every name as data, including names of inherited properties', () => {
    const { headers, cookies, queryStringParameters } = JSON.parse(
      JSON.stringify(
        event(
          [
            ['__proto__', 'a'],
            ['Constructor', 'b'],
            ['toString', 'c'],
            ['Cookie', '__proto__=d'],
          ],
          '',
          '/abc?__proto__=1&__proto__=2&constructor=3',
        ),
      ),
    );
    const own = (values: object, name: string) => Object.getOwnPropertyDescriptor(values, name)?.value;
    expect(['__proto__', 'constructor', 'tostring'].map((name) => own(headers, name))).toEqual(['a', 'b', 'c']);
    expect(cookies).toEqual(['__proto__=d']);
    expect(['__proto__', 'constructor'].map((name) => own(queryStringParameters, name))).toEqual(['1,2', '3']);
    expect(({} as { multiValue?: unknown }).multiValue).toBeUndefined();
  });

  it.each([
    ['/a%62c/%C3%BC%20x', '/abc/ü x'],
    ['/a%2Fb', '/a/b'],
    ['/100%', '/100%'],
  ])('has a decoded path: %s', (target, path) => {
    const { rawPath, requestContext } = event([], '', target);
    expect([rawPath, requestContext.http.path]).toEqual([path, path]);
  });

  it.each([
    ['application/json; charset=utf-8', '{"ü":1}'],
    ['text/plain', 'hi'],
    ['application/xml', '<a/>'],
    ['application/vnd.api+json', '{}'],
  ])('carries a text body unchanged: %s', (type, body) => {
    expect(event([['Content-Type', type]], body)).toMatchObject({ body, isBase64Encoded: false });
  });

  it.each<[string, HeaderLine[], string | Buffer]>([
    ['a form', [['Content-Type', 'application/x-www-form-urlencoded']], 'a=1'],
    ['no content type', [], 'a'],
    ['an image', [['Content-Type', 'image/png']], Buffer.from([1, 2])],
    ['a text type whose bytes are not UTF-8', [['Content-Type', 'text/plain']], Buffer.from([0xe4, 0xff])],
    [
      'a compressed body',
      [
        ['Content-Type', 'text/plain'],
        ['Content-Encoding', 'gzip'],
      ],
      'x',
    ],
  ])('carries everything else in base64, byte for byte: %s', (_, headers, body) => {
    const { body: encoded, isBase64Encoded } = event(headers, body);
    expect(isBase64Encoded).toBe(true);
    expect(Buffer.from(encoded ?? '', 'base64')).toEqual(Buffer.from(body as string));
  });

  it('has no body if the request has none', () => {
    expect(event([])).toMatchObject({ isBase64Encoded: false });
    expect(event([])).not.toHaveProperty('body');
  });

  it('contains the caller’s address, also behind another proxy', () => {
    const { headers, requestContext } = event([['X-Forwarded-For', '203.0.113.9']]);
    expect(headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1');
    expect(requestContext.http.sourceIp).toBe('127.0.0.1');
  });

  it('drops connection headers and states the length of a chunked body', () => {
    const { headers } = event(
      [
        ['Connection', 'close'],
        ['Transfer-Encoding', 'chunked'],
      ],
      'abc',
    );
    expect(headers).not.toHaveProperty('connection');
    expect(headers).not.toHaveProperty('transfer-encoding');
    expect(headers['content-length']).toBe('3');
  });

  it('gives the time in both of the gateway’s formats', () => {
    expect(event([]).requestContext).toMatchObject({ time: '20/Nov/2026:10:14:05 +0000', timeEpoch: 1795169645250 });
  });
});

describe('the gateway’s response from a result', () => {
  it('has the status, headers, cookies and body of a structured result', () => {
    const answer = toAnswer({ statusCode: 201, headers: { Location: '/x' }, cookies: ['a=1', 'b=2'], body: 'hi' });
    expect(answer?.status).toBe(201);
    expect(answer?.headers).toEqual([
      ['Location', '/x'],
      ['content-type', 'text/plain;charset=UTF-8'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    expect(answer?.body.toString()).toBe('hi');
  });

  it('decodes a base64 body', () => {
    expect(toAnswer({ statusCode: 200, body: 'AQI=', isBase64Encoded: true })?.body).toEqual(Buffer.from([1, 2]));
  });

  it('is JSON with status 200 when the result is not structured', () => {
    expect(toAnswer({ hello: 1 })).toMatchObject({ status: 200, body: Buffer.from('{"hello":1}') });
  });

  it.each([{ statusCode: 'abc' }, { statusCode: 99 }, { statusCode: 200, body: { not: 'text' } }])(
    'does not exist for an invalid result: %o',
    (result) => {
      expect(toAnswer(result)).toBeUndefined();
    },
  );
});
