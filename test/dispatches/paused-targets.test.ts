import { describe, expect, it } from 'vitest';
import { plans } from '../../lambdas/model/plans.ts';
import { audit } from '../support/ledger/audit.ts';
import { type Behaviour, goodBehaviour } from '../support/ledger/providers.ts';
import type { Scenario, World } from '../support/ledger/scenario.ts';
import { UNEVENTFUL } from '../support/ledger/scenarios.ts';
import { play } from '../support/ledger/world.ts';
import { captureLog } from '../support/log.ts';

captureLog();

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 20, 12);

/** Calls to one target, one every `everyMs`, without simulated faults. */
const world = (over: Partial<Scenario> & { behaviour?: Behaviour; count: number; everyMs: number }): Promise<World> =>
  play({
    seed: 7,
    plans,
    targets: [{ kind: 'free', behaviour: over.behaviour ?? goodBehaviour }],
    calls: Array.from({ length: over.count }, (_, number) => ({
      atMs: number * over.everyMs,
      targets: [0],
      length: 20,
    })),
    ...UNEVENTFUL,
    untilMs: 6 * 60 * MINUTE,
    ...over,
  });

const states = ({ table }: World) => [...table.dispatches.values()].map(({ state }) => state);
const numbers = ({ providers }: World) =>
  providers.asked.filter(({ delivered }) => delivered).map(({ text }) => Number(text.split(' ')[1]));

describe('a target that is down for an hour', () => {
  const down = { ...goodBehaviour, down: { from: START, until: START + 60 * MINUTE } };

  it('gets occasional probes instead of every message, and all messages once it works again', async () => {
    const played = await world({ behaviour: down, count: 300, everyMs: 10_000 });
    expect(audit(played)).toEqual([]);
    expect(played.providers.asked.filter(({ answer }) => answer === 'retry').length).toBeLessThan(25);
    expect(states(played).filter((state) => state === 'success')).toHaveLength(300);
    const inTurn = numbers(played).filter((number) => number > 2);
    expect(inTurn).toEqual([...inTurn].sort((a, b) => a - b));
    expect(played.table.lanes.get(21)).toMatchObject({ mode: 'flowing', nextWakeUpAt: undefined });
  });

  it('shows each waiting message with its reason and the next attempt', async () => {
    const played = await world({ behaviour: down, count: 50, everyMs: 10_000, untilMs: 30 * MINUTE });
    const waiting = [...played.table.dispatches.values()].filter(({ state }) => state === 'waiting');
    expect(waiting).toHaveLength(50);
    for (const { errorMessage, nextAttemptAt } of waiting) {
      expect(errorMessage).toContain('The provider is broken.');
      expect(nextAttemptAt).toBeDefined();
    }
  });

  it('ends messages that have waited as long as the plan keeps them', async () => {
    const forEver = { ...goodBehaviour, down: { from: START, until: START + 60 * 60 * MINUTE } };
    const played = await world({ behaviour: forEver, count: 20, everyMs: 1000, untilMs: 11 * 60 * MINUTE });
    expect(new Set(states(played))).toEqual(new Set(['error']));
  });
});

describe('messages that their target always rejects', () => {
  it('delay the others by an hour and a half of probes, even if they are the first three of a lane', async () => {
    const calls = Array.from({ length: 60 }, (_, number) => ({
      atMs: number * 10_000,
      targets: [0],
      length: 30,
      refused: [0, 1, 2, 5, 20].includes(number) ? ('broken' as const) : undefined,
    }));
    const waits: number[] = [];
    // A retry just before a probe changes which message the probe tries, so one seed proves little.
    for (let seed = 1; seed <= 9; seed++) {
      const played = await world({ seed, count: 0, everyMs: 0, calls });
      expect(audit(played), `seed ${seed}`).toEqual([]);
      expect(states(played).filter((state) => state === 'success')).toHaveLength(55);
      const delivered = played.providers.asked.filter((asked) => asked.delivered);
      waits.push(Math.max(...delivered.map(({ startedAt }) => startedAt)) - START);
    }
    const inOrder = waits.sort((one, other) => one - other);
    expect(inOrder[4]).toBeLessThan(100 * MINUTE);
    expect(inOrder[8]).toBeLessThan(150 * MINUTE);
  });
});

describe('a single message to a target that is down', () => {
  it('is tried with the attempts and waits of the plan, and then ends', async () => {
    const forEver = { ...goodBehaviour, down: { from: START, until: START + 60 * 60 * MINUTE } };
    const played = await world({ behaviour: forEver, count: 1, everyMs: 0, untilMs: 12 * 60 * MINUTE });
    const [dispatch] = played.table.dispatches.values();
    expect(dispatch).toMatchObject({ state: 'error', attemptCount: 8 });
    expect(dispatch?.errorMessage).toContain('Gave up after 8 attempts.');
    const times = dispatch?.attempts.map(({ at }) => Date.parse(at) / 1000) ?? [];
    const waits = times.slice(1).map((at, index) => at - (times[index] as number));
    for (const [index, planned] of plans.free.retry.delaysSeconds.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(planned * 0.8);
      // Due messages are sent by the sweep of that minute.
      expect(waits[index]).toBeLessThanOrEqual(planned * 1.2 + 75);
    }
    expect(played.table.lanes.get(21)).toMatchObject({ mode: 'flowing', failures: 1 });
  });
});

describe('a target disabled by its owner', () => {
  it('gets no message meanwhile, and all in order once it is enabled', async () => {
    const played = await world({
      count: 100,
      everyMs: 10_000,
      owners: [
        { atMs: 5_500, target: 0, action: 'disable' },
        { atMs: 40 * MINUTE, target: 0, action: 'enable' },
      ],
    });
    expect(audit(played)).toEqual([]);
    const [first, ...rest] = played.providers.asked.map(({ startedAt }) => startedAt - START);
    expect(first).toBeLessThan(5_500);
    expect(Math.min(...rest)).toBeGreaterThanOrEqual(40 * MINUTE);
    expect(Math.max(...rest)).toBeLessThan(41 * MINUTE);
    expect(numbers(played)).toEqual(Array.from({ length: 100 }, (_, number) => number));
  });

  it('ends its messages with the reason if it is deleted instead', async () => {
    const played = await world({
      count: 10,
      everyMs: 1000,
      owners: [
        { atMs: 0, target: 0, action: 'disable' },
        { atMs: 20 * MINUTE, target: 0, action: 'delete' },
      ],
    });
    expect(played.providers.asked).toEqual([]);
    for (const { state, errorCode, noteCode } of played.table.dispatches.values())
      expect([state, errorCode, noteCode]).toEqual(['error', 'target-deleted', 'target-deleted']);
  });
});
