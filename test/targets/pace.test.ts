import { describe, expect, it } from 'vitest';
import { plans } from '../../lambdas/model/plans.ts';
import { createPace } from '../../lambdas/targets/pace.ts';
import { paceOf } from '../../lambdas/targets/send.ts';
import { aTarget, movableClock } from '../support/in-memory.ts';
import { audit } from '../support/ledger/audit.ts';
import { type Behaviour, goodBehaviour } from '../support/ledger/providers.ts';
import { UNEVENTFUL } from '../support/ledger/scenarios.ts';
import { play } from '../support/ledger/world.ts';
import { captureLog } from '../support/log.ts';
import { simulatedTable, storesOn } from '../support/simulation/table.ts';

captureLog();

const HOUR = 3_600_000;

/** A simulation without faults and with only these calls, each at its time in milliseconds. */
const calls = (kind: string, behaviour: Behaviour, each: { atMs: number; length: number }[]) =>
  play({
    seed: 1,
    plans,
    targets: [{ kind, behaviour }],
    calls: each.map((call) => ({ ...call, targets: [0] })),
    ...UNEVENTFUL,
    untilMs: 3 * HOUR,
  });

describe('a thousand messages to a target that rejects every third with a wait of a second', () => {
  it('all arrive, in order, none early and none faster than the pace', async () => {
    const world = await calls(
      'slow',
      { ...goodBehaviour, busyEvery: 3 },
      Array.from({ length: 1000 }, (_, number) => ({ atMs: number * 100, length: 20 })),
    );
    expect(audit(world)).toEqual([]);
    expect([...world.table.dispatches.values()].filter(({ state }) => state === 'success')).toHaveLength(1000);
    const delivered = world.providers.asked.filter(({ answer }) => answer === 'ok');
    expect(delivered.map(({ text }) => Number(text.split(' ')[1]))).toEqual(Array.from({ length: 1000 }, (_, i) => i));
    expect(world.table.lanes.get(21)?.mode).toBe('flowing');
  }, 60_000);
});

describe('a target limited to a message a minute', () => {
  const minutely = (each: { atMs: number; length: number }[], behaviour = goodBehaviour) =>
    calls('minutely', behaviour, each);
  const gaps = (asked: { startedAt: number }[]) =>
    asked.slice(1).map(({ startedAt }, index) => startedAt - (asked[index]?.startedAt ?? 0));

  it('gets a hundred simultaneous messages in order, one a minute, without counting crashes', async () => {
    const world = await minutely(Array.from({ length: 100 }, (_, number) => ({ atMs: number * 100, length: 20 })));
    expect(audit(world)).toEqual([]);
    const { asked } = world.providers;
    expect(asked.map(({ text }) => Number(text.split(' ')[1]))).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(Math.min(...gaps(asked))).toBeGreaterThanOrEqual(60_000);
    expect(Math.max(...gaps(asked))).toBeLessThan(75_000);
    expect(world.table.lanes.get(21)).toMatchObject({ mode: 'flowing', failures: 0 });
  }, 60_000);

  it('gets no two messages close together that arrived far enough apart to look isolated', async () => {
    const world = await minutely(Array.from({ length: 30 }, (_, number) => ({ atMs: number * 45_000, length: 20 })));
    expect(audit(world)).toEqual([]);
    expect(world.providers.asked).toHaveLength(30);
    expect(Math.min(...gaps(world.providers.asked))).toBeGreaterThanOrEqual(60_000);
  });

  it("gets the parts of a long message one a minute too, along with its provider's waits", async () => {
    const world = await minutely(
      [0, 1, 2].map((number) => ({ atMs: number * 1000, length: 150 })),
      { ...goodBehaviour, busyEvery: 3 },
    );
    expect(audit(world)).toEqual([]);
    expect([...world.table.dispatches.values()].map(({ state }) => state)).toEqual(['success', 'success', 'success']);
    expect(Math.min(...gaps(world.providers.asked))).toBeGreaterThanOrEqual(60_000);
  });
});

