import type { TestProject } from 'vitest/node';
import { startLocal } from '../support/local-run.ts';
import type { Addresses } from '../support/product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    product: Addresses & { fakesUrl: string };
  }
}

/** One local run for all journeys, in memory; people do not share accounts, so journeys do not meet. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { appUrl, invokeUrl, fakesUrl, stop } = await startLocal();
  provide('product', { appUrl, invokeUrl, fakesUrl });
  return stop;
};
