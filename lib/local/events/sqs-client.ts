import { Agent, request } from 'node:http';
import { type Gate, isRefused } from '../iam/gate.ts';

/** A message as ReceiveMessage returns it. */
export interface SqsMessage {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MD5OfBody: string;
  Attributes?: Record<string, string>;
  MessageAttributes?: Record<string, { DataType: string; StringValue?: string; BinaryValue?: string }>;
}

export interface SqsClient {
  /** @throws Error with the service's message */
  call<Answer>(operation: string, parameters: Record<string, unknown>): Promise<Answer>;
  stop(): void;
}

/**
 * Speaks SQS's JSON protocol to one loopback endpoint; small, because the SDK takes longer to load than the runner to start.
 * @param gate judges each call first, for an endpoint that does not do so itself
 */
export const createSqsClient = (origin: string, accessKeyId: string, gate?: Gate): SqsClient => {
  const agent = new Agent({ keepAlive: true });
  const call = <Answer>(operation: string, parameters: Record<string, unknown>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(parameters);
      const verdict = gate?.admit(accessKeyId, `AmazonSQS.${operation}`, body);
      if (verdict && isRefused(verdict)) {
        return reject(new Error((JSON.parse(verdict.body) as { message: string }).message));
      }
      const outgoing = request(
        origin,
        {
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/x-amz-json-1.0',
            'content-length': Buffer.byteLength(body),
            'x-amz-target': `AmazonSQS.${operation}`,
            authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/local/sqs/aws4_request`,
          },
        },
        (incoming) => {
          let text = '';
          incoming.setEncoding('utf8');
          incoming.on('data', (chunk: string) => {
            text += chunk;
          });
          incoming.on('end', () => {
            verdict?.ended();
            const answer = JSON.parse(text || '{}') as Answer & { message?: string };
            if (incoming.statusCode === 200) resolve(answer);
            else reject(new Error(answer.message ?? `SQS answered ${incoming.statusCode}`));
          });
          incoming.on('error', reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return { call, stop: () => agent.destroy() };
};
