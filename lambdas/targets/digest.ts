import type { Message } from '../model/message.ts';
import type { Plans } from '../model/plans.ts';
import { type Clock, secondsAfter, windowAt } from '../platform/clock.ts';
import { dispatchId, messageId } from '../platform/ids.ts';
import type { LimitStore } from '../platform/limit-store.ts';

/** Messages to one target that are sent together, because the plan's single emails of the day are used up. */
export interface Digest {
  userId: number;
  targetId: number;
  /** `digest-` and the interval in which its messages arrived. */
  id: string;
}

/** A message in a digest. */
export type BatchedMessage = Pick<Message, 'id' | 'text' | 'webhookName' | 'link'>;

export interface DigestStore {
  /** Stores a message; a repetition with the same id changes nothing. Resolves to false if the digest is closed. */
  keep(digest: Digest, message: BatchedMessage, dueAt: Date): Promise<boolean>;
  /**
   * Resolves to the number of emails already sent and the start of a digest, or undefined if it is closed or missing.
   */
  open(digest: Digest): Promise<{ mailsDone: number; startedAt: Date } | undefined>;
  /** Returns the digest's messages, oldest first. */
  messages(digest: Digest): Promise<BatchedMessage[]>;
  progress(digest: Digest, mailsDone: number): Promise<void>;
  postpone(digest: Digest, to: Date): Promise<void>;
  /** Ends a digest and deletes the data of its messages. */
  close(digest: Digest): Promise<void>;
}

/** Checks the budget of kinds whose messages cost the operator money. */
export interface Batcher {
  /**
   * Uses one of the day's single emails. If none are left, stores the message in a digest.
   * @returns the time of that digest, or undefined if the message can be sent alone
   */
  batch(target: { userId: number; id: number }, message: Message): Promise<Date | undefined>;
}

type BatcherPorts = { digests: DigestStore; plans: Plans; clock: Clock; limitStore: Pick<LimitStore, 'take'> };

const PREFIX = 'digest-';
const DAY_SECONDS = 24 * 3600;
/** Grace period for a message that is stored just after the end of its digest's interval. */
const GRACE_SECONDS = 30;
/** Longest text in a digest, because a table item holds 400 KB. A longer message is sent alone. */
const LONGEST_TEXT_BYTES = 300_000;

export const isDigestId = (id: string): boolean => id.startsWith(PREFIX);

export const createBatcher = ({ digests, limitStore, plans, clock }: BatcherPorts): Batcher => ({
  batch: async (target, message) => {
    const { mailsPerDay, batchMinutes } = plans[message.plan ?? 'free'].mail;
    const at = clock();
    const day = windowAt(at, DAY_SECONDS);
    if (await limitStore.take(`alone|${target.userId}`, day.start, mailsPerDay, day.forgetAt)) return undefined;
    if (Buffer.byteLength(message.text) > LONGEST_TEXT_BYTES) return undefined;
    const spanSeconds = batchMinutes * 60;
    let { end } = windowAt(at, spanSeconds);
    // A slow process may find its digest closed. The message then moves to the next digest.
    while (!(await digests.keep(digestOf(target, end), message, secondsAfter(end, GRACE_SECONDS))))
      end = secondsAfter(end, spanSeconds);
    return end;
  },
});

const digestOf = (target: { userId: number; id: number }, end: Date): Digest => ({
  userId: target.userId,
  targetId: target.id,
  id: `${PREFIX}${Math.floor(end.getTime() / 60_000).toString(36)}`,
});

/** Returns the message id of one email of a digest, in the format of single messages. */
export const mailIdOf = ({ id, targetId }: Digest, number: number): string =>
  messageId(dispatchId(id, targetId), number);

/** Returns the digest whose email has this message id; undefined for a single message. */
export const digestOfMessage = (target: { userId: number; targetId: number }, messageId: string): Digest | undefined =>
  isDigestId(messageId) ? { ...target, id: messageId.slice(0, messageId.lastIndexOf('-')) } : undefined;

/** Maximum numbers of messages and of characters in one email. */
const PER_MAIL = 50;
const CHARACTERS_PER_MAIL = 200_000;

/** Divides the messages of a digest into emails, in order. The same messages always result in the same emails. */
export const mailsOf = (messages: BatchedMessage[]): BatchedMessage[][] => {
  const mails: BatchedMessage[][] = [];
  let room = 0;
  for (const message of messages) {
    const last = mails.at(-1);
    if (last && last.length < PER_MAIL && message.text.length <= room) last.push(message);
    else {
      mails.push([message]);
      room = CHARACTERS_PER_MAIL;
    }
    room -= message.text.length;
  }
  return mails;
};
