import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hiddenAddress, type LoopbackServer, listenOnLoopback } from '../loopback.ts';
import { badSignature, unknownCaller } from './answers.ts';
import { type Gate, isRefused } from './gate.ts';
import { readObjectRequest } from './object-request.ts';
import { createVerifier } from './signature.ts';
import type { UsageMeter } from './usage-meter.ts';
import type { Service, WireAnswer } from './wire.ts';

/** A request to AWS, without the fields that only HTTP and the signature need. */
export interface WireRequest {
  /** The X-Amz-Target header; undefined for SES. */
  target?: string | undefined;
  /** The X-Amzn-Trace-Id header, which the SDK sends from within a function. */
  trace?: string | undefined;
  body: string;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal;
}

/** Responds as the service would. If the promise rejects, no response is sent. */
export type Backend = (request: WireRequest) => Promise<WireAnswer>;

const READS = new Set(['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query', 'Scan']);

interface Capacity {
  CapacityUnits?: number;
}

const capacityOf = (body: string): number => {
  const { ConsumedCapacity } = JSON.parse(body) as { ConsumedCapacity?: Capacity | Capacity[] };
  const parts = Array.isArray(ConsumedCapacity) ? ConsumedCapacity : [ConsumedCapacity ?? {}];
  return parts.reduce((sum, part) => sum + (part.CapacityUnits ?? 0), 0);
};

/** Adds the parameter that makes DynamoDB report the consumed capacity, unless the request already has it. */
const withCapacity = (operation: string, body: string): string =>
  operation === 'DescribeTable' || body.includes('"ReturnConsumedCapacity"')
    ? body
    : `{"ReturnConsumedCapacity":"INDEXES",${body.slice(1)}`;

/** Reads a body with listeners. Node's stream helper would convert it to a Blob, which takes longer than the rest. */
const readBody = (incoming: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', reject);
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
  });

/** Returns a signal that aborts when the client disconnects. A wait for a response then ends too. */
const whenGone = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
};

/**
 * Opens the single endpoint of all stand-ins. The target header and the form of a request show which service it is for.
 * The server verifies the signature, asks the gate, passes on allowed requests and records the consumed capacity. If a
 * stand-in fails, the connection is closed without a response.
 * @param options.secretOf returns the secret of an access key
 */
export const openAwsServer = async (options: {
  gate: Gate;
  usage: UsageMeter;
  backends: Record<Service, Backend>;
  secretOf: (accessKeyId: string) => string | undefined;
}): Promise<LoopbackServer> => {
  const { gate, usage, backends } = options;
  const verify = createVerifier(options.secretOf);

  const ask = async (accessKeyId: string, request: WireRequest): Promise<WireAnswer> => {
    const verdict = gate.admit(accessKeyId, request.target, request.body);
    if (isRefused(verdict)) return verdict;
    const { service, operation } = verdict.call;
    try {
      if (service !== 'dynamodb') return await backends[service](request);
      const answer = await backends.dynamodb({ ...request, body: withCapacity(operation, request.body) });
      if (answer.status === 200) {
        const kind = READS.has(operation) ? 'read' : 'write';
        usage.consumed(verdict.principal.functionName, operation, kind, capacityOf(answer.body));
      }
      return answer;
    } finally {
      verdict.ended();
    }
  };

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = incoming;
    const body = await readBody(incoming);
    const signed = verify({ method, url, headers, body });
    const answer =
      'wrong' in signed
        ? { key: unknownCaller, signature: badSignature }[signed.wrong]()
        : await ask(signed.accessKeyId, {
            target: headers['x-amz-target'] as string | undefined,
            body: body.toString(),
            ...readObjectRequest({ method, url, headers, body }),
            trace: headers['x-amzn-trace-id'] as string | undefined,
            signal: whenGone(response),
          });
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
