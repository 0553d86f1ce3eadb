import { describe, expect, it } from 'vitest';
import {
  type Owed,
  type Reconciliation,
  reconcile,
  type UndecidedFinder,
} from '../../../lambdas/dispatches/recovery/reconcile.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { aSummary, movableClock } from '../../support/in-memory.ts';
import { captureLog } from '../../support/log.ts';

captureLog();

const PAGE = 3;

/** Users 1 to `count` with a call and a webhook each. The checked users are recorded. */
const world = (count: number) => {
  const clock = movableClock('2026-11-20T12:00:00.000Z');
  const looked: Owed[] = [];
  const taken: number[] = [];
  const broken = new Set<number>();
  const released = new Set<number>();
  let progress: Reconciliation | undefined;
  let pagesLeft = Number.POSITIVE_INFINITY;
  let running = 0;
  let mostAtOnce = 0;
  const finder: UndecidedFinder = {
    activeUsers: async (_since, position = '0') => {
      const users = Array.from({ length: PAGE }, (_, index) => Number(position) + index + 1).filter(
        (id) => id <= count,
      );
      return users.length > 0 ? { users, position: String(users.at(-1)) } : undefined;
    },
    activeWebhooks: async (users) => users.map((userId) => ({ userId, webhookId: userId })),
    undecided: async (userId, webhookId, from, to) => {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await Promise.resolve();
      running -= 1;
      if (broken.has(userId)) throw new Error('throttled');
      looked.push({ userId, webhookId, from: `${from.toISOString()} ${to.toISOString()}` });
      const wasHeld = released.has(userId) && { releasedAt: to.toISOString() };
      return [aSummary(from, { userId, webhookId, dispatches: { [userId]: 'pending' }, ...wasHeld })];
    },
    progress: async () => structuredClone(progress),
    saveProgress: async (value) => {
      progress = structuredClone(value);
    },
  };
  const run = (pages = Number.POSITIVE_INFINITY) => {
    pagesLeft = pages;
    return reconcile({
      undecidedFinder: finder,
      dispatches: {
        list: async () => [],
        save: async (dispatch) => {
          taken.push(dispatch.targetId);
          return dispatch;
        },
      },
      clock,
      keepGoing: () => --pagesLeft > 0,
    });
  };
  const users = () => looked.splice(0).map(({ userId }) => userId);
  const windows = () => new Set(looked.map(({ from }) => from));
  const release = (userId: number) => released.add(userId);
  return { clock, run, users, release, windows, taken, broken, progress: () => progress, mostAtOnce: () => mostAtOnce };
};

describe('the reconciler', () => {
  it('continues where its time ran out, so it reaches all users', async () => {
    const { run, users, clock, progress } = world(10);
    await run(2);
    expect(users()).toEqual([1, 2, 3, 4, 5, 6]);
    clock.advance(60);
    await run(1);
    expect(users()).toEqual([7, 8, 9]);
    clock.advance(60);
    await run();
    expect(users()).toEqual([10]);
    // All users were checked up to the time at which the first slice began.
    expect(progress()).toEqual({ until: '2026-11-20T11:50:00.000Z', behind: [] });
  });

  it('checks the calls of one period for all users, then those of the next', async () => {
    const { run, users, windows, clock } = world(4);
    await run(1);
    clock.advance(60);
    await run();
    expect(windows()).toEqual(new Set(['2026-11-20T11:40:00.000Z 2026-11-20T11:50:00.000Z']));
    users();
    clock.advance(60);
    expect(await run()).toBe(0);
    expect(users()).toEqual([]);
    clock.advance(600);
    await run();
    expect(windows()).toEqual(new Set(['2026-11-20T11:50:00.000Z 2026-11-20T12:02:00.000Z']));
  });

  it('checks several webhooks in parallel', async () => {
    const { run, mostAtOnce } = world(3);
    await run();
    expect(mostAtOnce()).toBe(3);
  });

  it('resumes calls that were never tried', async () => {
    const { run, taken } = world(2);
    expect(await run()).toBe(2);
    expect(taken).toEqual([1, 2]);
  });

  it('leaves held calls to their hold, which sends them in order', async () => {
    const { run, taken, release } = world(2);
    release(1);
    await run();
    expect(taken).toEqual([2]);
  });

  it('returns to webhooks that it could not check, for their whole period, without delaying others', async () => {
    const { run, users, windows, broken, clock, progress } = world(4);
    broken.add(2);
    await expect(run()).rejects.toThrow('1 webhooks');
    expect(users()).toEqual([1, 3, 4]);
    expect(progress()?.behind).toEqual([{ userId: 2, webhookId: 2, from: '2026-11-20T11:40:00.000Z' }]);
    clock.advance(600);
    await expect(run()).rejects.toThrow('1 webhooks');
    expect(users()).toEqual([1, 3, 4]);
    broken.clear();
    clock.advance(600);
    await run();
    expect([...windows()][0]).toBe(`2026-11-20T11:40:00.000Z ${secondsAfter(clock(), -600).toISOString()}`);
    expect(users()[0]).toBe(2);
    expect(progress()?.behind).toEqual([]);
  });

  it('keeps its position while no webhook can be checked', async () => {
    const { run, broken, progress } = world(300);
    for (let user = 50; user <= 300; user++) broken.add(user);
    await expect(run()).rejects.toThrow('throttled');
    // The position is about a page behind the last remembered one, and not at the end.
    expect(Number(progress()?.running?.position)).toBeLessThan(160);
  });
});
