import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Playground, startPlayground } from './support.ts';

let playground: Playground;
beforeEach(async () => {
  playground = await startPlayground();
});
afterEach(() => playground.stop());

const host = 'inventory.receiver.example';
const post = (path = '/hooks/1', headers: Record<string, string> = {}, body = '{"a":1}') =>
  playground.provider(host, path, { headers, body });

describe('a receiving web server', () => {
  it('accepts any request', async () => {
    expect((await post()).status).toBe(200);
    expect(await playground.received('http')).toMatchObject([{ url: `https://${host}/hooks/1`, body: '{"a":1}' }]);
  });

  it.each([301, 400, 401, 404, 410, 500, 502, 503, 504])('returns the status of /status/%i', async (status) => {
    expect((await post(`/status/${status}`)).status).toBe(status);
  });

  it('asks the sender to wait', async () => {
    const answer = await post('/status/429');
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '5']);
  });

  it('returns 410 when it is gone', async () => {
    await playground.api('POST', 'behaviour', { provider: 'http', mode: 'gone', times: 1 });
    expect((await post()).status).toBe(410);
  });
});

describe('a web server that knows the signing secret', () => {
  const secret = `whsec_${Buffer.from('made-up signing secret for tests').toString('base64')}`;
  const signed = (body: string, key = secret, at = playground.clock.now) => {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const hmac = createHmac('sha256', Buffer.from(key.slice(6), 'base64')).update(`msg_1.${timestamp}.${body}`);
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${hmac.digest('base64')}`,
    };
  };
  beforeEach(async () => {
    await playground.api('POST', 'http/endpoint', { name: 'inventory' });
    await playground.api('POST', 'http/secret', { name: 'inventory', secret });
  });

  it('accepts a request signed with it', async () => {
    expect((await post('/hooks/1', signed('{"a":1}'))).status).toBe(200);
  });

  it('accepts one valid signature among several', async () => {
    const headers = signed('{"a":1}');
    expect(
      (await post('/', { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` })).status,
    ).toBe(200);
  });

  it.each([
    ['without a signature', () => ({})],
    ['signed with another secret', () => signed('{"a":1}', `whsec_${Buffer.from('other').toString('base64')}`)],
    ['signed over another body', () => signed('{"a":2}')],
    ['signed too long ago', () => signed('{"a":1}', secret, new Date(playground.clock.now.getTime() - 301_000))],
  ])('rejects a request that is %s', async (_, headers) => {
    expect((await post('/hooks/1', headers())).status).toBe(401);
  });

  it('never shows the secret', async () => {
    await post('/hooks/1', signed('{"a":1}'));
    expect(JSON.stringify(await playground.api('GET', 'changes'))).not.toContain(secret.slice(6));
  });
});
