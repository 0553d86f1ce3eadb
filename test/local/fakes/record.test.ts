import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecorder, type NewEntry } from '../../../lib/local/fakes/recorder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { credentials, type Playground, startPlayground } from './support.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const entry = (body: string): NewEntry => ({
  provider: 'slack',
  kind: 'received',
  method: 'POST',
  url: '/',
  headers: {},
  body,
  status: 200,
});
const open = (limit = 3) => createRecorder({ dataDir: folder, providers: ['slack'], now: () => new Date(0), limit });
const bodies = (recorder: ReturnType<typeof open>) => recorder.list('slack').map(({ body }) => body);

describe('a provider’s record', () => {
  it('keeps only the most recent entries, in memory and in its file', () => {
    const recorder = open();
    for (let i = 1; i <= 20; i += 1) recorder.add(entry(String(i)));
    expect(bodies(recorder)).toEqual(['18', '19', '20']);
    expect(readFileSync(join(folder, 'slack.ndjson'), 'utf8').split('\n').length).toBeLessThanOrEqual(7);
    recorder.close();
  });

  it('is in the file before the call returns', () => {
    const recorder = open();
    recorder.add(entry('one'));
    const second = open();
    expect(bodies(second)).toEqual(['one']);
    second.close();
    recorder.close();
  });

  it('continues with higher numbers after a restart', () => {
    const first = open();
    const before = first.add(entry('one')).id;
    first.close();
    const second = open();
    expect(second.add(entry('two')).id).toBeGreaterThan(before);
    expect(bodies(second)).toEqual(['one', 'two']);
    second.close();
  });

  it('survives an incomplete last line', () => {
    const first = open();
    first.add(entry('one'));
    first.close();
    appendFileSync(join(folder, 'slack.ndjson'), '{"id":2,"bo');
    const second = open();
    second.add(entry('two'));
    second.close();
    const third = open();
    expect(bodies(third)).toEqual(['one', 'two']);
    third.close();
  });

  it('truncates long bodies', () => {
    const recorder = open();
    recorder.add(entry('a'.repeat(1_000_000)));
    expect(bodies(recorder)[0]?.length).toBeLessThan(200_000);
    recorder.close();
  });
});

describe('the fakes', () => {
  let playground: Playground;
  const start = async () => {
    playground = await startPlayground({ dataDir: folder });
  };
  beforeEach(start);
  afterEach(() => playground.stop());
  const send = () =>
    playground.provider('api.telegram.org', `/bot${credentials.telegram.botToken}/sendMessage`, {
      body: JSON.stringify({ chat_id: 42, text: 'hi' }),
    });

  it('keep messages, chats and hooks across a restart', async () => {
    await playground.api('POST', 'telegram/say', { chatId: 42, text: 'hello' });
    await send();
    await playground.stop();
    await start();
    expect(await playground.received('telegram')).toHaveLength(1);
    expect((await send()).status).toBe(200);
  });

  it('list received messages oldest first with the product’s time, and clear them on request', async () => {
    await send();
    playground.clock.now = new Date('2026-03-02T00:00:00.000Z');
    await send();
    expect((await playground.received('telegram')).map(({ at }) => at)).toEqual([
      '2026-03-01T12:00:00.000Z',
      '2026-03-02T00:00:00.000Z',
    ]);
    await playground.api('DELETE', 'received?provider=telegram');
    expect(await playground.received('telegram')).toEqual([]);
  });

  it('reject a host of no provider', async () => {
    expect((await playground.provider('api.telegram.org.example.org', '/')).status).toBe(421);
    expect((await playground.provider('evil-logic.azure.com', '/')).status).toBe(421);
  });

  it('map every provider’s host to their origin', () => {
    expect(playground.fakes.hostMap).toMatchObject({
      'api.telegram.org': playground.fakes.origin,
      'slack.com': playground.fakes.origin,
      'hooks.slack.com': playground.fakes.origin,
      '*.logic.azure.com': playground.fakes.origin,
      '*.environment.api.powerplatform.com': playground.fakes.origin,
    });
  });

  it('send nothing to an address outside the product', async () => {
    await playground.provider('api.telegram.org', `/bot${credentials.telegram.botToken}/setWebhook`, {
      body: JSON.stringify({ url: 'https://example.org/hook' }),
    });
    expect(await playground.api('POST', 'telegram/say', { chatId: 42, text: 'hello' })).toMatchObject({
      delivered: false,
      status: 0,
    });
  });

  it('serve their page and nothing outside it', async () => {
    expect((await playground.page('/__fakes')).headers.get('content-type')).toContain('text/html');
    expect((await playground.page('/__fakes/telegram/ExampleBot?start=CODE')).status).toBe(200);
    playground.answers.push({ status: 404 });
    expect((await playground.page('/__fakes/assets/..%2findex.ts')).status).toBe(404);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }],
    ['another port, in a browser that says no more', { origin: 'http://127.0.0.1:1' }],
    ['a page that hides where it is', { origin: 'null' }],
  ])('reject requests from a page at %s', async (_, headers) => {
    const act = { method: 'POST', headers: headers as Record<string, string>, body: '{}' };
    expect((await playground.page('/__fakes/api/behaviour', act)).status).toBe(403);
    expect((await playground.page('/__fakes/api/behaviour', { headers: act.headers })).status).toBe(200);
  });

  it.each([
    ['a program', {}],
    ['their own page', { 'sec-fetch-site': 'same-origin' }],
    ['a form of their own page', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ])('accept requests from %s', async (_, headers) => {
    const act = { method: 'POST', headers: headers as Record<string, string>, body: '{}' };
    // The request is accepted, so its invalid body is noticed.
    expect((await playground.page('/__fakes/api/behaviour', act)).status).toBe(400);
  });
});
