import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Backend } from './door.ts';

/** In form it is a signature, which stand-ins insist on and nobody verifies. */
const UNSIGNED = {
  authorization: 'AWS4-HMAC-SHA256 Credential=local/local, SignedHeaders=host, Signature=0',
  'x-amz-date': '20260101T000000Z',
};

export const collect = async (stream: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** A stand-in that is a server of its own on loopback. */
export const httpBackend = (origin: string): Backend & { stop(): void } => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const ask: Backend = ({ target, contentType = 'application/x-amz-json-1.0', body, signal }) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...UNSIGNED,
        'content-type': contentType,
        'content-length': Buffer.byteLength(body),
        ...(target && { 'x-amz-target': target }),
      };
      const outgoing = httpRequest(origin, { method: 'POST', agent, headers, ...(signal && { signal }) }, (answer) => {
        const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...passed } = answer.headers;
        collect(answer).then(
          (text) =>
            resolve({ status: answer.statusCode ?? 500, headers: passed as Record<string, string>, body: text }),
          reject,
        );
      });
      outgoing.on('error', reject).end(body);
    });
  return Object.assign(ask, { stop: () => agent.destroy() });
};
