import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { report } from '../bench/report.ts';

/**
 * `npm run bench`: runs all benchmarks with limits and prints one page with the effects on users. Fails if a limit is
 * missed. `npm run bench -- <subject> […]` runs only some, each a file in bench/. `cost-tables`
 * prints its own tables and has no limits.
 */
const felt: Readonly<Record<string, string>> = {
  messages: 'messages that people cannot use',
  units: 'a larger bill',
  functions: 'a larger bill, slower responses',
  'cold-start': 'a slow first call after a quiet hour',
  path: 'late messages, calls rejected in a burst',
  load: 'messages held up by busy neighbours',
  hostile: 'messages held up by hostile neighbours',
};

const asked = process.argv.slice(2).map((argument) => argument.replace(/^--/, ''));
const fileOf = (subject: string) => join(import.meta.dirname, '../bench', `${subject}.ts`);
const subjects = asked.filter((subject) => /^[\w-]+$/.test(subject) && existsSync(fileOf(subject)));
if (asked.length > 0 && subjects.length === 0) throw new Error('Usage: npm run bench -- <subject>, a file of bench/');

const started = performance.now();
const rows = [];
for (const subject of subjects.length > 0 ? subjects : Object.keys(felt)) {
  console.log(`\n${subject}`);
  const module = (await import(pathToFileURL(fileOf(subject)).href)) as Partial<typeof import('../bench/units.ts')>;
  // A benchmark that prints its own tables returns no rows.
  const measured = (await module.rows?.()) ?? [];
  rows.push(...measured.map((row) => ({ felt: felt[subject] ?? '', ...row })));
}
const missed = rows.length > 0 ? report(rows, (performance.now() - started) / 1000) : 0;
process.exit(missed > 0 ? 1 : 0);
