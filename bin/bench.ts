import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { report } from '../bench/report.ts';

/**
 * `npm run bench`: runs all benchmarks that have a bar and prints one table. It ends with an error when a bar is
 * missed. `npm run bench -- <subject> […]`: only some, each a file of bench/; `templates [folder]` and `cost-tables`
 * print their own tables and have no bar.
 */
const ALL = ['messages', 'units', 'functions', 'cold-start', 'path', 'curves', 'load', 'hostile', 'login', 'senders'];

const asked = process.argv.slice(2).map((argument) => argument.replace(/^--/, ''));
const fileOf = (subject: string) => join(import.meta.dirname, '../bench', `${subject}.ts`);
const subjects = asked.filter((subject) => /^[\w-]+$/.test(subject) && existsSync(fileOf(subject)));
if (asked.length > 0 && subjects.length === 0) throw new Error('Usage: npm run bench -- <subject>, a file of bench/');

const started = performance.now();
const rows = [];
for (const subject of subjects.length > 0 ? subjects : ALL) {
  console.log(`\n${subject}`);
  const module = (await import(pathToFileURL(fileOf(subject)).href)) as Partial<typeof import('../bench/units.ts')>;
  // A benchmark that prints its own tables has no rows.
  rows.push(...((await module.rows?.({ whole: subjects.length > 0 })) ?? []));
}
const missed = rows.length > 0 ? report(rows, (performance.now() - started) / 1000) : 0;
process.exit(missed > 0 ? 1 : 0);
