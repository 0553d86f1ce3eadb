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
  it('returns 204, or the message if the request asks for it', async () => {
    const silent = await post();
    expect([silent.status, silent.body]).toEqual([204, '']);
    const answer = await post(`${path}?wait=true`, { content: 'hi' }, 'canary.discord.com');
    expect([answer.status, JSON.parse(answer.body).content]).toEqual([200, 'hi']);
  });

  it.each([
    ['not JSON', '{', 400, 50109],
    ['nothing', { content: ' ' }, 400, 50006],
    ['2,001 characters', { content: 'a'.repeat(2001) }, 400, 50035],
  ])('rejects %s', async (_, body, status, code) => {
    const answer = await post(path, body);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code]);
  });

  const words = (length: number) => 'a'.repeat(length);
  const field = (value: string) => ({ name: 'n', value });
  it.each([
    ['a long title', [{ title: words(257) }], ['0', 'title'], 'BASE_TYPE_MAX_LENGTH'],
    ['a long description', [{ description: words(4097) }], ['0', 'description'], 'BASE_TYPE_MAX_LENGTH'],
    ['26 fields', [{ fields: Array.from({ length: 26 }, () => field('v')) }], ['0', 'fields'], 'BASE_TYPE_BAD_LENGTH'],
    ['a long value', [{ fields: [field(words(1025))] }], ['0', 'fields', '0', 'value'], 'BASE_TYPE_MAX_LENGTH'],
    ['an empty value', [{ fields: [field(' ')] }], ['0', 'fields', '0', 'value'], 'BASE_TYPE_REQUIRED'],
    ['no value', [{ fields: [{ name: 'n' }] }], ['0', 'fields', '0', 'value'], 'BASE_TYPE_REQUIRED'],
    ['a link to no page', [{ title: 'a', url: 'mailto:a@example.org' }], ['0', 'url'], 'URL_TYPE_INVALID_URL'],
    ['a colour that is none', [{ title: 'a', color: 0x1_00_00_00 }], ['0', 'color'], 'NUMBER_TYPE_MAX'],
    ['11 embeds', Array.from({ length: 11 }, () => ({ title: 'a' })), [], 'BASE_TYPE_BAD_LENGTH'],
    [
      '6,001 characters in all',
      [{ description: words(4000) }, { description: words(2000), title: 'a' }],
      [],
      'MAX_EMBED_SIZE_EXCEEDED',
    ],
  ])('rejects embeds with %s', async (_, embeds, where, code) => {
    const answer = await post(path, { embeds });
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 50035]);
    const wrong = ['embeds', ...where].reduce((node, key) => node?.[key], JSON.parse(answer.body).errors);
    expect(wrong?._errors?.[0]?.code).toBe(code);
  });

  it.each(['Discord news', 'CLYDE', '', words(81)])('rejects the name %j', async (username) => {
    expect((await post(path, { content: 'hi', username })).status).toBe(400);
  });

  it('accepts embeds of 6,000 characters without content, and rejects them if a flag hides them', async () => {
    const embeds = [
      { description: words(4096), fields: [{ name: 'n', value: words(1024), inline: true }] },
      { title: 'b' },
    ];
    expect((await post(path, { embeds })).status).toBe(204);
    await post(path, { embeds, flags: 4 });
    expect((await playground.received('discord')).map(({ note }) => note)).toEqual([
      undefined,
      'Lost: the flag SUPPRESS_EMBEDS hides the embeds of this message.',
    ]);
    expect(await playground.losses()).toHaveLength(1);
  });

  it('accepts exactly 2,000 characters', async () => {
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
  ])('can be made to return %i', async (code, status) => {
    const answer = await post(`/api/webhooks/100000000000000000/magic-${code}-${'x'.repeat(40)}`);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code]);
  });

  it('gives the wait as a fraction in the body and as whole seconds in the header', async () => {
    const answer = await post(`/api/webhooks/100000000000000000/magic-429-${'x'.repeat(40)}`);
    expect(answer.status).toBe(429);
    expect(JSON.parse(answer.body)).toMatchObject({ retry_after: 64.57, global: false });
    expect(answer.headers['retry-after']).toBe('65');
    expect(answer.headers['x-ratelimit-scope']).toBe('user');
  });

  it('is unknown under another id, rejects another token, and is gone after deletion', async () => {
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
