interface Due<Value> {
  at: string;
  value: Value;
}

export interface DueHeap<Value> {
  push(at: string, value: Value): void;
  /** Returns the first `limit` entries that are due at `now` without removing them. Outdated entries are discarded. */
  until(now: string, limit: number, isCurrent: (value: Value, at: string) => boolean): Due<Value>[];
}

/** Due entries, earliest first: a binary heap that discards outdated entries when it meets them. */
export const dueHeap = <Value>(): DueHeap<Value> => {
  const heap: Due<Value>[] = [];
  const push = (entry: Due<Value>) => {
    heap.push(entry);
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as Due<Value>).at <= entry.at) break;
      heap[at] = heap[parent] as Due<Value>;
      heap[parent] = entry;
      at = parent;
    }
  };
  const pop = (): void => {
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    heap[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && (heap[child] as Due<Value>).at < (heap[least] as Due<Value>).at) least = child;
      if (least === at) return;
      [heap[at], heap[least]] = [heap[least] as Due<Value>, heap[at] as Due<Value>];
      at = least;
    }
  };
  return {
    push: (at, value) => push({ at, value }),
    until: (now, limit, isCurrent) => {
      const found = new Map<Value, Due<Value>>();
      for (let first = heap[0]; first && first.at <= now && found.size < limit; first = heap[0]) {
        pop();
        if (isCurrent(first.value, first.at)) found.set(first.value, first);
      }
      for (const entry of found.values()) push(entry);
      return [...found.values()];
    },
  };
};
