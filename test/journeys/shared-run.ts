import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import type { Started } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that lists the local runs once they have started, or says why they have not. */
    productsFile: string;
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
 * Starts a local run in memory for each worker, while the tests of other projects run. Journeys move its clock, so
 * concurrent workers must not share one. The journeys of a worker share it, with separate accounts.
 */
export default ({ provide, vitest }: TestProject): (() => Promise<void>) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'products-')), 'products.json');
  const tell = (started: Started) => {
    writeFileSync(`${file}.new`, JSON.stringify(started));
    renameSync(`${file}.new`, file);
  };
  const starting = Promise.all(Array.from({ length: Number(vitest.config.maxWorkers) }, () => startLocal()));
  const told = starting.then(
    (runs) => tell({ products: runs.map(({ appUrl, invokeUrl, fakesUrl }) => ({ appUrl, invokeUrl, fakesUrl })) }),
    (failure: Error) => tell({ failure: failure.message }),
  );
  provide('productsFile', file);
  return async () => {
    await told;
    rmSync(path.dirname(file), { recursive: true });
    await Promise.all((await starting).map(stopAndTell));
  };
};
