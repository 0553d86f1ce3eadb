import { describe, expect, it } from 'vitest';
import { createFairQueue } from '../../../lib/local/functions/fair-queue.ts';

const taken = (queue: { take(): string | undefined; size(): number }) =>
  Array.from({ length: queue.size() }, () => queue.take());

describe('a fair queue', () => {
  it('lets everybody have a turn, however much one of them has waiting', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item.charAt(0), item);
    expect(taken(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(queue.take()).toBeUndefined();
  });

  it('puts whoever has had a turn behind those who come later', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
    queue.take();
    queue.add('b', 'b1');
    expect(taken(queue)).toEqual(['a2', 'b1', 'a3']);
  });

  it('refuses a flood while there is still room for others', () => {
    const queue = createFairQueue<string>(10);
    const flood = Array.from({ length: 20 }, () => queue.add('flood', 'x'));
    expect(flood.filter(Boolean)).toHaveLength(5);
    expect(queue.add('other', 'y')).toBe(true);
    const rest = Array.from({ length: 20 }, (_, owner) => queue.add(String(owner), 'z'));
    expect(rest.filter(Boolean)).toHaveLength(4);
    expect(queue.size()).toBe(10);
  });

  it('has room again when something was taken', () => {
    const queue = createFairQueue<string>(2);
    expect([queue.add('a', 'a1'), queue.add('a', 'a2')]).toEqual([true, false]);
    queue.take();
    expect(queue.add('a', 'a2')).toBe(true);
  });
});
