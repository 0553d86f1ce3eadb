import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { queueConsumer } from '../../lambdas/http/queue-consumer.ts';

const record = (messageId: string, group: string): SQSRecord =>
  ({ messageId, body: messageId, attributes: { MessageGroupId: group, ApproximateReceiveCount: '1' } }) as SQSRecord;
const run = (handler: ReturnType<typeof queueConsumer>, Records: SQSRecord[]) =>
  (handler as unknown as (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>)({ Records }, {} as Context);

describe('a consumer of a FIFO queue', () => {
  it('reports nothing when everything was worked off', async () => {
    const handler = queueConsumer(async () => true);
    expect(await run(handler, [record('a1', 'a'), record('b1', 'b')])).toEqual({ batchItemFailures: [] });
  });

  it('leaves the rest of a group behind the first record that stays, and works off the other groups', async () => {
    const worked: string[] = [];
    const kept: string[] = [];
    const handler = queueConsumer(
      async ({ messageId }) => {
        worked.push(messageId);
        return messageId !== 'a2';
      },
      async (each, behind) => void kept.push(`${each.messageId} behind ${behind.messageId}`),
    );
    const answer = await run(handler, [
      record('a1', 'a'),
      record('b1', 'b'),
      record('a2', 'a'),
      record('a3', 'a'),
      record('b2', 'b'),
    ]);
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'a2' }, { itemIdentifier: 'a3' }]);
    expect(worked.sort()).toEqual(['a1', 'a2', 'b1', 'b2']);
    expect(kept).toEqual(['a3 behind a2']);
  });

  it('treats a crash like a record that stays', async () => {
    const handler = queueConsumer(async ({ messageId }) => {
      if (messageId === 'a1') throw new Error('boom');
      return true;
    });
    expect(await run(handler, [record('a1', 'a'), record('b1', 'b')])).toEqual({
      batchItemFailures: [{ itemIdentifier: 'a1' }],
    });
  });
});
