import type { LaneMessage } from '../../lambdas/invocations/ports.ts';

/** A message as a dispatcher receives it. */
export interface Received {
  message: LaneMessage;
  receives: number;
  queuedAt: Date;
  firstReceivedAt: Date;
}

interface Stored {
  message: LaneMessage;
  receives: number;
  queuedAt: number;
  firstReceivedAt: number;
}

interface Group {
  messages: Stored[];
  /** Its consumer has it until it says otherwise. */
  taken: boolean;
  hiddenUntil: number;
  /** Whether it stands among the groups that can be received. */
  listed: boolean;
}

interface LanesQueue {
  send(messages: LaneMessage[]): void;
  /** Up to ten messages of groups that nobody works on, the group that has waited longest first. */
  receive(): Received[];
  /** Gives back what was received: the first `done` messages of each group are deleted, the rest comes again. */
  settle(received: Received[], kept: ReadonlySet<LaneMessage>): void;
  /** Hides the rest of a group. */
  hide(targetId: number, until: number): void;
  size(): number;
  inFlight(): number;
}

const BATCH = 10;
const DEDUPLICATION_MS = 300_000;

/**
 * The lanes as SQS keeps them: per group in order, a group belongs to one consumer at a time, the same message is taken
 * once in five minutes. Made for many groups.
 * @param ready told when a group can be received.
 */
export const lanesQueue = (options: {
  now: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  ready: () => void;
}): LanesQueue => {
  const groups = new Map<number, Group>();
  const seen = new Map<string, number>();
  let list: Group[] = [];
  let head = 0;
  let size = 0;
  let inFlight = 0;

  const offer = (group: Group) => {
    if (group.listed || group.taken || group.messages.length === 0) return;
    const hiddenMs = group.hiddenUntil - options.now();
    if (hiddenMs > 0) {
      void options.sleep(hiddenMs).then(() => offer(group));
      return;
    }
    group.listed = true;
    list.push(group);
    options.ready();
  };
  const forgetOld = (now: number) => {
    for (const [id, at] of seen) {
      if (now - at < DEDUPLICATION_MS) return;
      seen.delete(id);
    }
  };

  return {
    send: (messages) => {
      const now = options.now();
      forgetOld(now);
      for (const message of messages) {
        const id = `${message.invocationId}.${message.generation}`;
        if (seen.has(id)) continue;
        seen.set(id, now);
        const group = groups.get(message.targetId) ?? {
          messages: [],
          taken: false,
          hiddenUntil: 0,
          listed: false,
        };
        groups.set(message.targetId, group);
        group.messages.push({ message, receives: 0, queuedAt: now, firstReceivedAt: 0 });
        size += 1;
        offer(group);
      }
    },
    receive: () => {
      const now = options.now();
      const batch: Received[] = [];
      while (head < list.length && batch.length < BATCH) {
        const group = list[head++] as Group;
        group.listed = false;
        group.taken = true;
        for (const stored of group.messages.slice(0, BATCH - batch.length)) {
          stored.receives += 1;
          stored.firstReceivedAt ||= now;
          batch.push({
            message: stored.message,
            receives: stored.receives,
            queuedAt: new Date(stored.queuedAt),
            firstReceivedAt: new Date(stored.firstReceivedAt),
          });
        }
      }
      if (head > 4096 && head * 2 > list.length) {
        list = list.slice(head);
        head = 0;
      }
      inFlight += batch.length;
      return batch;
    },
    settle: (received, kept) => {
      inFlight -= received.length;
      const targets = new Set(received.map(({ message }) => message.targetId));
      const done = new Set(received.map(({ message }) => message).filter((message) => !kept.has(message)));
      size -= done.size;
      for (const target of targets) {
        const group = groups.get(target) as Group;
        // What was received stands at the front.
        const front = group.messages.splice(0, BATCH).filter(({ message }) => !done.has(message));
        if (front.length > 0) group.messages.unshift(...front);
        group.taken = false;
        if (group.messages.length === 0) groups.delete(target);
        else offer(group);
      }
    },
    hide: (targetId, until) => {
      const group = groups.get(targetId);
      if (group) group.hiddenUntil = until;
    },
    size: () => size,
    inFlight: () => inFlight,
  };
};
