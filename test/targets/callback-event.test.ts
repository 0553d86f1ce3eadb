import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, it } from 'vitest';
import { readCallback, writeAnswer } from '../../lambdas/adapters/callback-event.ts';
import { toEvent } from '../../lib/local/gateway/payload.ts';
import { httpEvent } from '../support/http-event.ts';

it('reads kind, path, query and the exact bytes from the gateway’s event', () => {
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

it('uses the path as the gateway decoded it, without decoding twice', () => {
  const target = '/api/callbacks/%65mail/confirm/t0k%2Den/100%2525';
  const facts = { routeKey: 'ANY', pathParameters: {}, apiId: 'a', account: '0', stage: '$default', now: new Date(0) };
  const wire = { method: 'GET', target, headers: [], body: Buffer.alloc(0), ip: '192.0.2.1' };
  const { slug, request } = readCallback(toEvent(wire, facts) as APIGatewayProxyEventV2);
  expect([slug, request.path]).toEqual(['email', ['confirm', 't0k-en', '100%25']]);
});

it('finds no kind in a path that is not a callback', () => {
  expect(readCallback(httpEvent({ method: 'GET', path: '/webhooks' })).slug).toBe('');
  expect(readCallback(httpEvent({ method: 'GET', path: '/callbacks/' })).slug).toBe('');
});

it('returns a response that must not be cached or sniffed', () => {
  expect(writeAnswer({ status: 401 })).toEqual({
    statusCode: 401,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
  expect(writeAnswer({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' })).toMatchObject({
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
    body: 'ok',
  });
});
