import { fromLaneBody, toEntry } from '../../../lambdas/adapters/lanes.ts';
import type { DispatchMessage, EndMessage, WakeUp } from '../../../lambdas/model/lane-message.ts';
import type { Chance } from './chance.ts';

/** The messages of the lanes' queue. */
type QueueMessage = DispatchMessage | EndMessage | WakeUp;

export const isWakeUp = (message: QueueMessage): message is WakeUp => message.kind === 'wake-up';

/** A message as a consumer receives it. */
export interface Received {
  message: QueueMessage;
  group: string;
  receipt: number;
  receives: number;
  queuedAt: Date;
  firstReceivedAt: Date;
  /** Length of the chain of functions that led to this message, each triggered by a message of the previous one. */
  hops: number;
}

interface Stored {
  message: QueueMessage;
  group: Group;
  hops: number;
  receives: number;
  /** The time of queueing in epoch milliseconds. */
  queuedAt: number;
  firstReceivedAt: number | undefined;
  visibleAt: number;
  /** The receipt; 0 if the message was not received yet, or is visible again. */
  receipt: number;
  isGone: boolean;
  /** True if it is among the messages that the queue searches. */
  isSearched: boolean;
}

interface Group {
  name: string;
  messages: Stored[];
  isOffered: boolean;
  /** The time of the next check of its lock; 0 if no check is planned. */
  checkedAt: number;
}

export interface FifoQueue {
  /**
   * Sends messages.
   * @param hops the message’s hops whose function sends these; 0 if no function does
   */
  send(messages: QueueMessage[], hops?: number): void;
  /** Returns up to ten messages of groups that no consumer is working on, oldest first within each group. */
  receive(): Received[];
  delete(receipts: number[]): void;
  hide(receipts: number[], seconds: number): void;
  size(): number;
  inFlight(): number;
  /** Messages that were in their group twice within five minutes although the queue had not duplicated them. */
  takenTwice: QueueMessage[];
}

const DEDUPLICATION_MS = 300_000;
const BATCH = 10;

/** A FIFO queue searches only its first 120,000 messages for free groups (Amazon SQS Developer Guide, FIFO quotas). */
const SEARCHED = 120_000;

/** Lambda stops a function after about this number of hops in a chain (AWS Lambda, recursive loop detection). */
export const MOST_HOPS = 16;

const stayOf = (message: QueueMessage): string =>
  isWakeUp(message)
    ? `${message.targetId}-${message.number}`
    : `${message.invocationId}-${message.targetId}-${message.generation}${message.kind === 'end' ? message.end : ''}`;

interface FifoOptions {
  /** The time in epoch milliseconds. */
  now: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  /** Called when a group can be received. */
  ready: () => void;
  visibilitySeconds: number;
  maxReceives: number;
  deadLetter: (message: QueueMessage) => void;
  /** Chooses the next group and its number of messages. By default, the longest waiting group gives all it can. */
  chance?: Chance;
  losses?: () => { loses: number; doubles: number };
  /** Called with lost or duplicated messages, whose order is not guaranteed. */
  excused?: (message: QueueMessage) => void;
  /** Number of messages that the queue searches for free groups. */
  searched?: number;
  /** After this number of hops, a message is dead-lettered instead of being passed to its function. */
  mostHops?: number;
  /** If false, messages are not written and parsed in the adapter's form, the most expensive part of the queue. */
  isEncoded?: boolean;
}

/** A message being sent: its content, its group, and its deduplication id. */
interface Entry {
  message: QueueMessage;
  group: string;
  deduplicationId: string;
}

const encoded = (message: QueueMessage): Entry => {
  const entry = toEntry(message, '0');
  return {
    message: fromLaneBody(entry.MessageBody) as QueueMessage,
    group: entry.MessageGroupId,
    deduplicationId: entry.MessageDeduplicationId,
  };
};

const unencoded = (message: QueueMessage): Entry => ({
  message,
  group: String(message.targetId),
  deduplicationId: stayOf(message),
});

/**
 * A FIFO queue with the guarantees of SQS. Each group is ordered, and locked while one of its messages is being
 * processed. A message is accepted only once in five minutes, and dead-lettered after too many receives. Groups whose
 * messages are behind the first 120,000 are not seen. The adapter defines a message's group and deduplication id. With
 * `losses`, the queue sometimes loses and duplicates messages, which SQS hardly ever does.
 */
