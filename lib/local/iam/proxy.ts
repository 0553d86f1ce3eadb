import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AwsDoor } from './door.ts';
import { collect } from './http-backend.ts';

export interface AwsProxy {
  /** The one endpoint of all services; requests are told apart by their target header and form. */
  origin: string;
  stop(): Promise<void>;
}

/** The door for those who speak HTTP. Signatures are not verified; the access key id alone tells who calls. */
export const startAwsProxy = async ({ ask }: Pick<AwsDoor, 'ask'>): Promise<AwsProxy> => {
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await collect(incoming);
    const keyId = /Credential=([^/]+)\//.exec(incoming.headers.authorization ?? '')?.[1] ?? '';
    const target = incoming.headers['x-amz-target'] as string | undefined;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const request = { target, contentType: incoming.headers['content-type'], body, signal: gone.signal };
    const answer = await ask(keyId, request);
    response
      .writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) })
      .end(answer.body);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
