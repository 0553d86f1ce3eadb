import { describe, expect, it } from 'vitest';
import type { Dispatch } from '../../../lambdas/dispatches/dispatch.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { ACK, stayFor } from '../../../lambdas/platform/verdict.ts';
import { captureLog } from '../../support/log.ts';
import { dispatchKey } from '../../support/simulation/table.ts';
import { aList, broken } from '../../support/waiting-list.ts';

captureLog();

describe('a listed dispatch', () => {
  it('passes over what is not in the list any more, whatever the index still shows', async () => {
    const { listed, run, sent, table, dispatchOf } = aList();
    const [moved, next] = [await listed(100), await listed(90)];
    table.dispatches.set(dispatchKey({ invocationId: moved, targetId: 21 }), { ...dispatchOf(moved), generation: 5 });
    await run();
    expect(sent).toEqual([next]);
  });

  it('completes what was decided when a crash kept that out of the overview', async () => {
    const { listed, run, table, isListed } = aList();
    const id = await listed(100);
    const key = dispatchKey({ invocationId: id, targetId: 21 });
    table.dispatches.set(key, { ...(table.dispatches.get(key) as Dispatch), state: 'success' });
    await run();
    expect(table.summaries.get(id)?.dispatches[21]).toBe('success');
    expect(isListed(id)).toBe(false);
  });

  it('calls no provider early for what only the index says has waited for too long', async () => {
    const { listed, run, sent, stores, dispatchOf, isListed, current, clock } = aList({
      reason: 'It is down.',
      retryAfterUntil: '2026-11-23T12:00:00.000Z',
    });
    const id = await listed(90);
    const until = secondsAfter(clock(), -1).toISOString();
    await stores.dispatches.save({ ...dispatchOf(id), placement: { kind: 'listed', until } });
    expect(await run()).toEqual(stayFor(0));
    expect(await run()).toEqual(ACK);
    expect(sent).toEqual([]);
    expect(isListed(id)).toBe(true);
    expect(current().nextWakeUpAt).toBe('2026-11-20T13:00:00.000Z');
  });

  it('keeps a dispatch at the head for a short wait of its plan, and tries none early', async () => {
    const { listed, run, sent, clock, isListed } = aList({}, [broken]);
    const [first] = [await listed(100), await listed(90)];
    expect(await run()).toEqual(stayFor(5));
    clock.advance(2);
    expect(await run()).toEqual(stayFor(3));
    expect(sent).toEqual([first]);
    expect(isListed(first)).toBe(true);
    clock.advance(3);
    await run();
    expect(sent.slice(0, 2)).toEqual([first, first]);
  });
});

describe('a listed message that kills its function', () => {
  it('counts a crash before each try, and is given to the dead letters after the third time', async () => {
    const { listed, run, ports, letters, sent, dispatchOf, isListed } = aList();
    const [bad, good] = [await listed(100), await listed(90)];
    const stay = dispatchOf(bad).generation;
    const { render } = ports.renderer;
    ports.renderer.render = () => new Promise(() => {});
    for (let kills = 1; kills <= 3; kills++) {
      void run();
      await new Promise((resolve) => setImmediate(resolve));
      expect(dispatchOf(bad).crashes).toBe(kills);
    }
    ports.renderer.render = render;
    await run();
    // Queue messages of its stay in the lane are void from here on.
    expect(letters).toEqual([expect.objectContaining({ invocationId: bad, generation: dispatchOf(bad).generation })]);
    expect(dispatchOf(bad).generation).toBe(stay + 1);
    expect(isListed(bad)).toBe(false);
    expect(sent).toEqual([good]);
  });

  it('is counted once when the failure can be caught', async () => {
    const { listed, run, letters, clock, dispatchOf } = aList({}, ['crash', 'crash', 'crash']);
    const id = await listed(100);
    expect(await run()).toEqual(stayFor(10));
    expect(dispatchOf(id)).toMatchObject({ crashes: 1, state: 'waiting' });
    clock.advance(10);
    expect(await run()).toEqual(stayFor(60));
    clock.advance(60);
    await run();
    expect(letters).toHaveLength(1);
  });
});