describe('an isolated call', () => {
  it('keeps the pace if it is retried sooner', async () => {
    const alone = Array.from({ length: 20 }, (_, number) => ({ atMs: number * 60_000, length: 20 }));
    const world = await calls('slowest', { ...goodBehaviour, busyEvery: 2 }, alone);
    expect(audit(world)).toEqual([]);
    expect(world.providers.asked.length).toBeGreaterThan(30);
  });
});

/** Two processes that share only the lanes' stored state. */
const processes = (messagesPerSecond: number) => {
  const clock = movableClock();
  const table = simulatedTable();
  const lanes = storesOn(table).laneStates;
  let writes = 0;
  const counted = {
    saveSentAt: async (...args: Parameters<typeof lanes.saveSentAt>) => {
      writes += 1;
      return lanes.saveSentAt(...args);
    },
  };
  const newProcess = () =>
    createPace({
      paceOf: () => messagesPerSecond,
      laneStore: counted,
      clock,
      sleep: async (milliseconds) => clock.advance(milliseconds / 1000),
    });
  const pacing = (isAlone: boolean, queuedAt = clock()) => ({
    gapSeconds: isAlone ? Infinity : 0,
    queuedAt,
    sentAt: table.sentAt.get(21),
  });
  return { clock, newProcess, pacing, writes: () => writes };
};
const target = aTarget();

describe('a target’s pace', () => {
  it('costs an isolated call nothing', async () => {
    const { newProcess, pacing, writes } = processes(1);
    const pace = newProcess();
    expect(await pace.ask(target, pacing(true))).toBe(0);
    expect(await pace.claim(target, pacing(true))).toBe(0);
    expect(writes()).toBe(0);
  });

  it('is stored for a call that took long, since the next may follow immediately', async () => {
    const { newProcess, pacing, clock, writes } = processes(1);
    const queuedAt = clock();
    clock.advance(11);
    const pace = newProcess();
    expect(await pace.ask(target, pacing(true, queuedAt))).toBe(2);
    clock.advance(2);
    expect(await pace.claim(target, pacing(true, queuedAt))).toBe(0);
    expect(writes()).toBe(2);
  });

  it('holds across processes: one that cannot know the last send waits one interval', async () => {
    const { newProcess, pacing, clock } = processes(1);
    const [one, other] = [newProcess(), newProcess()];
    await one.claim(target, pacing(true));
    clock.advance(0.1);
    const queuedAt = clock();
    expect(await other.ask(target, pacing(false, queuedAt))).toBe(2);
    clock.advance(2);
    expect(await other.ask(target, pacing(false, queuedAt))).toBe(0);
    expect(await other.claim(target, pacing(false, queuedAt))).toBe(0);
    clock.advance(0.3);
    expect(await one.ask(target, pacing(false, queuedAt))).toBe(1);
  });

  it('is the owner’s if that is slower, otherwise the provider’s', () => {
    const of = (options: object) => paceOf({ kind: 'telegram', options: { ...options } });
    expect([of({}), of({ max_per_minute: 3 }), of({ max_per_minute: 600 })]).toEqual([1, 0.05, 1]);
  });

  it('keeps a target busy for as long as its owner wants', async () => {
    const { newProcess, pacing, clock } = processes(1 / 60);
    const pace = newProcess();
    await pace.claim(target, pacing(true));
    clock.advance(55);
    expect(pace.isBusy(target, pacing(true).sentAt)).toBe(true);
    expect(await newProcess().ask(target, pacing(true))).toBe(6);
    clock.advance(6);
    expect(pace.isBusy(target, pacing(true).sentAt)).toBe(false);
  });

  it('is waited for in process if it allows several messages a second', async () => {
    const { newProcess, pacing, clock, writes } = processes(10);
    const pace = newProcess();
    const startedAt = clock().getTime();
    for (let count = 0; count < 3; count++) expect(await pace.claim(target, pacing(false))).toBe(0);
    expect(clock().getTime() - startedAt).toBe(200);
    expect(writes()).toBe(0);
  });
});
