import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { log } from '../platform/log.ts';

/** false = the record was not worked off and stays in the queue. */
type Work = (record: SQSRecord) => Promise<boolean>;

/**
 * The handler of a function that consumes a FIFO queue, answering record by record. Groups are worked off side by side,
 * the records of one group one after the other; after the first record that stays, the rest of its group stays too, so
 * that the order holds.
 * @param keep is told of each record that stays behind another one of its group.
 */
export const queueConsumer = (
  work: Work,
  keep: (record: SQSRecord, behind: SQSRecord) => Promise<void> = async () => {},
) =>
  middy<SQSEvent, SQSBatchResponse>().handler(async ({ Records }) => {
    const groups = Map.groupBy(Records, (record) => record.attributes.MessageGroupId ?? record.messageId);
    const stayed = await Promise.all([...groups.values()].map((records) => workGroup(records, work, keep)));
    return { batchItemFailures: stayed.flat().map((record) => ({ itemIdentifier: record.messageId })) };
  });

const workGroup = async (
  records: SQSRecord[],
  work: Work,
  keep: (record: SQSRecord, behind: SQSRecord) => Promise<void>,
): Promise<SQSRecord[]> => {
  for (const [index, record] of records.entries()) {
    if (await worked(record, work)) continue;
    const rest = records.slice(index + 1);
    await Promise.all(rest.map((each) => keep(each, record)));
    return [record, ...rest];
  }
  return [];
};

const worked = async (record: SQSRecord, work: Work): Promise<boolean> => {
  try {
    return await work(record);
  } catch (error) {
    log.error('message not worked off', { attempt: Number(record.attributes.ApproximateReceiveCount) }, error);
    return false;
  }
};
