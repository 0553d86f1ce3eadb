import { describe, expect, it } from 'vitest';
import { parseRate, startScheduler } from '../../../lib/local/events/schedules.ts';
import type { FunctionResult } from '../../../lib/local/functions/protocol.ts';
import { UnsupportedTemplate } from '../../../lib/local/template/problems.ts';

const MINUTE = 60_000;
const meta = { requestId: 'r', durationMs: 1, cpuMs: 1 };
const success: FunctionResult = { ok: true, value: null, ...meta };
const failure: FunctionResult = { ok: false, errorType: 'E', errorMessage: 'm', ...meta };

const start = ({ results = [] as FunctionResult[] } = {}) => {
  let nowMs = Date.parse('2026-11-20T10:00:00Z');
  const runs: { functionName: string; time: string }[] = [];
  const waits: number[] = [];
  let wake: () => void = () => undefined;
  const scheduler = startScheduler({
    specs: [{ name: 'tick', arn: 'arn:rule/tick', functionName: 'sweeper', everyMs: MINUTE }],
    now: () => new Date(nowMs),
    place: { account: '000000000000', region: 'eu-central-1' },
    invoke: async (functionName, event) => {
      runs.push({ functionName, time: (event as { time: string }).time.slice(11, 19) });
      return results.shift() ?? success;
    },
    onRun: () => undefined,
    timer: (callback, milliseconds) => {
      waits.push(milliseconds);
      wake = callback;
      return () => undefined;
    },
  });
  return {
    runs,
    waits,
    scheduler,
    pass: (milliseconds: number) => {
      nowMs += milliseconds;
      return scheduler.runDue();
    },
    wake: () => wake(),
  };
};

describe('a schedule', () => {
  it('waits for its interval, runs, and waits again', async () => {
    const { runs, waits, pass } = start();
    expect(waits).toEqual([MINUTE]);
    await pass(MINUTE);
    expect(runs).toEqual([{ functionName: 'sweeper', time: '10:01:00' }]);
    expect(waits.at(-1)).toBe(MINUTE);
  });

  it('does not run early', async () => {
    const { runs, pass } = start();
    await pass(MINUTE - 1);
    expect(runs).toEqual([]);
  });

  it('runs once after the clock jumped over several due times', async () => {
    const { runs, pass } = start();
    await pass(60 * MINUTE);
    expect(runs).toHaveLength(1);
    await pass(MINUTE);
    expect(runs).toHaveLength(2);
  });

  it('does not repeat a failed run, because the next one catches up', async () => {
    const { runs, pass } = start({ results: [failure] });
    await pass(MINUTE);
    await pass(MINUTE);
    expect(runs).toHaveLength(2);
  });

  it('ends with the runner', async () => {
    const { runs, scheduler, waits, wake } = start();
    scheduler.stop();
    const before = waits.length;
    wake();
    expect([runs.length, waits.length]).toEqual([0, before]);
  });

  it('understands minutes, hours and days, but no cron expression', () => {
    expect(['rate(1 minute)', 'rate(5 minutes)', 'rate(2 hours)', 'rate(1 day)'].map(parseRate)).toEqual([
      MINUTE,
      5 * MINUTE,
      120 * MINUTE,
      1440 * MINUTE,
    ]);
    expect(() => parseRate('cron(0 3 * * ? *)')).toThrow(UnsupportedTemplate);
  });
});
