import { readFileSync, writeFileSync } from 'node:fs';
import { licencesDocument } from '../tools/licences.ts';

/** `npm run licences`: writes docs/licences.md from the lock file. */
const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
writeFileSync(new URL('../docs/licences.md', import.meta.url), licencesDocument(lock));
