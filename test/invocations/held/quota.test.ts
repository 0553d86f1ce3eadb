import { describe, expect, it } from 'vitest';
import { NEVER } from '#contract/never';
import { heldStore } from '../../../lambdas/adapters/dynamodb/held-store.ts';
import { discardHeld } from '../../../lambdas/invocations/held/hold-of-webhook.ts';
import type { InvocationSummary } from '../../../lambdas/model/invocation.ts';
import { crashing } from '../../support/crashing.ts';
import { dropLog } from '../../support/log.ts';
import { tableStandIn } from '../../support/tables.ts';
import { accountIn, anAccount } from './account.ts';

dropLog();
const standIn = tableStandIn();
/** An account whose owner chose the order of arrival. */
const account = async (quota?: number) => {
  const it = await anAccount(await standIn.another(), quota);
  await it.chooseOrder('arrival');
  return it;
};

const idsOf = (calls: InvocationSummary[]) => calls.map(({ id }) => id);
const heldIds = (calls: InvocationSummary[]) => idsOf(calls.filter(({ held }) => held === 'quota'));

describe('60 calls in a minute to a free account', () => {
  it('are all accepted: 25 are sent, 35 are held with the reason', async () => {
    const it = await account();
    const calls = await it.calls(60);
    expect(it.sentIds()).toEqual(idsOf(calls.slice(0, 25)));
    expect(heldIds(calls)).toEqual(idsOf(calls.slice(25)));
    const stored = await it.summary(calls[40]?.id ?? '');
    expect(stored).toMatchObject({ held: 'quota', dispatches: { 21: 'held' } });
    const { usedToday, of } = await it.usage();
    expect([usedToday, of(11).invocationsToday, of(11).invocations]).toEqual([25, 25, 60]);
  });

  it('cause one email, not one for each held call', async () => {
    const it = await account();
    await it.calls(60);
    expect(it.notices.map(({ id }) => id)).toEqual(['quota-2026-11-20-80', 'quota-2026-11-20-100']);
  });

  it('stay in the list until midnight', async () => {
    const it = await account();
    await it.calls(60);
    it.clock.advance(3 * 3600);
    expect(await it.release()).toBe(0);
    expect(it.sent).toHaveLength(25);
  });

  it('are sent after midnight in order, up to the quota of the new day', async () => {
    const it = await account();
    const calls = await it.calls(60);
    it.toMidnight();
    expect(await it.release()).toBe(25);
    expect(it.sentIds()).toEqual(idsOf(calls.slice(0, 50)));
    expect((await it.usage()).of(11).invocationsToday).toBe(25);
    expect(it.notices.at(-1)?.id).toBe('quota-2026-11-21-100');
    const released = await it.summary(calls[25]?.id ?? '');
    expect(released).toMatchObject({ dispatches: { 21: 'pending' }, releasedAt: it.clock().toISOString() });
    expect(released?.held).toBeUndefined();
    it.toMidnight();
    expect(await it.release()).toBe(10);
    expect(it.sentIds()).toEqual(idsOf(calls));
    // The rest of the day's quota is available to new calls.
    expect((await it.call()).held).toBeUndefined();
    expect((await it.usage()).usedToday).toBe(11);
  });

  it('are sent immediately after an upgrade', async () => {
    const it = await account();
    const calls = await it.calls(60);
    await it.upgrade();
    it.clock.advance(60);
    expect(await it.release()).toBe(35);
    expect(it.sentIds()).toEqual(idsOf(calls));
    expect((await it.call()).held).toBeUndefined();
    expect((await it.usage()).usedToday).toBe(61);
  });
});

describe('four quotas of simultaneous calls', () => {
  it('are sent at the time shown in list, details, message and dashboard', async () => {
    const it = await account(5);
    const calls = await it.calls(20);
    const midnight = (day: number) => `2026-11-${20 + day}T00:00:00.000Z`;
    const promised = async (index: number) => it.goesOutAt(calls[index]?.id ?? '');
    expect(await promised(4)).toEqual([undefined, NEVER]);
    for (const day of [1, 2, 3]) {
      for (let later = day; later <= 3; later++)
        expect([await promised(5 * later), await promised(5 * later + 4)], `calls of midnight ${later}`).toEqual([
          [midnight(later)],
          [midnight(later)],
        ]);
      expect(await it.limits()).toMatchObject({
        invocations_held: 20 - 5 * day,
        invocations_held_until: midnight(3),
      });
      it.toMidnight();
      expect(await it.release()).toBe(5);
      expect(it.sentIds()).toEqual(idsOf(calls.slice(0, 5 * (day + 1))));
    }
    it.toMidnight();
    expect(await it.release()).toBe(0);
    expect(await it.limits()).not.toHaveProperty('invocations_held');
  });
});

