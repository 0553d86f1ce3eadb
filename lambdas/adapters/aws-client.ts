import { createHmac, hash } from 'node:crypto';
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request as tlsRequest } from 'node:https';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/*
 * Signs and sends the requests of the clients for the table and the queues. The SDK's own signer and handler support
 * every AWS service, and use two thirds of a request's CPU time. These support only JSON services, with complete bodies
 * sent to POST /. The clients for email and secrets are rarely used and keep the SDK's.
 */

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** The part of a request that the SDK passes to its signer and handler. */
interface SdkRequest {
  method: string;
  protocol: string;
  hostname: string;
  port?: number | undefined;
  path: string;
  query?: object | undefined;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** The part of a client's configuration that signatures need. The SDK caches both values. */
interface Signing {
  credentials(): Promise<Credentials>;
  region(): Promise<string>;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Derives the signing key of a day, region and service, and caches it. */
const createSigningKeys = () => {
  let known: { of: string; key: Buffer } = { of: '', key: Buffer.alloc(0) };
  return (secret: string, scope: string[]): Buffer => {
    const of = [secret, ...scope].join('/');
    if (known.of !== of) known = { of, key: scope.reduce<Buffer | string>(hmac, `AWS4${secret}`) as Buffer };
    return known.key;
  };
};

/** Rejects requests that need parts of the signing algorithm that are not implemented here. */
const checkSimple = ({ method, path, query = {} }: SdkRequest): void => {
  if (method !== 'POST' || path !== '/' || Object.keys(query).length > 0)
    throw new Error(`Only POST / can be signed here, not ${method} ${path}`);
};

/**
 * Adds a version 4 signature (AWS General Reference, "Create a signed AWS API request") as the Authorization header.
 * @param service the service's name in signatures, such as `dynamodb`
 * @param config called for each request, because a role's credentials change
 */
export const createSigner = (service: string, config: () => Signing) => {
  const keyOf = createSigningKeys();
  return {
    async sign<Request>(sent: Request, { signingDate = new Date() }: { signingDate?: Date | number | string } = {}) {
      const request = sent as SdkRequest;
      checkSimple(request);
      const { accessKeyId, secretAccessKey, sessionToken } = await config().credentials();
      const moment = new Date(signingDate).toISOString().replace(/[-:]|\.\d+/g, '');
      const scope = [moment.slice(0, 8), await config().region(), service, 'aws4_request'];
      const { body = '', headers } = request;
      headers['x-amz-date'] = moment;
      if (sessionToken) headers['x-amz-security-token'] = sessionToken;
      const signed = Object.keys(headers)
        .map((name) => [name.toLowerCase(), name] as const)
        .filter(([name]) => name === 'host' || name === 'content-type' || name.startsWith('x-amz-'))
        .sort(([one], [other]) => (one < other ? -1 : 1));
      const names = signed.map(([name]) => name).join(';');
      const lines = signed.map(([name, given]) => `${name}:${headers[given]?.trim()}\n`).join('');
      const canonical = `POST\n/\n\n${lines}\n${names}\n${hash('sha256', body)}`;
      const text = `AWS4-HMAC-SHA256\n${moment}\n${scope.join('/')}\n${hash('sha256', canonical)}`;
      const signature = createHmac('sha256', keyOf(secretAccessKey, scope)).update(text).digest('hex');
      headers.authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`;
      return sent;
    },
  };
};

/** Maximum number of connections, as in the SDK's own handler. */
const MOST_SOCKETS = 50;

/**
 * Timeouts for the connection and for the whole response, in milliseconds. Table, queues and secrets usually respond in
 * milliseconds, but without a limit, one silent connection would use up a function's whole time. With existing
 * connections, three attempts fit into the ten seconds of `invoke`. With slow new ones, they take up to twelve, plus
 * the waits between them.
 */
export const LIMITS_MS = { connection: 1000, answer: 3000 };

const timeout = (of: keyof typeof LIMITS_MS, host: string, ms: number): Error =>
  Object.assign(new Error(`No ${of} from ${host} within ${ms} ms`), {
    name: 'TimeoutError',
    code: 'ETIMEDOUT',
  });

/**
 * Sends requests over persistent connections, and returns the whole response. A broken connection throws an error with
 * Node's code (ECONNRESET, ETIMEDOUT), which the SDK retries. A cancelled request throws AbortError.
 */
export const createHandler = (limits = LIMITS_MS) => {
  const options = { keepAlive: true, maxSockets: MOST_SOCKETS };
  const tls = { request: tlsRequest, agent: new Agent(options), connected: 'secureConnect' };
  const plain = { request: plainRequest, agent: new PlainAgent(options), connected: 'connect' };
  return {
    handle: (
      { protocol, hostname: host, port, method, path, headers, body }: SdkRequest,
      { abortSignal: signal }: { abortSignal?: AbortSignal } = {},
    ) =>
      new Promise<{ response: { statusCode: number; headers: Record<string, string>; body: Uint8Array } }>(
        (resolve, reject) => {
          const { request, agent, connected } = protocol === 'https:' ? tls : plain;
          let limit: NodeJS.Timeout | undefined;
          const waitFor = (what: keyof typeof LIMITS_MS) => {
            clearTimeout(limit);
            limit = setTimeout(() => fail(timeout(what, host, limits[what])), limits[what]);
          };
          const fail = (error: Error) => {
            clearTimeout(limit);
            reject(error);
            sent.destroy();
          };
          const sent = request({ agent, host, port, method, path, headers, ...(signal && { signal }) }, (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('error', fail);
            answer.on('end', () => {
              clearTimeout(limit);
              const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
              const received = answer.headers as Record<string, string>;
              resolve({ response: { statusCode: answer.statusCode ?? 0, headers: received, body: whole } });
            });
          });
          sent.on('error', fail);
          sent.on('socket', (socket) => {
            if (sent.destroyed) return;
            waitFor(socket.connecting ? 'connection' : 'answer');
            if (socket.connecting) socket.once(connected, () => waitFor('answer'));
          });
          sent.end(body);
        },
      ),
  };
};

let handler: ReturnType<typeof createHandler> | undefined;

/**
 * The options of a client for a JSON service. All clients share one set of connections.
 * @param config the client's configuration, with the SDK's sources of credentials and region
 */
export const jsonClientOptions = (
  service: 'dynamodb' | 'sqs',
  config: () => Signing,
): Pick<DynamoDBClientConfig, 'signer' | 'requestHandler'> => {
  handler ??= createHandler();
  return { signer: createSigner(service, config), requestHandler: handler } as Pick<
    DynamoDBClientConfig,
    'signer' | 'requestHandler'
  >;
};
