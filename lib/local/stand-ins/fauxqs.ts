import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fauxqs from '#fauxqs';
import { setBounded } from '../../../lambdas/platform/bounded-map.ts';
import type { Backend } from '../iam/request-handler.ts';
import type { WireAnswer } from '../iam/wire.ts';

/** Numbers of messages in a queue. `receivable` ones can be received now or within two seconds. */
interface QueueDepth {
  receivable: number;
  inFlight: number;
  waiting: number;
}

/** The SQS stand-in. It runs the store and the operations of fauxqs (`vendor/`) in this process, without its server. */
export interface QueueStandIn {
  /** Runs an operation of SQS's JSON protocol. @throws Error with the service's message */
  call<Answer>(operation: string, parameters: Record<string, unknown>): Promise<Answer>;
  /** Handles an HTTP request in SQS's JSON protocol. */
  answer: Backend;
  /** Creates the queue if it doesn't exist. Attributes are those of SQS's CreateQueue. */
  createQueue(name: string, attributes: Record<string, string>): void;
  depth(name: string): QueueDepth;
  /** Moves received messages to the queue's dead letters, as Lambda does with suspected loops. */
  deadLetter(name: string, receiptHandles: string[]): void;
  stop(): void;
}

/** The operations of SQS that the product, its event sources and this machine use. */
const operations = new Map(
  Object.entries({
    SendMessage: fauxqs.sendMessage,
    SendMessageBatch: fauxqs.sendMessageBatch,
    ReceiveMessage: fauxqs.receiveMessage,
    DeleteMessage: fauxqs.deleteMessage,
    DeleteMessageBatch: fauxqs.deleteMessageBatch,
    ChangeMessageVisibility: fauxqs.changeMessageVisibility,
    ChangeMessageVisibilityBatch: fauxqs.changeMessageVisibilityBatch,
    GetQueueAttributes: fauxqs.getQueueAttributes,
    SetQueueAttributes: fauxqs.setQueueAttributes,
  }),
);

/** The account that fauxqs puts into its ARNs. */
export const QUEUE_ACCOUNT = '000000000000';

const CONTENT_TYPE = 'application/x-amz-json-1.0';

/** Maximum number of stored trace headers; the oldest are dropped first. */
const KEPT_TRACES = 200_000;

/** Messages due within this time count as receivable, because a rate limit often delays one for a second. */
const SOON_MS = 2_000;

/**
 * Releases messages that an earlier run's consumers had received, because those have ended. Keeps their order. In AWS,
 * they would return after the visibility timeout.
 */
const releaseHeldMessages = (dataDir: string): void => {
  const path = join(dataDir, 'fauxqs.db');
  if (!existsSync(path)) return;
  const database = new DatabaseSync(path);
  try {
    const known = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqs_messages'").get();
    if (known) database.exec('UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL');
  } finally {
    database.close();
  }
};

/**
 * Starts the stand-in.
 * @param options.dataDir folder for messages; null keeps them in memory
 * @param options.now the product's time in milliseconds, shared by all stand-ins of this process
 */
