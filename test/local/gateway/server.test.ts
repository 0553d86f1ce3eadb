import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireRequest } from '../../../lib/local/gateway/exchange.ts';
import { type Door, openDoor, PortTaken } from '../../../lib/local/gateway/server.ts';
import { freePort } from '../support.ts';

const limits = { headerBytes: 1000, bodyBytes: 100 };
let port: number;
let door: Door;
let seen: WireRequest[] = [];

beforeAll(async () => {
  port = await freePort();
  door = await openDoor({
    port,
    limits,
    handler: async (request) => {
      seen.push(request);
      return {
        status: 200,
        headers: [['content-type', 'text/plain']],
        body: Buffer.from(`got ${request.body.length}`),
      };
    },
  });
});
afterAll(() => door.stop());

/** Writes bytes to the door and gives all that comes back until it closes the connection or has answered once. */
const exchange = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      answer += chunk;
      const [head = '', body] = answer.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (body !== undefined && (body.length >= length || text.startsWith('HEAD'))) socket.destroy();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
const statusOf = async (text: string) => Number((await exchange(text)).split(' ')[1]);
const host = 'Host: localhost\r\n';

describe('the door of a gateway', () => {
  it('hands over method, target, header lines in order and the body', async () => {
    seen = [];
    await exchange(`POST /a?b=1 HTTP/1.1\r\n${host}X-A: 1\r\nX-A: 2\r\nContent-Length: 3\r\n\r\nabc`);
    expect(seen[0]).toMatchObject({ method: 'POST', target: '/a?b=1', body: Buffer.from('abc'), ip: '127.0.0.1' });
    expect(seen[0]?.headers.filter(([name]) => name === 'X-A').map(([, value]) => value)).toEqual(['1', '2']);
  });

  it('reads a chunked body', async () => {
    const answer = await exchange(`POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`);
    expect(answer).toContain('got 3');
  });

  it('answers HEAD without a body', async () => {
    const answer = await exchange(`HEAD / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(answer).not.toContain('got');
  });

  it.each([
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two Hosts', `GET / HTTP/1.1\r\n${host}Host: other\r\n\r\n`],
    [
      'both length and transfer encoding',
      `POST / HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `POST / HTTP/1.1\r\n${host}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`],
    ['a length that is not a number', `POST / HTTP/1.1\r\n${host}Content-Length: +3\r\n\r\nabc`],
    ['an unknown transfer encoding', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\nabc`],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost : localhost\r\n\r\n'],
    ['a control character in a header', `GET / HTTP/1.1\r\n${host}X: a\u0001b\r\n\r\n`],
    ['a target in absolute form', `GET http://other/ HTTP/1.1\r\n${host}\r\n`],
    ['a target that is no path', `OPTIONS * HTTP/1.1\r\n${host}\r\n`],
    ['a request line that is none', `hello\r\n${host}\r\n`],
  ])('answers 400 to %s', async (_, text) => {
    seen = [];
    expect(await statusOf(text)).toBe(400);
    expect(seen).toEqual([]);
  });

  it('answers 405 to a method that no gateway takes', async () => {
    expect(await statusOf(`TRACE / HTTP/1.1\r\n${host}\r\n`)).toBe(405);
  });

  it('answers 413 to a body over the limit, whether its length is announced or not', async () => {
    expect(await statusOf(`POST / HTTP/1.1\r\n${host}Content-Length: 101\r\n\r\n`)).toBe(413);
    const chunk = `65\r\n${'x'.repeat(0x65)}\r\n`;
    expect(await statusOf(`POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`)).toBe(413);
    expect(await statusOf(`POST / HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\n${'x'.repeat(100)}`)).toBe(200);
  });

  it('lets a caller that sends far too much finish and read the answer', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: Buffer.alloc(5_000_000) });
    expect([answer.status, await answer.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });

  it('answers 431 to request line and headers over the limit, counted together', async () => {
    const head = `GET / HTTP/1.1\r\n${host}X: `;
    const rest = limits.headerBytes - head.length - '\r\n'.length;
    expect(await statusOf(`${head}${'x'.repeat(rest)}\r\n\r\n`)).toBe(200);
    expect(await statusOf(`${head}${'x'.repeat(rest + 1)}\r\n\r\n`)).toBe(431);
  });

  it('says in plain words that its port is taken', async () => {
    const second = openDoor({
      port,
      limits,
      handler: async () => ({ status: 200, headers: [], body: Buffer.alloc(0) }),
    });
    await expect(second).rejects.toThrow(PortTaken);
    await expect(second).rejects.toThrow(`Port ${port} is in use`);
  });
});
