import type { TestProject } from 'vitest/node';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import type { Product } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    products: Product[];
  }
}

/** Matches output lines about faults that no user should meet. */
const FAULT = /AccessDenied|Error: |→ 5\d\d/;

/** Stops the run and prints its faults. */
const stopAndTell = async ({ stop, output }: LocalRun): Promise<void> => {
  await stop();
  // Without these lines, a journey that failed because of a back-end error only shows that an element is missing.
  const faults = output()
    .split('\n')
    .filter((line) => FAULT.test(line));
  if (faults.length > 0) console.error(`What went wrong in the local run:\n${faults.join('\n')}`);
};

/**
 * Starts a local run in memory for each worker. Journeys move its clock, so concurrent workers must not share one. The
 * journeys of a worker share it, with separate accounts.
 */
export default async ({ provide, vitest }: TestProject): Promise<() => Promise<void>> => {
  const runs = await Promise.all(Array.from({ length: Number(vitest.config.maxWorkers) }, () => startLocal()));
  provide(
    'products',
    runs.map(({ appUrl, invokeUrl, fakesUrl }) => ({ appUrl, invokeUrl, fakesUrl })),
  );
  return async () => {
    await Promise.all(runs.map(stopAndTell));
  };
};
