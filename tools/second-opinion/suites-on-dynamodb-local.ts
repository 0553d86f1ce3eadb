import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fetchDynamoDbLocal } from '../../lib/local/stand-ins/dynamodb-local.ts';
import { chooseTableProgram, thisMachine } from '../../lib/local/stand-ins/table-programs.ts';
import type { Tell } from './opinion.ts';
import { cacheDir, projectDir, run, tailOf } from './run.ts';

/** Suites that run on both programs: the stores, and the delivery of calls. */
const SUITES = {
  'suites of the stores': [
    'test/adapters',
    'test/targets/stores.test.ts',
    'test/billing/stores.test.ts',
    'test/notices',
  ],
  'journeys of delivery': ['invoke-host', 'smoke', 'template', 'trouble', 'email'].map(
    (name) => `test/journeys/${name}.test.ts`,
  ),
};

/** Tests that differ, by their full name, with the reason why this is correct. */
const EXPLAINED: Record<string, string> = {};

interface Report {
  testResults: { message: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs tests. Returns the state of each by its full name. */
const play = async (files: string[], env: Record<string, string>): Promise<Map<string, string> | string> => {
  mkdirSync(cacheDir, { recursive: true });
  const outputFile = path.join(cacheDir, 'suites.json');
  rmSync(outputFile, { force: true });
  const vitest = path.join(projectDir, 'node_modules/vitest/vitest.mjs');
  const { output } = await run(
    process.execPath,
    [vitest, 'run', '--reporter=json', `--outputFile=${outputFile}`, ...files],
    { env },
  );
  try {
    const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as Report;
    const broken = testResults.find(({ assertionResults, message }) => assertionResults.length === 0 && message);
    if (broken) return broken.message;
    const states = testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, status }) => [fullName, status] as const),
    );
    return new Map(states);
  } catch {
    return tailOf(output);
  }
};

/** Runs the same tests on the usual stand-in of the table and on AWS's DynamoDB Local, and compares the results. */
export const suitesOnDynamoDbLocal = async (tell: Tell): Promise<void> => {
  const of = 'DynamoDB Local';
  try {
    const program = chooseTableProgram(thisMachine({ ...process.env, TABLES: 'dynamodb-local' }));
    if (program.kind === 'dynamodb-local' && program.folder === null) await fetchDynamoDbLocal(() => undefined);
  } catch (error) {
    for (const about of Object.keys(SUITES))
      tell({ of, about, verdict: 'missing', detail: (error as Error).message.slice(-400) });
    return;
  }
  for (const [about, files] of Object.entries(SUITES)) {
    const usual = await play(files, {});
    const there = await play(files, { TABLES: 'dynamodb-local' });
    if (typeof usual === 'string' || typeof there === 'string') {
      tell({
        of,
        about,
        verdict: 'FAILED',
        detail: `not run: ${tailOf(String(typeof usual === 'string' ? usual : there))}`,
      });
      continue;
    }
    const different = [...usual].filter(([name, status]) => there.get(name) !== status);
    for (const [name, status] of different)
      tell({
        of,
        about: name,
        verdict: EXPLAINED[name] ? 'differs' : 'FAILED',
        detail: `${there.get(name) ?? 'not run'} instead of ${status}${EXPLAINED[name] ? `: ${EXPLAINED[name]}` : ''}`,
      });
    const failing = [...usual].filter(([, status]) => status !== 'passed');
    for (const [name, status] of failing) tell({ of: 'dynoxide', about: name, verdict: 'FAILED', detail: status });
    const passed = [...there.values()].filter((status) => status === 'passed').length;
    const agrees = different.length === 0 && failing.length === 0;
    tell({ of, about, verdict: agrees ? 'agrees' : 'FAILED', detail: `${passed} of ${usual.size} tests pass on both` });
  }
};