export const fifoQueue = (options: FifoOptions): FifoQueue => {
  const { now, sleep, ready, chance, searched = SEARCHED, mostHops = Number.POSITIVE_INFINITY } = options;
  const losses = options.losses ?? (() => ({ loses: 0, doubles: 0 }));
  const happens = (share: number) => share > 0 && chance?.happens(share) === true;
  const groups = new Map<string, Group>();
  const inFlight = new Map<number, Stored>();
  const entryOf = options.isEncoded === false ? unencoded : encoded;
  /** The time at which each message was accepted, in the current and the previous five minutes. */
  let [seen, seenBefore] = [new Map<string, number>(), new Map<string, number>()];
  let seenFrom = now();
  const taken = new Map<string, number>();
  const takenTwice: QueueMessage[] = [];
  let offered: Group[] = [];
  let nextOffered = 0;
  let receipts = 0;
  let size = 0;
  let arrivals: Stored[] = [];
  let nextArrival = 0;
  let inWindow = 0;

  /**
   * The time at which all received messages of a group are visible again, which unlocks it. They are at the front of
   * the group, so the first `BATCH` messages include them.
   */
  const lockedUntil = (group: Group): number => {
    let until = 0;
    for (const { receipt, visibleAt } of group.messages.slice(0, BATCH))
      if (receipt > 0 && visibleAt > until) until = visibleAt;
    return until;
  };

  const dropIfEmpty = (group: Group): void => {
    if (group.messages.length === 0 && groups.get(group.name) === group) groups.delete(group.name);
  };

  const offer = (group: Group): void => {
    if (group.isOffered || !group.messages[0]?.isSearched) return;
    const until = lockedUntil(group);
    if (until > now()) {
      if (group.checkedAt > 0 && group.checkedAt <= until) return;
      group.checkedAt = until;
      void sleep(until - now()).then(() => {
        if (group.checkedAt === until) group.checkedAt = 0;
        dropIfEmpty(group);
        offer(group);
      });
      return;
    }
    group.isOffered = true;
    offered.push(group);
    ready();
  };

  const search = (): void => {
    while (inWindow < searched && nextArrival < arrivals.length) {
      const stored = arrivals[nextArrival++] as Stored;
      if (stored.isGone) continue;
      stored.isSearched = true;
      inWindow += 1;
      offer(stored.group);
    }
    if (nextArrival > 4096) {
      arrivals = arrivals.slice(nextArrival);
      nextArrival = 0;
    }
  };

  const put = ({ message, group: name }: Entry, hops: number): void => {
    const group = groups.get(name) ?? { name, messages: [], isOffered: false, checkedAt: 0 };
    groups.set(name, group);
    const stored: Stored = {
      message,
      group,
      hops,
      receives: 0,
      queuedAt: now(),
      firstReceivedAt: undefined,
      visibleAt: 0,
      receipt: 0,
      isGone: false,
      isSearched: false,
    };
    group.messages.push(stored);
    arrivals.push(stored);
    size += 1;
    search();
  };

  const take = (stored: Stored): void => {
    const { group } = stored;
    stored.isGone = true;
    inFlight.delete(stored.receipt);
    group.messages.splice(group.messages.indexOf(stored), 1);
    size -= 1;
    if (stored.isSearched) inWindow -= 1;
    dropIfEmpty(group);
    search();
  };

  const isTakenAlready = (id: string): boolean => {
    const at = now();
    if (at - seenFrom >= DEDUPLICATION_MS) [seenBefore, seen, seenFrom] = [seen, new Map(), at];
    const since = seen.get(id) ?? seenBefore.get(id);
    if (since !== undefined && at - since < DEDUPLICATION_MS) return true;
    seen.set(id, at);
    return false;
  };

  const note = (message: QueueMessage): void => {
    const stay = stayOf(message);
    if (now() - (taken.get(stay) ?? Number.NEGATIVE_INFINITY) < DEDUPLICATION_MS) takenTwice.push(message);
    taken.set(stay, now());
  };

  const nextGroup = (): Group | undefined => {
    if (nextOffered >= offered.length) return undefined;
    if (chance) {
      const at = chance.between(nextOffered, offered.length - 1);
      const chosen = offered[at] as Group;
      offered[at] = offered[nextOffered] as Group;
      offered[nextOffered] = chosen;
    }
    const group = offered[nextOffered++] as Group;
    group.isOffered = false;
    if (nextOffered > 4096) {
      offered = offered.slice(nextOffered);
      nextOffered = 0;
    }
    return group;
  };

  const received = (stored: Stored): Received => ({
    message: stored.message,
    group: stored.group.name,
    receipt: stored.receipt,
    receives: stored.receives,
    queuedAt: new Date(stored.queuedAt),
    firstReceivedAt: new Date(stored.firstReceivedAt as number),
    hops: stored.hops,
  });

  return {
    takenTwice,
    size: () => size,
    inFlight: () => [...inFlight.values()].filter(({ visibleAt }) => visibleAt > now()).length,
    send: (messages, hops = 0) => {
      for (const message of messages) {
        const entry = entryOf(message);
        if (isTakenAlready(entry.deduplicationId)) continue;
        if (chance) note(message);
        const { loses, doubles } = losses();
        if (happens(loses)) {
          options.excused?.(message);
          continue;
        }
        put(entry, hops);
        if (happens(doubles)) {
          options.excused?.(message);
          put(entry, hops);
        }
      }
    },
    receive: () => {
      const at = now();
      const batch: Received[] = [];
      while (batch.length < BATCH) {
        const group = nextGroup();
        if (!group) break;
        const room = BATCH - batch.length;
        const wanted = chance ? chance.between(1, room) : room;
        for (const stored of group.messages.slice(0, wanted)) {
          if (!stored.isSearched) break;
          const lost = happens(losses().loses / 4);
          if (lost) options.excused?.(stored.message);
          stored.receives += 1;
          if (stored.receives > options.maxReceives || stored.hops > mostHops || (lost && happens(0.1)))
            options.deadLetter(stored.message);
          else if (!lost) {
            stored.firstReceivedAt ??= at;
            stored.visibleAt = at + options.visibilitySeconds * 1000;
            inFlight.delete(stored.receipt);
            receipts += 1;
            stored.receipt = receipts;
            inFlight.set(receipts, stored);
            batch.push(received(stored));
            continue;
          }
          take(stored);
        }
        offer(group);
      }
      return batch;
    },
    delete: (gone) => {
      for (const receipt of gone) {
        const stored = inFlight.get(receipt);
        if (!stored) continue;
        take(stored);
        offer(stored.group);
      }
    },
    hide: (kept, seconds) => {
      for (const receipt of kept) {
        const stored = inFlight.get(receipt);
        if (!stored) continue;
        stored.visibleAt = now() + seconds * 1000;
        offer(stored.group);
      }
    },
  };
};
