import { openBrowser } from '../../test/support/browser.ts';
import type { Engine } from './engine.ts';

/** The browser of the journeys, which comes from npm. */
export const chromium: Engine = {
  name: 'Chromium',
  missing: () => undefined,
  start: async () => {
    const browser = await openBrowser();
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    return {
      open: async (url) => {
        await page.goto(url);
      },
      evaluate: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
      complaints: async () => complaints,
      close: () => browser.close(),
    };
  },
};
