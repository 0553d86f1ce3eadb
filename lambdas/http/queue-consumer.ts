import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { log, withLogFields } from '../platform/log.ts';
import { hideFor, type MessageDisposition } from '../platform/message-disposition.ts';
import { noteHealth } from '../platform/process-health.ts';

export interface Consumer {
  work(record: SQSRecord, timeLeftMs: () => number): Promise<MessageDisposition>;
  /** Hides records for some seconds. Without it, they return after the queue's visibility timeout. */
  hide?(receiptHandles: string[], seconds: number): Promise<void>;
  /**
   * Deletes records before the batch ends. A FIFO queue blocks a group while one of its records is in a batch, so a
   * finished group would wait for the slowest one.
   */
  finish?(receiptHandles: string[]): Promise<void>;
  /** Waits briefly, so records that finish together are deleted in one request. */
  waitForOthers?(): Promise<void>;
  /** Remaining time in milliseconds that is needed to start a record. */
  neededMs?: number;
  /**
   * True for a record that may have crashed its function. It is processed alone, so another crash can only be its own.
   */
  mayHaveCrashed?(record: SQSRecord): boolean;
}

/** Maximum delay of a failing group. The delay doubles with each failure. */
const MAX_BACKOFF_SECONDS = 60;

/**
 * Disables middy's early timeout. A handler that returned before the timeout would leave unfinished work. It would
 * resume with the next batch, while other processes already have the same messages.
 */
const NO_EARLY_TIMEOUT = { timeoutEarlyInMillis: 0 };

/**
 * Creates the handler of a function that consumes a FIFO queue, with a result for each record. Groups are processed in
 * parallel, the records of a group in order. If a record stays in the queue, the rest of its group stays too, which
 * preserves the order. Groups with a record that may have caused a crash come last, one at a time.
 */
export const queueConsumer = (consumer: Consumer) =>
  middy<SQSEvent, SQSBatchResponse>(NO_EARLY_TIMEOUT).handler(async ({ Records }, context) => {
    noteHealth();
    const all = [...Map.groupBy(Records, (record) => record.attributes.MessageGroupId ?? record.messageId).values()];
    const mayHaveCrashed = (records: SQSRecord[]) => records.some((record) => consumer.mayHaveCrashed?.(record));
    const groups = Map.groupBy(all, mayHaveCrashed);
    const others = groups.get(false) ?? [];
    const suspects = alternating(groups.get(true) ?? []);
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

/**
 * Reverses the order of the groups on every second receive. After two batches, all groups before and after the one that
 * crashes were processed.
 */
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
  { finish, waitForOthers }: Consumer,
): Promise<void> => {
  if (!finish || !waitForOthers) return;
  let left = groups.length;
  let done: SQSRecord[] = [];
  const noteWhenDone = async (records: SQSRecord[], index: number): Promise<void> => {
    const stayed = await working[index];
    left--;
    done.push(...records.filter((record) => !stayed?.includes(record)));
  };
  // A failure also rejects `batch`, which the caller awaits.
  for (const [index, records] of groups.entries()) noteWhenDone(records, index).catch(() => undefined);
  while (left > 0) {
    await Promise.race([batch, waitForOthers()]);
    if (left === 0 || done.length === 0) continue;
    const finished = done.map(({ receiptHandle }) => receiptHandle);
    done = [];
    try {
      await finish(finished);
    } catch (error) {
      // Lambda deletes the records when the batch ends. Until then, their lanes wait, but nothing is lost.
      log.warn('messages not finished early', { count: finished.length }, error);
    }
  }
};

const workGroup = async (records: SQSRecord[], consumer: Consumer, context: Context): Promise<SQSRecord[]> => {
  const timeLeftMs = () => context.getRemainingTimeInMillis();
  for (const [index, record] of records.entries()) {
    const disposition: MessageDisposition =
      (index > 0 || consumer.mayHaveCrashed?.(record)) && timeLeftMs() < (consumer.neededMs ?? 0)
        ? hideFor(0)
        : await processRecord(record, consumer, timeLeftMs);
    if (disposition.kind === 'ack') continue;
    const rest = records.slice(index);
    await hideRecords(rest, disposition.seconds, consumer);
    return rest;
  }
  return [];
};

/** Processes a record and logs its failure, with the fields that `work` added to the log. */
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
    // The records return after the queue's visibility timeout, in order.
    log.warn('messages not hidden', { count: records.length }, error);
  }
};
