import { describe, expect, it } from 'vitest';
import { ACK, stayFor } from '../../../lambdas/platform/verdict.ts';
import { captureLog } from '../../support/log.ts';
import { aList } from '../../support/waiting-list.ts';

captureLog();

describe('a wake-up at the head of its group', () => {
  it('hands over before the queue takes it, and what is received with it, for poison', async () => {
    const { listed, run, sent, wakeUps, current } = aList();
    await listed(100);
    expect(await run({}, 51)).toEqual(ACK);
    expect(sent).toEqual([]);
    expect(wakeUps).toEqual([{ userId: 1, targetId: 21, number: 8, listedBefore: '2026-11-20T11:58:30.000Z' }]);
    expect(current()).toMatchObject({ wakeUpNumber: 8, wokenAt: undefined, mode: 'catching-up' });
  });

  it('hands over after ten minutes at the head, too', async () => {
    const { listed, run, wakeUps, clock } = aList();
    await listed(100);
    clock.advance(541);
    expect(await run()).toEqual(ACK);
    expect(wakeUps).toEqual([expect.objectContaining({ number: 8 })]);
  });

  it('waits at first until the list shows what was added to it a moment ago', async () => {
    const { listed, run, sent, clock, current } = aList({ wokenAt: undefined });
    const id = await listed(100);
    expect(await run({}, 1)).toEqual(stayFor(5));
    expect(current().wokenAt).toBe(clock().toISOString());
    clock.advance(3);
    expect(await run()).toEqual(stayFor(2));
    expect(sent).toEqual([]);
    clock.advance(2);
    await run();
    expect(sent).toEqual([id]);
  });

  it('does not let the lane flow before the list can be believed to be empty', async () => {
    const { run, clock, current } = aList({ wokenAt: undefined });
    expect(await run({}, 1)).toEqual(stayFor(5));
    expect(current().mode).toBe('catching-up');
    clock.advance(5);
    expect(await run()).toEqual(ACK);
    expect(current().mode).toBe('flowing');
  });

  it('waits anew when it is the second of its number, and the first was lost after it had arrived', async () => {
    const { run, clock, current } = aList({ wokenAt: '2026-11-20T11:58:00.000Z' });
    const arrivedAt = clock();
    expect(await run({}, 1, arrivedAt)).toEqual(stayFor(5));
    expect(current()).toMatchObject({ mode: 'catching-up', wokenAt: arrivedAt.toISOString() });
    clock.advance(5);
    expect(await run({}, 2, arrivedAt)).toEqual(ACK);
    expect(current().mode).toBe('flowing');
  });

  it('has arrived once, though the clock of the queue is a little ahead', async () => {
    const { run, clock, current } = aList({ wokenAt: undefined });
    const ahead = new Date(clock().getTime() + 400);
    expect(await run({}, 1, ahead)).toEqual(stayFor(5));
    clock.advance(5);
    expect(await run({}, 2, ahead)).toEqual(ACK);
    expect(current().mode).toBe('flowing');
  });
});
