import { beforeEach, describe, expect, it } from 'vitest';
import { continueReplays, countReplay, getReplay, startReplay } from '../../../lambdas/dispatches/owner/replay.ts';
import { captureLog } from '../../support/log.ts';
import { anOwner } from '../../support/owner.ts';

captureLog();

let world: ReturnType<typeof anOwner>;
beforeEach(() => {
  world = anOwner();
});
const everything = {
  from: new Date('2026-01-01T00:00:00Z'),
  to: new Date('2027-01-01T00:00:00Z'),
  status: 'error' as const,
};

describe('a bulk replay', () => {
  it('is counted first, sends matching messages in order of arrival, and shows its progress', async () => {
    const { ports, queued, message } = world;
    const wanted: string[] = [];
    for (const state of ['error', 'success', 'error', 'waiting', 'error'] as const) {
      const { summary } = await message(state);
      if (state === 'error') wanted.push(summary.id);
    }
    expect(await countReplay(1, 11, everything, ports)).toEqual({ messages: 3, leftToday: 25 });
    const replay = await startReplay(1, 11, everything, ports);
    expect(replay).toMatchObject({ state: 'running', matched: 3, queued: 0 });
    expect(await continueReplays(ports)).toBe(3);
    expect(queued.map(({ invocationId }) => invocationId)).toEqual(wanted);
    expect(await getReplay(1, replay.id, ports)).toMatchObject({ state: 'done', queued: 3 });
    expect(await continueReplays(ports)).toBe(0);
    expect((await countReplay(1, 11, everything, ports)).leftToday).toBe(22);
  });

  it('ignores messages to targets other than the named one', async () => {
    const { ports, message } = world;
    await message('error');
    const other = { ...everything, targetId: 22 };
    expect((await countReplay(1, 11, other, ports)).messages).toBe(0);
    await expect(startReplay(1, 11, other, ports)).rejects.toMatchObject({ problem: 'invalid-input' });
    const replay = await startReplay(1, 11, { ...everything, targetId: 21 }, ports);
    expect(replay).toMatchObject({ matched: 1, targetId: 21 });
    expect(await continueReplays(ports)).toBe(1);
  });

  it('is rejected if nothing matches, beyond the daily limit, and for an unknown webhook', async () => {
    const { ports, message } = world;
    await expect(startReplay(1, 11, everything, ports)).rejects.toMatchObject({ problem: 'invalid-input' });
    for (let count = 0; count < 26; count++) await message('error');
    await expect(startReplay(1, 11, everything, ports)).rejects.toMatchObject({ problem: 'quota-exceeded' });
    await expect(startReplay(1, 12, everything, ports)).rejects.toMatchObject({ problem: 'not-found' });
  });
});
