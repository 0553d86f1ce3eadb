import { describe, expect, it } from 'vitest';
import { heldStore } from '../../../lambdas/adapters/dynamodb/held-store.ts';
import { releaseTimes } from '../../../lambdas/invocations/held/release-times.ts';
import type { InvocationSummary } from '../../../lambdas/model/invocation.ts';
import { crashing } from '../../support/crashing.ts';
import { dropLog } from '../../support/log.ts';
import { tableStandIn } from '../../support/tables.ts';
import { accountIn, anAccount } from './account.ts';

dropLog();
const standIn = tableStandIn();
const account = async (quota?: number) => anAccount(await standIn.another(), quota);

const idsOf = (calls: InvocationSummary[]) => calls.map(({ id }) => id);
const heldIds = (calls: InvocationSummary[]) => idsOf(calls.filter(({ held }) => held === 'quota'));
type Account = Awaited<ReturnType<typeof account>>;

/** Moves the clock to a time, and runs the sweeper whenever it is due. */
const passTo = async ({ clock, ports, release }: Account, moment: string): Promise<void> => {
  for (;;) {
    const dueAt = (await ports.heldCalls.get(1, 'quota'))?.dueAt ?? moment;
    const next = dueAt < moment ? dueAt : moment;
    clock.advance(Math.max(0, Date.parse(next) - clock().getTime()) / 1000);
    if (dueAt >= moment) return;
    await release();
  }
};
const on = (day: number, time = '00:00:00.000') => `2026-11-${day}T${time}Z`;

describe('100 simultaneous calls to a Free account with the newest day first', () => {
  it('are sent at their announced times, half of a day’s quota at midnight and the rest gradually', async () => {
    const it = await account();
    const calls = await it.calls(100);
    expect(it.sentIds()).toEqual(idsOf(calls.slice(0, 25)));
    expect(heldIds(calls)).toEqual(idsOf(calls.slice(25)));
    const promises = await releaseTimes(1, it.ports);
    expect([...promises.keys()].sort()).toEqual(idsOf(calls.slice(25)));
    for (const index of [25, 37, 99]) {
      const { id = '' } = calls[index] ?? {};
      expect(await it.goesOutAt(id)).toEqual([promises.get(id)]);
    }
    expect(promises.get(calls[25]?.id ?? '')).toBe(on(21));
    expect(promises.get(calls[36]?.id ?? '')).toBe(on(21));
    expect(promises.get(calls[37]?.id ?? '')).toBe(on(21, '11:31:12.000'));
    expect((await it.limits()).invocations_held_until).toBe(promises.get(calls[99]?.id ?? ''));
    for (const [day, count] of [
      [21, 25],
      [22, 50],
      [23, 75],
      [24, 100],
    ] as const) {
      expect(it.sent).toHaveLength(count);
      await passTo(it, on(day + 1, '00:00:00.000'));
    }
    expect(it.sentIds()).toEqual(idsOf(calls));
    for (const [id, promised] of promises) expect((await it.summary(id))?.releasedAt).toBe(promised);
  }, 60_000);

  it('delay no call of later days: each is sent immediately, and no day exceeds its quota', async () => {
    const it = await account();
    const calls = await it.calls(100);
    const fresh: InvocationSummary[] = [];
    for (const day of [21, 22, 23, 24]) {
      for (const time of ['00:00:01.000', '09:00:00.000', '15:00:00.000', '22:00:00.000']) {
        await passTo(it, on(day, time));
        fresh.push(await it.call());
      }
      await passTo(it, on(day, '23:59:59.000'));
      expect((await it.usage()).usedToday).toBeLessThanOrEqual(25);
      await passTo(it, on(day + 1));
    }
    expect(heldIds(fresh)).toEqual([]);
    const old = new Set(idsOf(calls));
    expect(it.sentIds().filter((id) => old.has(id))).toEqual(idsOf(calls.slice(0, it.sent.length - fresh.length)));
    await passTo(it, on(26));
    expect(it.sent).toHaveLength(100 + fresh.length);
    expect((await it.call()).held).toBeUndefined();
  }, 60_000);

  it("do not block the first call of a day in a process that cached the previous day's quota as used up", async () => {
    const it = await account();
    await it.calls(26);
    it.toMidnight();
    const call = {
      userId: 1,
      webhookId: 11,
      targetIds: [21],
      limit: 25,
      storage: { bytes: 10, maxBytes: 10_000_000, until: it.clock() },
      now: it.clock(),
      hold: { fits: true, maxHeld: 75 },
      isUsedUp: true,
    };
    expect(await it.ports.counters.takeInvocation(call)).toMatchObject({ used: 1 });
    expect(await it.ports.counters.takeInvocation(call)).not.toHaveProperty('held');
    await it.ports.heldCalls.setOrder(1, 'arrival');
    expect(await it.ports.counters.takeInvocation(call)).toMatchObject({ held: 'quota' });
  });
});

