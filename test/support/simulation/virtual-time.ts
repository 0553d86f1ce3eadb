/** Time that advances only while all work is waiting, so hours take milliseconds. */
export interface VirtualTime {
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
  /** Runs until `end`, or until nothing is waiting. */
  runUntil(end: Date): Promise<void>;
}

interface Sleeper {
  at: number;
  order: number;
  wake: () => void;
}

/** All promise reactions run before the next tick, which costs less than a turn of the event loop. */
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve));

const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

export const virtualTime = (start: Date): VirtualTime => {
  let now = start.getTime();
  let order = 0;
  const heap: Sleeper[] = [];

  const before = (a: Sleeper, b: Sleeper) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const push = (sleeper: Sleeper) => {
    heap.push(sleeper);
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!before(heap[at] as Sleeper, heap[parent] as Sleeper)) break;
      [heap[at], heap[parent]] = [heap[parent] as Sleeper, heap[at] as Sleeper];
      at = parent;
    }
  };
  const pop = (): Sleeper | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < heap.length && before(heap[left] as Sleeper, heap[least] as Sleeper)) least = left;
      if (right < heap.length && before(heap[right] as Sleeper, heap[least] as Sleeper)) least = right;
      if (least === at) return first;
      [heap[at], heap[least]] = [heap[least] as Sleeper, heap[at] as Sleeper];
      at = least;
    }
  };

  return {
    now: () => new Date(now),
    sleep: (milliseconds) =>
      new Promise((wake) => {
        order += 1;
        push({ at: now + Math.max(0, milliseconds), order, wake });
      }),
    runUntil: async (end) => {
      await turnOfLoop();
      while (heap.length > 0 && (heap[0] as Sleeper).at <= end.getTime()) {
        const sleeper = pop() as Sleeper;
        now = sleeper.at;
        sleeper.wake();
        await settled();
      }
      now = Math.max(now, end.getTime());
    },
  };
};
