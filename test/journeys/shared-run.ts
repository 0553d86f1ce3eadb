import type { TestProject } from 'vitest/node';
import { startLocal } from '../support/local-run.ts';
import type { Addresses } from '../support/product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    product: Addresses & { fakesUrl: string };
  }
}

/** Lines of the run's output about what should not happen to anybody. */
const FAULT = /AccessDenied|Error: |→ 5\d\d/;

/** One local run for all journeys, in memory; people do not share accounts, so journeys do not meet. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { appUrl, invokeUrl, fakesUrl, output, stop } = await startLocal();
  provide('product', { appUrl, invokeUrl, fakesUrl });
  return async () => {
    await stop();
    // Without these lines, a journey that failed for a fault of the back end only tells that something did not appear.
    const faults = output()
      .split('\n')
      .filter((line) => FAULT.test(line));
    if (faults.length > 0) console.error(`What went wrong in the local run:\n${faults.join('\n')}`);
  };
};
