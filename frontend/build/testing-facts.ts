import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Reads a number from a source file. The build fails if the file no longer contains it. */
const numberIn = (path: string, pattern: RegExp): number => {
  const found = pattern.exec(read(path))?.[1];
  if (found === undefined) throw new Error(`${path} has no ${pattern}; the page about tests shows this number.`);
  return Number(found);
};

const countIn = (path: string, pattern: RegExp): number => read(path).match(pattern)?.length ?? 0;

const testsIn = (folder: string): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.test\.tsx?$/.test(path),
  );

/** The value in a row of the simulation's table in docs/scale.md. */
const measured = (row: string): string => {
  const line = read('docs/scale.md')
    .split('\n')
    .find((each) => each.startsWith(`| ${row} |`));
  const value = line?.split('|')[2]?.trim();
  if (!value) throw new Error(`docs/scale.md has no row “${row}”; the page about tests shows it.`);
  return value;
};

/** The numbers on the page about tests, from the tests and from the simulation's table in docs/scale.md. */
export async function testingFacts() {
  const ledger = 'test/dispatches/ledger.test.ts';
  const { routes } = (await import(new URL('lambdas/contract/routes.ts', root).href)) as {
    routes: Record<string, { access: string }>;
  };
  const { auditedRoutes } = (await import(new URL('lambdas/contract/audited-routes.ts', root).href)) as {
    auditedRoutes: object;
  };
  const perTest = numberIn(ledger, /const PER_TEST = (\d+);/);
  return {
    testFiles: testsIn('test').length + testsIn('integrations').length,
    journeys: testsIn('test/journeys').length,
    worlds: numberIn(ledger, /const SEEDS = (\d+);/) + perTest * countIn(ledger, /seed <= PER_TEST/g),
    calls: numberIn('test/support/ledger/scenarios.ts', /scenarioOf = \(seed: number, calls = (\d+)\)/),
    promises: countIn('test/support/ledger/audit.ts', /^ {2}\.\.\.\w+[.(]/gm),
    kills: numberIn('test/journeys/kill-nine.test.ts', /process\.env\.KILLS \?\? (\d+)/),
    documents: (JSON.parse(read('test/fixtures/json-test-suite.json')) as unknown[]).length,
    strings: (JSON.parse(read('test/fixtures/naughty-strings.json')) as unknown[]).length,
    routes: Object.keys(routes).length,
    audited: Object.keys(auditedRoutes).length,
    simulated: {
      size: measured('users, calls an hour, dispatchers'),
      outcome: measured('messages delivered, failed'),
      delay: measured('… of isolated calls'),
      drain: measured('time to drain after 60 minutes of outage: half, 99 %, all'),
    },
  };
}