export const startFauxqs = async (options: {
  dataDir: string | null;
  region: string;
  now: () => number;
  /** Number of messages that a FIFO queue searches for free groups. */
  searched?: number;
}): Promise<QueueStandIn> => {
  const { dataDir, region, now, searched = fauxqs.settings.searched } = options;
  Object.assign(fauxqs.settings, { now, searched });
  const store = new fauxqs.SqsStore();
  store.region = region;
  let persistence: fauxqs.PersistenceManager | undefined;
  if (dataDir) {
    releaseHeldMessages(dataDir);
    persistence = new fauxqs.PersistenceManager(dataDir);
    // Persistence is set after loading, so loaded data isn't written again.
    persistence.loadSqsQueues(store);
    store.persistence = persistence;
    for (const queue of store.allQueues()) queue.persistence = persistence;
  }

  // SQS passes the request's trace header to the receiver as AWSTraceHeader. fauxqs doesn't support this.
  const traces = new Map<string, string>();
  const keepTraces = (answer: unknown, trace: string) => {
    const { MessageId, Successful = [] } = answer as { MessageId?: string; Successful?: { MessageId: string }[] };
    for (const id of [...(MessageId ? [MessageId] : []), ...Successful.map((entry) => entry.MessageId)])
      setBounded(traces, id, trace, KEPT_TRACES);
  };
  const showTraces = (answer: unknown) => {
    const { Messages = [] } = answer as { Messages?: { MessageId: string; Attributes?: Record<string, string> }[] };
    for (const message of Messages) {
      const trace = traces.get(message.MessageId);
      if (trace && message.Attributes) message.Attributes.AWSTraceHeader = trace;
    }
  };
  const run = async (operation: string, parameters: Record<string, unknown>, trace?: string): Promise<unknown> => {
    const found = operations.get(operation);
    if (!found) throw new Error(`The local queues do not support ${operation}.`);
    const answer = await found(parameters, store);
    if (trace && operation.startsWith('SendMessage')) keepTraces(answer, trace);
    if (operation === 'ReceiveMessage') showTraces(answer);
    return answer;
  };

  const json = (status: number, content: unknown, headers: Record<string, string> = {}): WireAnswer => ({
    status,
    headers: { 'content-type': CONTENT_TYPE, ...headers },
    body: JSON.stringify(content ?? {}),
  });

  return {
    call: async <Answer>(operation: string, parameters: Record<string, unknown>) =>
      (await run(operation, parameters)) as Answer,
    answer: async ({ target, trace, body }) => {
      try {
        return json(200, await run(String(target).split('.')[1] ?? '', JSON.parse(body), trace));
      } catch (thrown) {
        const error = thrown as Partial<fauxqs.SqsError> & Error;
        return error.toJSON && error.queryErrorHeader
          ? json(error.statusCode ?? 400, error.toJSON(), { 'x-amzn-query-error': error.queryErrorHeader })
          : json(500, { __type: 'InternalFailure', message: error.message });
      }
    },
    createQueue: (name, attributes) => {
      if (store.inspectQueue(name)) return;
      const url = `http://localhost/${QUEUE_ACCOUNT}/${name}`;
      store.createQueue(name, url, `arn:aws:sqs:${region}:${QUEUE_ACCOUNT}:${name}`, attributes);
    },
    depth: (name) => {
      const found = store.inspectQueue(name);
      if (!found) throw new Error(`The queue ${name} does not exist.`);
      return depthOf(found.messages, now() + SOON_MS);
    },
    deadLetter: (name, receiptHandles) => {
      const queue = store.getQueueByName(name);
      const policy = queue && (JSON.parse(queue.attributes.RedrivePolicy ?? '{}') as { deadLetterTargetArn?: string });
      const deadLetters = policy?.deadLetterTargetArn && store.getQueueByArn(policy.deadLetterTargetArn);
      for (const handle of receiptHandles) {
        const message = queue?.inflightMessages.get(handle)?.message;
        queue?.deleteMessage(handle);
        if (message && deadLetters) deadLetters.enqueue(message);
      }
    },
    stop: () => {
      store.shutdown();
      persistence?.close();
    },
  };
};

const depthOf = ({ ready, delayed, inflight }: fauxqs.QueueContents['messages'], soon: number): QueueDepth => {
  const isLate = (entry: { visibilityDeadline: number }) => entry.visibilityDeadline <= soon;
  const held = inflight.filter((entry) => !isLate(entry));
  const locked = new Set(held.map((entry) => entry.message.messageGroupId).filter((group) => group !== undefined));
  const isFree = (message: fauxqs.Message) =>
    message.messageGroupId === undefined || !locked.has(message.messageGroupId);
  const due = delayed.filter((message) => (message.delayUntil ?? 0) <= soon);
  return {
    receivable: [...ready, ...due, ...inflight.filter(isLate).map((entry) => entry.message)].filter(isFree).length,
    inFlight: held.length,
    waiting: ready.length + delayed.length,
  };
};
