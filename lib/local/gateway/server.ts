import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isLoopbackHost } from '../loopback.ts';
import { gatewayMessage, type HeaderLine, headerBytesOf, type WireAnswer, type WireRequest } from './exchange.ts';

interface DoorLimits {
  /** Maximum bytes of the request line and all header lines; larger requests get a 431. */
  headerBytes: number;
  /** Maximum bytes of the body; larger requests get a 413. */
  bodyBytes: number;
}

export type Handler = (request: WireRequest) => Promise<WireAnswer>;

/** Handles a request before the listener's handler and before its body is read. Returns false to pass it on. */
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export interface Listener {
  stop(): Promise<void>;
}

/** Thrown when another program holds the port; its message is for the terminal. */
export class PortTaken extends Error {
  override name = 'PortTaken';
}

/** Methods that API Gateway and CloudFront support. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** RFC 9110, 15.5.6: a 405 lists the allowed methods. */
const methodNotAllowed: WireAnswer = {
  ...gatewayMessage(405, 'Method Not Allowed'),
  headers: [
    ['content-type', 'application/json'],
    ['allow', [...METHODS].join(', ')],
  ],
};

/** The only expectation that HTTP defines. */
const CONTINUE = '100-continue';

const headerLines = ({ rawHeaders }: IncomingMessage): HeaderLine[] => {
  const lines: HeaderLine[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return lines;
};

/** The rejection of an invalid request that the parser accepted; undefined if it is valid (RFC 9112, 3.2 and 6.1). */
const refusal = (request: IncomingMessage, lines: HeaderLine[], limits: DoorLimits): WireAnswer | undefined => {
  const count = (wanted: string) => lines.filter(([name]) => name.toLowerCase() === wanted).length;
  if (headerBytesOf({ method: request.method ?? '', target: request.url ?? '', headers: lines }) > limits.headerBytes)
    return gatewayMessage(431, 'Request Header Fields Too Large');
  if (count('host') !== 1) return gatewayMessage(400, 'Bad Request');
  if (count('transfer-encoding') > 1 || (count('transfer-encoding') > 0 && count('content-length') > 0)) {
    return gatewayMessage(400, 'Bad Request');
  }
  if (!request.url?.startsWith('/')) return gatewayMessage(400, 'Bad Request');
  // If another site's host name resolves to this machine, its pages would have the same origin as the app.
  if (!isLoopbackHost(request.headers.host)) return gatewayMessage(403, 'Forbidden');
  if (!METHODS.has(request.method ?? '')) return methodNotAllowed;
  if ((request.headers.expect ?? CONTINUE).toLowerCase() !== CONTINUE) return gatewayMessage(417, 'Expectation Failed');
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) {
    return gatewayMessage(413, 'Request Entity Too Large');
  }
  return undefined;
};

/** Maximum bytes of a rejected body that are still read, so the caller gets the response instead of a reset. */
const DRAINED_BYTES = 64 * 1024 * 1024;

const drain = (request: IncomingMessage): void => {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > DRAINED_BYTES) request.destroy();
  });
  request.on('error', () => undefined);
};

/** Reads the body. Resolves to undefined as soon as it exceeds the limit. */
const readBody = (request: IncomingMessage, limit: number): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return resolve(undefined);
      chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => reject(new Error('The caller hung up.')));
  });

const write = (response: ServerResponse, answer: WireAnswer, isHead: boolean): void => {
  const bodiless = answer.status === 204 || answer.status === 304 || answer.status < 200;
  const headers = answer.headers.flat();
  if (!bodiless) headers.push('content-length', String(answer.body.length));
  response.writeHead(answer.status, headers).end(isHead || bodiless ? undefined : answer.body);
};

/** Sends a response and closes the connection, because further data on it is unreadable or unwanted. */
const writeAndClose = (response: ServerResponse, answer: WireAnswer, isHead: boolean): void => {
  write(response, { ...answer, headers: [...answer.headers, ['connection', 'close']] }, isHead);
};

