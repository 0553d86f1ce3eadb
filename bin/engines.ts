import { startLocal } from '../test/support/local-run.ts';
import { chromium } from '../tools/engines/chromium.ts';
import { firefox } from '../tools/engines/firefox.ts';
import { smoke } from '../tools/engines/journey.ts';
import { webkit } from '../tools/engines/webkit.ts';

/**
 * `npm run engines`: the first minutes of an account in Chromium, Firefox and WebKit. Fails when one of them does not get
 * through; one that is not installed is said so, and counts as a failure with `--all`.
 */
const all = process.argv.includes('--all');
const run = await startLocal();
let failed = false;
try {
  for (const engine of [chromium, firefox, webkit]) {
    const missing = engine.missing();
    if (missing !== undefined) {
      console.log(`${engine.name}: not looked at. ${missing}`);
      failed ||= all;
      continue;
    }
    const window = await engine.start();
    try {
      const done = await smoke(window, run, `${engine.name.toLowerCase()}@example.org`);
      console.log(`${engine.name}: ${done.length} steps passed (${done.join(', ')})`);
    } catch (error) {
      failed = true;
      console.log(`${engine.name}: FAILED ${error instanceof Error ? error.message : error}`);
    } finally {
      await window.close();
    }
  }
} finally {
  await run.stop();
}
process.exitCode = failed ? 1 : 0;
