import type { SQSRecordAttributes } from 'aws-lambda';
import * as z from 'zod';
import { attemptCause } from '#contract/states';
import type { Receipt } from '../model/dispatch-ports.ts';
import type { CarriedCall, LaneMessage, Lanes, WakeUp } from '../model/invocation-ports.ts';
import { planNames } from '../model/plans.ts';
import { dispatchId } from '../platform/ids.ts';
import { packContent, unpackContent } from './dynamodb/content-chunks.ts';

const wire = z.object({
  user_id: z.number(),
  webhook_id: z.number(),
  invocation_id: z.string(),
  target_id: z.number(),
  generation: z.number(),
  isolated: z.boolean().optional(),
  previous_at: z.string().optional(),
  /** `owners-wish` for a manual retry. Old messages can contain other values, which are ignored. */
  ahead: z.string().optional(),
  cause: attemptCause.exclude(['call', 'retry']).optional(),
  acknowledged: z.boolean().optional(),
  resolved: z.boolean().optional(),
  call: z
    .object({
      method: z.string(),
      query: z.string(),
      content_type: z.string(),
      plan: z.enum(planNames),
      expires_at: z.number(),
      webhook_version: z.string(),
      content: z.string(),
    })
    .optional(),
});
type Wire = z.infer<typeof wire>;

/** The value of `ahead` for a manual retry. It cannot change, because stored messages contain it. */
const MANUAL_RETRY = 'owners-wish';

/**
 * Maximum size of a call that its message carries, in bytes. Ten messages then fit into 64 KB, which SQS bills as one
 * request.
 */
const CARRIED_BYTES = 4300;

const isSmall = ({ content, query }: CarriedCall): boolean =>
  packContent(content).byteLength + query.length <= CARRIED_BYTES;

const toWire = (call: CarriedCall): Wire['call'] => ({
  method: call.method,
  query: call.query,
  content_type: call.contentType,
  plan: call.plan,
  expires_at: call.expiresAt,
  webhook_version: call.webhookVersion,
  content: packContent(call.content).toString('base64'),
});

const fromWire = (call: Wire['call']): CarriedCall | undefined => {
  const content = call && unpackContent([Buffer.from(call.content, 'base64')]);
  if (!content) return undefined;
  const {
    method,
    query,
    content_type: contentType,
    plan,
    expires_at: expiresAt,
    webhook_version: webhookVersion,
  } = call;
  return { method, query, contentType, plan, expiresAt, webhookVersion, content };
};

/**
 * Converts a lane message to its body, which is also stored in the due index. A large call is left out, because it is
 * in the table.
 */
export const toLaneBody = (message: LaneMessage): string =>
  JSON.stringify({
    user_id: message.userId,
    webhook_id: message.webhookId,
    invocation_id: message.invocationId,
    target_id: message.targetId,
    generation: message.generation,
    ...(message.isolated && { isolated: true }),
    ...(message.previousAt !== undefined && { previous_at: message.previousAt }),
    ...(message.manualRetry && { ahead: MANUAL_RETRY }),
    ...(message.cause && { cause: message.cause }),
    ...(message.acknowledged && { acknowledged: true }),
    ...(message.resolved && { resolved: true }),
    ...(message.call && isSmall(message.call) && { call: toWire(message.call) }),
  } satisfies Wire);

/**
 * Parses the body of a lane message.
 * @throws Error if it is invalid
 */
export const fromLaneBody = (body: string): LaneMessage => {
  const it = wire.parse(JSON.parse(body));
  const call = fromWire(it.call);
  return {
    userId: it.user_id,
    webhookId: it.webhook_id,
    invocationId: it.invocation_id,
    targetId: it.target_id,
    generation: it.generation,
    ...(it.isolated && { isolated: true }),
    ...(it.previous_at !== undefined && { previousAt: it.previous_at }),
    ...(it.ahead === MANUAL_RETRY && { manualRetry: true }),
    ...(it.cause && { cause: it.cause }),
    ...(it.acknowledged && { acknowledged: true }),
    ...(it.resolved && { resolved: true }),
    ...(call && { call }),
  };
};

const wakeUpWire = z.object({
  user_id: z.number(),
  target_id: z.number(),
  wake_up: z.number(),
  listed_before: z.string().optional(),
});

