import { describe, expect, it } from 'vitest';
import { wakeDueLane } from '../../../lambdas/dispatches/lane/lane.ts';
import { write } from '../../../lambdas/dispatches/save-dispatch.ts';
import { giveUp } from '../../../lambdas/dispatches/states.ts';
import type { Delivery } from '../../../lambdas/model/message.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { captureLog } from '../../support/log.ts';
import { aList, broken } from '../../support/waiting-list.ts';

captureLog();

describe('a paused lane whose oldest message is always rejected', () => {
  /** Runs the lane's wake-ups until none is planned, at most `most`. */
  const wakeUps = async ({ run, clock, current, table }: ReturnType<typeof aList>, most: number) => {
    for (let count = 0; count < most && current().nextWakeUpAt !== undefined; count++) {
      const waitMs = Date.parse(current().nextWakeUpAt as string) - clock().getTime();
      if (!current().isWakeUpSent) clock.advance(Math.max(0, waitMs) / 1000);
      table.lanes.set(21, { ...wakeDueLane(current(), clock()), wokenAt: secondsAfter(clock(), -60).toISOString() });
      const number = current().wakeUpNumber;
      for (let verdict = await run({ number }); verdict.kind === 'stay'; ) {
        clock.advance(verdict.seconds);
        verdict = await run({ number });
      }
    }
  };
  const refusing = async (refused: number, count: number, answer: Delivery = broken) => {
    const list = aList({
      reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
      failures: 3,
      isWakeUpSent: false,
    });
    const ids: string[] = [];
    for (let number = 0; number < count; number++) ids.push(await list.listed(100 - number));
    const delivered: string[] = [];
    const { send } = list.ports.sender;
    list.ports.sender.send = async (message, target) => {
      await send(message, target);
      const id = message.id.slice(0, message.id.indexOf('-'));
      if (ids.indexOf(id) < refused) return answer;
      delivered.push(id);
      return { kind: 'ok' };
    };
    return { ...list, ids, delivered };
  };

  it('tries the next message right after the third failed probe, and delivers the others in order', async () => {
    const list = await refusing(1, 12);
    await wakeUps(list, 3);
    expect(list.delivered).toEqual([]);
    expect(list.wakeUps).toEqual([expect.objectContaining({ number: list.current().wakeUpNumber })]);
    await wakeUps(list, 1);
    expect(list.delivered).toEqual(list.ids.slice(1));
    await wakeUps(list, 5);
    expect(list.current()).toMatchObject({ mode: 'flowing', failures: 0 });
    const first = list.dispatchOf(list.ids[0] as string);
    expect(list.isListed(first.invocationId)).toBe(false);
    expect(first).toMatchObject({ state: 'waiting', waitsForTarget: false });
  });

  it('alternates between another message and the oldest one until a response arrives', async () => {
    const list = await refusing(4, 6);
    await wakeUps(list, 8);
    const [oldest, second, third, fourth] = list.ids;
    expect(list.sent).toEqual([oldest, oldest, oldest, second, oldest, third, oldest, fourth]);
    await wakeUps(list, 2);
    expect(list.delivered[0]).toEqual(list.ids[4]);
    await wakeUps(list, 20);
    expect(list.delivered).toEqual(list.ids.slice(4));
  });

  it('also does so if the target does not respond to that message, once the circuit allows it', async () => {
    const silent: Delivery = { kind: 'ambiguous', code: 'answer-lost', reason: 'No answer.', unanswered: true };
    const list = await refusing(1, 3, silent);
    await wakeUps(list, 8);
    expect(list.delivered).toEqual(list.ids.slice(1));
  });

  it('leaves all others alone during a Retry-After', async () => {
    const told: Delivery = { ...(broken as Extract<Delivery, { kind: 'retry' }>), afterSeconds: 4000 };
    const list = await refusing(1, 3, told);
    await wakeUps(list, 6);
    expect(new Set(list.sent)).toEqual(new Set([list.ids[0]]));
  });

  it('waits for a short Retry-After of the first message, which stops no other for longer', async () => {
    const told: Delivery = { ...(broken as Extract<Delivery, { kind: 'retry' }>), afterSeconds: 20 };
    const list = await refusing(1, 3, told);
    await wakeUps(list, 4);
    expect(list.delivered[0]).toEqual(list.ids[1]);
    await wakeUps(list, 8);
    expect(list.delivered).toEqual(list.ids.slice(1));
  });

  it('leaves its target alone after a Retry-After of the other message', async () => {
    const told: Delivery = { ...(broken as Extract<Delivery, { kind: 'retry' }>), afterSeconds: 30 };
    const list = aList(
      { mode: 'paused', reason: { code: 'provider-unavailable' as const, text: 'It is down.' }, probes: 3 },
      [told],
    );
    const ids = [await list.listed(30), await list.listed(20)];
    list.table.lanes.set(21, { ...list.current(), oldestFailed: ids[0] });
    // Messages behind the wake-up wait.
    expect(await list.run()).toEqual({ kind: 'stay', seconds: 30 });
    expect(list.sent).toEqual([ids[1]]);
  });

  it('holds the others while a long Retry-After repeats, until its owner stops retrying the message', async () => {
    const told: Delivery = { ...(broken as Extract<Delivery, { kind: 'retry' }>), afterSeconds: 4000 };
    const list = await refusing(1, 3, told);
    await wakeUps(list, 4);
    expect(list.delivered).toEqual([]);
    const [first = ''] = list.ids;
    const reason = { code: 'given-up' as const, text: 'You stopped retrying this message.' };
    await write(list.dispatchOf(first), (base) => giveUp(base, reason), list.ports);
    await wakeUps(list, 3);
    expect(list.delivered).toEqual(list.ids.slice(1));
  });

  it('tries another message that had a later time when it entered the list', async () => {
    const list = await refusing(1, 2);
    const second = list.dispatchOf(list.ids[1] as string);
    const nextAttemptAt = secondsAfter(list.clock(), 7200).toISOString();
    await list.stores.dispatches.save({ ...second, nextAttemptAt });
    await wakeUps(list, 4);
    expect(list.delivered).toEqual([list.ids[1]]);
  });

  it('tries a single message no more often than before, at growing intervals', async () => {
    const list = await refusing(1, 1);
    await wakeUps(list, 5);
    expect(list.sent).toHaveLength(4);
    const waitMs = Date.parse(list.current().nextWakeUpAt ?? '') - list.clock().getTime();
    expect([list.current().probes, waitMs]).toEqual([5, 360_000]);
  });
});
