import path from 'node:path';
import { buildFrontEnd } from '../lib/build/build-front-end.ts';
import { describeContents, readContents } from '../lib/build/bundle-contents.ts';
import { bundleFunctions } from '../lib/build/bundle-functions.ts';

/** `npm run build`: builds the functions into dist/functions and the pages into dist/web, skipping unchanged parts. */
const functionsDir = path.resolve(import.meta.dirname, '../dist/functions');
const started = performance.now();
const [{ changed }, pagesBuilt] = await Promise.all([bundleFunctions({ outDir: functionsDir }), buildFrontEnd()]);
const built = [...changed, ...(pagesBuilt ? ['front end'] : [])];
console.log(
  built.length > 0
    ? `Built ${built.join(', ')} in ${((performance.now() - started) / 1000).toFixed(1)} s`
    : 'Nothing has changed since the last build',
);
// Describes the contents only of a production build.
for (const line of describeContents(await readContents(functionsDir))) console.log(line);
