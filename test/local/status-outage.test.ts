import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secondsUntil, windowAt } from '../../lambdas/platform/clock.ts';
import { type StatusRecord, statusRecordSchema } from '../../lambdas/status/record.ts';
import { editAssembly, localAssembly } from '../support/assembly.ts';
import { fakesOf } from '../support/fakes.ts';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const dataDir = temporaryFolder();
const BETWEEN_CHECKS_SECONDS = 301;

let normal: string;
let withoutDispatcher: string;
let run: LocalRun | undefined;
beforeAll(async () => {
  normal = await localAssembly();
  withoutDispatcher = editAssembly(normal, (templates) => {
    for (const { Resources } of templates)
      for (const [id, { Type }] of Object.entries(Resources))
        if (Type === 'AWS::Lambda::EventSourceMapping' && id.startsWith('Dispatcher')) delete Resources[id];
  });
}, 240_000);
afterAll(() => run?.stop());

/** Starts the product anew on the same data. */
const restart = async (assembly: string): Promise<LocalRun> => {
  await run?.stop();
  run = await startLocal({ dataDir, assembly });
  return run;
};
const checks = async (current: LocalRun, count: number): Promise<void> => {
  for (let done = 0; done < count; done++) await fakesOf(current).advanceClock(BETWEEN_CHECKS_SECONDS);
};
const pageOf = async ({ appUrl }: LocalRun): Promise<string> => (await fetch(`${appUrl}/status`)).text();
const stateOf = async (current: LocalRun): Promise<string | undefined> =>
  /<strong>([^<]*)</.exec(await pageOf(current))?.[1];
const recordOf = async ({ appUrl }: LocalRun): Promise<StatusRecord> =>
  statusRecordSchema.parse(await (await fetch(`${appUrl}/status/history.json`)).json());
/** The titles of the bars that show failed checks. */
const failedDays = async (current: LocalRun): Promise<string[]> =>
  [...(await pageOf(current)).matchAll(/data-state="failed"><title>([^<]*)/g)].map(([, title = '']) => title);
const incident = (current: LocalRun, ...words: string[]) =>
  promisify(execFile)(process.execPath, [
    join(import.meta.dirname, '../../bin/incident.ts'),
    ...[...words, '--local', current.appUrl],
  ]);

it('an outage of ten minutes shows while it lasts, and stays in the history', { timeout: 480_000 }, async () => {
  const before = await restart(normal);
  expect(await stateOf(before)).toBe('No check has run yet');
  // All checks below are on one day, at any time of the test.
  const { end } = windowAt(new Date(), 86_400);
  await fakesOf(before).advanceClock(secondsUntil(end, new Date()) + 6 * 3600);
  await checks(before, 2);
  expect(await stateOf(before)).toBe('All checks pass');
  expect(await failedDays(before)).toEqual([]);

  const outage = await restart(withoutDispatcher);
  // The first check still finds the message from before.
  await checks(outage, 3);
  expect(await stateOf(outage)).toBe('Messages are not being delivered');
  expect(await failedDays(outage)).toEqual([expect.stringMatching(/ 2 failed$/)]);
  expect((await recordOf(outage)).checks.slice(-2)).toMatchObject([
    { accepted: true, delivered: false },
    { accepted: true, delivered: false },
  ]);
  const { stdout } = await incident(outage, 'open', 'Messages are late');
  expect(stdout).toMatch(/^Messages are late: open since /);

  const after = await restart(normal);
  // The lane catches up within minutes; a check that comes too early fails.
  for (let minutes = 0; minutes < 20 && (await stateOf(after)) !== 'All checks pass'; minutes++)
    await fakesOf(after).advanceClock(60);
  expect(await stateOf(after)).toBe('All checks pass');
  const { stdout: closed } = await incident(after, 'close', 'All messages are delivered.');
  expect(closed).toMatch(/^Messages are late: closed at /);
  const days = await failedDays(after);
  expect(days).toHaveLength(1);
  await fakesOf(after).advanceClock(2 * 86_400);
  expect(await stateOf(after)).toBe('All checks pass');
  expect(await failedDays(after)).toEqual([expect.stringContaining(days[0]?.split(':')[0] ?? '')]);
  expect(await pageOf(after)).toContain('All messages are delivered.');
});
