import { beforeAll, describe, expect, it } from 'vitest';
import { createWebhook, signUp, type User } from '../support/product.ts';
import { createMock, dispatchesOf } from './people.ts';
import { sharedProduct } from './product.ts';

const product = sharedProduct();
const MIB = 1024 * 1024;

let user: User;
let url: string;
let webhookId: number;

const freshWebhook = async (): Promise<void> => {
  user = await signUp(product);
  ({ url, id: webhookId } = await createWebhook(product, user, [await createMock(user)]));
};

/** Checks that an error response follows RFC 9457. */
const refusal = async (response: Response) => {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = (await response.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({
    status: response.status,
    type: expect.any(String),
    title: expect.any(String),
    detail: expect.any(String),
    instance: expect.any(String),
  });
  return problem;
};

describe('the invoke host', () => {
  beforeAll(freshWebhook);

  it('keeps body and headers of a call byte for byte', async () => {
    const body = '{ "price": 1.10,\r\n\t"name": "\u00e9clair\\u00e9", "list": [1,2 ,3] }';
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-signature': 'sha256=AbC',
        authorization: 'Bearer hidden',
      },
      body,
    });
    expect(answer.status).toBe(202);
    const { id } = (await answer.json()) as { id: string };
    const stored = await user.api('getInvocation', { id });
    expect(stored.raw_body).toBe(body);
    const headers = JSON.parse(stored.raw_headers) as Record<string, string>;
    expect(headers['x-signature']).toBe('sha256=AbC');
    expect(stored.raw_headers).not.toContain('hidden');
  });

  it.each([
    ['GET', 'query'],
    ['HEAD', 'query'],
    ['PUT', 'body'],
    ['PATCH', 'body'],
    ['DELETE', 'body'],
  ])('accepts %s too, with the %s as payload', async (method, where) => {
    const answer = await (where === 'query'
      ? fetch(`${url}?status=up`, { method })
      : fetch(url, { method, body: 'status=up' }));
    expect(answer.status).toBe(202);
    const [newest] = await user.api('listInvocations', { id: webhookId });
    expect(newest).toMatchObject({ method });
    const [dispatch] = await dispatchesOf(user, newest?.id ?? '');
    expect(dispatch?.rendered_message).toMatch(/\bup$/i);
  });

  it('returns 404 for an unknown route', async () => {
    const answer = await fetch(`${product.invokeUrl}/nobody-was-ever-given-this`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
    await refusal(answer);
  });

  it('accepts a body of 1 MiB and rejects one byte more with 413', async () => {
    expect((await fetch(url, { method: 'POST', body: 'x'.repeat(MIB) })).status).toBe(202);
    const over = await fetch(url, { method: 'POST', body: 'x'.repeat(MIB + 1) });
    expect(over.status).toBe(413);
    await refusal(over);
  });

  it('says why a disabled webhook accepts no calls', async () => {
    const { name, target_ids } = await user.api('getWebhook', { id: webhookId });
    await user.api('updateWebhook', { id: webhookId, body: { name, target_ids, enabled: false } });
    const answer = await fetch(url, { method: 'POST', body: '{}' });
    expect([404, 410]).toContain(answer.status);
    expect((await refusal(answer)).detail).toMatch(/disabled/i);
  });
});
