import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createHealth, familyOf, proportionalKb } from '../../lambdas/platform/process-health.ts';

const rig = (limitMb: number) => {
  let now = 430;
  const used = { mb: 100 };
  const noted: [string, number][] = [];
  const note = createHealth({
    now: () => now,
    limitMb,
    usedKb: () => used.mb * 1024,
    measure: (name, value) => noted.push([name, value]),
  });
  return {
    noted,
    used,
    run: (afterMs = 0) => {
      now += afterMs;
      note();
    },
  };
};

describe('the health metrics of a process', () => {
  it('count one cold start, which is as long as its first run waited', () => {
    const { run, noted } = rig(512);
    run();
    run(90_000);
    expect(noted.filter(([name]) => name === 'coldStart')).toEqual([['coldStart', 430]]);
  });

  it('report the share of used memory once a minute', () => {
    const { run, noted, used } = rig(512);
    run();
    used.mb = 440;
    run(59_000);
    run(1_000);
    expect(noted.filter(([name]) => name === 'memory')).toEqual([
      ['memory', 20],
      ['memory', 86],
    ]);
  });

  it('leave out memory if there is no limit', () => {
    const { run, noted } = rig(0);
    run();
    expect(noted.map(([name]) => name)).toEqual(['coldStart']);
  });
});

describe.runIf(process.platform === 'linux')('the memory of a function', () => {
  it('includes its child processes', async () => {
    const child = spawn(
      process.execPath,
      ['-e', 'globalThis.kept = Buffer.alloc(64e6, 1); process.send?.("up"); setInterval(() => {}, 1e6)'],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    );
    await once(child, 'message');
    const family = familyOf(process.pid);
    expect(family).toContain(child.pid);
    expect(proportionalKb([child.pid ?? 0])).toBeGreaterThan(64_000);
    child.kill();
    await once(child, 'exit');
    expect(familyOf(process.pid)).not.toContain(child.pid);
  });
});
