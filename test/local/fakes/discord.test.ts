import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Playground, startPlayground } from './support.ts';

let playground: Playground;
let path: string;
beforeEach(async () => {
  playground = await startPlayground();
  const { url } = await playground.api<{ url: string }>('POST', 'discord/webhook', { channel: 'news' });
  expect(url).toMatch(/^https:\/\/discord\.com\/api\/webhooks\/\d{15,22}\/[\w-]{40,100}$/);
  path = new URL(url).pathname;
});
afterEach(() => playground.stop());

const post = (where = path, body: unknown = { content: 'hi', allowed_mentions: { parse: [] } }, host = 'discord.com') =>
  playground.provider(host, where, { body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('a Discord webhook', () => {
  it('answers 204, or with the message when asked to wait', async () => {
    const silent = await post();
    expect([silent.status, silent.body]).toEqual([204, '']);
    const answer = await post(`${path}?wait=true`, { content: 'hi' }, 'canary.discord.com');
    expect([answer.status, JSON.parse(answer.body).content]).toEqual([200, 'hi']);
  });

  it.each([
    ['not JSON', '{', 400, 50109],
    ['nothing', { content: ' ' }, 400, 50006],
    ['2,001 characters', { content: 'a'.repeat(2001) }, 400, 50035],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await post(path, body);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code]);
  });

  it('takes exactly 2,000 characters', async () => {
    expect((await post(path, { content: 'a'.repeat(2000) })).status).toBe(204);
  });

  it.each([
    [10015, 404],
    [50027, 401],
    [10003, 404],
    [50013, 403],
    [50035, 400],
    [40005, 413],
    [220001, 400],
    [20016, 429],
    [20028, 429],
  ])('can be made to answer %i', async (code, status) => {
    const answer = await post(`/api/webhooks/100000000000000000/magic-${code}-${'x'.repeat(40)}`);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code]);
  });

  it('says how long to wait with a fraction in the body and whole seconds in the header', async () => {
    const answer = await post(`/api/webhooks/100000000000000000/magic-429-${'x'.repeat(40)}`);
    expect(answer.status).toBe(429);
    expect(JSON.parse(answer.body)).toMatchObject({ retry_after: 64.57, global: false });
    expect(answer.headers['retry-after']).toBe('65');
    expect(answer.headers['x-ratelimit-scope']).toBe('user');
  });

  it('is unknown with another id, refused with another token, gone once deleted', async () => {
    expect(JSON.parse((await post(`/api/webhooks/1/${'x'.repeat(60)}`)).body).code).toBe(10015);
    const id = path.split('/')[3];
    expect(JSON.parse((await post(`/api/webhooks/${id}/${'x'.repeat(60)}`)).body).code).toBe(50027);
    await playground.api('POST', 'discord/remove', { id });
    expect((await post()).status).toBe(404);
  });

  it('is recorded without its token', async () => {
    await post();
    const [entry] = await playground.received('discord');
    expect(entry?.url).toMatch(/^https:\/\/discord\.com\/api\/webhooks\/\d+\/\*\*\*$/);
  });
});
