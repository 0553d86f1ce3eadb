/**
 * The product's clock on this machine: the real time plus an offset that `POST /__fakes/api/clock` moves forward.
 * Functions and the queue stand-in use the same offset, so all parts agree on the time.
 */
export interface ProductClock {
  now(): Date;
  /** Milliseconds between the product's time and the real time. */
  offsetMs(): number;
  /** Moves the clock forward and notifies all listeners; resolves when all of them have adopted the new time. */
  advance(milliseconds: number): Promise<void>;
  /** Calls `listener` with the new offset after each move. */
  onMove(listener: (offsetMs: number) => void | Promise<void>): void;
}

/** Creates the product's clock. After an earlier run on the same data, it continues with the offset of that run. */
export const createClock = (offsetMs = 0, realNow: () => number = Date.now): ProductClock => {
  let offset = offsetMs;
  const listeners: ((offsetMs: number) => void | Promise<void>)[] = [];
  return {
    now: () => new Date(realNow() + offset),
    offsetMs: () => offset,
    async advance(milliseconds) {
      offset += milliseconds;
      await Promise.all(listeners.map((listener) => listener(offset)));
    },
    onMove: (listener) => {
      listeners.push(listener);
    },
  };
};
