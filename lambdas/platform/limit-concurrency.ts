/** Returns a function that runs at most `count` tasks at a time. The other tasks wait and start in order. */
export const limitConcurrency = (count: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // Pass the slot directly to the next waiting task, so a new task cannot take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
