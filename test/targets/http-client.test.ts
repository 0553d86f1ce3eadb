import { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOutboundHttp } from '../../lambdas/adapters/http-client.ts';
import type { HostRule, HttpAnswer, HttpFailure } from '../../lambdas/platform/outbound/outbound.ts';
import { isPublicAddress } from '../../lambdas/platform/outbound/public-address.ts';
import { matchesHost } from '../../lambdas/platform/outbound/url-rule.ts';
import { scriptedServer } from './support.ts';

const anywhere: HostRule = { hosts: 'any public host', ports: 'default or high' };
const teams: HostRule = { hosts: ['*.logic.azure.com', '*.environment.api.powerplatform.com'], ports: 'default' };

/** Counts the connections to a loopback port that no forbidden request must reach. */
const tripwire = async () => {
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections, stop: () => new Promise((resolve) => server.close(resolve)) };
};

let wire: Awaited<ReturnType<typeof tripwire>>;
let server: Awaited<ReturnType<typeof scriptedServer>>;
beforeAll(async () => {
  wire = await tripwire();
  server = await scriptedServer();
});
afterEach(() => {
  vi.restoreAllMocks();
  server.clear();
});
afterAll(async () => {
  await wire.stop();
  await server.stop();
});

const post = (url: string, allow: HostRule, options: Parameters<typeof createOutboundHttp>[0] = {}) =>
  createOutboundHttp({ timeoutMs: 2000, ...options }).send({ method: 'POST', url, body: '{}', allow });

describe('an address of the local network', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback, short', '127.1'],
    ['loopback, decimal', '2130706433'],
    ['loopback, octal', '0177.0.0.1'],
    ['loopback, hexadecimal', '0x7f.0.0.1'],
    ['loopback, one hexadecimal number', '0x7f000001'],
    ['loopback, circled digits', '①②⑦.⓪.⓪.①'],
    ['loopback, ideographic stops', '127。0。0。1'],
    ['loopback, percent-encoded', '127.0.0.%31'],
    ['unspecified', '0.0.0.0'],
    ['metadata', '169.254.169.254'],
    ['private 10/8', '10.0.0.1'],
    ['private 172.16/12', '172.31.255.255'],
    ['private 192.168/16', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['benchmarking', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 loopback', '[::1]'],
    ['IPv6 unspecified', '[::]'],
    ['IPv4-mapped IPv6', '[::ffff:127.0.0.1]'],
    ['IPv4-mapped IPv6, hexadecimal', '[::ffff:7f00:1]'],
    ['IPv4-compatible IPv6', '[::127.0.0.1]'],
    ['IPv4-translated IPv6', '[::ffff:0:127.0.0.1]'],
    ['NAT64', '[64:ff9b::7f00:1]'],
    ['local NAT64', '[64:ff9b:1::7f00:1]'],
    ['6to4', '[2002:7f00:1::]'],
    ['Teredo', '[2001:0:7f00:1::]'],
    ['unique local', '[fd00::1]'],
    ['link local', '[fe80::1]'],
    ['site local', '[fec0::1]'],
    ['IPv6 multicast', '[ff02::1]'],
    ['IPv6 documentation', '[2001:db8::1]'],
  ])('is rejected before any connection: %s', async (_what, host) => {
    const result = await post(`https://${host}:${wire.port}/`, anywhere);
    expect(result).toMatchObject({ failure: 'blocked', sent: false });
    expect(wire.connections()).toBe(0);
  });

  it.each([
    ['one address', ['127.0.0.1']],
    ['a private one among public ones', ['93.184.216.34', '10.0.0.7']],
    ['the metadata service', ['169.254.169.254']],
    ['an IPv4-mapped address', ['::ffff:10.0.0.1']],
    ['a NAT64 address', ['64:ff9b::a00:1']],
    ['something that is no address', ['localhost']],
  ])('is rejected if a public name resolves to it: %s', async (_what, addresses) => {
    const result = await post(`https://rebind.example.com:${wire.port}/`, anywhere, { resolve: async () => addresses });
    expect(result).toMatchObject({ failure: 'blocked', sent: false });
    expect(wire.connections()).toBe(0);
  });

  it('is also rejected by name', async () => {
    for (const host of ['localhost', 'intranet', 'example.com.'])
      expect(
        await post(`https://${host}:${wire.port}/`, anywhere, { resolve: async () => ['127.0.0.1'] }),
      ).toMatchObject({ failure: 'blocked' });
    expect(wire.connections()).toBe(0);
  });

  it('is not reached by a redirect', async () => {
    server.answer({ status: 307, headers: { location: `http://127.0.0.1:${wire.port}/` } });
    const result = await post('https://hooks.receiver.example/', anywhere, { hostMap: server.hostMap });
    expect(result).toMatchObject({ status: 307 });
    expect(wire.connections()).toBe(0);
  });

  it('is not reached by a map for other hosts', async () => {
    const result = await post(`https://127.0.0.1:${wire.port}/`, anywhere, {
      hostMap: { '127.0.0.1': `http://127.0.0.1:${wire.port}` },
    });
    expect(result).toMatchObject({ failure: 'blocked' });
    expect(wire.connections()).toBe(0);
  });
});