const QUOTA = 4;

/** Held calls of two days: three of the 20th and two of the 21st. The quota is 4, and the 22nd is nearly over. */
const twoDays = async () => {
  const it = await account(QUOTA);
  const first = (await it.calls(7)).slice(4);
  it.toMidnight();
  const second = (await it.calls(6)).slice(4);
  it.clock.advance(47 * 3600);
  it.sent.splice(0);
  return { ...it, first, second };
};

describe('held calls of several days', () => {
  it('are sent by day, the newest first, each day in its order', async () => {
    const it = await twoDays();
    expect([heldIds(it.first), heldIds(it.second)].flat()).toHaveLength(5);
    expect(await it.release()).toBe(4);
    expect(it.sentIds()).toEqual(idsOf([...it.second, ...it.first.slice(0, 2)]));
    it.toMidnight();
    expect(await it.release()).toBe(1);
    expect(it.sentIds()).toEqual(idsOf([...it.second, ...it.first]));
  });

  it('are sent in the order of arrival if their owner wants that', async () => {
    const it = await twoDays();
    await it.chooseOrder('arrival');
    expect(await it.release()).toBe(4);
    expect(it.sentIds()).toEqual(idsOf([...it.first, ...it.second.slice(0, 1)]));
    expect((await it.call()).held).toBe('quota');
  });

  it('are not overtaken by a later call of the same day', async () => {
    const it = await account(3);
    const calls = await it.calls(5);
    await it.upgrade();
    const late = await it.call();
    expect(late.held).toBe('quota');
    it.clock.advance(1);
    expect(await it.release()).toBe(3);
    expect(it.sentIds()).toEqual(idsOf([...calls, late]));
  });

  it('end at the back of the list before they are removed, and those in front stay', async () => {
    const it = await account(3);
    const [old] = (await it.calls(4)).slice(3);
    it.clock.advance(6 * 86_400);
    const recent = (await it.calls(5)).slice(3);
    it.clock.advance(86_400 - 3600);
    await it.ports.heldCalls.hasten(1, 'quota', it.clock());
    await it.release({ webhooks: { ...it.ports.webhooks, get: async () => Promise.reject(new Error('away')) } });
    expect(await it.summary(old?.id ?? '')).toMatchObject({ held: 'too-long', dispatches: { 21: 'error' } });
    for (const { id } of recent) expect((await it.summary(id))?.held).toBe('quota');
    expect(it.errors).toEqual([11]);
    expect((await it.usage()).heldByQuota).toBe(2);
  });
});

describe('a crashing release of several days', () => {
  it.each([false, true])(
    'at any step loses no call, pays for each once and keeps the order of each day (after it: %s)',
    async (after) => {
      const { first, second, ...origin } = await twoDays();
      const moment = origin.clock().toISOString();
      // A crash before a step comes after the step before it, so each of the two plays every other step.
      for (let step = after ? 2 : 1; ; step += 2) {
        // The owner may choose another order at any time.
        const order = after && step % 4 === 0 ? 'arrival' : 'newest-day-first';
        const it = accountIn(await standIn.copyOf(origin.table), QUOTA, moment);
        const steps = { left: step };
        const { heldCalls, laneQueue } = it.ports;
        await it.release({
          heldCalls: { ...crashing({ ...heldCalls }, steps, after), due: heldCalls.due },
          laneQueue: crashing(laneQueue, steps, after),
        });
        await it.chooseOrder(order);
        for (let minute = 0; minute < 5; minute++) {
          it.clock.advance(61);
          await it.release();
        }
        const label = `step ${step}`;
        expect((await it.usage()).usedToday, label).toBe(4);
        expect((await it.usage()).heldByQuota, label).toBe(1);
        it.toMidnight();
        await it.release();
        const ids = [...new Set(it.sentIds())];
        for (const calls of [first, second]) {
          expect(
            ids.filter((id) => idsOf(calls).includes(id)),
            label,
          ).toEqual(idsOf(calls));
          for (const { id } of calls) expect((await it.summary(id))?.dispatches, label).toEqual({ 21: 'pending' });
        }
        if (order === 'newest-day-first') expect(ids, label).toEqual(idsOf([...second, ...first]));
        expect((await it.usage()).usedToday, label).toBe(1);
        expect((await it.call()).held, label).toBeUndefined();
        if (steps.left > 0) {
          expect(step).toBeGreaterThan(15);
          return;
        }
      }
    },
    120_000,
  );

  it('sends each call and takes its unit once, even if two run at the same time', async () => {
    const it = await twoDays();
    await Promise.all([it.release(), it.release({ heldCalls: heldStore(it.table) })]);
    it.clock.advance(121);
    await it.release();
    expect([...new Set(it.sentIds())]).toEqual(idsOf([...it.second, ...it.first.slice(0, 2)]));
    expect((await it.usage()).usedToday).toBe(4);
  });
});
