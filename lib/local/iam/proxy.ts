import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { hiddenAddress, type LoopbackServer, listenOnLoopback } from '../loopback.ts';
import type { AwsDoor } from './door.ts';

/**
 * The door for those who speak HTTP: one endpoint of all services, whose requests are told apart by their target header
 * and form. Signatures are not verified; the access key id, a secret of this run, alone tells who calls.
 */
export const startAwsProxy = async ({ ask }: Pick<AwsDoor, 'ask'>): Promise<LoopbackServer> => {
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(incoming);
    const keyId = /Credential=([^/]+)\//.exec(incoming.headers.authorization ?? '')?.[1] ?? '';
    const target = incoming.headers['x-amz-target'] as string | undefined;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const trace = incoming.headers['x-amzn-trace-id'] as string | undefined;
    const request = { target, trace, contentType: incoming.headers['content-type'], body, signal: gone.signal };
    const answer = await ask(keyId, request);
    response
      .writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) })
      .end(answer.body);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  return listenOnLoopback(server, 0, await hiddenAddress());
};
