import { type Gate, isRefused } from './gate.ts';
import type { Ledger } from './ledger.ts';
import type { Service } from './wire.ts';

/** A request to AWS as it is on the wire, without what only HTTP needs. */
export interface WireRequest {
  /** The X-Amz-Target header; absent for SES. */
  target?: string | undefined;
  contentType?: string | undefined;
  /** The X-Amzn-Trace-Id header, which the SDK sends from within a function. */
  trace?: string | undefined;
  body: string;
  /** Whoever asked has gone. */
  signal?: AbortSignal;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Answers as the service would; rejects when it is not to answer at all. */
export type Backend = (request: WireRequest) => Promise<WireAnswer>;

/** The one way to the stand-ins. */
export interface AwsDoor {
  /** Asks the gate, passes on what is allowed and writes down what it consumed. Rejects as the stand-in behind it does. */
  ask(accessKeyId: string, request: WireRequest): Promise<WireAnswer>;
  /** Whether a call with this access key is not answered yet; mail, which may hang, does not count. */
  isBusyFor(accessKeyId: string): boolean;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query', 'Scan']);

interface Capacity {
  CapacityUnits?: number;
}

const capacityOf = (body: string): number => {
  const { ConsumedCapacity } = JSON.parse(body) as { ConsumedCapacity?: Capacity | Capacity[] };
  const parts = Array.isArray(ConsumedCapacity) ? ConsumedCapacity : [ConsumedCapacity ?? {}];
  return parts.reduce((sum, part) => sum + (part.CapacityUnits ?? 0), 0);
};

/** Asks DynamoDB to report what the call consumed, unless the caller already does. */
const withCapacity = (operation: string, body: string): string =>
  operation === 'DescribeTable' || body.includes('"ReturnConsumedCapacity"')
    ? body
    : `{"ReturnConsumedCapacity":"INDEXES",${body.slice(1)}`;

export const createDoor = (options: { gate: Gate; ledger: Ledger; backends: Record<Service, Backend> }): AwsDoor => {
  const { gate, ledger, backends } = options;
  const underWay = new Map<string, number>();
  const count = (keyId: string, by: number) => underWay.set(keyId, (underWay.get(keyId) ?? 0) + by);

  return {
    async ask(accessKeyId, request) {
      const verdict = gate.admit(accessKeyId, request.target, request.body);
      if (isRefused(verdict)) return verdict;
      const { call, principal } = verdict;
      const { service, operation } = call;
      const weight = service === 'ses' ? 0 : 1;
      count(accessKeyId, weight);
      try {
        if (service !== 'dynamodb') return await backends[service](request);
        const answer = await backends.dynamodb({ ...request, body: withCapacity(operation, request.body) });
        if (answer.status === 200) {
          const kind = READS.has(operation) ? 'read' : 'write';
          ledger.consumed(principal.functionName, operation, kind, capacityOf(answer.body));
        }
        return answer;
      } finally {
        count(accessKeyId, -weight);
        verdict.ended();
      }
    },
    isBusyFor: (accessKeyId) => (underWay.get(accessKeyId) ?? 0) > 0,
  };
};
