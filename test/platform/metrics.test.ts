import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../lambdas/platform/metrics.ts';

const rig = () => {
  const lines: Record<string, unknown>[] = [];
  let now = 0;
  const metrics = createMetrics({
    stage: 'test',
    write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
    now: () => now,
    epochMs: () => 1_763_000_000_000,
  });
  return {
    metrics,
    lines,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Resolves when the numbers of an event have been written together. */
    settled: () => Promise.resolve(),
  };
};

describe('the metrics of a process', () => {
  it('are written in the embedded metric format: what happened together in one line', async () => {
    const { metrics, lines, settled } = rig();
    metrics.count('delivered');
    metrics.measure('delay', 120);
    await settled();
    expect(lines).toEqual([
      {
        _aws: {
          Timestamp: 1_763_000_000_000,
          CloudWatchMetrics: [
            {
              Namespace: 'Tellhook',
              Dimensions: [['stage']],
              Metrics: [{ Name: 'delivered' }, { Name: 'delay', Unit: 'Milliseconds' }],
            },
          ],
        },
        stage: 'test',
        delivered: 1,
        delay: 120,
      },
    ]);
  });

  it('are separate for each target type', async () => {
    const { metrics, lines, settled } = rig();
    metrics.count('failed', 1, 'slack');
    metrics.count('failed', 2, 'telegram');
    await settled();
    expect(lines).toMatchObject([
      { kind: 'slack', failed: 1 },
      { kind: 'telegram', failed: 2 },
    ]);
    expect(JSON.stringify(lines)).toContain('[["stage","kind"]]');
  });

  it('cost less than a byte of log per call under load, and none are lost', async () => {
    const { metrics, lines, pass, settled } = rig();
    for (let call = 0; call < 10_000; call += 1) {
      metrics.count('accepted');
      await settled();
      pass(10);
    }
    pass(5000);
    metrics.count('accepted');
    await settled();
    expect(lines.reduce((sum, { accepted }) => sum + Number(accepted), 0)).toBe(10_001);
    expect(JSON.stringify(lines).length / 10_000).toBeLessThan(1);
  });

  it('keep every measured value, a hundred per line', async () => {
    const { metrics, lines, settled } = rig();
    for (let call = 0; call < 1000; call += 1) {
      metrics.measure('delay', call);
      await settled();
    }
    metrics.flush();
    expect(lines.flatMap(({ delay }) => delay)).toEqual(Array.from({ length: 1000 }, (_, call) => call));
    for (const { delay } of lines) expect([delay].flat().length).toBeLessThanOrEqual(100);
  });
});
