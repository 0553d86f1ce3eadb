import { openBrowser } from '../test/support/browser.ts';
import { startLocal } from '../test/support/local-run.ts';
import { bars, firstMessage } from '../tools/first-message/first-message.ts';

/**
 * `npm run first-message`: counts the clicks, fields and seconds that a newcomer needs from the registration to the
 * first message in the channel. It plays them in a browser at a person's speed, and fails above the bar.
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
