import { describe, expect, it } from 'vitest';
import { canaryStore } from '../../../lambdas/adapters/dynamodb/canary-store.ts';
import { routeReader } from '../../../lambdas/adapters/dynamodb/route-reader.ts';
import { invokeHostClient } from '../../../lambdas/adapters/invoke-host-client.ts';
import { type CanaryCall, type CanaryPorts, runCanary } from '../../../lambdas/invocations/canary.ts';
import type { DispatchState } from '../../../lambdas/model/invocation.ts';
import { tableStandIn } from '../../support/tables.ts';

const clock = () => new Date('2026-11-20T12:00:00Z');
const before: CanaryCall = { invocationId: 'before', at: '2026-11-20T11:55:00.000Z' };

/** Runs the canary with the given last call and its state. */
const round = async (last: CanaryCall | undefined, state: DispatchState | undefined, call: CanaryPorts['call']) => {
  const remembered: CanaryCall[] = [];
  const wrong = await runCanary({
    route: async () => 'route',
    call,
    stateOf: async () => state,
    last: async () => last,
    remember: async (it) => {
      remembered.push(it);
    },
    clock,
  });
  return { wrong, remembered };
};
const accepts = async () => ({ invocationId: 'next' });

describe('a round of the canary', () => {
  it('succeeds if the previous call was delivered and the next is accepted, and stores that one', async () => {
    expect(await round(before, 'success', accepts)).toEqual({
      wrong: [],
      remembered: [{ invocationId: 'next', at: '2026-11-20T12:00:00.000Z' }],
    });
    expect((await round(undefined, undefined, accepts)).wrong).toEqual([]);
  });

  it.each(['pending', 'waiting', 'error', undefined] as const)(
    'complains when the call before is %s, and sends the next all the same',
    async (state) => {
      const { wrong, remembered } = await round(before, state, accepts);
      expect(wrong).toEqual([expect.stringContaining(state ?? 'not stored')]);
      expect(remembered).toHaveLength(1);
    },
  );

  it('fails if a call is not accepted, and does not count it', async () => {
    const { wrong, remembered } = await round(before, 'success', async () => ({ problem: 'status 503' }));
    expect(wrong).toEqual([expect.stringContaining('status 503')]);
    expect(remembered).toEqual([]);
  });
});

describe('the webhook of the canary', () => {
  const stand = tableStandIn();

  it('is created once, has an unguessable route, and belongs to an account without sign-in', async () => {
    const store = canaryStore(stand.table, clock);
    const route = await store.route();
    expect(route).toMatch(/^a[\w-]{24}$/);
    expect(await store.route()).toBe(route);
    expect(await routeReader(stand.table).byRoute(route)).toMatchObject({ enabled: true, targetIds: [1] });
    expect(await store.last()).toBeUndefined();
    await store.remember(before);
    expect(await store.last()).toEqual(before);
    expect(await store.stateOf(before)).toBeUndefined();
  });
});

describe('the call of the canary', () => {
  it('reports the response that came instead of 202', async () => {
    // No server listens on port 1.
    expect(await invokeHostClient('http://127.0.0.1:1')('route', '{}')).toEqual({ problem: expect.any(String) });
  });
});
