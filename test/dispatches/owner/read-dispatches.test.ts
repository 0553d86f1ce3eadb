import { describe, expect, it } from 'vitest';
import { NEVER } from '#contract/never';
import { listDispatches } from '../../../lambdas/dispatches/owner/read-dispatches.ts';
import { inList } from '../../../lambdas/dispatches/states.ts';
import { newDispatch } from '../../../lambdas/model/dispatch.ts';
import { flowingLane } from '../../../lambdas/model/lane.ts';
import { plans } from '../../../lambdas/model/plans.ts';
import { aSummary, aTarget, memoryDispatches, movableClock, nothingHeld } from '../../support/in-memory.ts';

/** An invocation to one target, as its owner sees it. */
const view = () => {
  const clock = movableClock();
  const summary = aSummary(clock());
  const memory = memoryDispatches({ summary });
  const laneStore = memory.stores.laneStates;
  const ports = {
    invocations: { get: async () => summary },
    dispatches: memory.stores.dispatches,
    targets: { list: async () => [aTarget()] },
    laneStore,
    clock,
    ...nothingHeld,
  };
  const list = (page = { offset: 0, limit: 50 }) => listDispatches(1, summary.id, page, ports);
  return { clock, summary, memory, laneStore, list };
};

describe("an owner's view of a message", () => {
  it('shows pending, without words or times, before the first attempt', async () => {
    expect(await view().list()).toEqual([
      expect.objectContaining({ status: 'pending', error_message: '', next_attempt_at: NEVER, retry_count: 0 }),
    ]);
  });

  it('shows the reason and the next time, even if its target was probed since it was listed', async () => {
    const { clock, summary, memory, laneStore, list } = view();
    const nextAttemptAt = '2026-11-20T12:01:00.000Z';
    const errorMessage = 'The provider is broken.';
    const dispatch = newDispatch(summary, 21, { name: 'Ops', kind: 'mock' });
    const waiting = { ...inList(dispatch, plans.free), state: 'waiting' as const, errorMessage, nextAttemptAt };
    await memory.stores.dispatches.save(waiting);
    expect((await list())[0]).toMatchObject({
      status: 'error',
      error_message: errorMessage,
      next_attempt_at: nextAttemptAt,
    });
    clock.advance(300);
    await laneStore.save({
      ...flowingLane(1, 21),
      mode: 'paused',
      reason: { code: 'provider-unavailable', text: errorMessage },
      nextWakeUpAt: '2026-11-20T12:07:00.000Z',
    });
    expect((await list())[0]).toMatchObject({ next_attempt_at: '2026-11-20T12:07:00.000Z' });
  });

  it('does not show a wake-up as the next time during a long Retry-After', async () => {
    const { clock, summary, memory, laneStore, list } = view();
    const dispatch = newDispatch(summary, 21, { name: 'Ops', kind: 'mock' });
    const nextAttemptAt = '2026-11-20T12:01:00.000Z';
    await memory.stores.dispatches.save({ ...inList(dispatch, plans.free), state: 'waiting', nextAttemptAt });
    clock.advance(300);
    const retryAfterUntil = '2026-11-20T18:00:00.000Z';
    const nextWakeUpAt = '2026-11-20T13:00:00.000Z';
    await laneStore.save({
      ...flowingLane(1, 21),
      mode: 'paused',
      reason: { code: 'provider-unavailable' as const, text: 'Busy.' },
      nextWakeUpAt,
      retryAfterUntil,
    });
    expect((await list())[0]).toMatchObject({ next_attempt_at: retryAfterUntil });
  });

  it('shows the reason of its lane if that was paused after the message entered its list', async () => {
    const { summary, memory, laneStore, list } = view();
    await memory.stores.dispatches.save(inList(newDispatch(summary, 21, { name: 'Ops', kind: 'mock' }), plans.free));
    const nextWakeUpAt = '2026-11-20T12:07:00.000Z';
    const paused = { ...flowingLane(1, 21), mode: 'paused' as const, nextWakeUpAt };
    expect((await list())[0]).toMatchObject({ status: 'pending', error_message: '' });
    await laneStore.save({ ...paused, reason: { code: 'provider-unavailable', text: 'It is down.' } });
    const seen = { status: 'error', error_message: 'It is down.', next_attempt_at: nextWakeUpAt };
    expect((await list())[0]).toMatchObject({ ...seen, note: expect.stringContaining('when the target works again') });
    await laneStore.save({ ...paused, reason: { code: 'credentials-refused', text: 'It is down.' }, version: 1 });
    expect((await list())[0]).toMatchObject({ ...seen, note: expect.stringContaining('our access to the provider') });
  });

  it('shows the formatting if it was sent, but not if the provider rejected it or the page has no space', async () => {
    const { summary, memory, list } = view();
    const wide = 'x'.repeat(600_000);
    const message = (text: string) => ({
      blocks: [{ kind: 'paragraph' as const, runs: [{ text, bold: true as const }] }],
    });
    const sent = { ...newDispatch(summary, 21), state: 'success' as const, renderedMessage: 'Deploy' };
    await memory.stores.dispatches.save({ ...sent, rich: { message: message('Deploy') } });
    expect((await list())[0]).toMatchObject({ rendered_message: 'Deploy', rich: message('Deploy') });

    summary.dispatches[22] = 'success';
    summary.dispatches[23] = 'success';
    for (const targetId of [22, 23])
      await memory.stores.dispatches.save({ ...sent, targetId, rich: { message: message(wide) } });
    expect((await list()).map(({ rich }) => rich !== undefined)).toEqual([true, true, false]);

    const refused = {
      ...sent,
      version: 1,
      rich: { message: message('Deploy') },
      noteCode: 'formatting-refused' as const,
    };
    await memory.stores.dispatches.save(refused);
    expect((await list())[0]).not.toHaveProperty('rich');
  });

  it("has the same order and page, regardless of the order of the table's maps", async () => {
    const { summary, list } = view();
    for (const order of [
      [21, 5_000_000_000, 9_000_000_000],
      [9_000_000_000, 21, 5_000_000_000],
    ]) {
      summary.dispatches = Object.fromEntries(order.map((id) => [id, 'pending']));
      expect((await list()).map(({ target }) => target.id)).toEqual([21, 5_000_000_000, 9_000_000_000]);
      expect((await list({ offset: 1, limit: 1 })).map(({ target }) => target.id)).toEqual([5_000_000_000]);
    }
  });
});