/** The latest request of each connection, and its response. */
type Exchanges = WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>;

/** Responds to requests that cannot be parsed, unless their response has already started. */
const onClientError = (exchanges: Exchanges) => (error: NodeJS.ErrnoException, socket: Socket) => {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const last = exchanges.get(socket);
  // The error is in the body of a request whose response was already sent.
  if (last && !last.request.complete && last.response.headersSent) return socket.destroySoon();
  // The request was pipelined behind an unfinished one, so its response must come after the other.
  if (last?.request.complete && !last.response.writableFinished)
    return void last.response.once('finish', () => endWith(socket, status));
  endWith(socket, status);
};

/** Writes a response directly to the connection, because there is no parsed request. */
const endWith = (socket: Duplex, status: number, headers = ''): void => {
  const body = JSON.stringify({ message: STATUS_CODES[status] });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
};

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Listens on both loopback addresses, because `localhost` can mean either.
 * @throws PortTaken if the port is in use on one of them
 */
export const openListener = async (options: {
  port: number;
  limits: DoorLimits;
  handler: Handler;
  intercept?: Intercept;
}): Promise<Listener> => {
  const { limits, handler, intercept } = options;

  const serve = async (request: IncomingMessage, response: ServerResponse, waitsToContinue: boolean): Promise<void> => {
    const lines = headerLines(request);
    const isHead = request.method === 'HEAD';
    const refused = refusal(request, lines, limits);
    // A caller that waits for 100 Continue has not sent the body, so there is nothing to drain.
    if (refused?.status === 413 && !waitsToContinue) {
      drain(request);
      return write(response, refused, isHead);
    }
    if (refused) return writeAndClose(response, refused, isHead);
    if (waitsToContinue) response.writeContinue();
    if (intercept && (await intercept(request, response))) return;
    const body = await readBody(request, limits.bodyBytes);
    if (!body) {
      drain(request);
      return write(response, gatewayMessage(413, 'Request Entity Too Large'), isHead);
    }
    const { method = 'GET', url: target = '/' } = request;
    const ip = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    write(response, await handler({ method, target, headers: lines, body, ip }), isHead);
  };

  const servers: Server[] = [];
  for (const host of LOOPBACK) {
    const exchanges: Exchanges = new WeakMap();
    const take = (waitsToContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
      exchanges.set(request.socket, { request, response });
      serve(request, response, waitsToContinue).catch((error: unknown) => {
        // A caller that disconnected gets no response. Any other error is a bug in this program and returns 500.
        if (!request.complete) return void response.destroy();
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        if (response.headersSent) response.destroy();
        else writeAndClose(response, gatewayMessage(500, 'Internal Server Error'), request.method === 'HEAD');
      });
    };
    // The parser's header limit is only a safety net, because the limit above is exact. Its own responses to a missing
    // Host and an unknown expectation are disabled: with a broken body, such a request would get two responses.
    const server = createServer({ maxHeaderSize: 128 * 1024, requireHostHeader: false }, take(false));
    server.on('checkContinue', take(true));
    server.on('checkExpectation', take(false));
    server.on('clientError', onClientError(exchanges));
    // Node passes CONNECT requests as a raw connection. They are rejected, because the gateways are not proxies.
    server.on('connect', (_request, socket) => endWith(socket, 405, `allow: ${[...METHODS].join(', ')}\r\n`));
    server.keepAliveTimeout = 60_000;
    try {
      await listen(server, options.port, host);
      servers.push(server);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A machine without IPv6 uses only the other address.
      if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
      for (const opened of servers) opened.close();
      if (code === 'EADDRINUSE' || code === 'EACCES') {
        throw new PortTaken(
          `Port ${options.port} is ${code === 'EACCES' ? 'not allowed' : 'in use by another program'}.`,
        );
      }
      throw error;
    }
  }

  return {
    async stop() {
      await Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              server.closeIdleConnections();
              // Running requests get a second to finish.
              setTimeout(() => server.closeAllConnections(), 1000).unref();
            }),
        ),
      );
    },
  };
};
