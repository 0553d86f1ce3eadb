import { describe, expect, it } from 'vitest';
import { FULL_INTAKE, type IntakeScenario, simulateIntake } from '../../bench/simulate/intake.ts';
import { dropLog } from '../support/log.ts';

dropLog();

const quiet: IntakeScenario = {
  ...FULL_INTAKE,
  users: 3000,
  callsPerHour: 2000,
  minutes: 25,
  byTheClock: { share: 0, withinSeconds: 1 },
  flood: { atMinute: 5, minutes: 0, callsPerSecond: 1000 },
};
/** All users' timers fire on the hour: 3,000 calls within a second, each user's first call in ten minutes. */
const byTheClock: IntakeScenario = { ...quiet, minutes: 11, byTheClock: { share: 0.99, withinSeconds: 1 } };

describe('a moment at which all users call', () => {
  it('is handled by table and index as they are deployed', async () => {
    const { accepted, refused } = await simulateIntake(byTheClock);
    expect(accepted).toBeGreaterThan(2900);
    expect(refused).toEqual({ byGateway: 0, unavailable: 0 });
  });

  it('would overload an index with one partition per slot, which throttles the table', async () => {
    const { refused, throttled } = await simulateIntake({ ...byTheClock, shards: 1 });
    expect(throttled.index).toBeGreaterThan(0);
    expect(refused.unavailable).toBeGreaterThan(100);
  });

  it("would overload a table with AWS's default capacity", async () => {
    const { refused, throttled } = await simulateIntake({ ...byTheClock, writeUnitsPerSecond: 4000 });
    expect(throttled.table).toBeGreaterThan(0);
    expect(refused.unavailable).toBeGreaterThan(100);
  });

  it('would be rejected by a gateway with a limit of a thousand', async () => {
    const gateway = { requestsPerSecond: 1000, burst: 1000 };
    expect((await simulateIntake({ ...byTheClock, gateway })).refused.byGateway).toBeGreaterThan(100);
  });
});

describe('a user who causes a flood', () => {
  it('costs no other user a call, and gets the daily quota', async () => {
    const flood = { atMinute: 5, minutes: 0.2, callsPerSecond: 1000 };
    const result = await simulateIntake({ ...quiet, flood });
    expect(result.flood.calls).toBe(12_000);
    expect(result.flood.accepted).toBeLessThan(1600);
    expect(result.refused).toEqual({ byGateway: 0, unavailable: 0 });
  });
});

describe('the reconciler', () => {
  it('resumes every call whose message was lost, within half an hour', async () => {
    const { reconciler } = await simulateIntake({ ...quiet, lostOneIn: 20 });
    expect(reconciler.lost).toBeGreaterThan(20);
    expect(reconciler.takenUp).toBe(reconciler.lost);
    expect(reconciler.longestUntilTakenUpMinutes).toBeLessThan(30);
  });
});