describe('a name with changing addresses', () => {
  it('is looked up once, and the connection uses the checked address', async () => {
    const dialled: unknown[] = [];
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
      const [{ host, port, lookup }] = args as unknown as [
        { host: string; port: number; lookup: (h: string, o: object, done: (...found: unknown[]) => void) => void },
      ];
      lookup(host, { all: false }, (_error, address) => dialled.push([host, port, address]));
      lookup(host, { all: true }, (_error, list) => dialled.push(list));
      process.nextTick(() => this.destroy(Object.assign(new Error('no network here'), { code: 'ENETUNREACH' })));
      return this;
    });
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const resolve = vi.fn(async () => answers.shift() ?? []);
    const result = await post('https://rebind.example.com/', anywhere, { resolve });
    expect(result).toMatchObject({ failure: 'refused', sent: false });
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(dialled).toEqual([['rebind.example.com', 443, '93.184.216.34'], [{ address: '93.184.216.34', family: 4 }]]);
  });

  it('fails if it resolves to nothing', async () => {
    const result = await post('https://gone.example.com/', anywhere, {
      resolve: async () => Promise.reject(new Error()),
    });
    expect(result).toMatchObject({ failure: 'dns', sent: false });
  });
});

describe('a URL', () => {
  const good = 'https://prod-1.westeurope.logic.azure.com';
  it.each([
    ['plain http', 'http://prod-1.westeurope.logic.azure.com/'],
    ['another scheme', 'ftp://prod-1.westeurope.logic.azure.com/'],
    ['no URL', 'prod-1.westeurope.logic.azure.com'],
    ['a user name', 'https://prod-1.westeurope.logic.azure.com@evil.example/'],
    ['a user name of an allowed host', 'https://evil@prod-1.westeurope.logic.azure.com/'],
    ['a password', 'https://u:p@prod-1.westeurope.logic.azure.com/'],
    ['a look-alike suffix', 'https://prod-1.westeurope.logic.azure.com.evil.example/'],
    ['a look-alike without the dot', 'https://evillogic.azure.com/'],
    ['the bare suffix', 'https://logic.azure.com/'],
    ['a fragment trick', 'https://evil.example/#.logic.azure.com'],
    ['a query trick', 'https://evil.example/?.logic.azure.com'],
    ['a backslash', 'https://evil.example\\.logic.azure.com/'],
    ['a line break', 'https://evil.example\n.logic.azure.com/'],
    ['a trailing dot', 'https://prod-1.westeurope.logic.azure.com./'],
    ['another port', 'https://prod-1.westeurope.logic.azure.com:8443/'],
    ['an encoded slash', 'https://evil.example%2f.logic.azure.com/'],
  ])('outside the rule is rejected without a look-up: %s', async (_what, url) => {
    const resolve = vi.fn(async () => ['127.0.0.1']);
    expect(await post(url, teams, { resolve, hostMap: { '*': 'http://127.0.0.1:1' } })).toMatchObject({
      failure: 'blocked',
      sent: false,
    });
    expect(resolve).not.toHaveBeenCalled();
  });

  it('of this service itself is rejected with any port, even where every public host is allowed', async () => {
    const resolve = vi.fn(async () => ['93.184.216.34']);
    for (const to of ['https://in.tellhook.example/a-route', 'https://in.tellhook.example:8443/'])
      expect(await post(to, anywhere, { resolve, ownHosts: ['in.tellhook.example'] })).toMatchObject({
        failure: 'blocked',
        detail: expect.stringContaining('can’t call itself'),
      });
    expect(resolve).not.toHaveBeenCalled();
  });

  it('inside the rule passes, with or without the default port', async () => {
    for (const url of [`${good}/a`, `${good}:443/a`]) {
      expect(await post(url, teams, { hostMap: server.hostMap })).toMatchObject({ status: 200 });
    }
    expect(server.received.map(({ headers }) => headers.host)).toEqual(
      Array(2).fill('prod-1.westeurope.logic.azure.com'),
    );
  });

  it('can have a high port only if the rule allows it', async () => {
    for (const port of [80, 22, 25, 1023]) {
      expect(await post(`https://hooks.receiver.example:${port}/`, anywhere)).toMatchObject({ failure: 'blocked' });
    }
    const high = await post('https://hooks.receiver.example:8443/', anywhere, { hostMap: server.hostMap });
    expect(high).toMatchObject({ status: 200 });
  });
});

