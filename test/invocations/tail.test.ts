import { describe, expect, it } from 'vitest';
import { tailInvocations } from '../../lambdas/invocations/tail-invocations.ts';
import type { InvocationContent, InvocationSummary } from '../../lambdas/model/invocation.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import { aSummary, aWebhook, movableClock } from '../support/in-memory.ts';

/** A webhook whose calls are stored when a test says so, regardless of their ids. */
const world = () => {
  const clock = movableClock();
  const stored: InvocationSummary[] = [];
  const ports = {
    webhooks: { get: async (_: number, id: number) => (id === 11 ? aWebhook() : undefined) },
    invocations: {
      content: async (): Promise<InvocationContent> => ({ headers: { a: 'b' }, body: Buffer.from('{}') }),
      range: async (_: number, __: number, { after = '', limit }: { after?: string; limit: number }) =>
        stored
          .filter(({ id }) => id > after)
          .sort((one, other) => (one.id < other.id ? -1 : 1))
          .slice(0, limit),
    },
    clock,
  } as unknown as Parameters<typeof tailInvocations>[3];
  const call = (over: Partial<InvocationSummary> = {}) =>
    aSummary(clock(), { id: newInvocationId(11, clock()), ...over });
  const ask = (query: { after?: string; from?: string } = {}) => tailInvocations(1, 11, query, ports);
  return { clock, stored, call, ask, ports };
};

describe('following a webhook', () => {
  it('begins now, or at a given time, and returns whole calls, oldest first', async () => {
    const { clock, stored, call, ask } = world();
    const before = clock().toISOString();
    stored.push(call());
    clock.advance(10);
    stored.push(call());
    clock.advance(1);
    expect((await ask()).invocations).toEqual([]);
    const { invocations } = await ask({ from: before });
    expect(invocations.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    expect(invocations[0]).toMatchObject({ raw_body: '{}', raw_headers: '{"a":"b"}', raw_body_truncated: false });
  });

  it('misses no call, even if it is stored seconds after a newer one', async () => {
    const { clock, stored, call, ask } = world();
    const told = new Set<string>();
    const expected: string[] = [];
    const late: { at: number; call: InvocationSummary }[] = [];
    let { next } = await ask();
    for (let second = 0; second < 60; second += 1) {
      for (let number = 0; number < 45; number += 1) {
        const made = call();
        expected.push(made.id);
        if (number % 7 === 0) late.push({ at: second + 3, call: made });
        else stored.push(made);
      }
      stored.push(...late.filter(({ at }) => at === second).map((each) => each.call));
      for (let more = true; more; ) {
        const answer = await ask({ after: next });
        for (const { id } of answer.invocations) told.add(id);
        ({ next, more } = answer);
      }
      clock.advance(1);
    }
    const overdue = expected.slice(0, -45 * 5);
    expect(overdue.filter((id) => !told.has(id))).toEqual([]);
  });

  it('costs one page if there is no new call, and keeps a response below the limit of a function', async () => {
    const { clock, stored, call, ask } = world();
    const from = clock().toISOString();
    for (let number = 0; number < 5; number += 1) stored.push(call({ size: 1_048_576 }));
    clock.advance(60);
    const first = await ask({ from });
    expect([first.invocations.length, first.more]).toEqual([2, true]);
    const second = await ask({ after: first.next });
    expect([second.invocations.length, second.more]).toEqual([2, true]);
    expect((await ask({ after: second.next })).more).toBe(false);
  });

  it("returns 404 for another account's webhook", async () => {
    const { ports } = world();
    await expect(tailInvocations(1, 12, {}, ports)).rejects.toMatchObject({ code: 'not-found' });
  });
});
