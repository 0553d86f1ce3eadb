import { describe, expect, it } from 'vitest';
import { canaryStore } from '../../lambdas/adapters/dynamodb/canary-store.ts';
import { routeReader } from '../../lambdas/adapters/dynamodb/route-reader.ts';
import { invokeHostClient } from '../../lambdas/adapters/invoke-host-client.ts';
import type { DispatchState } from '../../lambdas/model/invocation.ts';
import { type CanaryCall, type CanaryPorts, runCanary } from '../../lambdas/status/canary.ts';
import { tableStandIn } from '../support/tables.ts';

const clock = () => new Date('2026-11-20T12:00:00Z');
const before: CanaryCall = { invocationId: 'before', at: '2026-11-20T11:55:00.000Z' };

/** Runs the canary with the given last call and its state. */
const round = async (last: CanaryCall | undefined, state: DispatchState | undefined, call: CanaryPorts['call']) => {
  const remembered: (CanaryCall | undefined)[] = [];
  const result = await runCanary({
    route: async () => 'route',
    call,
    messageOf: async () => state && { state, deliveredAfterMs: state === 'success' ? 412 : undefined },
    last: async () => last,
    remember: async (it) => {
      remembered.push(it);
    },
    clock,
  });
  return { ...result, remembered };
};
const accepts = async () => ({ invocationId: 'next' });
const at = '2026-11-20T12:00:00.000Z';

describe('a round of the canary', () => {
  it('succeeds if the previous call was delivered and the next is accepted, and stores that one', async () => {
    expect(await round(before, 'success', accepts)).toEqual({
      check: { at, accepted: true, delivered: true, delayMs: 412 },
      wrong: [],
      remembered: [{ invocationId: 'next', at }],
    });
    expect(await round(undefined, undefined, accepts)).toMatchObject({ check: { at, accepted: true }, wrong: [] });
  });

  it.each(['pending', 'waiting', 'error', undefined] as const)(
    'complains when the call before is %s, and sends the next all the same',
    async (state) => {
      const { check, wrong, remembered } = await round(before, state, accepts);
      expect(check).toEqual({ at, accepted: true, delivered: false });
      expect(wrong).toEqual([expect.stringContaining(state ?? 'not stored')]);
      expect(remembered).toHaveLength(1);
    },
  );

  it('fails if a call is not accepted, and does not count it', async () => {
    const { check, wrong, remembered } = await round(before, 'success', async () => ({ problem: 'status 503' }));
    expect(check).toMatchObject({ accepted: false, delivered: true });
    expect(wrong).toEqual([expect.stringContaining('status 503')]);
    // The next round must not inspect the earlier call again.
    expect(remembered).toEqual([undefined]);
  });

  it('ends as a failed check, and claims nothing, if the table does not answer', async () => {
    const fails = async () => {
      throw new Error('no answer');
    };
    const { check, wrong } = await runCanary({
      ...{ route: fails, call: accepts, messageOf: fails, last: fails, remember: fails },
      clock,
    });
    expect(check).toEqual({ at });
    expect(wrong).toEqual([expect.stringContaining('no answer')]);
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
    expect(await store.messageOf(before)).toBeUndefined();
    await store.remember(undefined);
    expect(await store.last()).toBeUndefined();
  });
});

describe('the call of the canary', () => {
  it('reports the response that came instead of 202', async () => {
    // No server listens on port 1.
    expect(await invokeHostClient('http://127.0.0.1:1')('route', '{}')).toEqual({ problem: expect.any(String) });
  });
});
