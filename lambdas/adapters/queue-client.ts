import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { jsonClientOptions } from './aws-client.ts';

/* This client has its own file, because most functions load it only when they queue their first message. */

let client: SQSClient | undefined;

/** Returns the SQS client, which all queues share. */
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