describe('an outbound request', () => {
  const mapped = (more = {}) => ({ hostMap: server.hostMap, ...more });
  const url = 'https://hooks.receiver.example/path/to?a=%2F&b=1';

  it('keeps path, query and Host if the map replaces the connection', async () => {
    await post(url, anywhere, mapped());
    expect(server.received).toEqual([
      {
        method: 'POST',
        url: '/path/to?a=%2F&b=1',
        body: '{}',
        headers: {
          'user-agent': 'Tellhook',
          'content-length': '2',
          host: 'hooks.receiver.example',
          connection: 'keep-alive',
        },
      },
    ]);
  });

  it('uses no proxy, regardless of the environment', async () => {
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${wire.port}`);
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${wire.port}`);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect(await post(url, anywhere, mapped())).toMatchObject({ status: 200 });
    expect(wire.connections()).toBe(0);
    vi.unstubAllEnvs();
  });

  it('reads a response only up to its limit', async () => {
    server.answer({ status: 500, body: 'x'.repeat(100_000) });
    const result = (await post(url, anywhere, mapped())) as HttpAnswer;
    expect([result.status, result.body.length]).toEqual([500, 8192]);
  });

  it('ends in time, and reports whether the message was sent', async () => {
    server.answer('hang');
    expect(await post(url, anywhere, mapped({ timeoutMs: 50 }))).toMatchObject({ failure: 'timeout', sent: true });
  });

  it('is repeated immediately if an idle connection was closed', async () => {
    const http = createOutboundHttp(mapped());
    const call = () => http.send({ method: 'POST', url, body: '{}', allow: anywhere });
    await call();
    server.answer('reset', { status: 201 });
    expect(await call()).toMatchObject({ status: 201 });
    http.close();
  });

  it('reveals no path, query or headers if it fails', async () => {
    const secret = 'https://hooks.receiver.example/secret-path?secret-query';
    const results = [
      await post(secret, anywhere, { hostMap: { '*.receiver.example': 'http://127.0.0.1:1' } }),
      await post(secret, teams),
      await post(secret, anywhere, { resolve: async () => ['127.0.0.1'] }),
      await post(secret.replace('https', 'http'), anywhere),
    ] as HttpFailure[];
    for (const { detail } of results) expect(detail).not.toMatch(/secret/);
  });

  it('rejects headers that would split the request', async () => {
    const result = await createOutboundHttp(mapped()).send({
      method: 'POST',
      url,
      headers: { 'x-note': 'a\r\nx-evil: 1' },
      body: '{}',
      allow: anywhere,
    });
    expect(result).toMatchObject({ failure: 'blocked' });
    expect(server.received).toEqual([]);
  });

  it('fails without a trusted TLS connection', async () => {
    const secure = new SecureServer();
    await new Promise<void>((resolve) => {
      secure.listen(0, '127.0.0.1', resolve);
    });
    const { port } = secure.address() as AddressInfo;
    const result = await post(url, anywhere, { hostMap: { '*.receiver.example': `https://127.0.0.1:${port}` } });
    expect(result).toMatchObject({ failure: 'tls', sent: false });
    await new Promise((resolve) => secure.close(resolve));
  });
});

it('logs rejected hosts without possible secrets', async () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  await post('https://127.0.0.1/secret-path?secret-query', anywhere);
  const [line = ''] = lines;
  expect(JSON.parse(line)).toMatchObject({
    level: 'warn',
    event: 'outbound call blocked',
    reason: expect.stringContaining('127.0.0.1'),
  });
  expect(line).not.toMatch(/secret/);
});

it('recognises a public address', () => {
  for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700::1111', '2a00:1450:4001:830::200e'])
    expect(isPublicAddress(address)).toBe(true);
  for (const text of ['', 'example.com', '1.2.3', '1.2.3.4.5', 'fe80::1%eth0', '2606:4700::1111%1'])
    expect(isPublicAddress(text)).toBe(false);
});

it('matches hosts from the end, label by label', () => {
  expect(matchesHost('a.b.example.com', '*.example.com')).toBe(true);
  expect(matchesHost('example.com', '*.example.com')).toBe(false);
  expect(matchesHost('.example.com', '*.example.com')).toBe(false);
  expect(matchesHost('a.example.com', 'example.com')).toBe(false);
});
