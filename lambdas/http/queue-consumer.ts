import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { log, withLogFields } from '../platform/log.ts';
import { hideFor, type MessageDisposition } from '../platform/message-disposition.ts';
import { noteHealth } from '../platform/process-health.ts';

export interface Consumer {
  work(record: SQSRecord, timeLeftMs: () => number): Promise<MessageDisposition>;
  /** Hides records of one group from the queue's consumers; without it they come back when the queue's own time is up. */
  hide?(receiptHandles: string[], seconds: number): Promise<void>;
  /**
   * Takes records out of the queue before the batch ends. A FIFO queue holds back a group while a batch has records of
   * it. A finished group would wait for the slowest one of its batch.
   */
  finish?(receiptHandles: string[]): Promise<void>;
  /** Resolves after a moment, each time with the records finished by then. */
  moment?(): Promise<void>;
  /** No further record is started with less time than this, in milliseconds. */
  neededMs?: number;
  /**
   * true when a record could be one that kills its function: it is processed alone, so no other record is suspected.
   */
  mayHaveCrashed?(record: SQSRecord): boolean;
}

/** After a failure a group waits for twice as long each time, up to this, in seconds. */
const MAX_BACKOFF_SECONDS = 60;

/**
 * Lambda ends a process that takes too long. Answering shortly before instead would let its work continue when the
 * process is used next, next to others that have the same messages by then. There is no other middleware: failures and
 * log fields belong to a record, not to the batch.
 */
const NO_EARLY_TIMEOUT = { timeoutEarlyInMillis: 0 };

/**
 * The handler of a function that consumes a FIFO queue, with a result for each record. Groups are processed in
 * parallel, the records of a group one after the other. After the first record that stays, the rest of its group stays
 * as long, so the order holds. Groups with a suspect come last, one at a time.
 */
export const queueConsumer = (consumer: Consumer) =>
  middy<SQSEvent, SQSBatchResponse>(NO_EARLY_TIMEOUT).handler(async ({ Records }, context) => {
    noteHealth();
    const all = [...Map.groupBy(Records, (record) => record.attributes.MessageGroupId ?? record.messageId).values()];
    const mayHaveCrashed = (records: SQSRecord[]) => records.some((record) => consumer.mayHaveCrashed?.(record));
    const others = all.filter((records) => !mayHaveCrashed(records));
    const suspects = alternating(all.filter(mayHaveCrashed));
    const working = others.map((records) => workGroup(records, consumer, context));
    let before: Promise<unknown> = Promise.all(working);
    for (const records of suspects) {
      const processed = before.then(() => workGroup(records, consumer, context));
      before = processed;
      working.push(processed);
    }
    const batch = Promise.all(working);
    if (all.length > 1) await finishEarly([...others, ...suspects], working, batch, consumer);
    const stayed = await batch;
    return { batchItemFailures: stayed.flat().map((record) => ({ itemIdentifier: record.messageId })) };
  });

/** Alternately forwards and backwards, so two batches handle all but the crashing record, wherever it is. */
const alternating = (suspects: SQSRecord[][]): SQSRecord[][] => {
  const receives = Number(suspects[0]?.[0]?.attributes.ApproximateReceiveCount);
  return receives % 2 === 0 ? suspects : suspects.toReversed();
};

/**
 * Records that finish at the same moment cost one request. The last of the batch cost none, because Lambda deletes
 * them.
 */
const finishEarly = async (
  groups: SQSRecord[][],
  working: Promise<SQSRecord[]>[],
  batch: Promise<unknown>,
  { finish, moment }: Consumer,
): Promise<void> => {
  if (!finish || !moment) return;
  let left = groups.length;
  let done: SQSRecord[] = [];
  const noteWhenDone = async (records: SQSRecord[], index: number): Promise<void> => {
    const stayed = await working[index];
    left--;
    done.push(...records.filter((record) => !stayed?.includes(record)));
  };
  // A failure also rejects `batch`, which the caller waits for.
  for (const [index, records] of groups.entries()) noteWhenDone(records, index).catch(() => undefined);
  while (left > 0) {
    await Promise.race([batch, moment()]);
    if (left === 0 || done.length === 0) continue;
    const finished = done.map(({ receiptHandle }) => receiptHandle);
    done = [];
    try {
      await finish(finished);
    } catch (error) {
      // Lambda takes them out when the batch ends: their lane waits for longer, and nothing is lost.
      log.warn('messages not finished early', { count: finished.length }, error);
    }
  }
};

const workGroup = async (records: SQSRecord[], consumer: Consumer, context: Context): Promise<SQSRecord[]> => {
  const timeLeftMs = () => context.getRemainingTimeInMillis();
  for (const [index, record] of records.entries()) {
    const verdict: MessageDisposition =
      (index > 0 || consumer.mayHaveCrashed?.(record)) && timeLeftMs() < (consumer.neededMs ?? 0)
        ? hideFor(0)
        : await processRecord(record, consumer, timeLeftMs);
    if (verdict.kind === 'ack') continue;
    const rest = records.slice(index);
    await hideRecords(rest, verdict.seconds, consumer);
    return rest;
  }
  return [];
};

/** Fields that `work` adds to the log, such as the message's id, are in the line about its failure too. */
const processRecord = (record: SQSRecord, consumer: Consumer, timeLeftMs: () => number): Promise<MessageDisposition> =>
  withLogFields({}, async (): Promise<MessageDisposition> => {
    try {
      return await consumer.work(record, timeLeftMs);
    } catch (error) {
      const attempt = Number(record.attributes.ApproximateReceiveCount);
      log.error('record failed', { attempt }, error);
      return hideFor(Math.min(MAX_BACKOFF_SECONDS, 2 ** Math.min(attempt, 10)));
    }
  });

const hideRecords = async (records: SQSRecord[], seconds: number, { hide }: Consumer): Promise<void> => {
  try {
    await hide?.(
      records.map(({ receiptHandle }) => receiptHandle),
      seconds,
    );
  } catch (error) {
    // They come back when the queue's own time is up: later than wished, and still in order.
    log.warn('messages not hidden', { count: records.length }, error);
  }
};
