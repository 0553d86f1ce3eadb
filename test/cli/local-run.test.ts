import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'vitest';
import { fakesOf } from '../support/fakes.ts';
import type { LocalRun } from '../support/local-run.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { it } from '../support/shared-local.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { signedCall } from '../verification/calls.ts';
import { world } from './support.ts';

let run: LocalRun;
it.beforeAll(async ({ published }) => {
  run = published;
}, 120_000);

it('forwards a call from the product to a local server, and renders the delivered message', async () => {
  const user = await signUp(run, 'ada@example.com');
  const target = await user.api('createTarget', { body: { name: 'Audit', type: 'mock' } });
  await createWebhook(run, user, [target.id], { name: 'Deploys' });
  const { key } = await user.api('createKey', { body: { name: 'Laptop', scopes: ['read', 'send'] } });
  const env = { TELLHOOK_API_KEY: key, TELLHOOK_URL: run.appUrl };
  const real = { env, fetch: globalThis.fetch, now: () => new Date() };

  const sent = world({}, real);
  expect(await sent.run('send', 'deploys', '--sample', 'github-push', '--json')).toBe(0);
  const { id } = JSON.parse(sent.seen.out) as { id: string };

  const listening = world({}, real);
  const got: (string | string[] | undefined)[] = [];
  const server = createServer((request, response) => {
    got.push(request.headers['x-github-event'], request.headers['tellhook-call']);
    response.end();
    listening.stop();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await listening.run('listen', 'deploys', '--to', String(port), '--since', '1h')).toBe(0);
  server.close();
  expect(got).toEqual(['push', id]);

  const offline = world({}, { env: {} });
  await offline.run('render', '--sample', 'github-push');
  await expect
    .poll(async () => {
      const shown = world({}, real);
      await shown.run('show', id, '--json');
      return JSON.parse(shown.seen.out).messages[0].rendered_message;
    })
    .toBe(offline.seen.out.trimEnd());
});

it('creates the webhooks of a document with their verification, and then has nothing to change', async () => {
  const user = await signUp(run, 'grace@example.com');
  const { key } = await user.api('createKey', { body: { name: 'Pipeline', scopes: ['read', 'write'] } });
  const document = {
    tellhook: 1,
    targets: { Audit: { type: 'mock' } },
    webhooks: {
      Deploys: {
        targets: ['Audit'],
        template: 'Deployed',
        format: 'rich',
        verification: { mode: 'enforce', sender: 'github', secret: `\${GITHUB_SECRET}`, allow_ips: ['192.0.2.0/24'] },
      },
    },
  };
  const cwd = temporaryFolder();
  await writeFile(path.join(cwd, 'tellhook.json'), JSON.stringify(document));
  const env = { TELLHOOK_API_KEY: key, TELLHOOK_URL: run.appUrl, GITHUB_SECRET: 'a-secret-of-github' };
  const type = async (...args: string[]) => {
    const play = world({}, { env, cwd, fetch: globalThis.fetch });
    return { code: await play.run(...args), ...play.seen };
  };
  expect((await type('plan')).code).toBe(1);
  expect(await type('apply', '--yes')).toMatchObject({
    code: 0,
    err: '',
    out: 'created target Audit\ncreated webhook Deploys\nchanged the verification of Deploys\n',
  });
  expect(await type('plan')).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
  const exported = await type('export');
  expect(exported.out).not.toContain('a-secret');
  await writeFile(path.join(cwd, 'tellhook.json'), exported.out);
  expect((await type('plan', '--prune')).code).toBe(0);
});

it('replaces a secret of a document by a short one with the same ending', async () => {
  const user = await signUp(run, 'joan@example.com');
  const { key } = await user.api('createKey', { body: { name: 'Pipeline', scopes: ['read', 'write'] } });
  const target = await user.api('createTarget', { body: { name: 'Audit', type: 'mock' } });
  const { url } = await createWebhook(run, user, [target.id], { name: 'Deploys' });
  const document = {
    tellhook: 1,
    webhooks: { Deploys: { verification: { mode: 'enforce', sender: 'github', secret: `\${SECRET}` } } },
  };
  const cwd = temporaryFolder();
  await writeFile(path.join(cwd, 'tellhook.json'), JSON.stringify(document));
  const type = async (secret: string, ...args: string[]) => {
    const env = { TELLHOOK_API_KEY: key, TELLHOOK_URL: run.appUrl, SECRET: secret };
    const play = world({}, { env, cwd, fetch: globalThis.fetch });
    return { code: await play.run(...args), ...play.seen };
  };
  const statusOf = async (secret: string) => {
    const { method, headers, body } = signedCall('github', secret);
    const { host: _, ...sent } = headers;
    return (await fetch(url, { method, headers: sent, body: Buffer.from(body) })).status;
  };
  await type('oldSecret1', 'apply', '--yes');
  expect([await statusOf('oldSecret1'), await statusOf('newSecret1')]).toEqual([202, 401]);

  expect((await type('newSecret1', 'plan')).out).toContain('verification.secret: "(another)" → "(set)"');
  expect(await type('newSecret1', 'apply', '--yes')).toMatchObject({
    code: 0,
    out: 'changed the verification of Deploys\n',
  });
  expect([await statusOf('oldSecret1'), await statusOf('newSecret1')]).toEqual([202, 202]);
  expect(await type('newSecret1', 'plan')).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
  await fakesOf(run).advanceClock(24 * 3600);
  expect([await statusOf('oldSecret1'), await statusOf('newSecret1')]).toEqual([401, 202]);
});

it("shows no sender's secret, is not silenced by a flood, and turns one rejected call into an accepted one", async () => {
  const user = await signUp(run, 'mary@example.com');
  const { key } = await user.api('createKey', { body: { name: 'Assistant', scopes: ['read'] } });
  const target = await user.api('createTarget', { body: { name: 'Audit', type: 'mock' } });
  const template = '{{ $headers."x-my-proof" }} {{ $query.token }} {{ $raw }}';
  const { id, url } = await createWebhook(run, user, [target.id], {
    name: 'Deploys',
    use_template: true,
    template,
    intake: { duplicates: 'drop' },
  });
  const choose = (change: object) =>
    user.api('setVerification', {
      id,
      body: { mode: 'enforce', allow_ips: [], retire_secret_ids: [], retire_after_hours: 0, ...change } as never,
    });
  const [secret, former, token] = ['a-shared-secret-of-ours', 'a-former-secret-of-ours', 'a-token-of-the-query'];
  await choose({ sender: 'secret', own: { header: 'X-My-Proof' }, add_secret: secret });
  const sent = async (headers: Record<string, string>, body: string) => {
    const query = `?token=${token}`;
    const response = await fetch(url + query, { method: 'POST', headers, body });
    return { status: response.status, id: ((await response.json()) as { id?: string }).id ?? '' };
  };
  const taken = await sent({ 'x-my-proof': secret, 'x-ident': secret }, 'taken');
  expect([taken.status, (await sent({ 'x-my-proof': former }, 'refused')).status]).toEqual([202, 401]);

  const rendered = async () => (await user.api('listDispatches', { id: taken.id }))[0]?.rendered_message;
  await expect.poll(rendered).toContain('taken');
  const kept = await user.api('keepSample', { id, body: { invocation_id: taken.id, name: 'One' } });
  const env = { TELLHOOK_API_KEY: key, TELLHOOK_URL: run.appUrl };
  const assistant = world(
    {},
    {
      env,
      fetch: globalThis.fetch,
      readLines: async function* () {
        const asked = { name: 'get_call', arguments: { call: taken.id } };
        yield JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: asked });
      },
    },
  );
  await assistant.run('mcp');
  const shown = {
    call: await user.api('getInvocation', { id: taken.id }),
    message: await rendered(),
    sample: await user.api('getSample', { id: kept.id }),
    refused: await user.api('listRejections', { id }),
    assistant: assistant.seen.out,
  };
  for (const part of Object.values(shown)) {
    expect(JSON.stringify(part)).toMatch(/taken|refused/);
    for (const text of [secret, former, token]) expect(JSON.stringify(part)).not.toContain(text);
  }
  for (const text of [secret, former, token])
    expect((await user.api('searchInvocations', { id, query: { text, limit: '10' } })).invocations).toEqual([]);

  await choose({ sender: 'github', add_secret: 'a-secret-of-github' });
  const signed = (body: string, delivery: string, by = 'a-secret-of-github') =>
    sent(
      {
        'x-hub-signature-256': `sha256=${createHmac('sha256', by).update(body).digest('hex')}`,
        'x-github-delivery': delivery,
      },
      body,
    );
  const flood: number[] = [];
  for (let n = 0; n < 40; n++) flood.push((await signed('{}', `wrong ${n}`, 'a secret of a stranger')).status);
  expect(flood.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(flood.at(-1)).toBe(429);
  const caught = await signed('{"n":1}', 'one');
  expect(caught.status).toBe(202);
  for (const delivery of ['two', 'three', 'four']) expect(await signed('{"n":1}', delivery)).toEqual(caught);
});
