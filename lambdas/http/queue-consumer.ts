import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { log, withLogFields } from '../platform/log.ts';
import { hideFor, type MessageDisposition } from '../platform/message-disposition.ts';
import { noteHealth } from '../platform/process-health.ts';

export interface Consumer {
  work(record: SQSRecord, timeLeftMs: () => number): Promise<MessageDisposition>;
  /** Hides a group's records from the queue's consumers. Otherwise they return after the queue's visibility timeout. */
  hide?(receiptHandles: string[], seconds: number): Promise<void>;
  /**
   * Deletes records before the batch ends. A FIFO queue blocks a group while a batch has records of it, so a finished
   * group would wait for the slowest one.
   */
  finish?(receiptHandles: string[]): Promise<void>;
  /** Resolves repeatedly, each time with the records finished so far. */
  moment?(): Promise<void>;
  /** Milliseconds that must be left to start a record. */
  neededMs?: number;
  /** True for a record that may crash its function. It is processed alone, so no other record is suspected. */
  mayHaveCrashed?(record: SQSRecord): boolean;
}

/** After a failure, a group's delay doubles each time, up to this number of seconds. */
const MAX_BACKOFF_SECONDS = 60;

/**
 * Lambda kills a process that times out. Returning shortly before would let unfinished work resume with the next batch,
 * while other processes already have the same messages. There is no other middleware: failures and log fields belong to
 * a record, not to the batch.
 */
const NO_EARLY_TIMEOUT = { timeoutEarlyInMillis: 0 };

/**
 * The handler of a function that consumes a FIFO queue, with a result for each record. Groups are processed in
 * parallel, the records of a group in order. After a record that stays in the queue, the rest of its group stays for as
 * long, so the order is kept. Groups with a suspect come last, one at a time.
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

/** Reverses the order on every second receive, so two batches process all records except the one that crashes. */
const alternating = (suspects: SQSRecord[][]): SQSRecord[][] => {
  const receives = Number(suspects[0]?.[0]?.attributes.ApproximateReceiveCount);
  return receives % 2 === 0 ? suspects : suspects.toReversed();
};

/**
 * Deletes finished records before the batch ends. Records that finish together cost one request. The last records of a
 * batch need no request, because Lambda deletes them.
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
  // A failure also rejects `batch`, which is awaited by the caller.
  for (const [index, records] of groups.entries()) noteWhenDone(records, index).catch(() => undefined);
  while (left > 0) {
    await Promise.race([batch, moment()]);
    if (left === 0 || done.length === 0) continue;
    const finished = done.map(({ receiptHandle }) => receiptHandle);
    done = [];
    try {
      await finish(finished);
    } catch (error) {
      // Lambda deletes the records when the batch ends. Their lane waits longer, but nothing is lost.
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

/** Fields that `work` adds to the log, such as the message's id, also appear in the line about its failure. */
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
    // The records return after the queue's visibility timeout: late, but in order.
    log.warn('messages not hidden', { count: records.length }, error);
  }
};
