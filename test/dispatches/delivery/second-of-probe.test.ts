import { describe, expect, it } from 'vitest';
import { wakeDueLane } from '../../../lambdas/dispatches/lane/lane.ts';
import { write } from '../../../lambdas/dispatches/save-dispatch.ts';
import { giveUp } from '../../../lambdas/dispatches/states.ts';
import type { Delivery } from '../../../lambdas/model/message.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { captureLog } from '../../support/log.ts';
import { aList, broken } from '../../support/waiting-list.ts';

captureLog();

describe('a paused lane whose oldest message is refused each time', () => {
  /** Plays the wake-ups of the lane until none is planned, at most so many. */
  const wakeUps = async ({ run, clock, current, table }: ReturnType<typeof aList>, most: number) => {
    for (let count = 0; count < most && current().nextWakeUpAt !== undefined; count++) {
      const waitMs = Date.parse(current().nextWakeUpAt as string) - clock().getTime();
      clock.advance(Math.max(0, waitMs) / 1000);
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

  it('tries the next one right after the third failed probe, and delivers the others in order', async () => {
    const list = await refusing(1, 12);
    await wakeUps(list, 2);
    expect(list.delivered).toEqual([]);
    await wakeUps(list, 1);
    expect(list.delivered).toEqual([list.ids[1]]);
    expect(list.current()).toMatchObject({ mode: 'catching-up', isWakeUpSent: true });
    expect(list.wakeUps).toEqual([expect.objectContaining({ number: list.current().wakeUpNumber })]);
    await wakeUps(list, 5);
    expect(list.delivered).toEqual(list.ids.slice(1));
    expect(list.current()).toMatchObject({ mode: 'flowing', triedSecond: undefined });
    const first = list.dispatchOf(list.ids[0] as string);
    expect(list.isListed(first.invocationId)).toBe(false);
    expect(first).toMatchObject({ state: 'waiting', waitsForTarget: false });
  });

  it('tries another second one each time, until one is answered', async () => {
    const list = await refusing(4, 6);
    await wakeUps(list, 5);
    const [oldest, second, third, fourth] = list.ids;
    expect(list.sent).toEqual([oldest, oldest, oldest, second, oldest, third, oldest, fourth]);
    await wakeUps(list, 1);
    expect(list.delivered).toEqual([list.ids[4]]);
    await wakeUps(list, 20);
    expect(list.delivered).toEqual(list.ids.slice(4));
  });

  it('does so too when the target does not answer that message at all, whatever its circuit', async () => {
    const silent: Delivery = { kind: 'ambiguous', code: 'answer-lost', reason: 'No answer.', unanswered: true };
    const list = await refusing(1, 3, silent);
    await wakeUps(list, 8);
    expect(list.delivered).toEqual(list.ids.slice(1));
  });

  it('leaves all others alone for as long as the provider asks not to be called', async () => {
    const told: Delivery = { ...(broken as Extract<Delivery, { kind: 'retry' }>), afterSeconds: 4000 };
    const list = await refusing(1, 3, told);
    await wakeUps(list, 6);
    expect(new Set(list.sent)).toEqual(new Set([list.ids[0]]));
  });

  it('waits for a short Retry-After that came with the first one, which stops no other for longer', async () => {
    const told: Delivery = { ...(broken as Extract<Delivery, { kind: 'retry' }>), afterSeconds: 20 };
    const list = await refusing(1, 3, told);
    await wakeUps(list, 3);
    expect(list.delivered).toEqual([list.ids[1]]);
    await wakeUps(list, 8);
    expect(list.delivered).toEqual(list.ids.slice(1));
  });

  it('leaves its target alone after a Retry-After that came with the second one', async () => {
    const told: Delivery = { ...(broken as Extract<Delivery, { kind: 'retry' }>), afterSeconds: 30 };
    const list = aList(
      { mode: 'paused', reason: { code: 'provider-unavailable' as const, text: 'It is down.' }, probes: 2 },
      [broken, told],
    );
    for (const secondsAgo of [30, 20]) await list.listed(secondsAgo);
    const before = list.clock().getTime();
    await list.run();
    expect(list.sent).toHaveLength(2);
    // Whatever stands behind it waits.
    expect(list.clock().getTime() - before).toBe(30_000);
  });

  it('holds up the others while a long Retry-After comes each time, until its owner gives it up', async () => {
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

  it('tries a second one that was told a later time when it came into the list', async () => {
    const list = await refusing(1, 2);
    const second = list.dispatchOf(list.ids[1] as string);
    const nextAttemptAt = secondsAfter(list.clock(), 7200).toISOString();
    await list.stores.dispatches.save({ ...second, nextAttemptAt });
    await wakeUps(list, 3);
    expect(list.delivered).toEqual([list.ids[1]]);
  });

  it('counts a probe of two once, so that it waits no longer for a target that takes nothing', async () => {
    const list = await refusing(9, 9);
    await wakeUps(list, 4);
    expect(list.sent).toHaveLength(6);
    expect(list.current()).toMatchObject({ probes: 4, triedSecond: list.ids[2] });
  });
});
