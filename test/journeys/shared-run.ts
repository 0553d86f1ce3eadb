import type { TestProject } from 'vitest/node';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import type { Product } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    products: Product[];
  }
}

/** Lines of a run's output about what should not happen to anybody. */
const FAULT = /AccessDenied|Error: |→ 5\d\d/;

/** Stops the run, and says what went wrong in it. */
const stopAndTell = async ({ stop, output }: LocalRun): Promise<void> => {
  await stop();
  // Without these lines, a journey that failed for a fault of the back end only tells that something did not appear.
  const faults = output()
    .split('\n')
    .filter((line) => FAULT.test(line));
  if (faults.length > 0) console.error(`What went wrong in the local run:\n${faults.join('\n')}`);
};

/**
 * A local run in memory for each worker: journeys move its clock, so those of one moment must not share it. The
 * journeys of one worker do, one after the other; people do not share accounts, so they do not meet.
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
