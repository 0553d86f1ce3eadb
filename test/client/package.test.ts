import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes';
import { buildClient } from '../../client/build.ts';
import { typeOf } from '../../client/types.ts';
import type * as Source from '../../lambdas/contract/client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

let project: string;

/** A separate project that has installed only the output of `npm pack`. */
beforeAll(async () => {
  project = temporaryFolder();
  const folder = path.join(project, 'client');
  await mkdir(folder);
  for (const file of ['package.json', 'README.md']) await cp(path.join(root, 'client', file), path.join(folder, file));
  await buildClient(path.join(folder, 'dist'));
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { cwd: folder });
  const packed = (await readdir(project)).find((name) => name.endsWith('.tgz')) ?? '';
  expect((await stat(path.join(project, packed))).size).toBeLessThan(40_000);
  const installed = path.join(project, 'node_modules/@tellhook/client');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', path.join(project, packed), '-C', installed, '--strip-components=1']);
}, 60_000);

const load = async () =>
  (await import(
    pathToFileURL(path.join(project, 'node_modules/@tellhook/client/dist/client.js')).href
  )) as typeof Source;

describe('the npm package of the client', () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const refused = request.url?.includes('/12');
    response.writeHead(refused ? 404 : 200, { 'content-type': 'application/json', 'retry-after': '3' });
    response.end(JSON.stringify(refused ? { code: 'not-found', detail: 'Webhook not found' } : []));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  it('makes requests, and tells rejections from an unreachable server', async () => {
    const { createClient, ApiRefusal, Unreachable } = await load();
    const client = createClient({ url: url(), key: 'thk_a' });
    expect(await client.call('listWebhooks', {})).toEqual([]);
    await client.call('searchInvocations', {
      params: { id: 11 },
      query: { limit: 5, status: 'error', text: undefined },
    });
    expect(asked).toEqual([
      'GET /api/webhooks Bearer thk_a',
      'GET /api/webhook/11/invocations/search?limit=5&status=error Bearer thk_a',
    ]);
    const refusal = await client.call('getWebhook', { params: { id: 12 } }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiRefusal);
    expect(refusal).toMatchObject({ status: 404, code: 'not-found', retryAfterSeconds: 3 });
    const away = createClient({ url: 'http://127.0.0.1:1', key: 'thk_a' });
    await expect(away.call('listWebhooks', {})).rejects.toBeInstanceOf(Unreachable);
  });

  it('contains the types of the contract, and needs no others', async () => {
    const contract = path.join(root, 'lambdas/contract/messages.ts');
    await writeFile(
      path.join(project, 'consumer.ts'),
      `import { createClient, type Calls, type RouteName } from '@tellhook/client';
export const client = createClient({ url: 'https://app.example.com', key: '' });
export const names: Promise<string[]> = client.call('listWebhooks', {}).then((all) => all.map(({ name }) => name));
void client.call('getWebhook', { params: { id: 11 } });
// @ts-expect-error it has no such call
void client.call('deleteUser', {});
// @ts-expect-error it takes the id of a webhook
void client.call('getWebhook', {});
// @ts-expect-error it is no outcome of a call
void client.call('searchInvocations', { params: { id: 1 }, query: { status: 'good' as const } });
export type { Calls, RouteName };
`,
    );
    await writeFile(
      path.join(project, 'contract.ts'),
      `import type { Calls, RouteName } from '@tellhook/client';
import type { QueryInput, RequestInput, Response } from '${contract}';
/* Whatever the server tells fits what is promised here, and whatever fits here is taken by the server. */
type Odd = { [N in RouteName]:
  [Response<N>] extends [Calls[N]['answer']]
    ? [Calls[N]['body']] extends [RequestInput<N>]
      ? [Calls[N]['query']] extends [QueryInput<N>] ? never : N
      : N
    : N;
}[RouteName];
export const none: [Odd] extends [never] ? true : Odd = true;
`,
    );
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--types', ''];
    const check = (file: string, ...more: string[]) =>
      run(process.execPath, [tsc, '--ignoreConfig', ...options, ...more, file], { cwd: project }).then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      );
    expect(await check('consumer.ts', '--lib', 'es2024,dom')).toBe('');
    expect(await check('contract.ts', '--lib', 'es2024,dom', '--skipLibCheck', '--allowImportingTsExtensions')).toBe(
      '',
    );
    const text = await run('cat', [path.join(project, 'node_modules/@tellhook/client/dist/calls.d.ts')]);
    for (const [name, { keys }] of Object.entries(routes))
      expect(text.stdout.includes(`\n  ${name}: {`), name).toBe(keys !== 'none');
  }, 60_000);
});

it('a schema without a known type stops the build', () => {
  expect(typeOf({ type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'null' }] } })).toBe(
    '((number | null))[]',
  );
  expect(() => typeOf({ type: 'file' } as never)).toThrow('no type for');
});
