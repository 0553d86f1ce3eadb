import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { syncJsonataForNode } from '../lib/build/sync-jsonata.ts';

/**
 * `npm run bench -- <subject> […]`: runs bench/<subject>.ts, with the engine that the functions are bundled with.
 * Without a subject it is the path of a call.
 */
const [subject = 'path'] = process.argv.slice(2);
const entry = join(import.meta.dirname, '..', 'bench', `${subject}.ts`);
if (!/^[\w-]+$/.test(subject) || !existsSync(entry))
  throw new Error('Usage: npm run bench <subject>, a file of bench/');
syncJsonataForNode();
await import(pathToFileURL(entry).href);
