import type { SQSRecordAttributes } from 'aws-lambda';
import * as z from 'zod';
import { attemptCause } from '#contract/states';
import type { Receipt } from '../model/dispatch-ports.ts';
import type { CarriedCall, DispatchMessage, LaneMessage, Lanes, WakeUp } from '../model/lane-message.ts';
import { planNames } from '../model/plans.ts';
import { dispatchId, isDigestId } from '../platform/ids.ts';
import { packContent, unpackContent } from './dynamodb/content-chunks.ts';

const wire = z.object({
  user_id: z.number(),
  webhook_id: z.number(),
  invocation_id: z.string(),
  target_id: z.number(),
  generation: z.number(),
  /** True for a target's first call. */
  isolated: z.boolean().optional(),
  previous_at: z.string().optional(),
  /** `owners-wish` for a message that skips the waiting list. Old messages can contain other values, which are ignored. */
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

/** It cannot change, because stored messages contain it. */
const SKIPS_LIST = 'owners-wish';

/**
 * Maximum size of a call that its message carries, in bytes. Ten messages then fit into 64 KB, which SQS bills as one
 * request.
 */
const CARRIED_BYTES = 4300;

const isSmall = ({ content, query }: CarriedCall): boolean =>
  packContent(content).byteLength + query.length <= CARRIED_BYTES;

const callToWire = (call: CarriedCall): Wire['call'] => ({
  method: call.method,
  query: call.query,
  content_type: call.contentType,
  plan: call.plan,
  expires_at: call.expiresAt,
  webhook_version: call.webhookVersion,
  content: packContent(call.content).toString('base64'),
});

const callFromWire = (call: Wire['call']): CarriedCall | undefined => {
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

type OtherMessage = Exclude<LaneMessage, WakeUp>;

/** The prefix of a notice's id, where other messages have the id of an invocation. */
const NOTICE = 'notice-';

/**
 * Converts a lane message to its body, which is also stored in the due index. A large call is left out, because it is
 * in the table.
 */
export const toLaneBody = (message: OtherMessage): string => JSON.stringify(toWire(message));

const toWire = (message: OtherMessage): Wire => ({
  user_id: message.userId,
  webhook_id: 'webhookId' in message ? message.webhookId : 0,
  invocation_id: wireId(message),
  target_id: message.targetId,
  generation: generationOf(message),
  ...(message.kind === 'end' && { [message.end]: true }),
  ...(message.kind === 'dispatch' && {
    ...(message.previousAt === null && { isolated: true }),
    ...(message.previousAt && { previous_at: message.previousAt }),
    ...(message.skipsList && { ahead: SKIPS_LIST }),
    ...(message.cause && { cause: message.cause }),
    ...(message.call && isSmall(message.call) && { call: callToWire(message.call) }),
  }),
});

/** The value of `invocation_id`, which also tells notices and digests from other messages. */
const wireId = (message: OtherMessage): string => {
  if (message.kind === 'notice') return NOTICE + message.noticeId;
  return message.kind === 'digest' ? message.digestId : message.invocationId;
};

const generationOf = (message: OtherMessage): number => ('generation' in message ? message.generation : 0);

/**
 * Parses the body of a lane message.
 * @throws Error if it is invalid
 */
export const fromLaneBody = (body: string): LaneMessage => {
  const json = JSON.parse(body);
  return 'wake_up' in json ? toWakeUp(wakeUpWire.parse(json)) : toMessage(wire.parse(json));
};

/**
 * Parses the body of a dispatch's message.
 * @throws Error if it is invalid, or if it is another message
 */
export const fromDispatchBody = (body: string): DispatchMessage => {
  const message = fromLaneBody(body);
  if (message.kind !== 'dispatch') throw new Error(`A stored lane message is a ${message.kind}, not a dispatch.`);
  return message;
};

const toMessage = (it: Wire): OtherMessage => {
  const { user_id: userId, webhook_id: webhookId, invocation_id: id, target_id: targetId, generation } = it;
  if (id.startsWith(NOTICE)) return { kind: 'notice', userId, targetId, noticeId: id.slice(NOTICE.length) };
  if (isDigestId(id)) return { kind: 'digest', userId, webhookId, targetId, digestId: id };
  const ids = { userId, webhookId, invocationId: id, targetId, generation };
  if (it.resolved) return { kind: 'end', ...ids, end: 'resolved' };
  if (it.acknowledged) return { kind: 'end', ...ids, end: 'acknowledged' };
  const call = callFromWire(it.call);
  return {
    kind: 'dispatch',
    ...ids,
    ...((it.previous_at || it.isolated) && { previousAt: it.previous_at ?? null }),
    ...(it.ahead === SKIPS_LIST && { skipsList: true }),
    ...(it.cause && { cause: it.cause }),
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

const toWakeUp = (it: z.infer<typeof wakeUpWire>): WakeUp => ({
  kind: 'wake-up',
  userId: it.user_id,
  targetId: it.target_id,
  number: it.wake_up,
  ...(it.listed_before && { listedBefore: it.listed_before }),
});

/** Reads the SQS attributes of a lane message. Times are epoch milliseconds as text. */
export const receiptOf = (attributes: SQSRecordAttributes, timeLeftMs: () => number): Receipt => ({
  receives: Number(attributes.ApproximateReceiveCount),
  queuedAt: new Date(Number(attributes.SentTimestamp)),
  firstReceivedAt: new Date(Number(attributes.ApproximateFirstReceiveTimestamp)),
  timeLeftMs,
});

/**
 * The queue entry of a lane message. Its group is its target, so a target's messages stay in order. If the same
 * message is sent again within five minutes, the queue drops it: a dispatch of the same generation, or the same wake-up.
 */
export const toEntry = (message: LaneMessage, Id: string) => ({
  Id,
  MessageBody: message.kind === 'wake-up' ? toWakeUpBody(message) : toLaneBody(message),
  MessageGroupId: String(message.targetId),
  MessageDeduplicationId: deduplicationId(message),
});

const deduplicationId = (message: LaneMessage): string => {
  if (message.kind === 'wake-up') return `wake-up-${message.targetId}-${message.number}`;
  const end = message.kind === 'end' ? `-${message.end}` : '';
  return `${dispatchId(wireId(message), message.targetId)}-${generationOf(message)}${end}`;
};

/** SQS accepts at most ten messages per batch. */
const BATCH = 10;

interface QueueLanes extends Lanes {
  /** Hides received messages of a lane (at most ten) for a while. The rest of the lane waits behind them. */
  keepInvisible(receiptHandles: string[], seconds: number): Promise<void>;
  /** Deletes received messages (at most ten) from the queue. */
  remove(receiptHandles: string[]): Promise<void>;
}

/** The dispatch lanes: one FIFO queue with a message group per target. */
export const sqsLanes = (queueUrl: string): QueueLanes => {
  const sendAll = async (messages: LaneMessage[]) => {
    const { queueClient, SendMessageBatchCommand } = await import('./queue-client.ts');
    for (let start = 0; start < messages.length; start += BATCH) {
      const Entries = messages.slice(start, start + BATCH).map((message, index) => toEntry(message, String(index)));
      const { Failed = [] } = await queueClient().send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      if (Failed.length > 0) throw new Error(`The queue refused ${Failed.length} messages: ${Failed[0]?.Code}`);
    }
  };
  return {
    send: sendAll,
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
