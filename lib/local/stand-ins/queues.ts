import type { QueueSpec } from '../template/read-data.ts';
import { QUEUE_ACCOUNT, type QueueStandIn } from './fauxqs.ts';

/** Creates the template's queues in the stand-in, dead-letter queues first. Existing queues get the new attributes. */
export const ensureQueues = async (standIn: QueueStandIn, queues: QueueSpec[], region: string): Promise<void> => {
  for (const { name, attributes, redrive } of queues.toSorted((a, b) => Number(!!a.redrive) - Number(!!b.redrive))) {
    const { FifoQueue, ...changeable } = attributes;
    standIn.createQueue(name, FifoQueue ? { FifoQueue } : {});
    const policy = redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: `arn:aws:sqs:${region}:${QUEUE_ACCOUNT}:${redrive.deadLetterQueue}`,
        maxReceiveCount: redrive.maxReceiveCount,
      }),
    };
    await standIn.call('SetQueueAttributes', {
      QueueUrl: `http://localhost/${QUEUE_ACCOUNT}/${name}`,
      Attributes: { ...changeable, ...policy },
    });
  }
};
