import { openBrowser } from '../test/support/browser.ts';
import { startLocal } from '../test/support/local-run.ts';
import { playDemo } from '../tools/shots/demo.ts';
import { drawIcons, takeLinkPicture, takeShots } from '../tools/shots/pictures.ts';

/**
 * `npm run shots`: renews the home page's pictures, the link preview and the icons. Starts the current product in
 * memory, simulates a small shop's day, and takes pictures in a browser.
 */
const run = await startLocal();
const browser = await openBrowser();
try {
  const demo = await playDemo(run);
  await takeShots(browser, run, demo);
  await takeLinkPicture(browser, run);
  await drawIcons(browser);
  console.log('Wrote frontend/src/features/landing/shots, and og.png and the icons in frontend/public');
} finally {
  await browser.close();
  await run.stop();
}
