/** What is used of the parts that are here; upstream's package exports its server only. */

export interface Message {
  messageGroupId?: string;
  delayUntil?: number;
}

export interface Queue {
  attributes: { RedrivePolicy?: string };
  inflightMessages: Map<string, { message: Message }>;
  deleteMessage(receiptHandle: string): boolean;
  enqueue(message: Message): void;
}

export interface QueueContents {
  messages: {
    ready: Message[];
    delayed: Message[];
    inflight: { message: Message; visibilityDeadline: number }[];
  };
}

export declare class PersistenceManager {
  constructor(folder: string);
  loadSqsQueues(store: SqsStore): void;
  close(): void;
}

export declare class SqsStore {
  region?: string;
  persistence?: PersistenceManager;
  createQueue(name: string, url: string, arn: string, attributes: Record<string, string>): void;
  allQueues(): Iterable<{ persistence?: PersistenceManager }>;
  getQueueByName(name: string): Queue | undefined;
  getQueueByArn(arn: string): Queue | undefined;
  inspectQueue(name: string): QueueContents | undefined;
  shutdown(): void;
}

export declare const settings: {
  now: () => number;
  searched: number;
};

type Operation = (parameters: Record<string, unknown>, store: SqsStore) => unknown;

export declare const changeMessageVisibility: Operation;
export declare const changeMessageVisibilityBatch: Operation;
export declare const deleteMessage: Operation;
export declare const deleteMessageBatch: Operation;
export declare const getQueueAttributes: Operation;
export declare const receiveMessage: Operation;
export declare const sendMessage: Operation;
export declare const sendMessageBatch: Operation;
export declare const setQueueAttributes: Operation;

/** What operations throw: how the service answers. */
export interface SqsError extends Error {
  statusCode: number;
  queryErrorHeader: string;
  toJSON(): object;
}
