import { describe, expect, it } from 'vitest';
import { notFound } from '../../lambdas/platform/errors.ts';
import { httpEvent } from '../support/http-event.ts';
import { captureLog } from '../support/log.ts';
import { recordingApi, signedIn } from './api.ts';

captureLog();

const { handler } = recordingApi({
  listWebhooks: async () => [],
  getWebhook: async () => {
    throw notFound('Webhook');
  },
});
type Handler = (event: unknown, context: object) => Promise<{ statusCode: number; headers: object; body?: string }>;
const ask = (method: string, path: string, more: object = {}) =>
  (handler as unknown as Handler)(httpEvent({ method, path, headers: signedIn, ...more }), {});

describe('HEAD', () => {
  it('is answered like GET, and the gateway drops the body', async () => {
    const get = await ask('GET', '/webhooks');
    const head = await ask('HEAD', '/webhooks');
    expect(get.body).toBe('[]');
    expect(head).toEqual(get);
  });

  it('is rejected like GET', async () => {
    const one = { route: '/webhook/{id}', params: { id: '12' } };
    const get = await ask('GET', '/webhook/12', one);
    const head = await ask('HEAD', '/webhook/12', one);
    expect(get.statusCode).toBe(404);
    expect(head).toEqual(get);
    expect((await ask('HEAD', '/webhooks', { headers: {} })).statusCode).toBe(401);
  });

  it('is served only for readable routes', async () => {
    for (const path of ['/landing/contact/', '/token/refresh', '/templates/sandbox'])
      expect((await ask('HEAD', path, { route: '$default' })).statusCode, path).toBe(405);
  });
});

describe('every response', () => {
  it('can be read only by the application’s pages', async () => {
    for (const answer of [await ask('GET', '/webhooks'), await ask('GET', '/webhooks', { headers: {} })])
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': 'https://app.example.com' });
  });
});
