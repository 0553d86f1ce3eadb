import type { Message } from '../model/message.ts';
import type { Plans } from '../model/plans.ts';
import type { Target } from '../model/target.ts';
import type { Sender } from '../model/target-ports.ts';
import { type Clock, DAY_SECONDS, secondsAfter, windowAt } from '../platform/clock.ts';
import { DIGEST_PREFIX, dispatchId, isDigestId, messageId } from '../platform/ids.ts';
import type { LimitStore } from '../platform/limit-store.ts';
import type { Severity } from '../templates/outline/outline.ts';

/** Messages to one target that are combined, because a limit of single messages is used up. */
export interface Digest {
  userId: number;
  targetId: number;
  /** The webhook whose limit it is; 0 for the plan's limit of single emails. */
  webhookId: number;
  /** `digest-`, the interval in which its messages arrived, and the webhook. */
  id: string;
}

/** A message in a digest. If its target's kind cannot combine messages, the text is only a title. */
export type DigestEntry = Pick<Message, 'id' | 'text' | 'webhookName' | 'link'> & {
  severity?: Severity | undefined;
};

export interface DigestStore {
  /** Stores a message; a repetition with the same id changes nothing. Resolves to false if the digest is closed. */
  keep(digest: Digest, message: DigestEntry, dueAt: Date): Promise<boolean>;
  /**
   * Resolves to the number of emails already sent and the start of a digest, or undefined if it is closed or missing.
   */
  open(digest: Digest): Promise<{ mailsDone: number; startedAt: Date } | undefined>;
  /** Returns the digest's messages, oldest first. */
  messages(digest: Omit<Digest, 'webhookId'>): Promise<DigestEntry[]>;
  progress(digest: Digest, mailsDone: number): Promise<void>;
  postpone(digest: Digest, to: Date): Promise<void>;
  /** Ends a digest and deletes the data of its messages. */
  close(digest: Digest): Promise<void>;
}

type Recipient = Pick<Target, 'userId' | 'id' | 'kind'>;

interface DigesterPorts {
  digests: Pick<DigestStore, 'keep'>;
  plans: Plans;
  clock: Clock;
  limitStore: Pick<LimitStore, 'take'>;
  kinds: {
    /** True if the plan limits the single messages of a kind, whose digests contain whole texts. */
    isMetered(kind: string): boolean;
    /** True if programs read the messages of a kind. They need each one. */
    isRead(kind: string): boolean;
  };
}

/** A number of single messages within a time. A digest tells of the others, at the end of each interval. */
interface Limit {
  scope: string;
  webhookId: number;
  singles: number;
  withinSeconds: number;
  everySeconds: number;
  /** When the message's call came, and the one before it. Unset if every message is counted. */
  call?: { invokedAt: string; previousAt: string | undefined };
}

/** Grace period for a message that is stored just after the end of its digest's interval. */
const GRACE_SECONDS = 30;
/** Longest text in a digest, because a table item holds 400 KB. A longer message is sent alone. */
const LONGEST_TEXT_BYTES = 300_000;
const LONGEST_TITLE = 120;

/**
 * Creates the function that keeps messages beyond a limit for a digest. Two limits use it: a webhook's `digest` for each
 * of its targets, and the plan's single emails a day for each account.
 * After a pause that is longer than a limit's time, a message is sent without a request to the table. A late one is
 * counted all the same, because messages that waited for their target arrive together.
 */
export const createDigester = ({ digests, limitStore, plans, clock, kinds }: DigesterPorts): Sender['intoDigest'] => {
  const hasRoom = async ({ scope, singles, withinSeconds, call }: Limit, at: Date): Promise<boolean> => {
    const previousAt = call?.previousAt === undefined ? undefined : new Date(call.previousAt);
    if (call && previousAt) {
      const invokedAt = new Date(call.invokedAt);
      const isLate = secondsAfter(invokedAt, withinSeconds) <= at;
      if (!isLate && secondsAfter(previousAt, withinSeconds) < invokedAt) return true;
    }
    const { start, forgetAt } = windowAt(at, withinSeconds);
    // The first message after a pause was not counted.
    return limitStore.take(scope, start, singles, forgetAt, previousAt && previousAt >= start ? 1 : 0);
  };
  return async (message, target) => {
    const limits = limitsOf(message, target, plans, kinds);
    if (limits.length === 0) return undefined;
    const at = clock();
    const isMetered = kinds.isMetered(target.kind);
    const kept = isMetered ? message : { ...message, text: titleOf(message.text) };
    if (Buffer.byteLength(kept.text) > LONGEST_TEXT_BYTES) return undefined;
    for (const limit of limits) {
      if (await hasRoom(limit, at)) continue;
      let { end } = windowAt(at, limit.everySeconds);
      // A slow process may find its digest closed. The message then moves to the next digest.
      while (!(await digests.keep(digestOf(target, limit, end), entryOf(kept), secondsAfter(end, GRACE_SECONDS))))
        end = secondsAfter(end, limit.everySeconds);
      const note = `Combined with other messages in a digest, to be sent after ${end.toISOString().slice(11, 16)} UTC`;
      return { kind: 'ok', how: 'digest', note, wasSent: false };
    }
    return undefined;
  };
};

const limitsOf = (
  { digest, plan = 'free' }: Message,
  { userId, id, kind }: Recipient,
  plans: Plans,
  { isMetered, isRead }: DigesterPorts['kinds'],
): Limit[] => {
  const limits: Limit[] = [];
  if (digest && !isRead(kind)) {
    const { webhookId, after: singles, withinSeconds, ...call } = digest;
    const scope = `digest|${userId}|${webhookId}|${id}`;
    limits.push({ scope, webhookId, singles, withinSeconds, everySeconds: withinSeconds, call });
  }
  if (isMetered(kind)) {
    const { mailsPerDay: singles, batchMinutes } = plans[plan].mail;
    const everySeconds = batchMinutes * 60;
    limits.push({ scope: `alone|${userId}`, webhookId: 0, singles, withinSeconds: DAY_SECONDS, everySeconds });
  }
  return limits;
};

const entryOf = ({ id, text, webhookName, link, facts }: Message): DigestEntry => ({
  ...{ id, text, webhookName, link, severity: facts?.severity },
});

/** The first line of a text, shortened. */
const titleOf = (text: string): string => {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE).toWellFormed()}…` : line;
};

const digestOf = ({ userId, id: targetId }: Recipient, { webhookId }: Limit, end: Date): Digest => {
  const interval = Math.floor(end.getTime() / 1000).toString(36);
  return {
    userId,
    targetId,
    webhookId,
    id: `${DIGEST_PREFIX}${interval}${webhookId ? `-${webhookId.toString(36)}` : ''}`,
  };
};

/** Returns the message id of one email of a digest, in the format of single messages. */
export const mailIdOf = ({ id, targetId }: Digest, number: number): string =>
  messageId(dispatchId(id, targetId), number);

/** Returns the digest whose email has this message id; undefined for a single message. */
export const digestOfMessage = (
  target: { userId: number; targetId: number },
  messageId: string,
): Omit<Digest, 'webhookId'> | undefined =>
  isDigestId(messageId) ? { ...target, id: messageId.slice(0, messageId.lastIndexOf('-')) } : undefined;

/** Maximum numbers of messages and of characters in one email. */
const PER_MAIL = 50;
const CHARACTERS_PER_MAIL = 200_000;

/** Divides the messages of a digest into emails, in order. The same messages always result in the same emails. */
export const mailsOf = (messages: DigestEntry[]): DigestEntry[][] => {
  const mails: DigestEntry[][] = [];
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
