import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorAnswer } from './answers.ts';
import { type Gate, isRefused } from './gate.ts';
import type { Ledger } from './ledger.ts';
import type { Service } from './wire.ts';

/** Where allowed calls go: another loopback server, or a handler in this process. */
type Backend = { origin: string } | ((request: IncomingMessage, body: Buffer, response: ServerResponse) => void);

export interface AwsProxy {
  /** The one endpoint of all services; requests are told apart by their target header and form. */
  origin: string;
  /** Whether a call that was signed with this access key is not answered yet; mail, which may hang, does not count. */
  isBusyFor(accessKeyId: string): boolean;
  stop(): Promise<void>;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query', 'Scan']);

interface Capacity {
  CapacityUnits?: number;
}

const capacityOf = (body: Buffer): number => {
  const { ConsumedCapacity } = JSON.parse(body.toString('utf8')) as { ConsumedCapacity?: Capacity | Capacity[] };
  const parts = Array.isArray(ConsumedCapacity) ? ConsumedCapacity : [ConsumedCapacity ?? {}];
  return parts.reduce((sum, part) => sum + (part.CapacityUnits ?? 0), 0);
};

/** Asks DynamoDB to report what the call consumed, unless the caller already does. */
const withCapacity = (operation: string, body: Buffer): Buffer => {
  if (operation === 'DescribeTable' || body.includes('"ReturnConsumedCapacity"')) return body;
  return Buffer.concat([Buffer.from('{"ReturnConsumedCapacity":"INDEXES",'), body.subarray(1)]);
};

const collect = (stream: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    stream.on('error', reject);
  });

const FORWARDED = ['content-type', 'x-amz-target', 'authorization', 'x-amz-date'];

/**
 * The one endpoint of all services, in front of the stand-ins: asks the gate about each call, forwards what is allowed and
 * writes down what it consumed. Signatures are not verified; the access key id alone tells who calls.
 */
export const startAwsProxy = async (options: {
  gate: Gate;
  ledger: Ledger;
  backends: Record<Service, Backend>;
}): Promise<AwsProxy> => {
  const { gate, ledger } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const underWay = new Map<string, number>();
  const count = (keyId: string, by: number) => underWay.set(keyId, (underWay.get(keyId) ?? 0) + by);

  const refuse = (response: ServerResponse, { status, headers, body }: ErrorAnswer) => {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  };

  const forward = (
    origin: string,
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    done: (status: number, body: Buffer) => void,
  ) => {
    const headers: Record<string, string | number> = { 'content-length': body.length };
    for (const name of FORWARDED) {
      const value = incoming.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const outgoing = httpRequest(origin, { method: 'POST', agent, headers }, (answer) => {
      collect(answer).then(
        (answerBody) => {
          done(answer.statusCode ?? 500, answerBody);
          const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...passed } = answer.headers;
          response
            .writeHead(answer.statusCode ?? 500, { ...passed, 'content-length': answerBody.length })
            .end(answerBody);
        },
        () => response.destroy(),
      );
    });
    outgoing.on('error', () => response.destroy());
    // A long poll whose consumer has gone must not take a message with it.
    response.on('close', () => {
      if (!response.writableFinished) outgoing.destroy();
    });
    outgoing.end(body);
  };

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await collect(incoming);
    const keyId = /Credential=([^/]+)\//.exec(incoming.headers.authorization ?? '')?.[1] ?? '';
    const verdict = gate.admit(keyId, incoming.headers['x-amz-target'] as string | undefined, body.toString('utf8'));
    if (isRefused(verdict)) return refuse(response, verdict);
    const { service, operation } = verdict.call;
    const weight = service === 'ses' ? 0 : 1;
    count(keyId, weight);
    response.once('close', () => {
      count(keyId, -weight);
      verdict.ended();
    });
    const { functionName } = verdict.principal;
    const backend = options.backends[service];
    if (typeof backend === 'function') return backend(incoming, body, response);
    const sent = service === 'dynamodb' ? withCapacity(operation, body) : body;
    forward(backend.origin, incoming, sent, response, (status, answer) => {
      if (service !== 'dynamodb' || status !== 200) return;
      ledger.consumed(functionName, operation, READS.has(operation) ? 'read' : 'write', capacityOf(answer));
    });
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isBusyFor: (accessKeyId) => (underWay.get(accessKeyId) ?? 0) > 0,
    stop: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