describe('a call that arrives while others are held', () => {
  it('overtakes none of them, although the new day has quota', async () => {
    const it = await account();
    const calls = await it.calls(30);
    it.toMidnight();
    const late = await it.call();
    expect(late.held).toBe('quota');
    expect(await it.release()).toBe(6);
    expect(it.sentIds()).toEqual([...idsOf(calls), late.id]);
    expect((await it.call()).held).toBeUndefined();
  });

  it('of another webhook of the account waits in the same list', async () => {
    const it = await account();
    await it.calls(25);
    const [first, other, last] = [await it.call(11), await it.call(12), await it.call(11)];
    it.toMidnight();
    await it.release();
    expect(it.sentIds().slice(25)).toEqual([first.id, other.id, last.id]);
    expect((await it.usage()).of(12).invocationsToday).toBe(1);
  });
});

describe('discarding calls that wait for quota', () => {
  it("ends one webhook's calls anywhere in the list, unsent, without taking units", async () => {
    const it = await account();
    await it.calls(25);
    const [first, unwanted, last] = [await it.calls(30, 12), await it.calls(3, 11), await it.calls(2, 12)];
    await discardHeld(1, 11, it.ports);
    it.clock.advance(1);
    expect(await it.release()).toBe(0);
    for (const { id } of unwanted)
      expect(await it.summary(id)).toMatchObject({ held: 'discarded', dispatches: { 21: 'error' } });
    expect((await it.usage()).heldByQuota).toBe(32);
    it.toMidnight();
    expect(await it.release()).toBe(25);
    it.toMidnight();
    expect(await it.release()).toBe(7);
    expect(it.sentIds().slice(25)).toEqual(idsOf([...first, ...last]));
    expect((await it.call()).held).toBeUndefined();
    expect(it.errors).toEqual([]);
  });
});

describe('a call that cannot be held', () => {
  it('is rejected beyond four times the quota, until midnight', async () => {
    const it = await account();
    await it.calls(100);
    await expect(it.call()).rejects.toMatchObject({ code: 'quota-exceeded', retryAfterSeconds: 4 * 3600 });
    it.toMidnight();
    await it.release();
    expect((await it.call()).held).toBe('quota');
  });

  it('is rejected with more than 64 KB, while smaller ones are held', async () => {
    const it = await account();
    await it.calls(25);
    await expect(it.call(11, 'x'.repeat(65_537))).rejects.toMatchObject({
      code: 'too-large-to-hold',
      problem: 'quota-exceeded',
    });
    expect((await it.call(11, 'x'.repeat(65_536))).held).toBe('quota');
  });
});

describe('an account that changes while its calls are held', () => {
  it('releases no more a day than its plan allows after a downgrade', async () => {
    const it = await account();
    await it.upgrade();
    const calls = await it.calls(40);
    await it.upgrade('free', 2);
    expect((await it.call()).held).toBe('quota');
    it.toMidnight();
    await it.calls(30);
    expect(await it.release()).toBe(25);
    expect(it.sentIds().slice(0, 40)).toEqual(idsOf(calls));
  });

  it('continues immediately after an upgrade during the midnight release', async () => {
    const it = await account();
    const calls = await it.calls(90);
    it.toMidnight();
    await it.release({
      webhooks: {
        ...it.ports.webhooks,
        get: async (...args) => {
          await it.upgrade();
          return it.ports.webhooks.get(...args);
        },
      },
    });
    it.clock.advance(60);
    await it.release();
    expect(it.sentIds()).toEqual(idsOf(calls));
  });

  it('delivers calls held for a webhook that its owner has disabled since', async () => {
    const it = await account();
    const calls = await it.calls(27);
    await it.change(11, (webhook) => ({ ...webhook, enabled: false }));
    it.toMidnight();
    await it.release();
    expect(it.sentIds()).toEqual(idsOf(calls));
  });

  it('drops calls held for a webhook that its owner has deleted, without taking units', async () => {
    const it = await account();
    await it.calls(30);
    const other = await it.call(12);
    const webhook = await it.ports.webhooks.get(1, 11);
    if (webhook) await it.ports.webhooks.remove(webhook);
    it.toMidnight();
    expect(await it.release()).toBe(1);
    expect(it.sentIds().at(-1)).toBe(other.id);
    expect((await it.usage()).usedToday).toBe(1);
  });
});

