import { connect } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireRequest } from '../../../lib/local/gateway/exchange.ts';
import { type Listener, openListener, PortTaken } from '../../../lib/local/gateway/server.ts';
import { freePort } from '../../../lib/local/loopback.ts';

const limits = { headerBytes: 1000, bodyBytes: 100 };
let port: number;
let listener: Listener;
let seen: WireRequest[] = [];

beforeAll(async () => {
  port = await freePort();
  listener = await openListener({
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
afterAll(() => listener.stop());

/** Sends text to the listener. Returns the data received until it closes the connection or has responded once. */
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
/** Sends text and ends the sending side. Returns everything received until the listener closes the connection. */
const everything = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
const statusOf = async (text: string) => Number((await exchange(text)).split(' ')[1]);
const host = 'Host: localhost\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n';

describe('the listener of a gateway', () => {
  it('passes on the method, target, header lines in order and the body', async () => {
    seen = [];
    await exchange(`POST /a?b=1 HTTP/1.1\r\n${host}X-A: 1\r\nX-A: 2\r\nContent-Length: 3\r\n\r\nabc`);
    expect(seen[0]).toMatchObject({ method: 'POST', target: '/a?b=1', body: Buffer.from('abc'), ip: '127.0.0.1' });
    expect(seen[0]?.headers.filter(([name]) => name === 'X-A').map(([, value]) => value)).toEqual(['1', '2']);
  });

  it('reads a chunked body', async () => {
    const answer = await exchange(`POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`);
    expect(answer).toContain('got 3');
  });

  it('responds to HEAD without a body', async () => {
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
    ['no target', `GET HTTP/1.1\r\n${host}\r\n`],
    ['words after the version', `GET / HTTP/1.1 x\r\n${host}\r\n`],
    ['a version that is not known', `GET / HTTP/9.9\r\n${host}\r\n`],
    ['a version in lower case', `GET / http/1.1\r\n${host}\r\n`],
    ['a header without a name', `GET / HTTP/1.1\r\n${host}: x\r\n\r\n`],
    ['a header without a colon', `GET / HTTP/1.1\r\n${host}nothing\r\n\r\n`],
    ['a folded header', `GET / HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`],
    ['a name with a blank in it', `GET / HTTP/1.1\r\n${host}X Y: a\r\n\r\n`],
    ['NUL in a header', `GET / HTTP/1.1\r\n${host}X: a\u0000b\r\n\r\n`],
    ['a negative length', `POST / HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`],
    ['a length in hexadecimal', `POST / HTTP/1.1\r\n${host}Content-Length: 0x3\r\n\r\nabc`],
    ['a list of lengths', `POST / HTTP/1.1\r\n${host}Content-Length: 3, 4\r\n\r\nabc`],
    ['a length beyond all numbers', `POST / HTTP/1.1\r\n${host}Content-Length: 99999999999999999999\r\n\r\n`],
    ['chunked that is not last', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
    ['two transfer encodings', `POST / HTTP/1.1\r\n${host}${chunked}${chunked}\r\n0\r\n\r\n`],
    ['chunked written otherwise', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['a chunk size that is none', `POST / HTTP/1.1\r\n${host}${chunked}\r\n3x\r\nabc\r\n0\r\n\r\n`],
    ['a chunk that is longer than it says', `POST / HTTP/1.1\r\n${host}${chunked}\r\n1\r\nabc\r\n0\r\n\r\n`],
    ['a chunk size beyond all numbers', `POST / HTTP/1.1\r\n${host}${chunked}\r\nfffffffffffffffff\r\nabc\r\n`],
    ['a bare line feed in the headers', `GET / HTTP/1.1\r\n${host}X: a\nY: b\r\n\r\n`],
    ['a bare carriage return in a header', `GET / HTTP/1.1\r\n${host}X: a\rY: b\r\n\r\n`],
    ['TLS', '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000\u00a1\u0003\u0003'],
    ['HTTP/2 from the start', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('returns 400 for %s', async (_, text) => {
    seen = [];
    expect(await statusOf(text)).toBe(400);
    expect(seen).toEqual([]);
  });

  it.each(['TRACE /', 'CONNECT other:443', 'PROPFIND /'])(
    'returns 405 for a method that no gateway supports: %s',
    async (line) => {
      const answer = await exchange(`${line} HTTP/1.1\r\n${host}\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 405 /);
      expect(answer).toMatch(/\r\nallow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n/i);
    },
  );

  it.each(['rebound.example', 'localhost.rebound.example:3000', '127.0.0.1.rebound.example', '192.0.2.1', '[::2]'])(
    'returns 403 under a foreign host name: %s',
    async (name) => {
      seen = [];
      expect(await statusOf(`GET / HTTP/1.1\r\nHost: ${name}\r\n\r\n`)).toBe(403);
      expect(seen).toEqual([]);
    },
  );

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:1', '[::1]:3000'])(
    'responds under its own host names: %s',
    async (name) => expect(await statusOf(`GET / HTTP/1.1\r\nHost: ${name}\r\n\r\n`)).toBe(200),
  );

  it.each([
    ['was too large', `POST / HTTP/1.1\r\n${host}Content-Length: 101\r\n\r\nabc`, '413'],
    ['grew too large', `POST / HTTP/1.1\r\n${host}${chunked}\r\n65\r\n${'x'.repeat(0x65)}\r\nnonsense\r\n`, '413'],
    ['is still being read', `POST / HTTP/1.1\r\n${host}${chunked}\r\n3\r\nabc\r\nnonsense\r\n`, '400'],
    ['has no Host', 'POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\nabc', '400'],
    ['has no Host and is chunked', `POST / HTTP/1.1\r\n${chunked}\r\nnonsense\r\n`, '400'],
    ['expects wonders', `POST / HTTP/1.1\r\n${host}Expect: wonders\r\nTransfer-Encoding: gzip\r\n\r\nabc`, '417'],
    ['is no proxy’s', `CONNECT other:443 HTTP/1.1\r\n${host}\r\nnonsense\r\n\r\n`, '405'],
    ['was answered whole', `GET / HTTP/1.1\r\n${host}\r\nnonsense\r\n\r\n`, '200 400'],
  ])('returns one response to a request followed by invalid bytes %s', async (_, text, statuses) => {
    const all = await everything(text);
    expect([...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status).join(' ')).toBe(statuses);
  });

  it('rejects a body that is too large before it is sent', async () => {
    const waits = (length: number) =>
      `POST / HTTP/1.1\r\n${host}Content-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;
    expect(await everything(waits(101))).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i);
    seen = [];
    expect(await everything(`${waits(3)}abc`)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(seen).toMatchObject([{ body: Buffer.from('abc') }]);
  });

  it('treats a second request on a connection as a separate request', async () => {
    seen = [];
    const hidden = `GET /hidden HTTP/1.1\r\n${host}\r\n`;
    await exchange(`POST /one HTTP/1.1\r\n${host}Content-Length: ${hidden.length}\r\n\r\n${hidden}`);
    expect(seen.map(({ method, target, body }) => [method, target, body.length])).toEqual([
      ['POST', '/one', hidden.length],
    ]);
  });

  it('ignores a protocol upgrade, and rejects an unknown expectation', async () => {
    const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n';
    expect(await statusOf(`GET / HTTP/1.1\r\n${host}${upgrade}\r\n`)).toBe(200);
    expect(await statusOf(`GET / HTTP/1.1\r\n${host}Expect: wonders\r\n\r\n`)).toBe(417);
  });

  it('responds to any input, and stays available for the next request', async () => {
    const parts = [
      'GET',
      'POST',
      ' ',
      '/',
      'HTTP/1.1',
      '\r\n',
      '\r',
      '\n',
      'Host:',
      'x',
      ':',
      '\0',
      '\t',
      'é',
      '5',
      ',',
    ];
    const lines = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 30 }).map((all) => all.join(''));
    await fc.assert(
      // Two line feeds end any started request, so the listener does not wait for more.
      fc.asyncProperty(lines, async (text) => {
        expect(await statusOf(`X${text}\r\n\r\n`)).toBe(400);
      }),
      { numRuns: 100, seed: 9112 },
    );
    expect(await statusOf(`GET / HTTP/1.1\r\n${host}\r\n`)).toBe(200);
  });

  it('returns 413 for a body over the limit, with or without a declared length', async () => {
    expect(await statusOf(`POST / HTTP/1.1\r\n${host}Content-Length: 101\r\n\r\n`)).toBe(413);
    const chunk = `65\r\n${'x'.repeat(0x65)}\r\n`;
    expect(await statusOf(`POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`)).toBe(413);
    expect(await statusOf(`POST / HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\n${'x'.repeat(100)}`)).toBe(200);
  });

  it('lets a caller with a huge body finish and read the response', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: Buffer.alloc(5_000_000) });
    expect([answer.status, await answer.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });

  it('returns 431 if the request line and headers together exceed the limit', async () => {
    const head = `GET / HTTP/1.1\r\n${host}X: `;
    const rest = limits.headerBytes - head.length - '\r\n'.length;
    expect(await statusOf(`${head}${'x'.repeat(rest)}\r\n\r\n`)).toBe(200);
    expect(await statusOf(`${head}${'x'.repeat(rest + 1)}\r\n\r\n`)).toBe(431);
  });

  it('says in plain words that its port is taken', async () => {
    const second = openListener({
      port,
      limits,
      handler: async () => ({ status: 200, headers: [], body: Buffer.alloc(0) }),
    });
    await expect(second).rejects.toThrow(PortTaken);
    await expect(second).rejects.toThrow(`Port ${port} is in use`);
  });
});
