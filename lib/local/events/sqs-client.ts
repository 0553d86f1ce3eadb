import { type Gate, isRefused } from '../iam/gate.ts';
import type { QueueStandIn } from '../stand-ins/fauxqs.ts';

/** A message as ReceiveMessage returns it. */
export interface SqsMessage {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MD5OfBody: string;
  Attributes?: Record<string, string>;
  MessageAttributes?: Record<string, { DataType: string; StringValue?: string; BinaryValue?: string }>;
}

export type SqsClient = Pick<QueueStandIn, 'call'>;

/** Access to the queues with an access key. The gate checks each request, like those that arrive over HTTP. */
export const createSqsClient = (queues: SqsClient, accessKeyId: string, gate: Gate): SqsClient => ({
  async call<Answer>(operation: string, parameters: Record<string, unknown>) {
    const verdict = gate.admit(accessKeyId, `AmazonSQS.${operation}`, JSON.stringify(parameters));
    if (isRefused(verdict)) throw new Error((JSON.parse(verdict.body) as { message: string }).message);
    try {
      return await queues.call<Answer>(operation, parameters);
    } finally {
      verdict.ended();
    }
  },
});