describe('a call held for its whole retention', () => {
  it('ends with a reason before it is removed, and counts as an error', async () => {
    const it = await account();
    const calls = await it.calls(26);
    it.clock.advance(7 * 86_400 - 3600);
    expect(await it.release()).toBe(0);
    expect(await it.summary(calls[25]?.id ?? '')).toMatchObject({ held: 'too-long', dispatches: { 21: 'error' } });
    expect(it.errors).toEqual([11]);
    expect((await it.call()).held).toBeUndefined();
  });
});

describe('a crashing release', () => {
  it.each([false, true])(
    'at any step loses no call, repeats none out of order, and pays once (after its effect: %s)',
    async (after) => {
      const origin = await account(3);
      const calls = await origin.calls(5);
      origin.toMidnight();
      const alreadySent = origin.sentIds();
      for (let step = 1; ; step++) {
        const it = accountIn(await standIn.copyOf(origin.table), 3, origin.clock().toISOString());
        const steps = { left: step };
        const { heldCalls, laneQueue } = it.ports;
        await it.release({
          heldCalls: { ...crashing({ ...heldCalls }, steps, after), due: heldCalls.due },
          laneQueue: crashing(laneQueue, steps, after),
        });
        for (let minute = 0; minute < 5; minute++) {
          it.clock.advance(61);
          await it.release();
        }
        const [ids, label] = [[...alreadySent, ...it.sentIds()], `step ${step}`];
        expect([...new Set(ids)], label).toEqual(idsOf(calls));
        expect((await it.usage()).usedToday, label).toBe(2);
        expect((await it.call()).held, label).toBeUndefined();
        if (steps.left > 0) {
          expect(step).toBeGreaterThan(10);
          return;
        }
      }
    },
    60_000,
  );

  it('marks no call behind one that it could not mark', async () => {
    const it = await account(3);
    const calls = await it.calls(6);
    it.toMidnight();
    const { heldCalls } = it.ports;
    const settle: typeof heldCalls.settle = async (summary, fate) => {
      if (summary.id === calls[4]?.id) throw new Error('the table is away');
      return heldCalls.settle(summary, fate);
    };
    await it.release({ heldCalls: { ...heldCalls, settle } });
    const held = await Promise.all(calls.map(async ({ id }) => (await it.summary(id))?.held));
    expect(held).toEqual([undefined, undefined, undefined, undefined, 'quota', 'quota']);
    it.clock.advance(121);
    await it.release();
    expect(it.sentIds()).toEqual(idsOf(calls));
  });

  it('waits a minute at most for a call that was counted but never stored', async () => {
    const it = await account();
    await it.calls(25);
    const { invocations } = it.ports;
    const insert = invocations.insert;
    invocations.insert = async () => {
      throw new Error('the table is away');
    };
    await expect(it.call()).rejects.toThrow('away');
    invocations.insert = insert;
    const next = await it.call();
    it.toMidnight();
    await it.release();
    expect(it.sentIds().at(-1)).toBe(next.id);
    it.clock.advance(61);
    await it.release();
    expect((await it.call()).held).toBeUndefined();
  });
});

describe('two releases at the same time', () => {
  it('send no call that is not held, and take its unit once', async () => {
    const it = await account();
    const calls = await it.calls(40);
    it.toMidnight();
    await Promise.all([it.release(), it.release({ heldCalls: heldStore(it.table) })]);
    it.clock.advance(121);
    await it.release();
    expect([...new Set(it.sentIds())]).toEqual(idsOf(calls));
    expect((await it.usage()).usedToday).toBe(15);
  });
});

describe('simultaneous calls', () => {
  it('take each unit once, and are held once each', async () => {
    const it = await account();
    const calls = await Promise.all(Array.from({ length: 60 }, () => it.call()));
    expect(it.sent).toHaveLength(25);
    expect(heldIds(calls)).toHaveLength(35);
    await it.upgrade();
    it.clock.advance(60);
    expect(await it.release()).toBe(35);
    expect(new Set(it.sentIds())).toEqual(new Set(idsOf(calls)));
  });
});
