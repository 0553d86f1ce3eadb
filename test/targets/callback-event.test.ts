import { expect, it } from 'vitest';
import { readCallback, writeAnswer } from '../../lambdas/adapters/callback-event.ts';
import { httpEvent } from '../support/http-event.ts';

it('reads kind, path, query and the very bytes out of the gateway’s event', () => {
  const bytes = Buffer.from([0, 0xff, 0xc3, 0x28]);
  const event = httpEvent({
    method: 'POST',
    path: '/callbacks/email/confirm',
    query: { t: 'a b&c' },
    headers: { 'X-Hub-Signature-256': 'sha256=00' },
    body: bytes,
  });
  const { slug, request } = readCallback(event);
  expect([slug, request.method, request.path]).toEqual(['email', 'POST', ['confirm']]);
  expect(request.query.get('t')).toBe('a b&c');
  expect(request.headers['x-hub-signature-256']).toBe('sha256=00');
  expect(request.body.equals(bytes)).toBe(true);
});

it('finds no kind in a path that is not one of the callbacks', () => {
  expect(readCallback(httpEvent({ method: 'GET', path: '/webhooks' })).slug).toBe('');
  expect(readCallback(httpEvent({ method: 'GET', path: '/callbacks/' })).slug).toBe('');
});

it('answers in a way that nothing keeps and nothing guesses at', () => {
  expect(writeAnswer({ status: 401 })).toEqual({
    statusCode: 401,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
  expect(writeAnswer({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' })).toMatchObject({
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
    body: 'ok',
  });
});
