import { Agent, request as httpRequest } from 'node:http';
import type { Backend } from './request-handler.ts';

/** A well-formed signature, which the stand-ins require but don't verify. */
const UNSIGNED = {
  authorization: 'AWS4-HMAC-SHA256 Credential=local/local, SignedHeaders=host, Signature=0',
  'x-amz-date': '20260101T000000Z',
};

/** A stand-in that runs as a separate server on loopback. */
export const httpBackend = (
  origin: string,
  ready: () => Promise<void> = () => Promise.resolve(),
): { answer: Backend; stop(): void } => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const send: Backend = ({ target, body }) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...UNSIGNED,
        'content-type': 'application/x-amz-json-1.0',
        'content-length': Buffer.byteLength(body),
        'x-amz-target': target,
      };
      const outgoing = httpRequest(origin, { method: 'POST', agent, headers }, (incoming) => {
        const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...passed } = incoming.headers;
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 500,
            headers: passed as Record<string, string>,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      outgoing.on('error', reject).end(body);
    });
  const answer: Backend = async (request) => {
    await ready();
    return send(request);
  };
  return { answer, stop: () => agent.destroy() };
};
