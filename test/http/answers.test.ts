import { describe, expect, it } from 'vitest';
import type { ErrorCode, RefusalCode } from '#contract/codes';
import { createOutboundHttp } from '../../lambdas/adapters/http-client.ts';
import { reply } from '../../lambdas/http/handler.ts';
import { httpApi } from '../../lambdas/http/http-api.ts';
import { AppError } from '../../lambdas/platform/errors.ts';
import { userHash } from '../../lambdas/platform/log.ts';
import { send } from '../support/http-event.ts';
import { captureLog } from '../support/log.ts';
import { appUrl, recordingApi, signedIn } from './api.ts';

const logged = captureLog();

const list = { method: 'GET', path: '/webhooks', headers: signedIn };

describe('a response', () => {
  it('has the contract’s status and type, and is never cached', async () => {
    const { handler } = recordingApi({ listWebhooks: async () => [] });
    const { status, headers, body } = await send(handler, list);
    expect(status).toBe(200);
    expect(body).toEqual([]);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('has no body when the contract promises 204', async () => {
    const { handler } = recordingApi({ deleteTarget: async () => {} });
    const call = {
      method: 'DELETE',
      path: '/targets/1',
      route: '/targets/{id}',
      params: { id: '1' },
      headers: signedIn,
    };
    const { status, body } = await send(handler, call);
    expect(status).toBe(204);
    expect(body).toBeUndefined();
  });

  it('carries the headers, cookies and status that a handler adds', async () => {
    const { handler } = recordingApi({
      listWebhooks: async () => reply([], { status: 203, headers: { 'x-next-cursor': 'abc' }, cookies: ['a=b'] }),
    });
    const answer = await send(handler, list);
    expect(answer).toMatchObject({ status: 203, cookies: ['a=b'], headers: { 'x-next-cursor': 'abc' } });
  });
});

describe('an error response', () => {
  const refusing = (error: unknown) =>
    recordingApi({
      listWebhooks: async () => {
        throw error;
      },
    }).handler;

  it('is a problem document with the request id', async () => {
    const { status, headers, body } = await send(refusing(new AppError('not-found', 'Webhook not found')), list);
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      type: 'urn:tellhook:error:not-found',
      code: 'not-found',
      title: 'Not found',
      status: 404,
      detail: 'Webhook not found',
      instance: 'request-1',
    });
  });

  const statuses: Record<ErrorCode, number> = {
    'invalid-input': 400,
    unauthenticated: 401,
    unverified: 401,
    forbidden: 403,
    'not-found': 404,
    'method-not-allowed': 405,
    conflict: 409,
    'limit-reached': 403,
    'quota-exceeded': 429,
    'storage-full': 429,
    throttled: 429,
    'challenge-failed': 400,
    'payload-too-large': 413,
    'unsupported-media-type': 415,
    'loop-detected': 508,
    unavailable: 503,
  };
  it.each(Object.entries(statuses))(
    'for %s has status %i in the document and in the status line',
    async (code, expected) => {
      const { status, body } = await send(refusing(new AppError(code as RefusalCode, 'No')), list);
      expect([status, body.status]).toEqual([expected, expected]);
    },
  );

  it('says how long to wait if the time is known', async () => {
    const error = new AppError('throttled', 'Slow down', { retryAfterSeconds: 11.2 });
    expect((await send(refusing(error), list)).headers['retry-after']).toBe('12');
  });

  it('names the accepted scheme with 401', async () => {
    const { headers, body } = await send(recordingApi().handler, { ...list, headers: {} });
    expect(headers['www-authenticate']).toMatch(/^Bearer/);
    expect(body.detail).toBe('token invalid or expired');
  });

  it('logs the details of an unexpected error and hides them from the caller', async () => {
    const { status, body } = await send(refusing(new Error('password of the table is hunter2')), list);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(body.instance).toBe('request-1');
    expect(logged()).toContainEqual(
      expect.objectContaining({
        level: 'error',
        event: 'call failed',
        requestId: 'request-1',
        error: expect.objectContaining({ message: expect.stringContaining('hunter2') }),
      }),
    );
  });
});

describe('a call’s log', () => {
  it.each([
    ['answered', async () => []],
    ['rejected', () => Promise.reject(new AppError('not-found', 'No'))],
  ])('that is %s names the request and the user', async (what, listWebhooks) => {
    await send(recordingApi({ listWebhooks }).handler, list);
    const line = logged().find(({ event }) => event === `call ${what}`);
    expect(line).toMatchObject({ requestId: 'request-1', user: userHash(7), method: 'GET' });
  });

  it.each([
    ['answered', async () => []],
    ['rejected', () => Promise.reject(new AppError('not-found', 'No'))],
  ])(
    'that is %s names the caller’s address, which the gateway behind CloudFront cannot see',
    async (what, listWebhooks) => {
      await send(recordingApi({ listWebhooks }).handler, list);
      expect(logged().find(({ event }) => event === `call ${what}`)).toMatchObject({
        ip: expect.stringMatching(/^[\d.]+$/),
      });
    },
  );

  it('names both even if an outgoing request is blocked', async () => {
    const http = createOutboundHttp();
    const listWebhooks = async () => {
      await http.send({
        method: 'GET',
        url: 'https://127.0.0.1/',
        allow: { hosts: 'any public host', ports: 'default' },
      });
      return [];
    };
    await send(recordingApi({ listWebhooks }).handler, list);
    http.close();
    expect(logged()).toContainEqual(
      expect.objectContaining({ event: 'outbound call blocked', requestId: 'request-1', user: userHash(7) }),
    );
  });
});

describe('a function whose handlers and routes do not match', () => {
  it('does not start', () => {
    const start = (handlers: object) =>
      httpApi({
        service: 'accounts',
        handlers: handlers as never,
        audit: { changes: { insert: async () => {} }, clock: () => new Date(0) },
        verifyAccessToken: async () => undefined,
        verifyMember: async () => undefined,
        appUrl,
      });
    expect(() => start({})).toThrow(/login/);
  });
});