const toWakeUpBody = ({ userId, targetId, number, listedBefore }: WakeUp): string =>
  JSON.stringify({
    user_id: userId,
    target_id: targetId,
    wake_up: number,
    ...(listedBefore && { listed_before: listedBefore }),
  } satisfies z.infer<typeof wakeUpWire>);

/** Parses a wake-up from a queue message's body; undefined if it is a lane message. */
export const fromWakeUpBody = (body: string): WakeUp | undefined => {
  const { data } = wakeUpWire.safeParse(JSON.parse(body));
  return (
    data && {
      userId: data.user_id,
      targetId: data.target_id,
      number: data.wake_up,
      ...(data.listed_before && { listedBefore: data.listed_before }),
    }
  );
};

/** Reads the SQS attributes of a lane message. Times are epoch milliseconds as text. */
export const receiptOf = (attributes: SQSRecordAttributes, timeLeftMs: () => number): Receipt => ({
  receives: Number(attributes.ApproximateReceiveCount),
  queuedAt: new Date(Number(attributes.SentTimestamp)),
  firstReceivedAt: new Date(Number(attributes.ApproximateFirstReceiveTimestamp)),
  timeLeftMs,
});

/** The part of its deduplication id that distinguishes a message about a watch's end. */
const endOf = ({ acknowledged, resolved }: LaneMessage): string =>
  resolved ? '-resolved' : acknowledged ? '-acknowledged' : '';

/**
 * The queue entry of a lane message. Its group is its target, so a target's messages stay in order. If the same
 * dispatch and generation is sent again within five minutes, the queue drops it.
 */
export const toEntry = (message: LaneMessage, Id: string) => ({
  Id,
  MessageBody: toLaneBody(message),
  MessageGroupId: String(message.targetId),
  MessageDeduplicationId: `${dispatchId(message.invocationId, message.targetId)}-${message.generation}${endOf(message)}`,
});

/** The queue entry of a wake-up, in its target's group. The queue drops a repeated number. */
export const toWakeUpEntry = (wakeUp: WakeUp, Id: string) => ({
  Id,
  MessageBody: toWakeUpBody(wakeUp),
  MessageGroupId: String(wakeUp.targetId),
  MessageDeduplicationId: `wake-up-${wakeUp.targetId}-${wakeUp.number}`,
});

/** SQS accepts at most ten messages per batch. */
const BATCH = 10;

type Entry = ReturnType<typeof toEntry>;

interface QueueLanes extends Lanes {
  /** Hides received messages of a lane (at most ten) for a while. The rest of the lane waits behind them. */
  keepInvisible(receiptHandles: string[], seconds: number): Promise<void>;
  /** Deletes received messages (at most ten) from the queue. */
  remove(receiptHandles: string[]): Promise<void>;
}

/** The dispatch lanes: one FIFO queue with a message group per target. */
export const sqsLanes = (queueUrl: string): QueueLanes => {
  const sendAll = async <Message>(messages: Message[], entryOf: (message: Message, id: string) => Entry) => {
    const { queueClient, SendMessageBatchCommand } = await import('./queue-client.ts');
    for (let start = 0; start < messages.length; start += BATCH) {
      const Entries = messages.slice(start, start + BATCH).map((message, index) => entryOf(message, String(index)));
      const { Failed = [] } = await queueClient().send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      if (Failed.length > 0) throw new Error(`The queue refused ${Failed.length} messages: ${Failed[0]?.Code}`);
    }
  };
  return {
    send: (messages) => sendAll(messages, toEntry),
    wake: (wakeUps) => sendAll(wakeUps, toWakeUpEntry),
    keepInvisible: async (receiptHandles, seconds) => {
      const { queueClient, ChangeMessageVisibilityBatchCommand } = await import('./queue-client.ts');
      const Entries = receiptHandles.map((ReceiptHandle, index) => ({
        Id: String(index),
        ReceiptHandle,
        VisibilityTimeout: seconds,
      }));
      const { Failed = [] } = await queueClient().send(
        new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries }),
      );
      if (Failed.length > 0) throw new Error(`The queue refused to wait for ${Failed.length} messages`);
    },
    remove: async (receiptHandles) => {
      const { queueClient, DeleteMessageBatchCommand } = await import('./queue-client.ts');
      const Entries = receiptHandles.map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }));
      const { Failed = [] } = await queueClient().send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      if (Failed.length > 0) throw new Error(`The queue kept ${Failed.length} messages`);
    },
  };
};
