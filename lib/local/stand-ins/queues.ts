import { createSqsClient } from '../events/sqs-client.ts';
import type { QueueSpec } from '../template/read-data.ts';
import type { QueueStandIn } from './fauxqs.ts';

/** The account that fauxqs puts into its ARNs. */
const FAUXQS_ACCOUNT = '000000000000';

/** Creates the template's queues in the stand-in, dead-letter queues first; those that exist take the new attributes. */
export const ensureQueues = async (standIn: QueueStandIn, queues: QueueSpec[], region: string): Promise<void> => {
  const sqs = createSqsClient(standIn.origin, 'runner');
  for (const { name, attributes, redrive } of queues.toSorted((a, b) => Number(!!a.redrive) - Number(!!b.redrive))) {
    const { FifoQueue, ...changeable } = attributes;
    await standIn.createQueue(name, FifoQueue ? { FifoQueue } : {});
    const policy = redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: `arn:aws:sqs:${region}:${FAUXQS_ACCOUNT}:${redrive.deadLetterQueue}`,
        maxReceiveCount: redrive.maxReceiveCount,
      }),
    };
    await sqs.call('SetQueueAttributes', {
      QueueUrl: `${standIn.origin}/${FAUXQS_ACCOUNT}/${name}`,
      Attributes: { ...changeable, ...policy },
    });
  }
  sqs.stop();
};
