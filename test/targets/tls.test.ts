import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutboundHttp } from '../../lambdas/adapters/http-client.ts';
import { selfSigned } from '../support/certificate.ts';

const HOST = 'hooks.receiver.example';
const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
});

/** The result of a request to {@link HOST} if the server has this certificate. */
const call = async ({ cert, key }: { cert: string; key: string }, ca?: string) => {
  const received: { asked: string; body: string }[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    const asked = String((request.socket as TLSSocket & { servername?: string }).servername);
    request.setEncoding('utf8').on('data', (body: string) => received.push({ asked, body }));
    request.on('end', () => response.end('ok'));
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const http = createOutboundHttp({
    hostMap: { [HOST]: `https://127.0.0.1:${port}` },
    timeoutMs: 2000,
    ...(ca && { ca }),
  });
  const allow = { hosts: [HOST], ports: 'default' } as const;
  const result = await http.send({ method: 'POST', url: `https://${HOST}/secret-path`, body: 'hello', allow });
  http.close();
  return { result, received };
};

const refused = (code: string) => ({
  result: { failure: 'tls', sent: false, detail: `no trusted TLS connection (${code})` },
  received: [],
});

describe('a TLS connection', () => {
  it('requests the host of the URL and accepts its trusted certificate', async () => {
    const pair = selfSigned(HOST);
    expect(await call(pair, pair.cert)).toEqual({
      result: { status: 200, headers: expect.anything(), body: 'ok' },
      received: [{ asked: HOST, body: 'hello' }],
    });
  });

  it('sends nothing to a trusted certificate of another host', async () => {
    const pair = selfSigned('another.receiver.example');
    expect(await call(pair, pair.cert)).toEqual(refused('ERR_TLS_CERT_ALTNAME_INVALID'));
  });

  it('sends nothing to a certificate with similar names', async () => {
    for (const name of [`x.${HOST}`, `${HOST}.evil.example`, 'receiver.example', '*.example']) {
      const pair = selfSigned(name);
      expect([name, await call(pair, pair.cert)]).toEqual([name, refused('ERR_TLS_CERT_ALTNAME_INVALID')]);
    }
  });

  it('sends nothing to an untrusted certificate', async () => {
    expect(await call(selfSigned(HOST))).toEqual(refused('DEPTH_ZERO_SELF_SIGNED_CERT'));
    expect(await call(selfSigned(HOST), selfSigned(HOST).cert)).toMatchObject({
      result: { failure: 'tls' },
      received: [],
    });
  });

  it('sends nothing to an expired certificate', async () => {
    const pair = selfSigned(HOST, { until: new Date('2021-01-01T00:00:00Z') });
    expect(await call(pair, pair.cert)).toEqual(refused('CERT_HAS_EXPIRED'));
  });
});
