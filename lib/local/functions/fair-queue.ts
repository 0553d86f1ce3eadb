/** A line of waiting things in which everybody who has something there comes in turn, however much one of them has. */
interface FairQueue<Item> {
  /** @returns false when there is no room for it */
  add(owner: string, item: Item): boolean;
  take(): Item | undefined;
  size(): number;
}

/**
 * @param room most items at a time. One owner may take half of what the others leave free, so that a flood meets the
 *   limit while there is still room for everybody else.
 */
export const createFairQueue = <Item>(room = Number.POSITIVE_INFINITY): FairQueue<Item> => {
  /** In the order of their turns. */
  const lines = new Map<string, Item[]>();
  let size = 0;
  return {
    add(owner, item) {
      const line = lines.get(owner) ?? [];
      if (line.length >= room - size) return false;
      line.push(item);
      lines.set(owner, line);
      size++;
      return true;
    },
    take() {
      for (const [owner, line] of lines) {
        const item = line.shift();
        lines.delete(owner);
        // Whoever has had a turn goes behind all others.
        if (line.length > 0) lines.set(owner, line);
        size--;
        return item;
      }
      return undefined;
    },
    size: () => size,
  };
};
