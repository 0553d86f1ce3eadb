import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Response as Told } from '#contract/messages';
import { forwardAddress } from '../../cli/src/forward.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { aCall, aWebhook, type FakeApi, refusal, world } from './support.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Got {
  line: string;
  headers: Record<string, unknown>;
  body: Buffer;
}

/** A server on this machine, which can close a connection instead of responding. */
const receiver = async (answers: (number: number) => boolean = () => true) => {
  const got: Got[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests += 1;
      if (!answers(requests)) return request.socket.destroy();
      got.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: Buffer.concat(chunks) });
      return response.writeHead(204).end();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { got, port: String((server.address() as AddressInfo).port) };
};

type Tail = NonNullable<FakeApi['tailInvocations']>;

/** An API that returns these calls in pages. Stops the command after all were returned and requested again. */
const tailing = (
  calls: Told<'getInvocation'>[],
  trouble: (request: number) => Response | undefined = () => undefined,
) => {
  let requests = 0;
  let quiet = 0;
  const tailInvocations: Tail = ({ query: { after = '' } = {} }) => {
    requests += 1;
    const refused = trouble(requests);
    if (refused) return refused;
    const rest = calls.filter(({ id }) => id > after);
    const page = rest.slice(0, 20);
    if (rest.length <= 20) quiet += 1;
    if (quiet > 3) play.stop();
    // A client that has caught up gets the last three calls again, as the server repeats the last seconds.
    const next = rest.length > 20 ? (page.at(-1)?.id ?? after) : (calls.at(-4)?.id ?? after);
    return { invocations: page, next: next > after ? next : after || '0'.repeat(28), more: rest.length > 20 };
  };
  const play = world({ listWebhooks: () => [aWebhook(11, 'Deploys')], tailInvocations });
  return play;
};

describe('listen', () => {
  it('forwards calls byte for byte, with their headers except for those of the old connection', async () => {
    const { got, port } = await receiver();
    const bytes = Buffer.from([0, 255, 13, 10, 128]);
    const binary = aCall(1, { method: 'PUT', raw_body: bytes.toString('base64'), raw_body_encoding: 'base64' });
    const { run, seen } = tailing([binary]);
    expect(await run('listen', 'deploys', '--to', `localhost:${port}/hooks?x=1`, '--since', '1h')).toBe(0);
    expect(got.map(({ line }) => line)).toEqual(['PUT /hooks?x=1&a=1']);
    expect(got[0]?.body).toEqual(bytes);
    expect(got[0]?.headers).toMatchObject({ 'x-event': 'push', 'tellhook-call': binary.id, host: `localhost:${port}` });
    expect(seen.out).toMatch(/→ 204/);
  });

  it('forwards 500 calls once each and in order, through failures of network, server and receiver', async () => {
    const { got, port } = await receiver((request) => request % 97 !== 0);
    const calls = Array.from({ length: 500 }, (_, number) => aCall(number + 1));
    const { run, seen } = tailing(calls, (request) => {
      if (request === 7) throw new TypeError('fetch failed');
      if (request === 12) return refusal(503, 'unavailable', 'Please try again.');
      return request === 20 ? refusal(429, 'throttled', 'Too many calls.', { 'retry-after': '1' }) : undefined;
    });
    expect(await run('listen', 'deploys', '--to', port, '--since', '1h')).toBe(0);
    expect(got.map(({ headers }) => headers['tellhook-call'])).toEqual(calls.map(({ id }) => id));
    expect(seen.err.match(/Reconnected/g)).toHaveLength(3);
    expect(seen.err).toContain('is not responding');
  });

  it('begins with new calls, even if the server returns earlier ones', async () => {
    const { got, port } = await receiver();
    let asked = 0;
    const play = world({
      listWebhooks: () => [aWebhook(11, 'Deploys')],
      tailInvocations: () => {
        asked += 1;
        if (asked > 2) play.stop();
        return { invocations: asked === 1 ? [] : [aCall(1), aCall(9)], next: aCall(5).id, more: false };
      },
    });
    await play.run('listen', 'deploys', '--to', port);
    expect(got.map(({ headers }) => headers['tellhook-call'])).toEqual([aCall(9).id]);
  });

  it('saves matching calls as files, which render accepts', async () => {
    const cwd = temporaryFolder();
    const calls = [aCall(1), aCall(2), aCall(3, { method: 'GET' })];
    const play = tailing(calls);
    play.io.cwd = cwd;
    const filters = ['--filter', 'number=2', '--filter', 'method=post'];
    expect(await play.run('listen', 'deploys', '--record', 'samples', '--since', '1h', ...filters)).toBe(0);
    const file = `samples/${calls[1]?.id}.json`;
    expect(JSON.parse(await readFile(path.join(cwd, file), 'utf8'))).toMatchObject({
      body: '{"number":2}',
      method: 'POST',
    });
    await expect(readFile(path.join(cwd, `samples/${calls[0]?.id}.json`))).rejects.toThrow();
    const template = path.join(cwd, 'n.tellhook');
    await import('node:fs/promises').then(({ writeFile }) => writeFile(template, 'It is {{number}}'));
    const shown = world({}, { cwd });
    expect(await shown.run('render', 'n.tellhook', '--call', file)).toBe(0);
    expect(shown.seen.out).toBe('It is 2\n');
  });

  it.each(['example.com', '10.0.0.1:3000', 'http://169.254.169.254/', 'http://localhost.example.com', '128.0.0.1:80'])(
    'sends nothing to %s, which is not this machine',
    async (to) => {
      const { run, seen } = world({});
      expect(await run('listen', 'deploys', '--to', to)).toBe(2);
      expect(seen.err).toContain('--allow-host');
    },
  );

  it('accepts all names of this machine, and the host named for it', () => {
    for (const [text, href] of [
      ['3000', 'http://localhost:3000/'],
      ['localhost:3000/a', 'http://localhost:3000/a'],
      ['127.0.0.2:80', 'http://127.0.0.2/'],
      ['http://[::1]:8080', 'http://[::1]:8080/'],
      ['https://app.localhost/x', 'https://app.localhost/x'],
    ] as const)
      expect(forwardAddress(text, undefined).href).toBe(href);
    expect(forwardAddress('http://box.internal:80/', 'box.internal').host).toBe('box.internal');
    expect(() => forwardAddress('http://other.internal/', 'box.internal')).toThrow('--allow-host other.internal');
  });
});

describe('listen without an address', () => {
  it('prints a line with the id of each call', async () => {
    const { run, seen } = tailing([aCall(1), aCall(2)]);
    expect(await run('listen', 'deploys', '--since', '2026-03-01')).toBe(0);
    expect(seen.out.trim().split('\n')).toEqual([1, 2].map((n) => expect.stringContaining(`  ${aCall(n).id}  POST  `)));
    expect(seen.err).toContain('Calls to Deploys. Press Ctrl+C to stop.');
  });

  it('prints each call as a JSON document', async () => {
    const { run, seen } = tailing([aCall(1), aCall(2)]);
    expect(await run('listen', 'deploys', '--since', '2026-03-01', '--json')).toBe(0);
    expect(
      seen.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([aCall(1).id, aCall(2).id]);
  });
});
