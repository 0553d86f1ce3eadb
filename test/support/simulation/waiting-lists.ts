import type { ListedDispatch } from '../../../lambdas/model/dispatch-ports.ts';

export interface WaitingLists {
  /** Adds a dispatch to its target's list, or removes it if `listed` is undefined. */
  set(targetId: number, invocationId: string, listed: ListedDispatch | undefined): void;
  /** The oldest entries of a target's list, ordered by id. */
  oldest(targetId: number, limit: number): ListedDispatch[];
}

/** A list ordered by id. Most entries are added at its end and removed from its beginning. */
interface List {
  entries: Map<string, ListedDispatch>;
  /** The ids in order, including some that were already removed. */
  ids: string[];
  first: number;
}

/** The position at which `id` keeps the ids in order. */
const placeOf = (ids: string[], first: number, id: string): number => {
  let [low, high] = [first, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as string) < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

interface Change {
  at: number;
  number: number;
  targetId: number;
  invocationId: string;
  listed: ListedDispatch | undefined;
}

/**
 * The waiting lists with the lag of a global secondary index. Each item's change becomes visible a moment after it was
 * made; changes of several items in any order. Optimised for many lists and for long ones.
 * @param lag.milliseconds evaluated for each change
 */
export const waitingLists = (lag?: { now: () => number; milliseconds: () => number }): WaitingLists => {
  const lists = new Map<number, List>();
  const latest = new Map<string, number>();
  let pending: Change[] = [];
  let changes = 0;

  const apply = ({ targetId, invocationId, listed }: Omit<Change, 'at' | 'number'>): void => {
    const list: List = lists.get(targetId) ?? { entries: new Map(), ids: [], first: 0 };
    if (listed) {
      lists.set(targetId, list);
      const last = list.ids.at(-1);
      if (last === undefined || last < invocationId || list.first >= list.ids.length) list.ids.push(invocationId);
      else {
        const at = placeOf(list.ids, list.first, invocationId);
        if (list.ids[at] !== invocationId) list.ids.splice(at, 0, invocationId);
      }
      list.entries.set(invocationId, listed);
      return;
    }
    list.entries.delete(invocationId);
    if (list.entries.size === 0) lists.delete(targetId);
  };

  const settle = (): void => {
    if (!lag || pending.length === 0) return;
    const visible = pending.filter(({ at }) => at <= lag.now());
    pending = pending.filter(({ at }) => at > lag.now());
    for (const change of visible.sort((a, b) => a.number - b.number)) {
      const item = `${change.invocationId}-${change.targetId}`;
      if ((latest.get(item) ?? 0) > change.number) continue;
      latest.set(item, change.number);
      apply(change);
    }
  };

  return {
    set: (targetId, invocationId, listed) => {
      changes += 1;
      if (!lag) return apply({ targetId, invocationId, listed });
      pending.push({ at: lag.now() + lag.milliseconds(), number: changes, targetId, invocationId, listed });
    },
    oldest: (targetId, limit) => {
      settle();
      const list = lists.get(targetId);
      const found: ListedDispatch[] = [];
      if (!list) return found;
      for (let at = list.first; at < list.ids.length && found.length < limit; at++) {
        const entry = list.entries.get(list.ids[at] as string);
        if (entry) found.push(entry);
        else if (at === list.first) list.first += 1;
      }
      if (list.first > 1024) {
        list.ids = list.ids.slice(list.first);
        list.first = 0;
      }
      return found;
    },
  };
};
