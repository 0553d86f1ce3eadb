import { Duration } from 'aws-cdk-lib';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

interface DispatchLanesProps {
  /** Prefix of the queues' names, such as `tellhook-prod`. */
  namePrefix: string;
  /** Number of receives before a message becomes a dead letter. */
  poisonAfter: number;
  /** Timeouts of the two functions that read these queues. */
  dispatcherTimeout: Duration;
  deadLettersTimeout: Duration;
}

/**
 * The lanes in which dispatches wait for their turn: a FIFO queue with one message group per target. A target's
 * messages stay in order, and a slow target doesn't delay the others. Messages that can't be handled become dead
 * letters.
 */
export class DispatchLanes extends Construct {
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;

  constructor(scope: Construct, id: string, props: DispatchLanesProps) {
    super(scope, id);
    const settings = {
      fifo: true,
      // Without these two settings, a FIFO queue handles 300 messages a second in total, not per target.
      deduplicationScope: sqs.DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: sqs.FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      // Messages exist for seconds and only the dispatcher can receive them, so SQS's own key is enough and free.
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    this.deadLetters = new sqs.Queue(this, 'DeadLetters', {
      ...settings,
      queueName: `${props.namePrefix}-dead-letters.fifo`,
      visibilityTimeout: sixTimes(props.deadLettersTimeout),
    });
    this.queue = new sqs.Queue(this, 'Queue', {
      ...settings,
      queueName: `${props.namePrefix}-lanes.fifo`,
      visibilityTimeout: sixTimes(props.dispatcherTimeout),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.poisonAfter },
    });
  }
}

/**
 * AWS recommends this visibility timeout: a throttled Lambda retries the batch, and no other consumer may receive it
 * meanwhile.
 */
export const sixTimes = (timeout: Duration) => Duration.seconds(6 * timeout.toSeconds());
