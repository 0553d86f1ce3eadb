import { describe, expect, it } from 'vitest';
import { newDispatch } from '../../../lambdas/model/dispatch.ts';
import { flowingLane } from '../../../lambdas/model/lane.ts';
import { dueAt, dueIfLost } from '../../../lambdas/model/placement.ts';
import { plans } from '../../../lambdas/model/plans.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { broken, busy, dispatcher } from '../../support/dispatcher.ts';

describe('a message that cannot be delivered for now', () => {
  it('pauses its lane as the third failure in a row, and stays ahead until fresh messages see the pause', async () => {
    const { run, memory, clock } = dispatcher({ answers: [broken, broken, broken] });
    memory.table.lanes.set(21, { ...flowingLane(1, 21), failures: 2, failedBy: 'another' });
    await run();
    clock.advance(6);
    await run(2);
    clock.advance(36);
    expect(await run(3)).toEqual({ kind: 'stay', seconds: 5 });
    expect(memory.lane()).toMatchObject({
      mode: 'paused',
      reason: { text: expect.stringContaining('The provider is broken.') },
    });
    expect(memory.placeOf()?.kind).toBe('listed');
  });

  it('counts as a failure of its lane even if it fails because its plan has no attempts left', async () => {
    const { run, memory, ports } = dispatcher({ answers: [broken] });
    const summary = memory.summary();
    if (!summary) throw new Error('no summary');
    const attempts = plans.free.retry.delaysSeconds.length;
    await ports.dispatches.save({
      ...newDispatch(summary, 21),
      attemptCount: attempts,
      placement: dueAt(ports.clock()),
    });
    memory.table.lanes.set(21, { ...flowingLane(1, 21), failures: 2, failedBy: 'another' });
    await run();
    expect(memory.dispatchOf()?.state).toBe('error');
    expect(memory.lane()).toMatchObject({ mode: 'paused', failures: 3 });
  });

  it('states that our access fails, not the target', async () => {
    const refused = { kind: 'fail_config', code: 'credentials-refused', reason: 'Our access is refused.' } as const;
    const { run, memory } = dispatcher({ answers: [refused] });
    memory.table.lanes.set(21, { ...flowingLane(1, 21), failures: 2, failedBy: 'another' });
    await run();
    expect(memory.lane()).toMatchObject({ mode: 'paused', reason: { text: 'Our access is refused.' } });
  });

  it('pauses its lane on a long Retry-After, and stays ahead of the next one', async () => {
    const { run, memory, clock } = dispatcher({ answers: [{ ...busy, afterSeconds: 300 }] });
    expect(await run()).toEqual({ kind: 'stay', seconds: 60 });
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.lane()).toMatchObject({
      mode: 'paused',
      nextWakeUpAt: new Date(clock().getTime() + 300_000).toISOString(),
    });
  });

  it('stays in its lane and in the due index for a short wait, and is not tried early', async () => {
    const { run, sent, memory, clock } = dispatcher({ answers: [busy] });
    expect(await run()).toEqual({ kind: 'stay', seconds: 7 });
    expect(memory.placeOf()).toEqual(dueIfLost(secondsAfter(clock(), 7)));
    clock.advance(3);
    expect(await run(2)).toEqual({ kind: 'stay', seconds: 4 });
    expect(sent).toHaveLength(1);
    clock.advance(4);
    expect(await run(3)).toEqual({ kind: 'ack' });
    expect(memory.dispatchOf()?.state).toBe('success');
    expect(memory.placeOf()).toBeUndefined();
  });
});

describe('a message that fails permanently', () => {
  const rejected = { kind: 'fail_message', code: 'message-refused', reason: 'The provider rejected it.' } as const;

  it('causes a notice about its webhook and target', async () => {
    const { run, ports, memory } = dispatcher({ answers: [rejected] });
    await run();
    expect(ports.outbox.put).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        ...{ id: 'failed-11-21', isRepeated: true },
        notice: expect.objectContaining({
          ...{ kind: 'message-failed', invocationId: memory.summary()?.id, reason: 'The provider rejected it.' },
        }),
      }),
      ports.clock(),
    );
  });

  it('causes none if it is delivered, retried, or if its target becomes inactive', async () => {
    const gone = { kind: 'fail_target', code: 'receiver-gone', reason: 'The channel is gone.' } as const;
    for (const answers of [[], [busy], [gone]]) {
      const { run, ports } = dispatcher({ answers });
      await run();
      expect(ports.outbox.put).not.toHaveBeenCalledWith(
        expect.objectContaining({ id: 'failed-11-21' }),
        expect.anything(),
      );
    }
  });

  it('stays failed if its notice is not stored', async () => {
    const { run, ports, memory } = dispatcher({ answers: [rejected] });
    ports.outbox.put.mockRejectedValue(new Error('table away'));
    expect(await run()).toEqual({ kind: 'ack' });
    expect(memory.dispatchOf()?.state).toBe('error');
  });
});

describe('a message whose next part waits for the pace', () => {
  it('marks the target as working, because of the part before it', async () => {
    const { run, memory, ports } = dispatcher({
      body: JSON.stringify({ long: 'word '.repeat(12) }),
      webhook: { useTemplate: true, template: '{{long}}', splitMessage: true },
    });
    memory.table.lanes.set(21, { ...flowingLane(1, 21), failures: 2, failedBy: 'another' });
    const waits = [0, 5];
    ports.pace.claim = async () => waits.shift() ?? 0;
    expect(await run()).toEqual({ kind: 'stay', seconds: 5 });
    expect(memory.dispatchOf()?.partsDone).toBe(1);
    expect(memory.lane()).toMatchObject({ mode: 'flowing', failures: 0 });
  });
});

describe('a result that cannot be stored at first', () => {
  it('is stored a moment later, without sending its message again', async () => {
    const { run, memory, ports, sent } = dispatcher();
    const { save } = ports.dispatches;
    let failures = 2;
    ports.dispatches.save = async (...args) => {
      if (failures-- > 0) throw new Error('table away');
      return save(...args);
    };
    await run();
    expect(sent).toHaveLength(1);
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', crashes: 0 });
  });

  it('is stored even if its lane cannot be, so its message is not sent again', async () => {
    const { run, memory, ports, sent } = dispatcher();
    memory.table.lanes.set(21, { ...flowingLane(1, 21), failures: 2, failedBy: 'another' });
    ports.laneStore.save = () => Promise.reject(new Error('table away'));
    await run().catch(() => undefined);
    expect(sent).toHaveLength(1);
    expect(memory.dispatchOf()?.state).toBe('success');
  });

  it('keeps the text of parts that another process has stored meanwhile', async () => {
    const { run, memory, ports } = dispatcher({ answers: [busy] });
    const { save } = ports.dispatches;
    let isFirst = true;
    ports.dispatches.save = async (dispatch) => {
      if (!isFirst) return save(dispatch);
      isFirst = false;
      await save({
        ...dispatch,
        attempts: [],
        attemptCount: 0,
        partsDone: 2,
        renderedMessage: 'made by a newer template',
      });
      return undefined;
    };
    await run();
    expect(memory.dispatchOf()).toMatchObject({
      partsDone: 2,
      renderedMessage: 'made by a newer template',
      attemptCount: 1,
    });
  });
});
