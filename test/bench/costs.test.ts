import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { documented, idleTable, trialTable, userTable, useTable } from '../../bench/cost-tables.ts';
import { BURST_BATCH, costOf, LOG_KB, MS, provisionedCost, TYPICAL, trialCost, workOf } from '../../bench/costs.ts';
import { ACCESS_LINE } from '../../bench/log-lines.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import { log } from '../../lambdas/platform/log.ts';
import { createMetrics, type MetricName } from '../../lambdas/platform/metrics.ts';

const document = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8');
const tableIn = (name: string) => document.split(`<!-- ${name} -->`)[1]?.split(`<!-- /${name} -->`)[0]?.trim();
/** The number of bytes that `work` writes to the log. */
const logged = (work: () => void): number => {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  work();
  spy.mockRestore();
  return Buffer.byteLength(lines.join(''));
};
/** The number of bytes of an event's metrics line. */
const numbers = (values: Partial<Record<MetricName, number>>): number => {
  let bytes = 0;
  const metrics = createMetrics({
    stage: 'prod',
    write: (line) => (bytes += Buffer.byteLength(`${line}\n`)),
    now: () => 0,
    epochMs: () => 1_763_640_000_000,
  });
  for (const [name, value] of Object.entries(values)) metrics.measure(name as MetricName, value);
  metrics.flush();
  return bytes;
};

const perMillion = (change: Partial<typeof TYPICAL>) => costOf(workOf({ ...TYPICAL, ...change }));

describe('the log output of a call', () => {
  const webhookId = 1_234_567_890_123_456;
  const invocationId = newInvocationId(webhookId, new Date('2026-11-20T12:00:00.000Z'));

  it('is as long as the cost model assumes, including metrics and the access line', () => {
    const accepted = { requestId: 'JKJaXmPLvHcESHA=', userId: 123_456, webhookId, invocationId, method: 'POST' };
    const perCall =
      logged(() => log.info('call accepted', { ...accepted, count: 1, durationMs: 24 })) +
      numbers({ accepted: 1 }) +
      ACCESS_LINE.length;
    expect(perCall / 1024).toBeCloseTo(LOG_KB.perCall, 1);
    expect(perCall / 1024).toBeLessThanOrEqual(LOG_KB.perCall);
    const dispatchId = `${invocationId}.${webhookId}`;
    const delivered = { userId: 123_456, dispatchId, kind: 'slack', outcome: 'ok', attempt: 1 };
    const perTarget =
      logged(() => log.info('message delivered', delivered)) + numbers({ delivered: 1, delay: 412, latency: 412 });
    expect(perTarget / 1024).toBeCloseTo(LOG_KB.perTarget, 1);
    expect(perTarget / 1024).toBeLessThanOrEqual(LOG_KB.perTarget);
  });
});

describe('a trial’s cost', () => {
  it('is below a tenth of a cent, even with all calls and the largest bodies', () => {
    const { maxInvocations = 0, maxBodyBytes = 0 } = plans.trial;
    expect(trialCost(maxInvocations, maxBodyBytes / 1024)).toBeLessThan(0.001);
  });
});

describe('a call’s cost', () => {
  it('matches the documentation', () => {
    expect(tableIn('use')).toBe(useTable());
    expect(tableIn('idle')).toBe(idleTable());
    expect(tableIn('trial')).toBe(trialTable());
    expect(tableIn('user')).toBe(userTable(plans.premium.maxInvocationsPerDay));
  });

  it('is calculated with the same acceptance time in every document', () => {
    const scale = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
    expect(document).toContain(`(${MS.accept} + ${MS.deliver} T (1 + r) / b)`);
    expect(document).toContain(`${MS.accept} ms for accepting a call`);
    expect(scale).toContain(`invoke about ${MS.accept} ms`);
  });

  it('is at most eight dollars per million at a steady ten calls a second, with a table paid by the hour', () => {
    expect(provisionedCost(workOf(TYPICAL))).toBeLessThanOrEqual(8);
    expect(provisionedCost(workOf({ ...TYPICAL, ...documented }))).toBeLessThanOrEqual(8);
    // In bursts, the limit holds for a table paid by request.
    expect(perMillion({ batch: BURST_BATCH })).toBeLessThanOrEqual(8);
  });

  it('is never higher for two targets than for two calls', () => {
    expect(perMillion({ targets: 2 })).toBeLessThan(2 * perMillion({}));
  });

  it('grows no faster than the body', () => {
    expect(perMillion({ bodyKilobytes: 512 }) / perMillion({ bodyKilobytes: 256 })).toBeLessThan(2);
  });
});
