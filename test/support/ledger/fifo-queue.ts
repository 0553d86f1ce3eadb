import { fromLaneBody, toEntry } from '../../../lambdas/adapters/lanes.ts';
import type { LaneMessage } from '../../../lambdas/invocations/ports.ts';
import type { Chance } from './chance.ts';

/** A message as a consumer receives it. */
export interface Received {
  message: LaneMessage;
  group: string;
  receipt: number;
  receives: number;
  queuedAt: Date;
  firstReceivedAt: Date;
}

interface Stored {
  message: LaneMessage;
  group: string;
  receives: number;
  queuedAt: number;
  firstReceivedAt: number | undefined;
  visibleAt: number;
  receipt: number;
}

export interface FifoQueue {
  send(messages: LaneMessage[]): void;
  /** Up to ten messages of groups that nobody works on, each group's oldest first. */
  receive(): Received[];
  delete(receipts: number[]): void;
  hide(receipts: number[], seconds: number): void;
  /** When a message can be received next (epoch milliseconds); undefined when the queue is empty. */
  nextAt(): number | undefined;
  size(): number;
  /** Messages that stood in their lane a second time within five minutes, although the queue itself had not doubled them. */
  takenTwice: LaneMessage[];
}

const DEDUPLICATION_MS = 300_000;
const BATCH = 10;

/**
 * A FIFO queue as SQS promises it: per group in order, a group is locked while any of its messages is being worked on,
 * the same message is taken once in five minutes, and what is received too often goes to the dead letters. Group and
 * name of a message are the adapter's. On top of that it loses and doubles messages now and then, or gives them to the
 * dead letters as after a long outage, which SQS hardly ever does.
 */
export const fifoQueue = (options: {
  now: () => Date;
  chance: Chance;
  visibilitySeconds: number;
  maxReceives: number;
  deadLetter: (message: LaneMessage) => void;
  losses: () => { loses: number; doubles: number };
  /** Told of messages that were lost or doubled, whose order nobody can promise. */
  disturbed: (message: LaneMessage) => void;
}): FifoQueue => {
  const { now, chance } = options;
  const groups = new Map<string, Stored[]>();
  const seen = new Map<string, number>();
  const taken = new Map<string, number>();
  const takenTwice: LaneMessage[] = [];
  let receipts = 0;

  const put = (body: string, name: string) => {
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    const at = now().getTime();
    group.push({
      message: fromLaneBody(body),
      group: name,
      receives: 0,
      queuedAt: at,
      firstReceivedAt: undefined,
      visibleAt: at,
      receipt: 0,
    });
  };
  const note = (message: LaneMessage) => {
    const stay = `${message.invocationId}-${message.targetId}-${message.generation}`;
    const at = now().getTime();
    if (at - (taken.get(stay) ?? Number.NEGATIVE_INFINITY) < DEDUPLICATION_MS) takenTwice.push(message);
    taken.set(stay, at);
  };
  const locked = (group: Stored[], at: number) => group.some(({ receipt, visibleAt }) => receipt > 0 && visibleAt > at);

  return {
    send: (messages) => {
      const at = now().getTime();
      for (const message of messages) {
        const entry = toEntry(message, '0');
        const before = seen.get(entry.MessageDeduplicationId);
        if (before !== undefined && at - before < DEDUPLICATION_MS) continue;
        seen.set(entry.MessageDeduplicationId, at);
        note(message);
        const { loses, doubles } = options.losses();
        if (chance.happens(loses)) {
          options.disturbed(message);
          continue;
        }
        put(entry.MessageBody, entry.MessageGroupId);
        if (chance.happens(doubles)) {
          options.disturbed(message);
          put(entry.MessageBody, entry.MessageGroupId);
        }
      }
    },
    receive: () => {
      const at = now().getTime();
      const open = [...groups.values()].filter((group) => group.length > 0 && !locked(group, at));
      const batch: Received[] = [];
      // Groups come in any order; a group gives one message or several, always its oldest.
      while (open.length > 0 && batch.length < BATCH) {
        const group = open.splice(chance.between(0, open.length - 1), 1)[0] as Stored[];
        const wanted = Math.min(group.length, chance.between(1, BATCH - batch.length));
        for (const stored of group.slice(0, wanted)) {
          if (chance.happens(options.losses().loses / 4)) {
            options.disturbed(stored.message);
            group.splice(group.indexOf(stored), 1);
            if (chance.happens(0.1)) options.deadLetter(stored.message);
            continue;
          }
          stored.receives += 1;
          if (stored.receives > options.maxReceives) {
            group.splice(group.indexOf(stored), 1);
            options.deadLetter(stored.message);
            continue;
          }
          stored.firstReceivedAt ??= at;
          stored.visibleAt = at + options.visibilitySeconds * 1000;
          receipts += 1;
          stored.receipt = receipts;
          batch.push({
            message: structuredClone(stored.message),
            group: stored.group,
            receipt: receipts,
            receives: stored.receives,
            queuedAt: new Date(stored.queuedAt),
            firstReceivedAt: new Date(stored.firstReceivedAt),
          });
        }
      }
      return batch;
    },
    delete: (gone) => {
      for (const [name, group] of groups)
        groups.set(
          name,
          group.filter(({ receipt }) => receipt === 0 || !gone.includes(receipt)),
        );
    },
    hide: (kept, seconds) => {
      for (const group of groups.values())
        for (const stored of group)
          if (stored.receipt > 0 && kept.includes(stored.receipt)) stored.visibleAt = now().getTime() + seconds * 1000;
    },
    nextAt: () => {
      const at = now().getTime();
      let next: number | undefined;
      for (const group of groups.values()) {
        if (group.length === 0) continue;
        const free = group.reduce(
          (latest, { receipt, visibleAt }) => (receipt > 0 ? Math.max(latest, visibleAt) : latest),
          at,
        );
        next = next === undefined ? free : Math.min(next, free);
      }
      return next;
    },
    takenTwice,
    size: () => [...groups.values()].reduce((sum, group) => sum + group.length, 0),
  };
};
