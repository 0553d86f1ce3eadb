import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { jsonClientOptions } from './aws-client.ts';

/*
 * The client of SQS. It has its own file because most functions load it with the first message that they queue, which
 * most calls never do.
 */

let client: SQSClient | undefined;

/** One for all queues. */
export const queueClient = (): SQSClient => {
  const made: SQSClient =
    client ??
    new SQSClient({
      maxAttempts: 3,
      useQueueUrlAsEndpoint: false,
      ...jsonClientOptions('sqs', () => made.config),
    });
  client = made;
  return made;
};

export { ChangeMessageVisibilityBatchCommand, DeleteMessageBatchCommand, SendMessageBatchCommand };
