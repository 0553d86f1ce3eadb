import { setTimeout } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { type Consumer, queueConsumer } from '../../lambdas/http/queue-consumer.ts';
import { addLogFields } from '../../lambdas/platform/log.ts';
import { ACK, type MessageDisposition } from '../../lambdas/platform/message-disposition.ts';
import { captureLog } from '../support/log.ts';

const record = (messageId: string, group: string, receives = 1): SQSRecord =>
  ({
    messageId,
    receiptHandle: `handle-${messageId}`,
    body: messageId,
    attributes: { MessageGroupId: group, ApproximateReceiveCount: String(receives) },
  }) as SQSRecord;
const run = (consumer: Consumer, Records: SQSRecord[], timeLeftMs = 30_000) =>
  (queueConsumer(consumer) as unknown as (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>)(
    { Records },
    { getRemainingTimeInMillis: () => timeLeftMs } as Context,
  );

const logged = captureLog();

describe('a consumer of a FIFO queue', () => {
  it('reports no failure if every record was processed', async () => {
    const answer = await run({ work: async () => ACK }, [record('a1', 'a'), record('b1', 'b')]);
    expect(answer).toEqual({ batchItemFailures: [] });
  });

  it('returns only after its work is done, even with little time left', async () => {
    const slow = async () => setTimeout(10, ACK);
    expect(await run({ work: slow }, [record('a1', 'a')], 1)).toEqual({ batchItemFailures: [] });
  });

  it('keeps a group’s records after the first failed one, and processes the other groups', async () => {
    const worked: string[] = [];
    const hidden: unknown[] = [];
    const answer = await run(
      {
        work: async ({ messageId }) => {
          worked.push(messageId);
          return messageId === 'a2' ? { kind: 'stay', seconds: 7 } : ACK;
        },
        hide: async (...call) => void hidden.push(call),
      },
      [record('a1', 'a'), record('b1', 'b'), record('a2', 'a'), record('a3', 'a'), record('b2', 'b')],
    );
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'a2' }, { itemIdentifier: 'a3' }]);
    expect(worked.sort()).toEqual(['a1', 'a2', 'b1', 'b2']);
    expect(hidden).toEqual([[['handle-a2', 'handle-a3'], 7]]);
  });

  it('retries a failed record after a growing delay of at most one minute', async () => {
    const waits: number[] = [];
    const consumer: Consumer = {
      work: async () => {
        throw new Error('boom');
      },
      hide: async (_handles, seconds) => void waits.push(seconds),
    };
    for (const receives of [1, 3, 90])
      expect(await run(consumer, [record('a1', 'a', receives)])).toEqual({
        batchItemFailures: [{ itemIdentifier: 'a1' }],
      });
    expect(waits).toEqual([2, 8, 60]);
  });

  it('names the message of the failed record and no other', async () => {
    const consumer: Consumer = {
      work: async ({ messageId }) => {
        addLogFields({ dispatchId: messageId });
        await Promise.resolve();
        throw new Error('boom');
      },
    };
    await run(consumer, [record('a1', 'a'), record('b1', 'b')]);
    expect(logged().map(({ event, dispatchId }) => [event, dispatchId])).toEqual([
      ['record failed', 'a1'],
      ['record failed', 'b1'],
    ]);
  });

  it('still reports failed records if the queue rejects the delay', async () => {
    const consumer: Consumer = {
      work: async () => ({ kind: 'stay', seconds: 1 }),
      hide: async () => {
        throw new Error('queue away');
      },
    };
    expect(await run(consumer, [record('a1', 'a')])).toEqual({ batchItemFailures: [{ itemIdentifier: 'a1' }] });
  });

  describe('with a slow group', () => {
    /** A consumer whose group `b` ends with `endB`, and which waits for others until `passMoment`. */
    const slow = (finish: (handles: string[]) => Promise<void>) => {
      const b = Promise.withResolvers<MessageDisposition>();
      let moment = Promise.withResolvers<void>();
      const passMoment = () => {
        moment.resolve();
        moment = Promise.withResolvers();
      };
      const consumer: Consumer = {
        work: async ({ body, attributes: { MessageGroupId } }) =>
          MessageGroupId === 'b' ? b.promise : body === 'a2' ? { kind: 'stay', seconds: 5 } : ACK,
        finish,
        waitForOthers: () => moment.promise,
      };
      return { consumer, endB: () => b.resolve(ACK), passMoment };
    };
    const turns = () => new Promise((resolve) => setImmediate(resolve));

    it('does not delay the other groups, and deletes no failed record', async () => {
      const finished: string[][] = [];
      const { consumer, endB, passMoment } = slow(async (handles) => void finished.push(handles));
      const answer = run(consumer, [record('a1', 'a'), record('b1', 'b'), record('a2', 'a'), record('c1', 'c')]);
      await turns();
      expect(finished).toEqual([]);
      passMoment();
      await turns();
      expect(finished.map((handles) => handles.toSorted())).toEqual([['handle-a1', 'handle-c1']]);
      endB();
      expect(await answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'a2' }] });
      expect(finished).toHaveLength(1);
    });

    it('makes no queue request while the batch is fast', async () => {
      const finished: string[][] = [];
      const { consumer, endB } = slow(async (handles) => void finished.push(handles));
      const answer = run(consumer, [record('a1', 'a'), record('b1', 'b')]);
      endB();
      expect(await answer).toEqual({ batchItemFailures: [] });
      expect(finished).toEqual([]);
    });

    it('continues if the queue fails to delete the finished records', async () => {
      const { consumer, endB, passMoment } = slow(async () => {
        throw new Error('queue away');
      });
      const answer = run(consumer, [record('a1', 'a'), record('b1', 'b')]);
      passMoment();
      await turns();
      endB();
      expect(await answer).toEqual({ batchItemFailures: [] });
    });
  });

  it('starts no record without enough time for it, and returns it to the queue immediately', async () => {
    const worked: string[] = [];
    const hidden: unknown[] = [];
    const answer = await run(
      {
        work: async ({ messageId }) => {
          worked.push(messageId);
          return ACK;
        },
        hide: async (...call) => void hidden.push(call),
        neededMs: 14_000,
      },
      [record('a1', 'a'), record('a2', 'a'), record('b1', 'b')],
      10_000,
    );
    expect(worked.sort()).toEqual(['a1', 'b1']);
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'a2' }]);
    expect(hidden).toEqual([[['handle-a2'], 0]]);
  });
});
