import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { exampleMails } from '../lib/local/fakes/mails/catalogue.ts';
import { openBrowser } from '../test/support/browser.ts';

/**
 * `npm run mails [folder]` renders every email of the product in Chromium into `screenshots/mails/` for review. Each is
 * rendered light and dark, at the widths of a phone and of an email program's reading pane.
 */
const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../screenshots/mails'));
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
try {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 700]) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 400 }, javaScriptEnabled: false });
      for (const { id, mail } of exampleMails('https://app.example.com')) {
        await page.setContent(mail.html);
        await page.screenshot({ path: path.join(folder, `${id}-${colorScheme}-${width}.png`), fullPage: true });
      }
      await page.close();
    }
} finally {
  await browser.close();
}
process.stdout.write(`Pictures are in ${path.relative(process.cwd(), folder)}\n`);
