import { openBrowser } from '../test/support/browser.ts';
import { startLocal } from '../test/support/local-run.ts';
import { bars, firstMessage } from '../tools/first-message/first-message.ts';

/**
 * `npm run first-message`: how many clicks, fields and seconds a newcomer needs from the registration to the first message
 * in the channel, played in a browser at a person's speed. Fails when that is more than it may be.
 */
const run = await startLocal();
const browser = await openBrowser();
try {
  const effort = await firstMessage(browser, run);
  console.log(effort.pressed.map((what, index) => `${index + 1}. ${what}`).join('\n'));
  for (const what of ['clicks', 'fields', 'seconds'] as const) {
    const missed = effort[what] > bars[what];
    console.log(`${what}: ${Math.ceil(effort[what])}, at most ${bars[what]}${missed ? '  ← missed' : ''}`);
    if (missed) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await run.stop();
}
