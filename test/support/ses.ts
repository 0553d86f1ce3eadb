import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Backend } from '../../lib/local/iam/request-handler.ts';

/** The SES stand-in as a server for its client. A request that it does not answer closes the connection. */
export const serveSes =
  (ses: Backend): RequestListener =>
  async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const answer = await ses({ body: String(await buffer(request)), signal: gone.signal });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      request.socket.resetAndDestroy();
    }
  };
