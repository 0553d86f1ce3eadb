import type { FunctionResult } from '../functions/protocol.ts';
import { hopsOf, MOST_HOPS } from './recursion.ts';
import type { SqsClient, SqsMessage } from './sqs-client.ts';

/** An event source mapping from a queue to a function. */
export interface MappingSpec {
  queueName: string;
  queueArn: string;
  functionName: string;
  batchSize: number;
  /** True if the function reports a result per record (`ReportBatchItemFailures`). */
  reportsItemFailures: boolean;
  /** Largest number of concurrent batches, if the template sets one. */
  maximumConcurrency?: number | undefined;
  /** True if the function is allowed to trigger itself in a loop. */
  mayRecur: boolean;
}

interface DeliveredBatch {
  functionName: string;
  queueName: string;
  messages: number;
  /** Number of messages that stay in the queue and return after their visibility timeout. */
  failed: number;
  durationMs: number;
  error?: string;
}

export interface Poller {
  /** Number of batches that are being received or processed, excluding the waiting poll. */
  active(): number;
  /** Stops receiving; resolves when running batches are done. */
  stop(): Promise<void>;
}

/** A long poll ends immediately when a message arrives, so a long maximum costs nothing. */
const WAIT_SECONDS = 20;
/** Pause after an error from the queue (such as a missing grant), to avoid a tight loop. */
const PAUSE_MS = 1000;

const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** A record of Lambda's SQS event. */
const toRecord = (message: SqsMessage, { queueArn }: MappingSpec) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes ?? {},
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
      name,
      Object.fromEntries(Object.entries(value).map(([key, content]) => [lowerFirst(key), content])),
    ]),
  ),
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: queueArn.split(':')[3],
});

/**
 * The ids of the messages that stay in the queue after a result. If the function fails, all stay. If its response
 * contains an unknown or empty id, the whole batch counts as failed, as in Lambda.
 */
export const failedIds = (result: FunctionResult, ids: string[], reportsItemFailures: boolean): Set<string> => {
  if (!result.ok) return new Set(ids);
  if (!reportsItemFailures) return new Set();
  const { batchItemFailures } = (result.value ?? {}) as { batchItemFailures?: { itemIdentifier?: string }[] | null };
  if (batchItemFailures === undefined || batchItemFailures === null) return new Set();
  if (!Array.isArray(batchItemFailures)) return new Set(ids);
  const named = batchItemFailures.map((failure) => failure?.itemIdentifier ?? '');
  return named.every((id) => ids.includes(id)) ? new Set(named) : new Set(ids);
};

/**
 * Polls a queue and invokes the function with the received messages. A new poll starts as soon as a batch is received,
 * so lanes of different message groups are processed in parallel. The queue itself limits a group to one batch at a
 * time.
 */
export const startPoller = (options: {
  spec: MappingSpec;
  /** Largest number of concurrent batches. */
  concurrency: number;
  sqs: SqsClient;
  queueUrl: string;
  invoke: (event: unknown) => Promise<FunctionResult>;
  /** Moves messages to the queue's dead-letter queue. */
  deadLetter: (receiptHandles: string[]) => void;
  onBatch: (batch: DeliveredBatch) => void;
  onError: (message: string) => void;
  pause?: (milliseconds: number) => Promise<void>;
}): Poller => {
  const { spec, sqs, queueUrl, invoke } = options;
  const pause = options.pause ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)));
  const running = new Set<Promise<void>>();
  let stopped = false;
  let freed: (() => void) | undefined;

  const receive = async (): Promise<SqsMessage[]> => {
    const { Messages = [] } = await sqs.call<{ Messages?: SqsMessage[] }>('ReceiveMessage', {
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(10, spec.batchSize),
      WaitTimeSeconds: WAIT_SECONDS,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    return Messages;
  };

  const work = async (messages: SqsMessage[]): Promise<void> => {
    const startedAt = performance.now();
    const result = await invoke({ Records: messages.map((message) => toRecord(message, spec)) });
    const ids = messages.map((message) => message.MessageId);
    const failed = failedIds(result, ids, spec.reportsItemFailures);
    const done = messages.filter((message) => !failed.has(message.MessageId));
    if (done.length > 0) {
      const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
      await sqs.call('DeleteMessageBatch', { QueueUrl: queueUrl, Entries });
    }
    options.onBatch({
      functionName: spec.functionName,
      queueName: spec.queueName,
      messages: messages.length,
      failed: failed.size,
      durationMs: performance.now() - startedAt,
      ...(result.ok ? {} : { error: `${result.errorType}: ${result.errorMessage}` }),
    });
  };

  /** Moves messages of suspected endless loops to the dead letters, as Lambda does, and returns the others. */
  const withoutLoops = (messages: SqsMessage[]): SqsMessage[] => {
    const isLoop = ({ Attributes }: SqsMessage) => !spec.mayRecur && hopsOf(Attributes?.AWSTraceHeader) >= MOST_HOPS;
    const loops = messages.filter(isLoop);
    if (loops.length === 0) return messages;
    options.deadLetter(loops.map(({ ReceiptHandle }) => ReceiptHandle));
    options.onError(`Lambda detected an endless loop in ${spec.functionName} and dropped ${loops.length} messages`);
    return messages.filter((message) => !isLoop(message));
  };

  const begin = (messages: SqsMessage[]) => {
    const batch = work(messages)
      .catch((error: Error) => {
        if (!stopped) options.onError(error.message);
      })
      .finally(() => {
        running.delete(batch);
        freed?.();
      });
    running.add(batch);
  };

  /** Lambda first reads the queue's attributes, so the role needs the permission here too. */
  const inspect = () => sqs.call('GetQueueAttributes', { QueueUrl: queueUrl, AttributeNames: ['All'] });

  const loop = async (): Promise<void> => {
    let inspected = false;
    while (!stopped) {
      if (running.size >= options.concurrency) {
        await new Promise<void>((resolve) => {
          freed = resolve;
        });
        continue;
      }
      try {
        if (!inspected) await inspect();
        inspected = true;
        const messages = await receive();
        const taken = withoutLoops(messages);
        if (taken.length > 0) begin(taken);
      } catch (error) {
        if (stopped) return;
        options.onError((error as Error).message);
        await pause(PAUSE_MS);
      }
    }
  };
  void loop();

  return {
    active: () => running.size,
    async stop() {
      stopped = true;
      freed?.();
      await Promise.all(running);
    },
  };
};
